#pragma once

#include <cstdint>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/heightfield.h"
#include "support/text/random.h"
#include "support/worlds/open_field.h"

namespace navspan::support {

/// What a random solid field looks like: storeys of rolling ground above one another, with holes, walls and steps.
struct RandomFieldParams {
    int32_t width = 24, depth = 20;  ///< [cell]
    int32_t storeys = 1;
    int32_t storey_height = 16;  ///< [vx]
    int32_t roll = 6;            ///< difference of height between the corners of the storey [vx]
    int32_t jitter = 1;          ///< random difference from cell to cell [vx]
    double holes = 0.02;         ///< chance that a cell lacks the storey
    double walls = 0.02;         ///< chance that a cell is filled up to the storey above
    double null_area = 0.02;     ///< chance that a cell is not walkable
    int32_t areas = 1;           ///< number of area ids, scattered in patches
};

/// Nothing but level storeys, each all over the field.
RandomFieldParams flat_storeys(int32_t width, int32_t depth, int32_t storeys = 1);

/// A random solid field: columns sorted and disjoint.
Heightfield random_heightfield(Random& random, const RandomFieldParams& params);

/// A level of one storey that one can walk all over.
CompactHeightfield flat_field(int32_t width, int32_t depth, const OpenParams& agent);

}  // namespace navspan::support
