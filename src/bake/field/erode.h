#pragma once

#include <cstdint>

#include "bake/field/neighbour_rows.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

class Workers;

/// The Euclidean erosion subtracts this from the radius [cell]: cells at exactly the radius are then kept despite rounding
/// errors. WallSimplification uses the same reduced radius.
constexpr double kErosionEpsilon = 1e-9;

// Both erosion functions return the number of open spans that lost their area. If `workers` is null, one thread is used.

/// Sets the area of each span with a value below `least` to 0. Returns the number of changed areas.
uint32_t remove_areas(uint8_t* __restrict area, const uint8_t* __restrict values, uint8_t least, uint32_t count);

/// Recast's erosion: removes spans closer than 2 * radius to a border span, in chamfer distance (2 straight, 3 diagonal). A
/// border span has a missing or unwalkable neighbour.
/// @param radius  [cell], 0..127
/// @param rows    neighbour rows of `field`
/// Source: Borgefors, Distance transformations in digital images (1986).
uint32_t erode_walkable_area_chamfer(CompactHeightfield& field, const NeighbourRows& rows, int32_t radius,
                                     Workers* workers = nullptr);

/// Euclidean erosion: removes spans whose cell is closer than radius to a blocked cell edge, measured along connected floors. A
/// cell edge is blocked if no walkable span is linked across it.
/// @param radius  [cell], 0..kMaxErosion, not rounded
/// @param rows    neighbour rows of `field`
/// Source: Meijster, Roerdink, Hesselink, A general algorithm for computing distance transforms in linear time (2000).
uint32_t erode_walkable_area_euclidean(CompactHeightfield& field, const NeighbourRows& rows, double radius,
                                       Workers* workers = nullptr);

/// Replaces the area id of each walkable open span by the median of its 3 x 3 neighbourhood. Source: Mononen, Recast (2009).
/// @return number of open spans that changed
uint32_t filter_median_area(CompactHeightfield& field);

}  // namespace navspan
