#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/distance_field.h"

namespace navspan::support {

struct RegionFieldParams {
    int32_t width = 40, depth = 30;
    int32_t floors = 2;
    double gap = 0.15;   ///< share of cells without a span
    double other = 0.0;  ///< share of cells in patches of areas 5 and 1
    double ramps = 0.0;  ///< share of columns in which the floors rise by 3 a cell, so that floors join
};

/// Floors full of holes, some of them joined by ramps, with patches of other areas.
CompactHeightfield random_region_field(uint64_t seed, const RegionFieldParams& params);

/// A ramp that winds upwards around a pillar, `turns` times, `lane` cells wide.
CompactHeightfield spiral_field(int32_t turns, int32_t lane);

/// Steps to the nearest span with a missing neighbour of its own area, 2 a step: a distance field good enough for regions.
DistanceField steps_to_border(const CompactHeightfield& field);

}  // namespace navspan::support
