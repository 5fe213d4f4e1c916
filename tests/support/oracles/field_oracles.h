#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

// Slow implementations that follow the definitions literally. Tests compare the field stages with them.

/// Returns the chamfer distance from every open span to the nearest border span, by Dijkstra's algorithm. The distance is
/// 0xffffffff if no border span can be reached.
/// @param by_area  true: a border span lacks a neighbour or has a neighbour of another area; false: a border span is
///                 unwalkable, lacks a neighbour or has an unwalkable neighbour
std::vector<uint32_t> chamfer_by_dijkstra(const CompactHeightfield& field, bool by_area);

/// Returns the squared distance between the cell of open span i and the nearest blocked cell edge [cell^2]. Visits the floor
/// around the span cell by cell, nearest cells first.
int64_t blocked_distance_squared(const CompactHeightfield& field, uint32_t i);

}  // namespace navspan::support
