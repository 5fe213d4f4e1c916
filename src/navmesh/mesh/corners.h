#pragma once

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// The polygons around a vertex that are joined by edges are a fan; obstacles that touch in a point part what is around it into
// several. A shortest path may turn at a vertex only within one fan, and only where the fan is not the plain neighbourhood of a
// point: where it is open (an obstacle is there) or goes round more than once (a ramp that winds about the vertex).

/// Bits of SearchEdge::corner.
constexpr uint8_t kCorner = 1;       ///< paths may turn here, whatever filters say
constexpr uint8_t kMixedPolygons = 2;  ///< areas or flags around it differ, so a filter may make it a corner

/// Fills NavMesh::search_edges and NavMesh::fans. Needs tiles and seams that validate_nav_mesh accepts, and the block-cut tree
/// if there is to be one; O(half-edges).
void index_search_edges(NavMesh& mesh);

/// Whether shortest paths may turn at the start of a half-edge, numbered over the whole mesh, of an admitted polygon.
bool is_corner(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge);

/// The number of a half-edge that stands for the fan of admitted polygons around the start of this half-edge, which is one of
/// its own: equal for two half-edges exactly when they start at the same fan.
uint32_t fan_id(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge);

}  // namespace navspan
