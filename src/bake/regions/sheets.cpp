// Sheets. In: a compact heightfield. Out: regions as large as they can be: a connected component of one area is one region,
// unless it would overlap itself vertically.
//
// Segments of equal area in neighbouring rows that are linked are joined in a union-find, so the work grows with the segments
// and not with the spans, and no distance field is needed. The result are sheets. Most levels have sheets that overlap
// themselves, as ramps and stairs join their floors: such a sheet is cut into monotone pieces, which are joined again in
// sheets_join.cpp. Small islands are judged by all that is linked to them, whatever the area. merge_area has no say: two linked
// regions of one area share a column, so there is nothing left to merge.
//
// Sources: Rosenfeld, Pfaltz, Sequential operations in digital picture processing (1966), for labels joined while rows are
// scanned; Mononen, Recast (2009), for regions that must not overlap themselves. Weak cases: a region may have many holes and
// be wide and winding, so later stages must be fast on long outlines; a cliff between adjacent cells, which only erosion by
// less than a cell leaves, becomes a slit inside a region more often than with smaller regions.

#include <algorithm>
#include <utility>

#include "bake/regions/internal.h"
#include "core/union_find.h"

namespace navspan {
namespace {

// Gives the segments the numbers of their sheets, in the order of each sheet's first segment; returns how many there are.
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
        const uint32_t root = sheets.find(s);  // never behind s
        all[s].region = root == s ? ++count : all[root].region;
    }
    return count;
}

}  // namespace

RegionMap build_regions_sheets(const CompactHeightfield& field, const RegionParams& params) {
    RegionSegments segments = cut_into_segments(field, field.area);
    RawRegions raw;
    raw.count = join_segments(field, segments);
    raw.region.assign(field.span_count(), 0);
    for (const RegionSegment& s : segments.segments)
        std::fill_n(raw.region.begin() + s.first, s.length, s.region);

    std::vector<uint8_t> overlaps_itself;
    find_stacked_regions(field, segments, raw.count, overlaps_itself);
    const uint32_t cut = cut_self_overlapping_regions(field, overlaps_itself, raw);
    const uint32_t whole = uint32_t(std::count(overlaps_itself.begin() + 1, overlaps_itself.end(), uint8_t{0}));
    std::vector<uint32_t> target = join_sheet_parts(field, raw, whole);

    const std::vector<uint8_t> small = find_small_islands(field, raw, params.min_area);
    for (uint32_t r = 1; r <= raw.count; ++r)
        target[r] = small[r] ? 0 : target[r];
    RegionMap map = number_regions(field, std::move(raw), target);
    map.cut_regions = cut;
    return map;
}

}  // namespace navspan
