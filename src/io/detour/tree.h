#pragma once

#include <span>
#include <vector>

#include "bake/config/level_bounds.h"
#include "io/detour/layout.h"

namespace navspan {

/// Builds the bounding volume tree of n boxes: 2 n - 1 nodes in preorder. Boxes are relative to the tile's lowest corner [wu].
/// An inner node stores the size of its subtree, so that a traversal can skip the subtree.
/// @param factor  resolution of the tree's 16-bit coordinates [step / wu]
std::vector<DetourTreeNode> detour_tree(std::span<const PointBounds> boxes, double factor);

}  // namespace navspan
