#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// A corner of a piece, and the side that starts at this corner. The side is a chord, or one or more collinear edges of the
/// polygon.
struct DetourCorner {
    uint32_t edge = 0;                ///< half-edge that starts at the corner, or a unique number if `inner` is set
    std::optional<DVec3> inner = {};  ///< position of a corner at a detail vertex: x, z [lattice], y [wu]
    uint32_t edges = 1;               ///< number of collinear half-edges; above 1 only on a seam; 0: a chord
    uint32_t across = kNoIndex;       ///< if the side is a chord: index of the piece on the other side
};

/// A polygon, or a part of a polygon, that satisfies Detour's limits.
struct DetourPart {
    std::vector<DetourCorner> corners;   ///< 3 to 6 corners
    std::vector<DVec3> detail_vertices;  ///< positions relative to the tile's corner: x, z [lattice], y [wu]
    /// Indices below corners.size() are corners. All other indices are detail vertices.
    std::vector<NavDetailTriangle> detail_triangles;
};

/// Cuts a polygon into pieces within Detour's limits, usually one. DetourCorner::across is an index into the result. Returns no
/// pieces if a triangular piece has too much detail and cannot be split at a detail vertex.
/// @param max_climb  maximum climb of the agent [wu]
std::vector<DetourPart> split_polygon(const NavTile& tile, const NavPolygon& polygon, double max_climb);

}  // namespace navspan
