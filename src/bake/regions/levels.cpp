// The order in which a watershed visits spans.
//
// In: a compact heightfield and its distance field.
// Out: the spans of each level, in scan order.
// Idea: A stable counting sort by level keeps the scan order within each level. Threads sort separate ranges of rows.
// Source: Vincent, Soille, Watersheds in digital spaces (1991), for the order by level.
// Weak cases: none known.

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "bake/regions/internal.h"
#include "core/group_by_count.h"
#include "core/memory.h"
#include "core/parallel.h"

namespace navspan {
namespace {

// Calls take(i) for all spans of a row in scan order: by x, then floor. If two runs overlap in x, one run is above the other in
// all common cells.
template <class Take>
void for_each_span_by_cell(const CompactHeightfield& field, int32_t z, std::vector<Run>& active, Take take) {
    uint32_t next = field.row_run[size_t(z)];
    const uint32_t row_end = field.row_run[size_t(z) + 1];
    active.clear();
    int32_t x = 0;
    while (next < row_end || !active.empty()) {
        if (active.empty()) x = field.runs[next].x0;
        for (; next < row_end && field.runs[next].x0 == x; ++next) {
            const Run& run = field.runs[next];
            const auto above = std::find_if(active.begin(), active.end(), [&](const Run& other) {
                return field.floor[other.first + uint32_t(x - other.x0)] > field.floor[run.first];
            });
            active.insert(above, run);
        }
        // No run starts or ends between x and `end`.
        int32_t end = next < row_end ? field.runs[next].x0 : active.front().x0 + int32_t(active.front().length);
        for (const Run& run : active)
            end = std::min(end, run.x0 + int32_t(run.length));
        if (active.size() == 1) {
            const Run& run = active.front();
            for (; x < end; ++x)
                take(run.first + uint32_t(x - run.x0));
        }
        for (; x < end; ++x) {
            for (const Run& run : active)
                take(run.first + uint32_t(x - run.x0));
        }
        std::erase_if(active, [&](const Run& run) { return run.x0 + int32_t(run.length) == x; });
    }
}

// Sort key of a span in scan order: row, then x, then floor.
uint64_t cell_key(const CompactHeightfield& field, uint32_t i) {
    const auto row = std::upper_bound(field.row_span.begin(), field.row_span.end(), i) - 1;
    const size_t z = size_t(row - field.row_span.begin());
    const auto run = std::upper_bound(field.runs.begin() + field.row_run[z], field.runs.begin() + field.row_run[z + 1], i,
                                      [](uint32_t span, const Run& r) { return span < r.first; }) -
                     1;
    return uint64_t(z) << 40 | uint64_t(run->x0 + int32_t(i - run->first)) << 16 | field.floor[i];
}

}  // namespace

LevelOrder order_by_level(const CompactHeightfield& field, const DistanceField& distance, Workers* workers) {
    LevelOrder levels{.top = ((distance.max_distance + 1) & ~1) - 2, .first = {}, .by_level = {}};
    // The levels of a tile always include level 0: narrow ground gets regions even if the tile has no wide ground.
    if (!field.outside.empty()) levels.top = std::max(levels.top, 0);
    if (levels.top < 0) return levels;
    const auto index = [most = size_t(levels.top) / 2](uint16_t d) { return std::min(size_t(d) / 2, most); };
    const size_t depth = size_t(field.grid.depth), parts = part_count(workers, depth, kMinRegionRows);
    const auto rows_of = [&](size_t part) { return part_range(depth, parts, part); };
    // For each part and level: the number of spans, later the position of the next span.
    std::vector<std::vector<uint32_t>> next(parts, std::vector<uint32_t>(size_t(levels.top) / 2 + 1, 0));
    for_each_part(workers, parts, [&](size_t p, unsigned) {
        uint32_t* const counts = next[p].data();
        const uint32_t end = field.row_span[rows_of(p).end];
        for (uint32_t i = field.row_span[rows_of(p).begin]; i < end; ++i) {
            if (field.area[i] != kNullArea) ++counts[index(distance.distance[i])];
        }
    });
    levels.first = part_counts_to_start_offsets(next);
    resize_prepared(levels.by_level, levels.first.back());
    for_each_part(workers, parts, [&](size_t p, unsigned) {
        const auto take = [area = field.area.data(), d = distance.distance.data(), to = levels.by_level.data(),
                           at = next[p].data(), index](uint32_t i) {
            if (area[i] != kNullArea) to[at[index(d[i])]++] = i;
        };
        std::vector<Run> active;
        for (size_t z = rows_of(p).begin; z < rows_of(p).end; ++z)
            for_each_span_by_cell(field, int32_t(z), active, take);
    });
    return levels;
}

void merge_in_scan_order(const CompactHeightfield& field, std::span<const uint32_t> own, const std::vector<uint32_t>& left,
                         std::vector<uint32_t>& out) {
    std::vector<std::pair<uint64_t, uint32_t>> keyed;
    for (const uint32_t i : left)
        keyed.push_back({cell_key(field, i), i});
    std::sort(keyed.begin(), keyed.end());
    out.clear();
    auto from = own.begin();
    for (const auto& [key, i] : keyed) {
        const auto to =
            std::upper_bound(from, own.end(), key, [&](uint64_t k, uint32_t span) { return k < cell_key(field, span); });
        out.insert(out.end(), from, to);
        out.push_back(i);
        from = to;
    }
    out.insert(out.end(), from, own.end());
}

}  // namespace navspan
