#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/distance_field.h"

namespace navspan::support {

struct RegionFieldParams {
    int32_t width = 40, depth = 30;
    int32_t floors = 2;
    double gap = 0.15;   ///< fraction of cells without a span
    double other = 0.0;  ///< fraction of cells in patches of areas 5 and 1
    double ramps = 0.0;  ///< fraction of columns in which the floors rise by 3 per cell, so that floors connect
};

/// Builds floors with many holes, some of them connected by ramps, with patches of other areas.
CompactHeightfield random_region_field(uint64_t seed, const RegionFieldParams& params);

/// Builds a ramp that winds upwards around a pillar `turns` times. The ramp is `lane` cells wide.
CompactHeightfield spiral_field(int32_t turns, int32_t lane);

/// Counts steps to the nearest span that lacks a neighbour of its own area, 2 per step. Accurate enough as a distance field for
/// regions.
DistanceField steps_to_border(const CompactHeightfield& field);

}  // namespace navspan::support
