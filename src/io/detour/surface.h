#pragma once

#include <span>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// The detail surface of one polygon. Indices in `triangles` count the polygon's corners first, then `vertices`.
struct DetourSurface {
    std::vector<NavDetailVertex> vertices;
    std::vector<NavDetailTriangle> triangles;
};

/// Triangulates a convex ring without detail vertices.
DetourSurface flat_surface(std::span<const LatticePoint> ring);

/// Repairs a surface to satisfy the invariants of a NavTile. Removes degenerate triangles and inserts unused corners of the
/// ring. Returns false if the result does not cover the ring or has a clockwise triangle.
bool repair_surface(std::span<const LatticePoint> ring, DetourSurface& surface);

/// Makes heights on shared edges equal. At the same position, polygons from different Detour tiles can have different heights,
/// because each tile is rounded separately. If two adjacent polygons have a detail vertex at the same position, the later
/// polygon gets the height of the earlier polygon there. Requires NavTile::edge_polygon.
void share_heights_on_edges(NavTile& tile);

}  // namespace navspan
