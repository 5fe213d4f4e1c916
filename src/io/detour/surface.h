#pragma once

#include <span>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// The surface of one polygon: triangles over its corners, followed by its detail vertices.
struct DetourSurface {
    std::vector<NavDetailVertex> vertices;
    std::vector<NavDetailTriangle> triangles;
};

/// Triangulates a convex ring without detail.
DetourSurface flat_surface(std::span<const LatticePoint> ring);

/// Makes a surface satisfy the invariants of a tile. Removes triangles without area. A corner of the ring that no triangle uses
/// replaces a detail vertex at its position, or splits the triangle on whose side it lies. False if the result does not cover
/// the ring or has a clockwise triangle.
bool repair_surface(std::span<const LatticePoint> ring, DetourSurface& surface);

/// Gives detail vertices that two neighbours share on their edge the height of the polygon that comes first, since tiles of a
/// set round heights differently. NavTile::edge_polygon must be filled.
void share_heights_on_edges(NavTile& tile);

}  // namespace navspan
