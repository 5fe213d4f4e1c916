#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"

namespace navspan::support {

// Slow and literal implementations of the definitions, to compare the field stages with.

/// Computes the cost from every open span to the nearest border span with Dijkstra's algorithm: 2 per straight step, 3 per
/// diagonal step. A border span lacks a neighbour, or a border is between the span and a neighbour. The cost is 0xffffffff if
/// no border span can be reached.
/// @param by_area  if true, a border is a change of the area; otherwise a border is where the ground becomes unwalkable
std::vector<uint32_t> chamfer_by_dijkstra(const CompactHeightfield& field, bool by_area);

/// Returns the squared distance between the cell of open span i and the nearest blocked cell edge [cell^2]. Unfolds the floor
/// around the span cell by cell, nearest cells first.
int64_t blocked_distance_squared(const CompactHeightfield& field, uint32_t i);

}  // namespace navspan::support
