#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan {

struct NeighbourRows;

/// Distance of each open span to the border of its area.
struct DistanceField {
    std::vector<uint16_t> distance;  ///< per open span: blurred chamfer distance [1/2 cell]
    uint16_t max_distance = 0;       ///< largest distance before the blur [1/2 cell]
};

/// Computes for each open span the chamfer distance (2 per straight step, 3 per diagonal step) to the nearest open span that
/// lacks a neighbour of its own area. Then applies one 3 x 3 box blur. \p rows are the neighbour rows of \p field.
/// Sources: Borgefors, Distance transformations in digital images (1986); Mononen, Recast (2009), for the blur.
DistanceField build_distance_field(const CompactHeightfield& field, const NeighbourRows& rows);

}  // namespace navspan
