#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan::support {

struct RegionFieldParams {
    int32_t width = 40, depth = 30;
    int32_t floors = 2;
    double gap = 0.15;   ///< probability that a cell has no span on a floor
    double other = 0.0;  ///< fraction of the cells that are in patches of areas 5 and 1
    /// Probability that all floors change height between two neighbouring cells of a row. The floors of a cell are 12 vx apart.
    /// The first three changes of a row raise the floors by 3 vx each. The fourth change lowers them by 9 vx to their initial
    /// heights, and then the cycle repeats. At the fourth change, each floor is linked to the next higher floor of the next
    /// cell, which is only 3 vx higher.
    double ramps = 0.0;
};

/// Builds floors with many holes and patches of other areas. Ramps may connect the floors.
CompactHeightfield random_region_field(uint64_t seed, const RegionFieldParams& params);

/// Builds a ramp that winds upwards around a pillar `turns` times. The ramp is `lane` cells wide.
CompactHeightfield spiral_field(int32_t turns, int32_t lane);

/// Builds a simple distance field, accurate enough for building regions. The distance of a span is twice the number of steps to
/// the nearest border span. A border span lacks a neighbour of the same area.
DistanceField steps_to_border(const CompactHeightfield& field);

}  // namespace navspan::support
