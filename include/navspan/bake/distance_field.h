#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan {

struct NeighbourRows;

/// Distance of every open span to the border of its area.
struct DistanceField {
    std::vector<uint16_t> distance;  ///< per open span: chamfer distance, 2 a cell, blurred
    uint16_t max_distance = 0;       ///< largest distance before the blur
};

/// Two-pass chamfer distance (2 straight, 3 diagonal) to the nearest open span that lacks a neighbour of its own area, then one
/// 3 x 3 box blur. Sources: Borgefors (1986); Mononen, Recast (2009), for the blur.
/// @param rows  of this field
DistanceField build_distance_field(const CompactHeightfield& field, const NeighbourRows& rows);

}  // namespace navspan
