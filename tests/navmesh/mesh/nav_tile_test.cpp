#include "navspan/navmesh/nav_tile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;

TEST(NavTile, TheTreeIsBalanced) {
    Random random(7);
    const NavTile tile = support::make_tile(support::random_soup(random, {.columns = 60, .rows = 60}), &random);
    std::function<uint32_t(uint32_t)> depth = [&](uint32_t node) -> uint32_t {
        const uint32_t right = tile.bvh[node].right;
        return right ? 1 + std::max(depth(node + 1), depth(right)) : 1;
    };
    EXPECT_LE(depth(0), 14u);
    EXPECT_GT(tile.polygons.size(), 3000u);
}

TEST(NavTile, WorldAndLocalAreInverse) {
    const TileFrame frame{{10, -3, 1e5}, 0.3, 0.2, 1000, -77, 12};
    const DVec3 p{12.25, 3.5, -9};
    const DVec3 q = to_local(frame, to_world(frame, p));
    EXPECT_NEAR(q.x, p.x, 1e-9);
    EXPECT_NEAR(q.y, p.y, 1e-9);
    EXPECT_NEAR(q.z, p.z, 1e-9);
}

}  // namespace
}  // namespace navspan
