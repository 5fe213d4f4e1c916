#include <gtest/gtest.h>

#include <memory>
#include <tuple>

#include "bake/world/nav_tile.h"
#include "check/mesh/checks.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

// Bakes open ground in tiles of 16 cells. The ground at x > 9.6 is higher by `step` [wu].
NavMesh bake_ground(double step = 0, double radius = 0.6) {
    TriangleSoup soup;
    for (const auto& [x0, x1, y] : {std::tuple(0.0, 9.6, 0.0), std::tuple(9.6, 19.2, step)}) {
        const auto first = uint32_t(soup.vertices.size());
        soup.vertices.insert(soup.vertices.end(), {{x0, y, 0}, {x0, y, 19.2}, {x1, y, 19.2}, {x1, y, 0}});
        for (const uint32_t k : {1u, 2u}) {
            soup.triangles.push_back({first, first + k, first + k + 1});
            soup.areas.push_back(63);
            soup.group_of.push_back(0);
        }
    }
    soup.groups.resize(1);
    BakeConfig config;
    config.agent.radius = radius;
    config.tiles.size = 4.8;
    return support::link_world(support::bake_world_tiles(soup, config), nav_mesh_info(config, "{}", "test"), 0);
}

CheckReport seams_of(const NavMesh& mesh) {
    CheckReport report;
    check_seams(mesh, report);
    return report;
}

EdgeRef first_linked(const NavMesh& mesh) {
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (uint32_t e = 0; e < mesh.tiles[t]->half_edges.size(); ++e) {
            const uint32_t twin = mesh.tiles[t]->half_edges[e].twin;
            if (twin != kNoIndex && (twin & kSeamBit) && twin_of(mesh, {t, e}).valid()) return {t, e};
        }
    }
    return {};
}

void part(NavMesh& mesh, EdgeRef edge) {
    mesh.seams.mutable_list(edge.tile)[mesh.tiles[edge.tile]->half_edges[edge.edge].twin & ~kSeamBit] = {};
}

// Removes the edge's twin, as if linking had found no polygon on the other side.
void make_wall(NavMesh& mesh, EdgeRef edge) {
    NavTile tile = *mesh.tiles[edge.tile];
    tile.half_edges[edge.edge].twin = kNoIndex;
    mesh.tiles.replace(edge.tile, std::make_shared<const NavTile>(std::move(tile)));
}

TEST(CheckSeams, MissingTwinsAreAnOpenSeamWithItsPosition) {
    for (const double radius : {0.0, 0.6}) {
        NavMesh mesh = bake_ground(0, radius);
        ASSERT_TRUE(seams_of(mesh).ok());
        const EdgeRef edge = first_linked(mesh), twin = twin_of(mesh, edge);
        ASSERT_TRUE(twin.valid());
        part(mesh, edge);
        part(mesh, twin);
        const CheckReport report = seams_of(mesh);
        ASSERT_EQ(report.count, 1u);
        EXPECT_NE(report.failures[0].find("nav mesh: tile (0, 0) polygon 0: seam open at ("), std::string::npos)
            << report.failures[0];
    }
}

TEST(CheckSeams, SeveralReachableFloorsAcrossTheSeamAreNotOpen) {
    NavMesh mesh = bake_ground();
    const EdgeRef edge = first_linked(mesh), twin = twin_of(mesh, edge);
    part(mesh, edge);
    part(mesh, twin);
    ASSERT_FALSE(seams_of(mesh).ok());
    mesh.info.agent.height = mesh.info.agent.max_climb / 2;
    EXPECT_TRUE(seams_of(mesh).ok());
    // At 45 degrees, a slope rises by 0.3 wu within a cell. That is more than the agent's height of 0.2 wu, so several floors
    // can be within reach. The missing link is then not an error.
    mesh.info.agent = {.radius = 0.6, .height = 0.2, .max_climb = 0.1, .max_slope = 45};
    EXPECT_TRUE(seams_of(mesh).ok());
    mesh.info.agent.height = 0.4;
    EXPECT_FALSE(seams_of(mesh).ok());
}

TEST(CheckSeams, SeamLinkedAsAWallIsOpen) {
    NavMesh mesh = bake_ground();
    const EdgeRef edge = first_linked(mesh), twin = twin_of(mesh, edge);
    make_wall(mesh, edge);
    make_wall(mesh, twin);
    EXPECT_EQ(seams_of(mesh).count, 1u);
}

TEST(CheckSeams, NoGroundAcrossTheSeamIsNotOpen) {
    NavMesh mesh = bake_ground();
    // Unlink the corner tile from its neighbours, then remove it.
    for (uint32_t t = 1; t < mesh.tiles.size(); ++t) {
        for (EdgeRef& twin : mesh.seams.mutable_list(t)) {
            if (twin.tile == 0) twin = {};
        }
    }
    NavTile none = *mesh.tiles[0];
    none.polygons.clear(), none.half_edges.clear();
    mesh.tiles.replace(0, std::make_shared<const NavTile>(std::move(none)));
    EXPECT_TRUE(seams_of(mesh).ok());
}

TEST(CheckSeams, StepHigherThanTheClimbIsNotOpen) {
    for (const double radius : {0.0, 0.2, 0.6}) {
        for (const double step : {0.8, 2.0, 3.0}) {
            const NavMesh mesh = bake_ground(step, radius);
            EXPECT_EQ(mesh.islands.size(), step < 0.9 ? 1u : 2u) << step;
            EXPECT_TRUE(seams_of(mesh).ok()) << step << ' ' << seams_of(mesh).failures.front();
        }
    }
}

TEST(CheckSeams, ReportsCornersAtDifferentHeights) {
    NavMesh mesh = bake_ground();
    const EdgeRef edge = first_linked(mesh);
    NavTile tile = *mesh.tiles[edge.tile];
    tile.vertex_y[tile.half_edges[edge.edge].vertex] += 0.01f;
    mesh.tiles.replace(edge.tile, std::make_shared<const NavTile>(std::move(tile)));
    EXPECT_NE(seams_of(mesh).count, 0u);
}

TEST(CheckSeams, HeightsFarAboveTheTileBottomAreRounded) {
    TriangleSoup soup;
    support::add_triangle(soup, {0, -0.7, 0}, {0, -0.7, 20}, {20, -0.7, 20}, 63);
    support::add_triangle(soup, {0, -0.7, 0}, {20, -0.7, 20}, {20, -0.7, 0}, 63);
    // The small, deep triangle lowers the height origin of its tile by 3000 wu. The heights of this tile then have larger
    // rounding errors than the heights of the adjacent tiles.
    support::add_triangle(soup, {9, -3000, 9}, {9, -3000, 10}, {10, -3000, 10}, 63);
    BakeConfig config;
    config.voxels.cell_height = 0.1;
    config.tiles.size = 6;
    const NavMesh mesh = support::link_world(support::bake_world_tiles(soup, config), nav_mesh_info(config, "{}", "test"), 0);
    ASSERT_TRUE(first_linked(mesh).valid());
    EXPECT_TRUE(seams_of(mesh).ok()) << seams_of(mesh).failures.front();
}

}  // namespace
}  // namespace navspan
