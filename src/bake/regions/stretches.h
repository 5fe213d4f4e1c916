#pragma once

// Walks a field in pieces of one region: what stages use that need the regions' extents, not every span.

#include <cstdint>

#include "bake/voxelize/lanes.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan {

/// How many of ids[0], ids[1], ... up to `most` equal `id`.
inline uint32_t count_equal(const uint32_t* ids, uint32_t id, uint32_t most) {
    typedef uint32_t Ids __attribute__((vector_size(16)));
    const auto off = [&](uint32_t k) { return load<Ids>(ids + k) ^ id; };
    const auto first_off = [](Ids v) {
        const uint32_t low = v[0] != 0 ? 0 : 1, high = v[2] != 0 ? 2 : 3;
        return (v[0] | v[1]) != 0 ? low : high;
    };
    uint32_t k = 0;
    // sixteen at a time, then four
    while (k + 16 <= most && !any(off(k) | off(k + 4) | off(k + 8) | off(k + 12)))
        k += 16;
    for (; k + 4 <= most; k += 4) {
        if (const Ids v = off(k); any(v)) return k + first_off(v);
    }
    while (k < most && ids[k] == id)
        ++k;
    return k;
}

/// Calls visit(region, z, x, first, length) for every maximal stretch of spans of one region in a run, row by row; the first
/// span lies in cell (x, z). Spans without a region are left out.
template <class Visit>
void for_each_region_stretch(const CompactHeightfield& field, const RegionMap& regions, Visit visit) {
    const uint32_t* const ids = regions.region.data();
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            for (uint32_t begin = 0, end = 0; begin < run.length; begin = end) {
                const uint32_t first = run.first + begin, region = ids[first];
                end = begin + 1 + count_equal(ids + first + 1, region, run.length - begin - 1);
                if (region != 0) visit(region, z, run.x0 + int32_t(begin), first, end - begin);
            }
        }
    }
}

}  // namespace navspan
