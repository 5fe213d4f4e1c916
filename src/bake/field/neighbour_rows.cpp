// Lists the linked intervals of adjacent rows.
//
// In: the links of a compact heightfield.
// Out: per row, intervals of consecutive spans whose neighbours in the next row are consecutive too.
// Idea: only links up are read. The links down from a row are the links up from the row below, reversed.

#include "bake/field/neighbour_rows.h"

#include <algorithm>

namespace navspan {

NeighbourRows list_neighbour_rows(const CompactHeightfield& field) {
    NeighbourRows result;
    LinkedIntervals &up = result.up, &down = result.down;
    up.list.reserve(field.runs.size() * 2);
    up.first.assign(field.row_span.size(), 0);
    for (size_t z = 0; z + 1 < field.row_span.size(); ++z) {
        for_each_linked_interval(field.up, field.row_span[z], field.row_span[z + 1], [&](uint32_t i, uint32_t j, uint32_t n) {
            up.list.push_back({i, j, n});
        });
        up.first[z + 1] = uint32_t(up.list.size());
    }

    down.list.resize(up.list.size());
    down.first.assign(field.row_span.size(), 0);
    for (size_t z = 1; z < down.first.size(); ++z) {
        const uint32_t first = up.first[z - 1], end = up.first[z];
        down.first[z] = first;
        for (uint32_t s = first; s < end; ++s)
            down.list[s] = {up.list[s].other, up.list[s].own, up.list[s].length};
        // Sort by `own`. If floors overlap vertically, intervals that were sorted by the spans of the row below may be unsorted
        // now. No two intervals start at the same span.
        const auto begin = down.list.begin() + ptrdiff_t(first), stop = down.list.begin() + ptrdiff_t(end);
        const auto by_own = [](const LinkedInterval& a, const LinkedInterval& b) { return a.own < b.own; };
        if (!std::is_sorted(begin, stop, by_own)) std::sort(begin, stop, by_own);
    }
    return result;
}

}  // namespace navspan
