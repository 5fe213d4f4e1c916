#pragma once

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// A fan is all polygons around a vertex that are joined by edges. Obstacles that touch in a point separate its surroundings
// into several fans. A shortest path turns only within one fan, and only if the fan is open (next to an obstacle) or makes more
// than one full turn (a ramp that winds around the vertex).

/// Bits of SearchEdge::corner.
constexpr uint8_t kCorner = 1;  ///< paths may turn here with any filter
constexpr uint8_t kMixedPolygons =
    2;  ///< polygons of the fan differ in area or flags, so a filter can turn the vertex into a corner

/// Fills NavMesh::search_edges and NavMesh::fans in O(half-edges). The tiles and seams must pass validate_nav_mesh. The
/// block-cut tree, if used, must exist.
void index_search_edges(NavMesh& mesh);

/// True if shortest paths may turn at the start of a half-edge of an admitted polygon. @param edge  index in the whole mesh
bool is_corner(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge);

/// Returns the half-edge that identifies the fan of admitted polygons around the start of `edge`. Two half-edges have the same
/// result exactly if they start at the same fan.
uint32_t fan_id(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge);

}  // namespace navspan
