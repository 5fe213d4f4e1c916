// Lists the linked intervals of adjacent rows.
//
// In: the links of a compact heightfield.
// Out: for each row, intervals of consecutive spans with consecutive neighbours in +z, and a second list for -z.
// Idea: Only links in +z are read. A link in -z is a link in +z from the previous row, with its ends swapped.
// Source: own method.
// Weak cases: If few neighbours are consecutive, there are nearly as many intervals as spans.

#include "bake/field/neighbour_rows.h"

#include <algorithm>
#include <utility>

#include "core/append.h"
#include "core/parallel.h"

namespace navspan {
namespace {

// Appends the intervals from each row of a range to the next row. Sets up.first[z + 1] to the size of `list` after row z.
void list_up(const CompactHeightfield& field, ItemRange rows, std::vector<LinkedInterval>& list, LinkedIntervals& up) {
    for (size_t z = rows.begin; z < rows.end; ++z) {
        for_each_linked_interval(field.up, field.row_span[z], field.row_span[z + 1], [&](uint32_t i, uint32_t j, uint32_t n) {
            list.push_back({i, j, n});
        });
        up.first[z + 1] = uint32_t(list.size());
    }
}

// Sets the intervals of `down` from row z to row z - 1.
void reverse_row(const LinkedIntervals& up, size_t z, LinkedIntervals& down) {
    const uint32_t first = up.first[z - 1], end = up.first[z];
    down.first[z] = first;
    for (uint32_t s = first; s < end; ++s)
        down.list[s] = {up.list[s].other, up.list[s].own, up.list[s].length};
    // If floors overlap vertically, the order of the intervals in row z and in row z - 1 can differ.
    const auto begin = down.list.begin() + ptrdiff_t(first), stop = down.list.begin() + ptrdiff_t(end);
    const auto by_own = [](const LinkedInterval& a, const LinkedInterval& b) { return a.own < b.own; };
    if (!std::is_sorted(begin, stop, by_own)) std::sort(begin, stop, by_own);
}

}  // namespace

NeighbourRows list_neighbour_rows(const CompactHeightfield& field, Workers* workers) {
    constexpr size_t kMinPart = 32;  // [rows]
    const size_t depth = std::max(field.row_span.size(), size_t{1}) - 1, parts = part_count(workers, depth, kMinPart);
    NeighbourRows result;
    LinkedIntervals &up = result.up, &down = result.down;
    up.first.assign(field.row_span.size(), 0);
    std::vector<std::vector<LinkedInterval>> lists(parts);
    lists[0].reserve(field.runs.size() * 2);
    const auto rows_of = [&](size_t part) { return part_range(depth, parts, part); };
    for_each_part(workers, parts, [&](size_t p, unsigned) { list_up(field, rows_of(p), lists[p], up); });
    up.list = join_lists(lists, rows_of, up.first);
    down.list.resize(up.list.size());
    down.first.assign(field.row_span.size(), 0);
    for_each_part(workers, parts, [&](size_t p, unsigned) {
        const ItemRange rows = rows_of(p);
        for (size_t z = rows.begin; z < rows.end; ++z)
            reverse_row(up, z + 1, down);
    });
    return result;
}

}  // namespace navspan
