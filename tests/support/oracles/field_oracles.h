#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

// Slow, literal definitions to compare the field stages with.

/// Cheapest way from every open span to a border span (one lacking a neighbour that `same` accepts) with steps of 2 and
/// diagonals of 3, by Dijkstra's algorithm. 0xffffffff when there is none.
/// @param by_area  a border is where the area changes; else where something unwalkable begins
std::vector<uint32_t> chamfer_by_dijkstra(const CompactHeightfield& field, bool by_area);

/// Squared distance between the cell of open span i and the nearest blocked cell edge [cell^2], by unfolding the floor around
/// it cell by cell, nearest cells first.
int64_t blocked_distance_squared(const CompactHeightfield& field, uint32_t i);

}  // namespace navspan::support
