#pragma once

#include <vector>

#include "navspan/navmesh/nav_tile.h"

namespace navspan {

constexpr uint32_t kMaxBvhDepth = 64;  ///< deepest tree a reader accepts; ours are balanced, so below 33

/// The box around a polygon's detail surface, as a leaf.
BvhNode polygon_box(const NavTile& tile, uint32_t polygon);

/// A balanced tree over the tile's polygons: each inner node halves its polygons at the median of their centres along the
/// longer side. Deterministic. Source: Kay, Kajiya, Ray tracing complex scenes (1986).
std::vector<BvhNode> build_bvh(const NavTile& tile);

}  // namespace navspan
