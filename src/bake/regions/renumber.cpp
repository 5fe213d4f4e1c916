// Renumbers regions in two cases: after regions were removed or merged (number_regions), and when regions that overlap
// themselves vertically are cut (cut_self_overlapping_regions).
// Idea: a watershed region may follow a spiral and overlap itself vertically. Such a region is cut into monotone regions.

#include <algorithm>
#include <utility>

#include "bake/regions/internal.h"

namespace navspan {

RegionMap number_regions(const CompactHeightfield& field, RawRegions raw, const std::vector<uint32_t>& target) {
    // Number the remaining regions densely, in the order of their first raw region.
    RegionMap map;
    std::vector<uint32_t> number(size_t(raw.count) + 1, 0);
    for (uint32_t r = 1; r <= raw.count; ++r) {
        if (target[r] == 0) {
            ++map.small_regions;
        } else if (number[target[r]] == 0) {
            number[target[r]] = ++map.region_count;
        }
    }
    std::vector<uint32_t> final_number(size_t(raw.count) + 1, 0);
    for (uint32_t r = 1; r <= raw.count; ++r)
        final_number[r] = target[r] == 0 ? 0 : number[target[r]];

    map.area.assign(size_t(map.region_count) + 1, kNullArea);
    map.cells.assign(size_t(map.region_count) + 1, 0);
    for_each_equal(raw.region, 0, field.span_count(), [&](uint32_t i, uint32_t end, uint32_t region) {
        const uint32_t id = final_number[region];
        if (id == 0)
            map.small_spans += end - i - uint32_t(std::count(field.area.begin() + i, field.area.begin() + end, kNullArea));
        std::fill(raw.region.begin() + i, raw.region.begin() + end, id);
        map.cells[id] += end - i;
        map.area[id] = field.area[i];
    });
    map.area[0] = kNullArea;
    map.cells[0] = 0;
    map.region = std::move(raw.region);
    return map;
}

uint32_t cut_self_overlapping_regions(const CompactHeightfield& field, const std::vector<uint8_t>& overlaps_itself,
                                      RawRegions& raw) {
    const uint32_t cut = uint32_t(std::count(overlaps_itself.begin(), overlaps_itself.end(), uint8_t(1)));
    if (cut == 0) return 0;
    std::vector<uint32_t> keys(raw.region.size(), 0);
    const uint32_t spans = field.span_count();
    for_each_equal(raw.region, 0, spans, [&](uint32_t i, uint32_t end, uint32_t region) {
        if (overlaps_itself[region]) std::fill(keys.begin() + i, keys.begin() + end, region);
    });
    const RawRegions pieces = sweep_rows_within(field, keys);

    // The cut regions no longer exist. Renumber the uncut regions without gaps; the pieces are numbered after them.
    std::vector<uint32_t> number(size_t(raw.count) + 1, 0);
    uint32_t kept = 0;
    for (uint32_t r = 1; r <= raw.count; ++r) {
        if (!overlaps_itself[r]) number[r] = ++kept;
    }
    for_each_equal(raw.region, 0, spans, [&](uint32_t i, uint32_t end, uint32_t region) {
        if (overlaps_itself[region]) {
            std::transform(pieces.region.begin() + i, pieces.region.begin() + end, raw.region.begin() + i,
                           [&](uint32_t piece) { return kept + piece; });
        } else {
            std::fill(raw.region.begin() + i, raw.region.begin() + end, number[region]);
        }
    });
    raw.count = kept + pieces.count;
    return cut;
}

}  // namespace navspan
