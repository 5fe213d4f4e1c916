#include "bake/world/nav_tile.h"

#include <gtest/gtest.h>

#include "navmesh/index/polygon_surface.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

// Input of nav_tile: two adjacent squares of 4 x 4 cells at height 10 vx. The centre of the second square is raised.
struct TwoSquares {
    PolyMesh mesh;
    DetailMesh detail;
    Lattice lattice{.origin = {}, .cell_size = 0.5, .cell_height = 0.25};

    TwoSquares() {
        mesh.grid = {.x0 = 100, .z0 = -20, .y0 = 4, .width = 8, .depth = 4};
        mesh.vertices = {{0, 4, 10}, {4, 4, 10}, {8, 4, 10}, {8, 0, 10}, {4, 0, 10}, {0, 0, 10}};
        mesh.indices = {0, 1, 4, 5, 1, 2, 3, 4};
        mesh.neighbours = {kNoIndex, 1, kNoIndex, kNoIndex, kNoIndex, kNoIndex, kNoIndex, 0};
        mesh.polygons = {{.first = 0, .count = 4, .region = 1, .area = 63}, {.first = 4, .count = 4, .region = 2, .area = 5}};
        detail.vertex_y.assign(6, 10.f);
        detail.vertices = {{6 * 256, 2 * 256, 12.f}};
        detail.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
        detail.parts = {{.first_vertex = 0, .vertex_count = 0, .first_triangle = 0, .triangle_count = 2},
                        {.first_vertex = 0, .vertex_count = 1, .first_triangle = 2, .triangle_count = 4}};
    }
};

BakeConfig config_with_water() {
    BakeConfig config;
    config.areas.push_back({"water", 5, 2.0, 6});
    return config;
}

TEST(NavTileStage, PacksPolygonsAndHeights) {
    const TwoSquares in;
    const BakeConfig config = config_with_water();
    const Result<NavTile> tile = build_nav_tile(in.mesh, in.detail, in.lattice, config.areas);
    ASSERT_TRUE(tile.ok());
    EXPECT_EQ(tile->half_edges[1].twin, 7u);
    EXPECT_EQ(tile->half_edges[7].twin, 1u);
    EXPECT_EQ(tile->polygons[1].flags, 6);
    const Result<NavMesh> mesh = link_tiles({*tile}, nav_mesh_info(config, "{}", "test"));
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    CheckReport report;
    check_nav_mesh(*mesh, report);
    EXPECT_TRUE(report.ok()) << report.failures.front();
    EXPECT_NEAR(polygon_height(*mesh, {0, 0}, 51, -9), (4 + 10) * 0.25, 1e-9);
    EXPECT_NEAR(polygon_height(*mesh, {0, 1}, 53, -9), (4 + 12) * 0.25, 1e-9);
}

TEST(NavTileStage, MeshHasExactlyTheAreasOfTheConfig) {
    const NavMeshInfo info = nav_mesh_info(config_with_water(), "{}", "test");
    ASSERT_EQ(info.areas.size(), 2u);
    EXPECT_EQ(info.areas[0], (NavArea{"ground", 63, 1, 1.0}));
    EXPECT_EQ(info.areas[1], (NavArea{"water", 5, 6, 2.0}));
}

TEST(NavTileStage, TileTooLargeOrTooFarAwayIsAnError) {
    TwoSquares in;
    in.mesh.grid.width = kMaxTileExtent + 1;
    EXPECT_FALSE(build_nav_tile(in.mesh, in.detail, in.lattice, {}).ok());
    in.mesh.grid.width = 8;
    in.mesh.grid.x0 = kMaxLattice;
    EXPECT_FALSE(build_nav_tile(in.mesh, in.detail, in.lattice, {}).ok());
}

TEST(NavTileStage, EmptyInEmptyOut) {
    const Result<NavTile> tile = build_nav_tile({}, {}, {}, {});
    ASSERT_TRUE(tile.ok());
    EXPECT_TRUE(validate_tile(*tile).ok());
}

}  // namespace
}  // namespace navspan
