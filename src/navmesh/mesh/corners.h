#pragma once

#include <cstdint>
#include <vector>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// A fan is a set of polygons around a vertex, each joined to the next by an edge. If obstacles touch at a vertex, it has
// several fans. A shortest path can turn in a fan only if the fan is open (next to an obstacle) or makes more than one full
// turn (a ramp that winds around the vertex).

/// Bits of SearchEdge::corner.
constexpr uint8_t kCorner = 1;         ///< paths may turn here with any filter
constexpr uint8_t kMixedPolygons = 2;  ///< polygons of the fan differ in area or flags; paths may turn here with some filters

/// Returns the next half-edge of a polygon, counter-clockwise. @param e  index in the whole mesh
inline uint32_t ring_after(const SearchEdge* edges, uint32_t e) {
    return e + 1 == edges[e].end ? edges[e].first : e + 1;
}
/// Returns the previous half-edge of a polygon. @param e  index in the whole mesh
inline uint32_t ring_before(const SearchEdge* edges, uint32_t e) {
    return e == edges[e].first ? edges[e].end - 1 : e - 1;
}

/// Fills NavMesh::search_edges and NavMesh::fans in O(half-edges). The tiles and seams must pass validate_nav_mesh, and
/// every edge index must be used. If the mesh uses a block-cut tree, the tree must already exist.
void index_search_edges(NavMesh& mesh);

/// Writes the search records of the half-edges of tile `t`, except their corner bits, which index_fan sets. The arrays must
/// already have their sizes.
void write_search_edges(NavMesh& mesh, uint32_t t);

/// Sets the fan (NavMesh::fans) and the corner bits (SearchEdge::corner) of all half-edges in the fan of half-edge `first`.
void index_fan(NavMesh& mesh, uint32_t first);

/// True if shortest paths may turn at the start of a half-edge. The polygon of the half-edge must be admitted.
/// @param edge  index in the whole mesh
bool is_corner(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge);

/// Returns the half-edge that identifies the fan of admitted polygons around the start of `edge`. The results for two
/// half-edges are equal if and only if the half-edges start in the same fan.
uint32_t fan_id(const NavMesh& mesh, const QueryFilter& filter, uint32_t edge);

}  // namespace navspan
