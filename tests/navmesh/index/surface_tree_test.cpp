#include "navspan/navmesh/surface_tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "navmesh/index/polygon_surface.h"
#include "navmesh/index/surface_tree.h"
#include "navmesh/mesh/index_tile.h"
#include "navspan/navmesh/nearest.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;

// Checks the subtree with the root `child` and the box low..high. Each triangle and each box must lie inside the box of its
// parent. Counts in `seen` how often each triangle occurs.
void check_node(const NavTile& tile, const SurfaceTree& tree, uint32_t child, const std::array<double, 3>& low,
                const std::array<double, 3>& high, std::vector<int>& seen) {
    if (child & kTriangleBit) {
        const uint32_t triangle = child & ~kTriangleBit;
        ++seen[triangle];
        const NavPolygon& polygon = tile.polygons[tree.triangles[triangle].polygon];
        const NavDetailTriangle& t = tile.detail_triangles[triangle];
        const std::array<uint32_t, 3> indices{t.a, t.b, t.c};
        for (size_t i = 0; i < 3; ++i) {
            const DVec3 corner = detail_corner(tile, polygon, indices[i]);
            EXPECT_EQ(corner_of(tree.triangles[triangle], i), corner);
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
        if (node.child[i] == kNoIndex) continue;
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

TEST(SurfaceTree, ContainsEveryTriangleOnceInsideItsBoxes) {
    for (uint64_t seed = 0; seed < rounds(60); ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const int side = 1 + int(seed % 7);
        const NavMesh mesh = support::random_mesh(random, {.columns = side, .rows = side, .floors = 1 + int(seed % 3)});
        const NavTile& tile = *mesh.tiles[0];
        const SurfaceTree& tree = *mesh.surfaces[0];
        ASSERT_EQ(tree.triangles.size(), tile.detail_triangles.size());
        std::vector<int> seen(tile.detail_triangles.size());
        if (!tree.nodes.empty()) check_node(tile, tree, 0, {0, 0, 0}, {65535, 65535, 65535}, seen);
        for (const int times : seen)
            EXPECT_EQ(times, 1);
    }
}

TEST(SurfaceTree, IsDeterministic) {
    Random random(5);
    const NavMesh mesh = support::random_mesh(random, {.floors = 2});
    EXPECT_EQ(build_surface_tree(*mesh.tiles[0]), *mesh.surfaces[0]);
}

// Builds a square of 16 x 16 cells as one polygon, with two detail triangles per cell.
NavMesh hilly_square(Random& random) {
    constexpr int32_t side = 16;
    NavMesh flat = support::make_mesh(support::soup_from_picture({"."}, side));
    NavTile tile = *flat.tiles[0];
    NavPolygon& polygon = tile.polygons[0];
    const auto index = [&](int32_t x, int32_t z) {
        for (uint32_t i = 0; i < polygon.edge_count; ++i) {
            const HalfEdge& e = tile.half_edges[polygon.first_edge + i];
            if (e.x == x && e.z == z) return i;
        }
        for (uint32_t i = 0; i < tile.detail_vertices.size(); ++i) {
            const NavDetailVertex& v = tile.detail_vertices[i];
            if (v.x == x * kDetailQuantum && v.z == z * kDetailQuantum) return polygon.edge_count + i;
        }
        tile.detail_vertices.push_back({x * kDetailQuantum, z * kDetailQuantum, float(random.real(0, 1))});
        return polygon.edge_count + uint32_t(tile.detail_vertices.size()) - 1;
    };
    tile.detail_vertices.clear();
    tile.detail_triangles.clear();
    for (int32_t z = 0; z < side; ++z) {
        for (int32_t x = 0; x < side; ++x) {
            const uint32_t a = index(x, z), b = index(x, z + 1), c = index(x + 1, z + 1), d = index(x + 1, z);
            tile.detail_triangles.push_back({a, b, c});
            tile.detail_triangles.push_back({a, c, d});
        }
    }
    polygon.detail_vertex_count = uint32_t(tile.detail_vertices.size());
    polygon.detail_triangle_count = uint32_t(tile.detail_triangles.size());
    index_tile(tile);
    std::vector<NavTile> tiles;
    tiles.push_back(std::move(tile));
    const Result<NavMesh> mesh = link_tiles(std::move(tiles), support::make_info());
    EXPECT_TRUE(mesh) << mesh.error().message;
    return *mesh;
}

TEST(SurfaceTree, HeightsEqualThoseOfTheTriangles) {
    Random random(11);
    const NavMesh mesh = hilly_square(random);
    const NavTile& tile = *mesh.tiles[0];
    const SurfaceTree& tree = *mesh.surfaces[0];
    for (int i = 0; i < 2000; ++i) {
        const SurfaceTriangle& t = tree.triangles[size_t(random.between(0, int32_t(tree.triangles.size()) - 1))];
        double u = random.real(0, 1), v = i % 3 ? random.real(0, 1) : 0.0;  // v = 0: a point on a side of the triangle
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const DVec3 a = corner_of(t, 0), on = a + (corner_of(t, 1) - a) * u + (corner_of(t, 2) - a) * v;
        const DVec3 world = to_world(tile.frame, on);
        EXPECT_NEAR(polygon_height(mesh, {0, 0}, world.x, world.z), world.y, 1e-9);
    }
    // For a point slightly outside the mesh, the result is the height of the nearest triangle.
    const DVec3 corner = to_world(tile.frame, {-0.01, 0, -0.01});
    EXPECT_NEAR(polygon_height(mesh, {0, 0}, corner.x, corner.z), to_world(tile.frame, corner_of(tree.triangles[0], 0)).y,
                1e-9);
}

TEST(SurfaceTree, FlatPolygonsAreDetected) {
    Random random(12);
    const NavMesh hilly = hilly_square(random);
    EXPECT_EQ(hilly.surfaces[0]->level, std::vector<float>{kNotFlat});
    support::PolygonSoup soup = support::soup_from_picture({"..", "#."});
    for (support::PolygonSoup::Corner& corner : soup.corners)
        corner.y = 1.5f;
    const NavMesh flat = support::make_mesh(soup);
    EXPECT_EQ(flat.surfaces[0]->level, std::vector<float>(flat.tiles[0]->polygons.size(), 1.5f));
    const DVec3 middle = to_world(flat.tiles[0]->frame, {2, 1.5, 2});
    EXPECT_EQ(polygon_height(flat, {0, 0}, middle.x, middle.z), middle.y);
}

TEST(SurfaceTree, NearestPointsAreFoundFromVeryFarAway) {
    Random random(3);
    const NavMesh mesh = support::random_mesh(random, {});
    for (const double far : {1e3, 1e6, 1e9, 1e15}) {
        const DVec3 point{far, -far / 3, far / 7};
        const auto found = find_nearest(mesh, point);
        ASSERT_TRUE(found);
        for (uint32_t p = 0; p < mesh.tiles[0]->polygons.size(); ++p)
            EXPECT_LE(found->distance, nearest_in_polygon(mesh, {0, p}, point).distance) << "from " << far;
    }
}

}  // namespace
}  // namespace navspan
