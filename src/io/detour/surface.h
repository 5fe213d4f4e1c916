#pragma once

#include <span>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// The surface of one polygon: triangles over its corners and then over its detail vertices.
struct DetourSurface {
    std::vector<NavDetailVertex> vertices;
    std::vector<NavDetailTriangle> triangles;
};

/// The triangles between a convex ring's corners.
DetourSurface flat_surface(std::span<const LatticePoint> ring);

/// Makes a surface keep the laws of a tile: triangles without area go, and a corner of the ring that no triangle has takes the
/// place of a vertex that is there, or cuts the triangle it lies beside. False when it does not cover the ring, or a triangle
/// is turned over.
bool repair_surface(std::span<const LatticePoint> ring, DetourSurface& surface);

/// Gives points of detail that neighbours have in common on their edge one height, that of the polygon that comes first: tiles
/// of a set round them differently. NavTile::edge_polygon must be filled.
void share_heights_on_edges(NavTile& tile);

}  // namespace navspan
