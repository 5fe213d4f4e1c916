// Row sweep: the partition `monotone`, also used by other partitions.
//
// In: a compact heightfield.
// Out: raw regions with at most one interval per row. No region has a hole or overlaps itself vertically.
// Idea: Each row is cut into intervals of consecutive spans with the same area. An interval continues a region of the previous
// row (-z) under two conditions: it touches only this region, and no other interval touches the region. Otherwise, the interval
// starts a new region. In this test, an interval that touches several regions counts as touching only the first of them.
// Source: Mononen, Recast (2009), monotone partitioning.
// Weak cases: If the -z border of the ground is jagged, a new region starts at every tooth.

#include <algorithm>
#include <tuple>

#include "bake/field/open_spans.h"
#include "bake/regions/internal.h"
#include "bake/regions/regions.h"

namespace navspan {
namespace {

struct RowInterval {
    int32_t x = 0;
    uint32_t first = 0;
    uint32_t length = 0;
    uint32_t below = 0;     // first region that the interval touches in row z - 1; 0 if none
    uint32_t touching = 0;  // number of spans that touch `below`; too low if `several` is true
    bool several = false;   // true if the interval touches a second region in row z - 1
};

template <class Key>
void find_region_below(const CompactHeightfield& field, const std::vector<Key>& keys, const std::vector<uint32_t>& region,
                       RowInterval& interval) {
    const Key key = keys[interval.first];
    for (uint32_t i = interval.first; i < interval.first + interval.length; ++i) {
        if (!(field.links[i] >> kDown & 1)) continue;
        const uint32_t down = field.down[i];
        if (keys[down] != key) continue;
        if (interval.below == 0) interval.below = region[down];
        if (region[down] != interval.below) {
            interval.several = true;
            return;
        }
        ++interval.touching;
    }
}

// Spans with different keys are never in one region; spans with key 0 get no region.
template <class Key>
RawRegions sweep(const CompactHeightfield& field, const std::vector<Key>& keys) {
    RawRegions raw;
    raw.region.assign(field.span_count(), 0);
    std::vector<RowInterval> intervals;
    std::vector<uint32_t> touched(1, 0);  // for each region: sum of RowInterval::touching of the intervals of this row
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        intervals.clear();
        for (const Run& run : row_runs(field, z)) {
            for_each_segment(run, keys, [&intervals](const RegionSegment& s) {
                intervals.push_back({.x = s.x, .first = s.first, .length = s.length});
            });
        }
        // Sort by x and floor, so that new regions are numbered in scan order.
        const auto before = [&](const RowInterval& a, const RowInterval& b) {
            return std::tuple(a.x, field.floor[a.first]) < std::tuple(b.x, field.floor[b.first]);
        };
        if (!std::is_sorted(intervals.begin(), intervals.end(), before)) {
            std::sort(intervals.begin(), intervals.end(), before);
        }
        for (RowInterval& interval : intervals) {
            find_region_below(field, keys, raw.region, interval);
            // Count only the first region, so that other intervals can still continue the other regions.
            touched[interval.below] += interval.touching;
        }
        for (const RowInterval& interval : intervals) {
            const bool continues_region =
                interval.below != 0 && !interval.several && touched[interval.below] == interval.touching;
            const uint32_t id = continues_region ? interval.below : ++raw.count;
            std::fill_n(raw.region.begin() + interval.first, interval.length, id);
        }
        for (const RowInterval& interval : intervals)
            touched[interval.below] = 0;
        touched.resize(size_t(raw.count) + 1, 0);
    }
    return raw;
}

}  // namespace

RawRegions sweep_rows(const CompactHeightfield& field) {
    return sweep(field, field.area);
}

RawRegions sweep_rows_within(const CompactHeightfield& field, const std::vector<uint32_t>& keys) {
    return sweep(field, keys);
}

RegionMap build_regions_monotone(const CompactHeightfield& field, const RegionParams& params, Workers* workers) {
    return merge_regions(field, sweep_rows(field), params, workers);
}

}  // namespace navspan
