#pragma once

#include <span>
#include <vector>

#include "io/detour/layout.h"
#include "navspan/core/vec.h"

namespace navspan {

struct DetourBox {
    DVec3 min{1e300, 1e300, 1e300}, max{-1e300, -1e300, -1e300};
    void add(DVec3 p);
};

/// Builds the bounding volume tree of n boxes: 2 n - 1 nodes in preorder. Boxes are relative to the tile's lowest corner [wu].
/// An inner node stores the size of its subtree, so that a traversal can skip the subtree.
/// @param factor  resolution of the tree's 16-bit coordinates [step / wu]
std::vector<DetourTreeNode> detour_tree(std::span<const DetourBox> boxes, double factor);

}  // namespace navspan
