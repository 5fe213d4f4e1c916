#pragma once

// What the region stage's files share. Not part of the library's interface.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bake/regions/segments.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/no_index.h"

namespace navspan {

constexpr uint32_t kRemovedRegion = 0xffffffffu;  ///< mark of a removed region while others are still looked at

/// Regions as the partition first makes them, before small ones go and neighbours are merged. Their numbering decides ties
/// later, so it follows the order in which a scan over the cells (row, then x, then floor) meets them.
struct RawRegions {
    std::vector<uint32_t> region;  ///< per open span: 1..count, 0 = none
    uint32_t count = 0;
};

/// Lists of numbers, one list a region: the list of region r is items[first[r]] .. items[first[r + 1]].
struct RegionLists {
    std::vector<uint32_t> first;  ///< count + 2 entries, entry 0 unused
    std::vector<uint32_t> items;
    std::span<const uint32_t> of(uint32_t r) const { return {items.data() + first[r], items.data() + first[size_t(r) + 1]}; }
};

/// Who touches whom.
struct RegionGraph {
    std::vector<uint32_t> cells;        ///< per region: number of open spans
    std::vector<uint8_t> area;          ///< per region: area id
    std::vector<uint8_t> overlaps_itself;  ///< per region: 1 when some column holds it twice
    RegionLists outline;                ///< regions met along the region's outline, in walking order; 0 = wall or drop
    RegionLists floors;                 ///< other regions in the same columns, ascending
};

struct RegionSegments {
    std::vector<uint32_t> run_first;  ///< runs + 1: segments of run k are run_first[k] .. run_first[k + 1]
    std::vector<RegionSegment> segments;
    std::span<const RegionSegment> of_run(uint32_t k) const {
        return {segments.data() + run_first[k], segments.data() + run_first[k + 1]};
    }
    /// The first segment of row z or of a later row.
    uint32_t first_of_row(const CompactHeightfield& field, int32_t z) const {
        return run_first[field.row_run[size_t(std::min(z, field.grid.depth))]];
    }
};

/// The segments of equal keys: regions, or areas that become regions later.
template <class Key>
RegionSegments cut_into_segments(const CompactHeightfield& field, const std::vector<Key>& keys) {
    RegionSegments out;
    out.run_first.reserve(field.runs.size() + 1);
    out.run_first.push_back(0);
    for (const Run& run : field.runs) {
        for_each_segment(run, keys, [&out](const RegionSegment& segment) { out.segments.push_back(segment); });
        out.run_first.push_back(uint32_t(out.segments.size()));
    }
    return out;
}

/// Calls visit(index) for the segments of the next row, begin .. end of all, that are linked to this one; for one that is
/// linked in several places perhaps several times.
template <class Visit>
void for_each_above(const CompactHeightfield& field, const RegionSegment& segment, const std::vector<RegionSegment>& all,
                    uint32_t begin, uint32_t end, Visit visit) {
    const uint32_t last = segment.first + segment.length;
    for (uint32_t i = segment.first; i < last;) {
        const uint32_t up = field.up[i];
        // segments are ordered by their spans: the one that holds `up` is the last to begin no later
        const auto after = std::upper_bound(all.begin() + begin, all.begin() + end, up,
                                            [](uint32_t span, const RegionSegment& s) { return span < s.first; });
        if (up != kNoIndex && after != all.begin() + begin && up - (after - 1)->first < (after - 1)->length) {
            visit(uint32_t(after - all.begin()) - 1);
            const RegionSegment& above = *(after - 1);  // kNoIndex is in no segment
            i += 1 + first_outside(field.up.data() + i + 1, above.first, above.length, last - i - 1);
        } else {
            ++i;
        }
    }
}

/// The spans of each level of a watershed, in the order of the cells. Levels are even distances, from `top` down to 0; `top` is
/// less than 0 where there is none. Spans above the first level are the first level's.
struct LevelOrder {
    int top = -2;
    std::vector<uint32_t> first;  ///< levels + 1 offsets into by_level
    std::vector<uint32_t> by_level;
    std::span<const uint32_t> spans(int level) const {
        const size_t k = size_t(level) / 2;
        return {by_level.data() + first[k], by_level.data() + first[k + 1]};
    }
};

LevelOrder order_by_level(const CompactHeightfield& field, const DistanceField& distance);

/// Both lists in the order of the cells. `own` is in that order already.
void merge_in_scan_order(const CompactHeightfield& field, std::span<const uint32_t> own, const std::vector<uint32_t>& left,
                   std::vector<uint32_t>& out);

/// Row by row intervals: each continues the one region below it where neither has another neighbour.
RawRegions sweep_rows(const CompactHeightfield& field);

/// The same among spans of equal keys instead of equal areas; spans with key 0 stay without a region.
RawRegions sweep_rows_within(const CompactHeightfield& field, const std::vector<uint32_t>& keys);

/// Regions that share a column, from the segments; marks those that share one with themselves.
RegionLists find_stacked_regions(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count,
                        std::vector<uint8_t>& overlaps_itself);

/// Cuts regions that lie above themselves into monotone pieces, numbered after all others.
/// @return how many were cut; 0 leaves raw as it is
uint32_t cut_self_overlapping_regions(const CompactHeightfield& field, const std::vector<uint8_t>& overlaps_itself,
                                      RawRegions& raw);

/// Per region: 1 where it reaches a neighbour tile. Whether such a region is too small is not known here.
std::vector<uint8_t> find_regions_at_tile_border(const CompactHeightfield& field, const RawRegions& raw);

/// Per region: 1 where all that is linked to it, whatever the area, has fewer than min_area cells and reaches no neighbour
/// tile.
std::vector<uint8_t> find_small_islands(const CompactHeightfield& field, const RawRegions& raw, uint32_t min_area);

/// The graph without outlines. @param segments  of the regions
RegionGraph measure_regions(const CompactHeightfield& field, const RegionSegments& segments, uint32_t count);

RegionGraph build_region_graph(const CompactHeightfield& field, const RawRegions& raw);

/// Joins pieces of sheets as far as none comes to lie above itself.
/// @param whole  regions up to this number are no pieces and stay as they are
/// @return per region: the region whose part it becomes
std::vector<uint32_t> join_sheet_parts(const CompactHeightfield& field, const RawRegions& raw, uint32_t whole);

/// Drops regions without enough cells, merges small ones into a neighbour, numbers the rest densely.
RegionMap merge_regions(const CompactHeightfield& field, RawRegions raw, const RegionParams& params);

/// Makes the product out of raw regions.
/// @param target  per raw region: the raw region it went into, 0 = removed; targets point to themselves
RegionMap number_regions(const CompactHeightfield& field, RawRegions raw, const std::vector<uint32_t>& target);

}  // namespace navspan
