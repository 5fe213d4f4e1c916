#pragma once

#include <cstdint>

#include "bake/field/neighbour_rows.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

// Erosion keeps an agent's centre its radius away from walls and drops. Both forms return how many open spans lost their area.

/// Takes the areas of the spans whose values are less than `least`. Returns how many had one.
uint32_t remove_areas(uint8_t* __restrict area, const uint8_t* __restrict values, uint8_t least, uint32_t count);

/// Recast's erosion: chamfer distance (2 straight, 3 diagonal) to the nearest open span with a missing or unwalkable
/// neighbour; closer than 2 * radius is removed. @param radius [cell], 0..127 @param rows  of this field
/// Source: Borgefors, Distance transformations in digital images (1986).
uint32_t erode_walkable_area_chamfer(CompactHeightfield& field, const NeighbourRows& rows, int32_t radius);

/// Erosion by the exact Euclidean distance between a span's whole cell and the nearest blocked cell edge (one without anything
/// walkable linked across it), measured along connected floors; closer than radius is removed. So no point of what is kept is
/// closer than radius to a wall, a drop or a hole. On straight walls along the cells this is the chamfer erosion with radius
/// rounded up; it differs beside corners and on slants. @param radius [cell], 0..kMaxErosion, not rounded
/// @param rows  of this field
/// Source: Meijster, Roerdink, Hesselink, A general algorithm for computing distance transforms in linear time (2000).
uint32_t erode_walkable_area_euclidean(CompactHeightfield& field, const NeighbourRows& rows, double radius);

/// Replaces the area id of every walkable open span by the median of its 3 x 3 neighbourhood. Source: Mononen, Recast (2009).
/// @return how many open spans changed
uint32_t filter_median_area(CompactHeightfield& field);

}  // namespace navspan
