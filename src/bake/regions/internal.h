#pragma once

// Data and functions shared by the files of the region stage. Private.

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bake/regions/regions.h"
#include "bake/regions/segments.h"
#include "core/append.h"
#include "core/parallel.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// Regions as created by a partition, before small regions are removed or merged. Region numbers must not depend on the number
/// of threads: later stages break ties by region number.
struct RawRegions {
    std::vector<uint32_t> region;  ///< region of each open span, 1..count; 0 if none
    uint32_t count = 0;
};

/// A list of numbers for each region. The list of region r is items[k] for k in [first[r], first[r + 1]).
struct RegionLists {
    std::vector<uint32_t> first;  ///< count + 2 entries, entry 0 unused
    std::vector<uint32_t> items;
    std::span<const uint32_t> of(uint32_t r) const { return {items.data() + first[r], items.data() + first[size_t(r) + 1]}; }
};

/// Sizes and adjacency of regions.
struct RegionGraph {
    std::vector<uint32_t> cells;           ///< number of open spans of each region
    std::vector<uint8_t> area;             ///< area id of each region
    std::vector<uint8_t> overlaps_itself;  ///< 1 for each region that overlaps itself vertically
    /// Adjacent regions in their order along the outline; 0 stands for a wall, a drop or the tile border.
    RegionLists outline;
    RegionLists floors;  ///< other regions that share a column with the region, ascending
};

struct RegionSegments {
    std::vector<uint32_t> run_first;  ///< runs + 1 entries; the segments of run k are [run_first[k], run_first[k + 1])
    std::vector<RegionSegment> segments;
    std::span<const RegionSegment> of_run(uint32_t k) const {
        return {segments.data() + run_first[k], segments.data() + run_first[k + 1]};
    }
    /// Returns the index of the first segment in row z or a later row.
    uint32_t first_of_row(const CompactHeightfield& field, int32_t z) const {
        return run_first[field.row_run[size_t(std::min(z, field.grid.depth))]];
    }
};

constexpr size_t kMinRegionRows = 32;        ///< minimum number of rows per part
constexpr size_t kMinRegionSpans = 1 << 14;  ///< minimum number of spans per part

/// Divides all runs into segments of spans with equal keys: region numbers or area ids.
template <class Key>
RegionSegments cut_into_segments(const CompactHeightfield& field, const std::vector<Key>& keys, Workers* workers = nullptr) {
    const size_t depth = size_t(field.grid.depth), parts = part_count(workers, depth, kMinRegionRows);
    const auto runs_of = [&](size_t part) {
        const ItemRange rows = part_range(depth, parts, part);
        return depth == 0 ? ItemRange{} : ItemRange{field.row_run[rows.begin], field.row_run[rows.end]};
    };
    RegionSegments out;
    out.run_first.resize(field.runs.size() + 1);
    std::vector<std::vector<RegionSegment>> found(parts);
    for_each_part(workers, parts, [&](size_t p, unsigned) {
        const ItemRange runs = runs_of(p);
        for (size_t r = runs.begin; r < runs.end; ++r) {
            for_each_segment(field.runs[r], keys, [&](const RegionSegment& segment) { found[p].push_back(segment); });
            out.run_first[r + 1] = uint32_t(found[p].size());
        }
    });
    out.segments = join_lists(found, runs_of, out.run_first);
    return out;
}

/// Calls visit(index) for each segment in [begin, end) of the next row (+z) that is linked to `segment`. May visit a segment
/// more than once.
template <class Visit>
void for_each_above(const CompactHeightfield& field, const RegionSegment& segment, const std::vector<RegionSegment>& all,
                    uint32_t begin, uint32_t end, Visit visit) {
    const uint32_t last = segment.first + segment.length;
    for (uint32_t i = segment.first; i < last;) {
        const uint32_t up = field.up[i];
        // Segments are ordered by first span: the candidate is the last segment that starts at or before `up`.
        const auto after = std::upper_bound(all.begin() + begin, all.begin() + end, up,
                                            [](uint32_t span, const RegionSegment& s) { return span < s.first; });
        if (up != kNoIndex && after != all.begin() + begin && up - (after - 1)->first < (after - 1)->length) {
            visit(uint32_t(after - all.begin()) - 1);
            const RegionSegment& above = *(after - 1);  // skip the spans whose +z neighbour is in `above`
            i += 1 + first_outside(field.up.data() + i + 1, above.first, above.length, last - i - 1);
        } else {
            ++i;
        }
    }
}

