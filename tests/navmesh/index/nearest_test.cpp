#include "navspan/navmesh/nearest.h"

#include <gtest/gtest.h>

#include <cmath>

#include "navmesh/index/nearest_ground.h"
#include "navmesh/index/polygon_surface.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;

double distance(DVec3 a, DVec3 b) {
    return std::sqrt(dot(a - b, a - b));
}

std::optional<SurfacePoint> scan(const NavMesh& mesh, DVec3 point, const QueryFilter* filter) {
    std::optional<SurfacePoint> best;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (uint32_t p = 0; p < mesh.tiles[t]->polygons.size(); ++p) {
            if (filter && !admits(*filter, mesh.tiles[t]->polygons[p])) continue;
            const SurfacePoint found = nearest_in_polygon(mesh, {t, p}, point);
            if (!best || found.distance < best->distance) best = found;
        }
    }
    return best;
}

TEST(Nearest, EqualsALinearScan) {
    for (uint64_t seed = 0; seed < rounds(60); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.floors = 1 + int(seed % 3), .areas = 3});
        QueryFilter filter = default_filter(mesh);
        if (seed % 2) filter.excluded_areas = 1u << 2;
        for (int i = 0; i < 200; ++i) {
            const DVec3 point = support::random_point(random, mesh);
            const auto expected = scan(mesh, point, &filter);
            const auto found = find_nearest(mesh, point, {.filter = &filter});
            ASSERT_EQ(found.has_value(), expected.has_value()) << "seed " << seed;
            if (!found) continue;
            EXPECT_EQ(found->distance, expected->distance) << "seed " << seed << " query " << i;
            // Compare positions with a tolerance: near a shared edge, rounding may select either polygon.
            EXPECT_LE(distance(found->position, expected->position), 1e-9) << "seed " << seed << " query " << i;
            EXPECT_EQ(nearest_on_polygon(mesh, *found, point).distance, expected->distance) << "seed " << seed;
        }
    }
}

TEST(Nearest, WithoutAFilterPolygonsWithoutFlagsAreNotAdmitted) {
    NavMesh mesh = support::make_mesh(support::soup_from_picture({"...."}));
    const DVec3 point{0.5, 0, 0.5};
    const PolygonRef nearest = find_nearest(mesh, point)->polygon;
    NavTile tile = *mesh.tiles[nearest.tile];
    ASSERT_GT(tile.polygons.size(), 1u);
    tile.polygons[nearest.polygon].flags = 0;
    mesh.tiles.replace(nearest.tile, std::make_shared<const NavTile>(std::move(tile)));
    const QueryFilter filter = default_filter(mesh);
    const auto found = find_nearest(mesh, point);
    ASSERT_TRUE(found);
    EXPECT_NE(found->polygon, nearest);
    EXPECT_EQ(found->polygon, find_nearest(mesh, point, {.filter = &filter})->polygon);
    EXPECT_EQ(find_nearest_ground(mesh, point, 1)->polygon, nearest);
}

// Builds random tiles without links between them. A tile may have no polygons.
NavMesh random_tiles(Random& random, int32_t columns, int32_t rows) {
    constexpr int32_t side = 32;
    std::vector<NavTile> tiles;
    for (int32_t i = 0; i < columns * rows; ++i) {
        support::PolygonSoup soup = support::random_soup(random, {.columns = 2, .rows = 2, .block = side / 2, .hole = 0.5});
        soup.tile_x = i % columns;
        soup.tile_z = i / columns;
        soup.frame.x0 = soup.tile_x * side;
        soup.frame.z0 = soup.tile_z * side;
        soup.width = soup.depth = side;
        tiles.push_back(support::make_tile(soup, &random));
    }
    const Result<NavMesh> mesh = link_tiles(std::move(tiles), support::make_info());
    EXPECT_TRUE(mesh) << mesh.error().message;
    return *mesh;
}

