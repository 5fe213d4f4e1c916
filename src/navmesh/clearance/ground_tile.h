#pragma once

#include <cstdint>
#include <vector>

#include "navmesh/clearance/free_rings.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Sets FreeRingEdge::across: connects the rings of adjacent polygons along their common portals. If two rings have different
/// points on a portal, the points of each ring are inserted into the other ring.
void connect_rings(const NavMesh& mesh, const FineLattice& fine, std::vector<FreeRing>& rings);

/// A tile made of free rings, and the mesh polygons and portals from which it was made.
struct GroundTile {
    NavTile tile;
    std::vector<uint32_t> polygon_origin;  ///< for each polygon of the tile: the mesh polygon that contains it
    /// For each half-edge of the tile: the mesh half-edge (a portal) that contains it, or kNoIndex.
    std::vector<uint32_t> portal_origin;
};

/// Cuts connected rings into convex polygons.
GroundTile tile_from_rings(const NavMesh& mesh, const FineLattice& fine, const std::vector<FreeRing>& rings);

}  // namespace navspan
