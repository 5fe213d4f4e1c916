#include "navspan/navmesh/surface_tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "navspan/navmesh/nearest.h"
#include "support/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;

// walks the tree below a node with the box its parent has for it: every triangle once, inside all boxes above it
void check_node(const NavTile& tile, const SurfaceTree& tree, uint32_t child, const std::array<double, 3>& low,
                const std::array<double, 3>& high, std::vector<int>& seen) {
    if (child & kTriangleBit) {
        const uint32_t triangle = child & ~kTriangleBit;
        ++seen[triangle];
        const NavPolygon& polygon = tile.polygons[tree.triangle_polygon[triangle]];
        const NavDetailTriangle& t = tile.detail_triangles[triangle];
        for (const uint32_t index : {t.a, t.b, t.c}) {
            const DVec3 corner = detail_corner(tile, polygon, index);
            const std::array<double, 3> at{corner.x, corner.y, corner.z};
            for (size_t a = 0; a < 3; ++a) {
                const double units = (at[a] - tree.origin[a]) * tree.per_unit[a];
                EXPECT_GE(units, low[a] - 1e-6);
                EXPECT_LE(units, high[a] + 1e-6);
            }
        }
        return;
    }
    const SurfaceNode& node = tree.nodes[child];
    for (size_t i = 0; i < 4; ++i) {
        if (node.child[i] == kNoChild) continue;
        std::array<double, 3> lower, upper;
        for (size_t a = 0; a < 3; ++a) {
            lower[a] = node.low[a][i];
            upper[a] = node.high[a][i];
            EXPECT_GE(lower[a], low[a]);
            EXPECT_LE(upper[a], high[a]);
        }
        EXPECT_GT(node.child[i], child) << "children come later";
        check_node(tile, tree, node.child[i], lower, upper, seen);
    }
}

TEST(SurfaceTree, HoldsEveryTriangleOnceInsideItsBoxes) {
    for (uint64_t seed = 0; seed < rounds(60); ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const int side = 1 + int(seed % 7);
        const NavMesh mesh = support::random_mesh(random, {.columns = side, .rows = side, .floors = 1 + int(seed % 3)});
        const NavTile& tile = *mesh.tiles[0];
        const SurfaceTree& tree = *mesh.surfaces[0];
        ASSERT_EQ(tree.triangle_polygon.size(), tile.detail_triangles.size());
        std::vector<int> seen(tile.detail_triangles.size());
        if (!tree.nodes.empty()) check_node(tile, tree, 0, {0, 0, 0}, {65535, 65535, 65535}, seen);
        for (const int times : seen)
            EXPECT_EQ(times, 1);
    }
}

TEST(SurfaceTree, IsTheSameForTheSameTile) {
    Random random(5);
    const NavMesh mesh = support::random_mesh(random, {.floors = 2});
    EXPECT_EQ(build_surface_tree(*mesh.tiles[0]), *mesh.surfaces[0]);
}

TEST(SurfaceTree, NearestPointsAreFoundFromVeryFarAway) {
    Random random(3);
    const NavMesh mesh = support::random_mesh(random, {});
    for (const double far : {1e3, 1e6, 1e9, 1e15}) {
        const DVec3 point{far, -far / 3, far / 7};
        const auto found = find_nearest(mesh, point);
        ASSERT_TRUE(found);
        for (uint32_t p = 0; p < mesh.tiles[0]->polygons.size(); ++p)
            EXPECT_LE(found->distance, nearest_on_polygon(mesh, {0, p}, point).distance) << "from " << far;
    }
}

}  // namespace
}  // namespace navspan
