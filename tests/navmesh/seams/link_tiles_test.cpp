#include "navmesh/seams/link_tiles.h"

#include <gtest/gtest.h>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_mesh.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::PolygonSoup;

// Builds two adjacent tiles from two pictures.
// @param step  height of the right tile minus height of the left tile [wu]
std::vector<NavTile> two_tiles(const std::vector<const char*>& left, const std::vector<const char*>& right, float step = 0) {
    PolygonSoup a = support::soup_from_picture(left), b = support::soup_from_picture(right);
    a.seams = b.seams = true;
    a.width = b.width = 16;
    a.depth = b.depth = 4 * int32_t(left.size());
    b.frame.x0 = 16;
    b.tile_x = 1;
    for (auto& c : b.corners)
        c.y = step;
    return {support::make_tile(a), support::make_tile(b)};
}

TEST(LinkTiles, EdgesOnASeamBecomeTwins) {
    const Result<NavMesh> mesh = link_tiles(two_tiles({"....", "##.."}, {"....", "..#."}), support::make_info());
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    CheckReport report;
    check_nav_mesh(*mesh, report);
    EXPECT_TRUE(report.ok()) << report.failures.front();
    EXPECT_EQ(mesh->islands.size(), 1u);
    EXPECT_EQ(mesh->islands[0].polygon_count, 13u);
    EXPECT_EQ(mesh->islands[0].area, 13.0);
    EXPECT_EQ(mesh->islands[0].max.x, 8.0);
}

TEST(LinkTiles, TheOrderOfTilesDoesNotMatter) {
    std::vector<NavTile> tiles = two_tiles({"...."}, {"...."});
    std::swap(tiles[0], tiles[1]);
    const Result<NavMesh> mesh = link_tiles(tiles, support::make_info());
    ASSERT_TRUE(mesh.ok());
    EXPECT_EQ(mesh->tiles[0]->tile_x, 0);
}

TEST(LinkTiles, StepHigherThanTheClimbIsNotLinked) {
    EXPECT_EQ(link_tiles(two_tiles({"...."}, {"...."}, 0.9f - 1e-6f), support::make_info())->islands.size(), 1u);
    EXPECT_EQ(link_tiles(two_tiles({"...."}, {"...."}, 0.91f), support::make_info())->islands.size(), 2u);
}

TEST(LinkTiles, IncompatibleTilesAreErrors) {
    std::vector<NavTile> twice = two_tiles({"...."}, {"...."});
    twice[1].tile_x = 0;
    EXPECT_EQ(link_tiles(twice, support::make_info()).error().message, "tile (0, 0) is duplicated or out of order");
    std::vector<NavTile> other = two_tiles({"...."}, {"...."});
    other[1].frame.quantum = 0.3;
    EXPECT_EQ(link_tiles(other, support::make_info()).error().message,
              "tile (1, 0) has a different lattice than the first tile");
}

TEST(LinkTiles, RefusesInvalidTilesBeforeReadingThem) {
    LinkRequest link{.name = "a link", .link = {}, .two_way = true};
    link.link.start = {0.5, 0, 0.5};
    link.link.end = {7.5, 0, 0.5};
    const LinkTilesParams params{.links = {link}};
    ASSERT_EQ(link_tiles(two_tiles({"...."}, {"...."}), support::make_info(), params)->links.size(), 2u);
    std::vector<NavTile> tiles = two_tiles({"...."}, {"...."});
    tiles[0].bvh[0].right = 0x7fffffff;
    const Result<NavMesh> mesh = link_tiles(tiles, support::make_info(), params);
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.error().message.rfind("tile (0, 0): ", 0), 0u) << mesh.error().message;
}

TEST(LinkTiles, UnknownAreasAreErrors) {
    NavMeshInfo info = support::make_info();
    info.areas.pop_back();
    EXPECT_EQ(link_tiles(two_tiles({"...."}, {"...."}), info).error().message,
              "tile (0, 0): polygon 0 has area 63, which is not in the areas table");
}

TEST(LinkTiles, IslandsAreCountedAndMeasured) {
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({"..#.", "..#.", "##..", ".###"}));
    ASSERT_EQ(mesh.islands.size(), 3u);
    EXPECT_EQ(mesh.islands[0].area, 4.0);
    EXPECT_EQ(mesh.islands[1].area, 4.0);
    EXPECT_EQ(mesh.islands[2].area, 1.0);
    DVec3 min, max;
    island_bounds(mesh, mesh.islands[1], min, max);
    EXPECT_EQ(min.x, 2.0);
    EXPECT_EQ(max.z, 3.0);
}

}  // namespace
}  // namespace navspan
