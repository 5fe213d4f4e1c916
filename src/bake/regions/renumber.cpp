// Renumbers regions after merging, and cuts regions that overlap themselves vertically.
//
// In: raw regions. For renumbering: the region into which each region was merged, or 0 if it was removed. For cutting: the
// regions that overlap themselves.
// Out: the region map, numbered without gaps; or raw regions. The pieces of cut regions have the highest numbers.
// Idea: Renumbering follows the order of the raw regions. For cutting, the row sweep (sweep.cpp) splits a region into pieces
// with at most one interval in each row.
// Source: own method.
// Weak cases: Cuts always run along rows.

#include <algorithm>
#include <utility>

#include "bake/regions/internal.h"

namespace navspan {
namespace {

// Calls work(part, range) for ranges of spans that cover the field.
template <class Work>
void for_each_span_range(const CompactHeightfield& field, size_t parts, Workers* workers, Work work) {
    for_each_part(workers, parts, [&](size_t p, unsigned) { work(p, part_range(field.span_count(), parts, p)); });
}

// The final regions in a range of spans.
struct NumberedRange {
    std::vector<uint32_t> cells;  // number of spans of each region
    std::vector<uint8_t> area;    // area id of each region that has spans in the range
    uint32_t small_spans = 0;
};

// Replaces raw regions by final regions in a range of spans.
NumberedRange number_range(const CompactHeightfield& field, const std::vector<uint32_t>& final_number, uint32_t count,
                           ItemRange range, std::vector<uint32_t>& regions) {
    NumberedRange out{std::vector<uint32_t>(size_t(count) + 1, 0), std::vector<uint8_t>(size_t(count) + 1, kNullArea)};
    for_each_equal(regions, uint32_t(range.begin), uint32_t(range.end), [&](uint32_t i, uint32_t end, uint32_t region) {
        const uint32_t id = final_number[region];
        if (id == 0)
            out.small_spans += end - i - uint32_t(std::count(field.area.begin() + i, field.area.begin() + end, kNullArea));
        std::fill(regions.begin() + i, regions.begin() + end, id);
        out.cells[id] += end - i;
        out.area[id] = field.area[i];
    });
    return out;
}

}  // namespace

RegionMap number_regions(const CompactHeightfield& field, RawRegions raw, const std::vector<uint32_t>& target,
                         Workers* workers) {
    // Number the remaining regions in the order of their first raw region.
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

    const size_t parts = part_count(workers, field.span_count(), kMinRegionSpans);
    std::vector<NumberedRange> ranges(parts);
    for_each_span_range(field, parts, workers, [&](size_t p, ItemRange range) {
        ranges[p] = number_range(field, final_number, map.region_count, range, raw.region);
    });
    map.area = std::move(ranges[0].area);
    map.cells = std::move(ranges[0].cells);
    map.small_spans = ranges[0].small_spans;
    for (size_t p = 1; p < parts; ++p) {
        map.small_spans += ranges[p].small_spans;
        for (size_t id = 1; id < map.cells.size(); ++id) {
            map.cells[id] += ranges[p].cells[id];
            if (ranges[p].cells[id] > 0) map.area[id] = ranges[p].area[id];
        }
    }
    map.area[0] = kNullArea;
    map.cells[0] = 0;
    map.region = std::move(raw.region);
    return map;
}

uint32_t cut_self_overlapping_regions(const CompactHeightfield& field, const std::vector<uint8_t>& overlaps_itself,
                                      RawRegions& raw, Workers* workers) {
    const uint32_t cut = uint32_t(std::count(overlaps_itself.begin(), overlaps_itself.end(), uint8_t(1)));
    if (cut == 0) return 0;
    std::vector<uint32_t> keys(raw.region.size(), 0);
    const size_t parts = part_count(workers, field.span_count(), kMinRegionSpans);
    for_each_span_range(field, parts, workers, [&](size_t, ItemRange range) {
        for_each_equal(raw.region, uint32_t(range.begin), uint32_t(range.end), [&](uint32_t i, uint32_t end, uint32_t region) {
            if (overlaps_itself[region]) std::fill(keys.begin() + i, keys.begin() + end, region);
        });
    });
    const RawRegions pieces = sweep_rows_within(field, keys);

    // Renumber the uncut regions without gaps. The pieces of cut regions follow.
    std::vector<uint32_t> number(size_t(raw.count) + 1, 0);
    uint32_t kept = 0;
    for (uint32_t r = 1; r <= raw.count; ++r) {
        if (!overlaps_itself[r]) number[r] = ++kept;
    }
    for_each_span_range(field, parts, workers, [&](size_t, ItemRange range) {
        for_each_equal(raw.region, uint32_t(range.begin), uint32_t(range.end), [&](uint32_t i, uint32_t end, uint32_t region) {
            if (overlaps_itself[region]) {
                std::transform(pieces.region.begin() + i, pieces.region.begin() + end, raw.region.begin() + i,
                               [&](uint32_t piece) { return kept + piece; });
            } else {
                std::fill(raw.region.begin() + i, raw.region.begin() + end, number[region]);
            }
        });
    });
    raw.count = kept + pieces.count;
    return cut;
}

}  // namespace navspan
