#pragma once

// Walks a field in pieces of one region: what stages use that need the regions' extents, not every span.

#include <cstdint>

#include "core/first_mismatch.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan {

/// Calls visit(region, z, x, first, length) for every maximal segment of spans of one region in a run, row by row; the first
/// span lies in cell (x, z). Spans without a region are left out.
template <class Visit>
void for_each_region_segment(const CompactHeightfield& field, const RegionMap& regions, Visit visit) {
    const uint32_t* const ids = regions.region.data();
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            for (uint32_t begin = 0, end = 0; begin < run.length; begin = end) {
                const uint32_t first = run.first + begin, region = ids[first];
                end = begin + 1 + first_mismatch(ids + first + 1, region, run.length - begin - 1);
                if (region != 0) visit(region, z, run.x0 + int32_t(begin), first, end - begin);
            }
        }
    }
}

}  // namespace navspan
