#pragma once

// A segment is a maximal set of consecutive open spans of a run with the same key (region or area).

#include <cstdint>
#include <vector>

#include "bake/field/first_mismatch.h"
#include "bake/field/open_spans.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan {

/// Consecutive open spans of one run with the same key.
struct RegionSegment {
    int32_t x = 0;        ///< x of the first span [cell]
    uint32_t length = 0;  ///< number of spans, >= 1
    uint32_t first = 0;   ///< index of the first open span
    uint32_t region = 0;  ///< the key, usually a region number; never 0
};

/// Calls visit(first, end, key) for the maximal intervals [first, end) of equal keys in [begin, end). visit may change keys.
template <class Key, class Visit>
void for_each_equal(const std::vector<Key>& keys, uint32_t begin, uint32_t end, Visit visit) {
    for (uint32_t next = begin; begin < end; begin = next) {
        const Key key = keys[begin];
        next = begin + 1 + first_mismatch(keys.data() + begin + 1, key, end - begin - 1);
        visit(begin, next, key);
    }
}

/// Calls visit(segment) for each segment of a run with a nonzero key.
template <class Key, class Visit>
void for_each_segment(const Run& run, const std::vector<Key>& keys, Visit visit) {
    for_each_equal(keys, run.first, run.first + run.length, [&](uint32_t first, uint32_t end, Key key) {
        if (key != 0) visit(RegionSegment{run.x0 + int32_t(first - run.first), end - first, first, key});
    });
}

/// Calls visit(z, segment) for the segments of all regions, row by row.
template <class Visit>
void for_each_region_segment(const CompactHeightfield& field, const RegionMap& regions, Visit visit) {
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (const Run& run : row_runs(field, z))
            for_each_segment(run, regions.region, [&](const RegionSegment& segment) { visit(z, segment); });
    }
}

}  // namespace navspan