/// The spans of each level of a watershed, in scan order (row, then x, then floor). Levels are the even numbers from `top` down
/// to 0. Level L contains the spans with distance L or L + 1; the top level also contains all spans with greater distances. If
/// there is no level, `top` is negative.
struct LevelOrder {
    int top = -2;
    std::vector<uint32_t> first;  ///< start offsets into by_level, number of levels + 1
    std::vector<uint32_t> by_level;
    std::span<const uint32_t> spans(int level) const {
        const size_t k = size_t(level) / 2;
        return {by_level.data() + first[k], by_level.data() + first[k + 1]};
    }
};

LevelOrder order_by_level(const CompactHeightfield& field, const DistanceField& distance, Workers* workers);

/// Merges the spans of a level (`own`, in scan order) with unassigned spans of higher levels (`left`). `out` is in scan order.
void merge_in_scan_order(const CompactHeightfield& field, std::span<const uint32_t> own, const std::vector<uint32_t>& left,
                         std::vector<uint32_t>& out);

/// Builds monotone regions (see build_regions_monotone), without merging small regions.
RawRegions sweep_rows(const CompactHeightfield& field);

/// Like sweep_rows, but a region consists of spans with equal keys. Spans with key 0 get no region.
RawRegions sweep_rows_within(const CompactHeightfield& field, const std::vector<uint32_t>& keys);

/// Returns 1 for each region that overlaps itself vertically, else 0.
std::vector<uint8_t> find_self_overlaps(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count);

/// Returns for each region the other regions that share a column with it. Sets overlaps_itself for regions that overlap
/// themselves vertically.
RegionLists find_stacked_regions(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count,
                                 std::vector<uint8_t>& overlaps_itself);

/// Divides each region that overlaps itself vertically into monotone regions. The new regions get the highest numbers.
/// @return number of regions that were cut; if it is 0, raw is unchanged
uint32_t cut_self_overlapping_regions(const CompactHeightfield& field, const std::vector<uint8_t>& overlaps_itself,
                                      RawRegions& raw, Workers* workers);

/// Returns 1 for each region that continues in a neighbour tile, else 0.
std::vector<uint8_t> find_regions_at_tile_border(const CompactHeightfield& field, const RawRegions& raw);

/// Returns 1 for each region whose island has fewer than min_area cells and does not continue in a neighbour tile; else 0. An
/// island is a set of linked regions, possibly with different area ids.
std::vector<uint8_t> find_small_islands(const CompactHeightfield& field, const RawRegions& raw, uint32_t min_area,
                                        Workers* workers);

/// Builds the graph without the outlines. @param segments  segments of the regions
RegionGraph measure_regions(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count);

RegionGraph build_region_graph(const CompactHeightfield& field, const RawRegions& raw, Workers* workers);

/// For the partition `sheets`: joins adjacent pieces of cut regions if their union does not overlap itself vertically.
/// @param whole  number of uncut regions; these come first and are not joined
/// @return for each region: the region that represents it after joining
std::vector<uint32_t> join_sheet_parts(const CompactHeightfield& field, const RawRegions& raw, uint32_t whole,
                                       Workers* workers);

/// Removes regions with too few cells, merges small regions into a neighbour, and numbers the remaining regions densely.
RegionMap merge_regions(const CompactHeightfield& field, RawRegions raw, const RegionParams& params, Workers* workers);

/// Converts raw regions to a region map.
/// @param target  for each raw region: the raw region that represents it, or 0 if it is removed.
RegionMap number_regions(const CompactHeightfield& field, RawRegions raw, const std::vector<uint32_t>& target,
                         Workers* workers);

}  // namespace navspan
