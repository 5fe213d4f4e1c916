#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// A corner of a piece and the side that starts there. A side is either a chord or one or several collinear edges of the
/// polygon.
struct DetourCorner {
    uint32_t edge = 0;                ///< half-edge that starts at the corner, or a unique number if `inner` is set
    std::optional<DVec3> inner = {};  ///< position, if the corner is a detail vertex: x, z [lattice], y [wu]
    uint32_t edges = 1;               ///< number of collinear half-edges in the side; above 1 only on a seam; 0: a chord
    uint32_t across = kNoIndex;       ///< if the side is a chord: index of the piece on its other side
};

/// A polygon, or part of a polygon, that fits into Detour's limits.
struct DetourPart {
    std::vector<DetourCorner> corners;                ///< 3 to 6 corners
    std::vector<DVec3> detail_vertices;               ///< x, z [lattice], y [wu], relative to the tile's corner
    std::vector<NavDetailTriangle> detail_triangles;  ///< index i < corners.size() is a corner; other indices continue in
                                                      ///< `detail_vertices`
};

/// Cuts a polygon into pieces that fit into Detour's limits. Usually one piece suffices. DetourCorner::across is an index into
/// the result. Returns no pieces if a triangle with too much detail cannot be split at any of its detail vertices.
/// @param max_climb  maximum climb of the agent [wu]
std::vector<DetourPart> split_polygon(const NavTile& tile, const NavPolygon& polygon, double max_climb);

}  // namespace navspan
