#pragma once

#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// Renumbers the vertices of a tile in the order in which its half-edges first use them. Drops unused vertices.
void number_vertices(NavTile& tile);

/// Computes edge_polygon, seam_edges and the bounding volume tree from the other fields of a tile. Numbers the seam edges and
/// stores the numbers in HalfEdge::twin.
void index_tile(NavTile& tile);

}  // namespace navspan