TEST(Nearest, EqualsALinearScanInManyTiles) {
    for (uint64_t seed = 0; seed < rounds(20); ++seed) {
        Random random(seed);
        const NavMesh mesh = random_tiles(random, 1 + int32_t(seed % 5), 3);
        for (int i = 0; i < 100; ++i) {
            const DVec3 point{random.real(-10, 50), random.real(-5, 5), random.real(-10, 35)};
            const auto expected = scan(mesh, point, nullptr);
            const auto found = find_nearest(mesh, point);
            ASSERT_EQ(found.has_value(), expected.has_value()) << "seed " << seed;
            if (!found) continue;
            EXPECT_EQ(found->distance, expected->distance) << "seed " << seed << " query " << i;
            EXPECT_EQ(nearest_on_polygon(mesh, *found, point).distance, expected->distance) << "seed " << seed;
        }
    }
}

TEST(Nearest, NoSampleOfTheSurfaceIsNearer) {
    for (uint64_t seed = 0; seed < rounds(30); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 3, .rows = 3, .floors = 2});
        const NavTile& tile = *mesh.tiles[0];
        for (int i = 0; i < 50; ++i) {
            const DVec3 point = support::random_point(random, mesh);
            const auto found = find_nearest(mesh, point);
            ASSERT_TRUE(found);
            EXPECT_NEAR(distance(found->position, point), found->distance, 1e-9);
            EXPECT_NEAR(surface_height(mesh, *found, found->position.x, found->position.z), found->position.y, 1e-9);
            for (int s = 0; s < 300; ++s) {
                const NavPolygon& polygon = tile.polygons[size_t(random.between(0, int32_t(tile.polygons.size()) - 1))];
                const auto t = size_t(random.between(0, int32_t(polygon.detail_triangle_count) - 1));
                const NavDetailTriangle triangle = tile.detail_triangles[polygon.first_detail_triangle + t];
                double u = random.real(0, 1), v = random.real(0, 1);
                if (u + v > 1) u = 1 - u, v = 1 - v;
                const DVec3 a = detail_corner(tile, polygon, triangle.a);
                const DVec3 on =
                    a + (detail_corner(tile, polygon, triangle.b) - a) * u + (detail_corner(tile, polygon, triangle.c) - a) * v;
                EXPECT_GE(distance(to_world(tile.frame, on), point), found->distance - 1e-9) << "seed " << seed;
            }
        }
    }
}

TEST(Nearest, LimitIsRespected) {
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({"."}));
    EXPECT_FALSE(find_nearest(mesh, {0.5, 2, 0.5}, {.max_distance = 1.99}));
    EXPECT_TRUE(find_nearest(mesh, {0.5, 2, 0.5}, {.max_distance = 2}));
    EXPECT_TRUE(find_nearest(mesh, {0.5, 0, 0.5}, {.max_distance = 0}));
    EXPECT_TRUE(find_nearest(mesh, {1e9, -1e9, 1e9}));
}

TEST(Nearest, DistinguishesTwoFloors) {
    Random random(1);
    const NavMesh mesh = support::random_mesh(random, {.columns = 1, .rows = 1, .hole = 0, .floors = 3, .ramps = 0});
    for (int floor = 0; floor < 3; ++floor) {
        const auto found = find_nearest(mesh, {2, floor * 3 + 0.5, 2});
        ASSERT_TRUE(found);
        EXPECT_NEAR(found->position.y, floor * 3 + 0.5, 1.01);
    }
}

TEST(Nearest, EmptyMeshHasNoNearestPoint) {
    const Result<NavMesh> mesh = link_tiles({}, support::make_info());
    EXPECT_FALSE(find_nearest(*mesh, {}));
}

TEST(Nearest, HeightsFollowTheDetail) {
    Random random(2);
    const NavMesh mesh = support::random_mesh(random, {.hole = 0});
    const NavTile& tile = *mesh.tiles[0];
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const NavPolygon& polygon = tile.polygons[p];
        for (uint32_t i = 0; i < polygon.edge_count + polygon.detail_vertex_count; ++i) {
            const DVec3 corner = to_world(tile.frame, detail_corner(tile, polygon, i));
            EXPECT_NEAR(polygon_height(mesh, {0, p}, corner.x, corner.z), corner.y, 1e-9);
        }
    }
}

}  // namespace
}  // namespace navspan
