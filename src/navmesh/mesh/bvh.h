#pragma once

#include <array>
#include <vector>

#include "navspan/navmesh/nav_tile.h"

namespace navspan {

constexpr uint32_t kMaxBvhDepth = 64;  ///< maximum depth that readers accept; trees of build_bvh() have fewer than 33 levels

/// Calls visit(polygon) for the leaves of a tile's tree, in preorder. Skips every subtree for which misses(node) is true.
template <class Misses, class Visit>
void visit_leaves(const NavTile& tile, Misses misses, Visit visit) {
    std::array<uint32_t, kMaxBvhDepth + 1> stack;
    size_t waiting = 0;
    if (!tile.bvh.empty()) stack[waiting++] = 0;
    while (waiting) {
        const uint32_t n = stack[--waiting];
        const BvhNode& node = tile.bvh[n];
        if (misses(node)) continue;
        if (node.right == 0) {
            visit(node.polygon);
            continue;
        }
        stack[waiting++] = node.right;
        stack[waiting++] = n + 1;
    }
}

/// Returns the box around the detail surface of a polygon, as a leaf node.
BvhNode polygon_box(const NavTile& tile, uint32_t polygon);

/// Builds a balanced tree over the polygons of the tile: each inner node splits its polygons at the median of their centres,
/// along the axis of the largest spread. Deterministic. Source: Kay, Kajiya, Ray tracing complex scenes (1986).
std::vector<BvhNode> build_bvh(const NavTile& tile);

}  // namespace navspan
