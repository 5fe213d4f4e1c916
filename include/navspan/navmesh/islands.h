#pragma once

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Shared by the ways a NavMesh comes about: linking tiles, adding links, reading a file.

/// Fills what is derived: polygon_base, edge_base, link_base, polygon_use, link_use. Links must be in order and between
/// polygons that exist. Error (failed): more than 32 bits count.
Status count_mesh(NavMesh& mesh);

/// The polygons next to each polygon, across its half-edges in order, then over links from and to it.
struct PolygonGraph {
    std::vector<uint32_t> first;       ///< polygons + 1: where each one's neighbours begin
    std::vector<uint32_t> neighbours;  ///< numbered over the whole mesh
};
PolygonGraph polygon_graph(const NavMesh& mesh);

/// Fills polygon_island and islands from tiles, seams and links; after count_mesh.
void find_islands(NavMesh& mesh);

}  // namespace navspan
