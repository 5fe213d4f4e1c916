#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// A corner of a piece and the side that leaves it: a chord, or edges of the polygon.
struct DetourCorner {
    uint32_t edge = 0;                ///< the half-edge of the tile that starts there
    std::optional<DVec3> inner = {};  ///< or a point of the polygon's detail, which `edge` numbers: x, z [lattice], y [wu]
    uint32_t edges = 1;               ///< the side is made of so many half-edges, in a line on a seam; 0: it is a chord
    uint32_t across = kNoIndex;       ///< of a chord: the piece of the same polygon across it
};

/// A polygon, or a part of one, that Detour can hold.
struct DetourPart {
    std::vector<DetourCorner> corners;                ///< 3..6
    std::vector<DVec3> detail_vertices;               ///< beside the corners: x, z [lattice], y [wu] from the tile's corner
    std::vector<NavDetailTriangle> detail_triangles;  ///< below the number of corners: corners
};

/// A polygon in as few pieces as Detour's limits ask for, mostly one; `across` counts from 0 for the first of them. Empty where
/// its detail is beyond them even in triangles. @param max_climb  of the agent [wu]
std::vector<DetourPart> split_polygon(const NavTile& tile, const NavPolygon& polygon, double max_climb);

}  // namespace navspan
