#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// A corner of a piece and the side that starts there: a chord, or edges of the polygon.
struct DetourCorner {
    uint32_t edge = 0;                ///< half-edge of the tile that starts at the corner; a unique number if `inner` is set
    std::optional<DVec3> inner = {};  ///< point of the polygon's detail, if the corner is not a vertex: x, z [lattice], y [wu]
    uint32_t edges = 1;               ///< number of half-edges in the side, collinear on a seam; 0: the side is a chord
    uint32_t across = kNoIndex;       ///< of a chord: the piece of the same polygon on the other side
};

/// A polygon, or part of a polygon, that fits into Detour's limits.
struct DetourPart {
    std::vector<DetourCorner> corners;                ///< 3..6
    std::vector<DVec3> detail_vertices;               ///< without corners: x, z [lattice], y [wu] from the tile's corner
    std::vector<NavDetailTriangle> detail_triangles;  ///< indices: corners first, then detail vertices
};

/// Cuts a polygon into few pieces within Detour's limits, usually one; `across` is relative to the first of them. Empty if the
/// detail exceeds the limits even after cutting into triangles. @param max_climb  of the agent [wu]
std::vector<DetourPart> split_polygon(const NavTile& tile, const NavPolygon& polygon, double max_climb);

}  // namespace navspan
