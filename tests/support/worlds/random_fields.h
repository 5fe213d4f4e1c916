#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/heightfield.h"
#include "support/text/random.h"
#include "support/worlds/open_field.h"

namespace navspan::support {

/// Parameters of a random solid field: storeys of uneven ground above each other, with holes, walls and height steps.
struct RandomFieldParams {
    int32_t width = 24, depth = 20;  ///< [cell]
    int32_t storeys = 1;
    int32_t storey_height = 16;  ///< height difference between storeys [vx]
    /// Maximum rise or fall of a storey from one side to the opposite side, along x and along z [vx].
    int32_t roll = 6;
    int32_t jitter = 1;       ///< maximum random height added to each cell [vx]
    double holes = 0.02;      ///< probability that a cell of a storey has no ground
    double walls = 0.02;      ///< probability that a cell is filled up to the storey above
    double null_area = 0.02;  ///< probability that a cell is not walkable
    int32_t areas = 1;        ///< number of area ids, which are assigned to random patches
};

/// Returns parameters for flat, horizontal storeys without holes or walls.
RandomFieldParams flat_storeys(int32_t width, int32_t depth, int32_t storeys = 1);

/// Builds a random solid field. The spans of a column are sorted and disjoint.
Heightfield random_heightfield(Random& random, const RandomFieldParams& params);

/// Builds a field with one storey on which every cell is walkable.
CompactHeightfield flat_field(int32_t width, int32_t depth, const OpenParams& agent);

}  // namespace navspan::support
