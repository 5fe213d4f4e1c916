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

/// The bounding volume tree over boxes that count from the tile's lowest corner [wu], 2 n - 1 nodes: before a subtree stands
/// its size, so that who misses it can skip it. @param factor  from wu to the tree's 16 bits
std::vector<DetourTreeNode> detour_tree(std::span<const DetourBox> boxes, double factor);

}  // namespace navspan
