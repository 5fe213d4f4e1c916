// Sheets: the partition with the largest regions.
//
// In: a compact heightfield.
// Out: regions. Each connected component of one area is one region if it does not overlap itself vertically.
// Idea: A union-find joins linked segments (consecutive spans of a row with the same area id) into sheets. If ramps and stairs
// connect floors, a sheet may overlap itself vertically. renumber.cpp cuts this sheet into pieces, and sheets_join.cpp joins
// them again as far as possible. Small islands are removed last.
// Source: Rosenfeld, Pfaltz, Sequential operations in digital picture processing (1966); Mononen, Recast (2009).
// Weak cases: Regions may have many holes. Erosion by less than one cell leaves cliffs: adjacent cells that are not linked. If
// both cells belong to one region, the region has a slit along the cliff.

#include <algorithm>
#include <utility>

#include "bake/regions/internal.h"
#include "bake/regions/regions.h"
#include "core/union_find.h"

namespace navspan {
namespace {

// Numbers the sheets in the order of their first segments and sets RegionSegment::region. Returns the number of sheets.
uint32_t join_segments(const CompactHeightfield& field, RegionSegments& segments) {
    std::vector<RegionSegment>& all = segments.segments;
    UnionFind sheets(all.size());
    for (int32_t z = 0; z + 1 < field.grid.depth; ++z) {
        const uint32_t end = segments.first_of_row(field, z + 1), next_end = segments.first_of_row(field, z + 2);
        for (uint32_t s = segments.first_of_row(field, z); s < end; ++s) {
            for_each_above(field, all[s], all, end, next_end, [&](uint32_t t) {
                if (field.area[all[s].first] == field.area[all[t].first]) sheets.unite(s, t);
            });
        }
    }
    uint32_t count = 0;
    for (uint32_t s = 0; s < all.size(); ++s) {
        const uint32_t root = sheets.find(s);  // lowest index of the set: its number is already known
        all[s].region = root == s ? ++count : all[root].region;
    }
    return count;
}

}  // namespace

// RegionParams::merge_area has no effect on sheets.
RegionMap build_regions_sheets(const CompactHeightfield& field, const RegionParams& params, Workers* workers) {
    RegionSegments segments = cut_into_segments(field, field.area, workers);
    RawRegions raw;
    raw.count = join_segments(field, segments);
    raw.region.assign(field.span_count(), 0);
    for (const RegionSegment& s : segments.segments)
        std::fill_n(raw.region.begin() + s.first, s.length, s.region);

    const std::vector<uint8_t> overlaps_itself = find_self_overlaps(field, segments, raw.count);
    const uint32_t cut = cut_self_overlapping_regions(field, overlaps_itself, raw, workers);
    const uint32_t whole = uint32_t(std::count(overlaps_itself.begin() + 1, overlaps_itself.end(), uint8_t{0}));
    std::vector<uint32_t> target = join_sheet_parts(field, raw, whole, workers);

    const std::vector<uint8_t> small = find_small_islands(field, raw, params.min_area, workers);
    for (uint32_t r = 1; r <= raw.count; ++r)
        target[r] = small[r] ? 0 : target[r];
    RegionMap map = number_regions(field, std::move(raw), target, workers);
    map.cut_regions = cut;
    return map;
}

}  // namespace navspan
