#pragma once

#include <span>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// The detail surface of one polygon. Its triangles index the polygon's corners first, then `vertices`.
struct DetourSurface {
    std::vector<NavDetailVertex> vertices;
    std::vector<NavDetailTriangle> triangles;
};

/// Triangulates a convex ring without detail vertices.
DetourSurface flat_surface(std::span<const LatticePoint> ring);

/// Repairs a surface so that it satisfies the invariants of a NavTile. Removes degenerate triangles. Inserts corners of the
/// ring that no triangle uses yet. Such a corner replaces a detail vertex at the same position, or splits the triangle on whose
/// side it lies. Returns false if the result does not cover the ring or has a clockwise triangle.
bool repair_surface(std::span<const LatticePoint> ring, DetourSurface& surface);

/// Makes heights on shared edges equal. If two neighbouring polygons have a detail vertex at the same position on their common
/// edge, the vertex of the second polygon gets the height of the first. Before, the heights can differ, because each tile of
/// the file rounds its heights separately. Requires NavTile::edge_polygon.
void share_heights_on_edges(NavTile& tile);

}  // namespace navspan
