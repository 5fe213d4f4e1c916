// Tests drops and jumps. Every tile size and baking method must give the same links. Every kind of query must use them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bake/world/nav_tile.h"
#include "check/stages/checks.h"
#include "navmesh/file/tile_bytes.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/live_world.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/path.h"
#include "support/oracles/link_path_oracle.h"
#include "support/text/random.h"
#include "support/text/run_program.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;

BakeConfig jumping(double tile_size = 0) {
    BakeConfig config;
    config.tiles.size = tile_size;
    support::enable_jumps(config);
    return config;
}

NavMesh baked(const TriangleSoup& soup, const BakeConfig& config, unsigned threads = 1) {
    Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), {.threads = threads});
    EXPECT_TRUE(mesh.ok()) << mesh.error().message;
    return *std::move(mesh);
}

// Returns the links of all tiles, in coordinates of the world's lattice, sorted.
std::vector<TileLink> found_links(const std::vector<NavTile>& tiles) {
    std::vector<TileLink> all;
    for (const NavTile& tile : tiles) {
        const TileFrame& f = tile.frame;
        for (TileLink link : tile.links) {
            link.x += f.x0, link.end_x += f.x0, link.z += f.z0, link.end_z += f.z0, link.y += f.y0, link.end_y += f.y0;
            all.push_back(link);
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

TEST(GeneratedLinks, TiledLinksEqualUntiledLinks) {
    for (const std::string& scene : support::test_scenes({"roofs", "courtyard", "tower"})) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        BakeConfig config = jumping();
        // Keep small islands. While a tile is baked, the size of an island that crosses its border is unknown. Only the untiled
        // bake would therefore remove the island.
        config.regions.min_area = 0;
        Result<NavTile> whole = bake_tile(soup, config);
        ASSERT_TRUE(whole.ok());
        const std::vector<TileLink> wanted = found_links({*whole});
        EXPECT_GT(wanted.size(), 20u) << scene;
        for (const double size : {7.3, 19.0}) {
            config.tiles.size = size;
            EXPECT_TRUE(found_links(support::bake_world_tiles(soup, config)) == wanted) << scene << " " << size;
        }
    }
}

TEST(GeneratedLinks, TiledLinkEndsEqualUntiledEnds) {
    const TriangleSoup soup = support::own_scene_soup("roofs");
    const NavMesh whole = baked(soup, jumping()), tiled = baked(soup, jumping(12));
    ASSERT_GT(whole.links.size(), 20u);
    const auto has = [](const NavMesh& mesh, const OffMeshLink& wanted) {
        const auto near = [](DVec3 a, DVec3 b) { return std::sqrt(dot(a - b, a - b)) < 0.6; };
        return std::any_of(mesh.links.begin(), mesh.links.end(), [&](const OffMeshLink& link) {
            return near(link.start, wanted.start) && near(link.end, wanted.end) && link.area == wanted.area;
        });
    };
    for (const OffMeshLink& link : whole.links)
        EXPECT_TRUE(has(tiled, link)) << link.start.x << " " << link.start.z;
    for (const OffMeshLink& link : tiled.links)
        EXPECT_TRUE(has(whole, link)) << link.start.x << " " << link.start.z;
}

TEST(GeneratedLinks, DoNotDependOnTheBakeMode) {
    for (const std::string& scene : support::test_scenes({"roofs", "courtyard"})) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        for (const double size : {0.0, 11.0}) {
            SCOPED_TRACE(scene + " " + std::to_string(size));
            const BakeConfig config = jumping(size);
            const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
            const NavMesh mesh = baked(soup, config);
            CheckReport report;
            check_nav_mesh(mesh, report);
            EXPECT_TRUE(report.ok()) << report.failures.front();
            EXPECT_GT(mesh.links.size(), 20u);
            const std::vector<std::byte> bytes = serialize_nav_mesh(mesh);
            EXPECT_TRUE(serialize_nav_mesh(baked(soup, config, 3)) == bytes);

            const support::TemporaryFolder folder;
            Result<BakedFile> file = bake_nav_file(soup, config, info, folder / "level.nav", {.threads = 2});
            ASSERT_TRUE(file.ok()) << file.error().message;
            ASSERT_TRUE(file->file.close().ok() && file->file.put_in_place().ok());
            EXPECT_TRUE(*read_file(folder / "level.nav") == bytes);
            EXPECT_EQ(file->facts[0].islands, mesh.islands);

            if (size == 0) continue;
            const Result<LiveMesh> live = bake_live_mesh(soup, config, info);
            ASSERT_TRUE(live.ok()) << live.error().message;
            EXPECT_TRUE(serialize_nav_mesh(*live->mesh) == bytes);
        }
    }
}

TEST(GeneratedLinks, AllAreInTheMeshOrCounted) {
    for (const std::string& scene : support::test_scenes({"roofs", "terrain", "field"})) {
        SCOPED_TRACE(scene);
        const TriangleSoup soup = support::own_scene_soup(scene);
        const BakeConfig config = jumping(11);
        const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
        std::vector<UnplacedLinks> unplaced(3);
        const auto watch = [&](size_t i) { return BakeOptions{.observer = {.unplaced = &unplaced[i]}}; };
        const Result<NavMesh> mesh = bake_nav_mesh(soup, config, info, watch(0));
        ASSERT_TRUE(mesh.ok()) << mesh.error().message;
        const support::TemporaryFolder folder;
        ASSERT_TRUE(bake_nav_file(soup, config, info, folder / "level.nav", watch(1)).ok());
        ASSERT_TRUE(bake_live_mesh(soup, config, info, watch(2)).ok());
        EXPECT_EQ(unplaced[1], unplaced[0]);
        EXPECT_EQ(unplaced[2], unplaced[0]);
        EXPECT_EQ(unplaced[0].no_ground > 0, scene != "roofs");

        size_t one_way = 0, two_way = 0;
        for (const NavTile& tile : support::bake_world_tiles(soup, config)) {
            for (const TileLink& link : tile.links)
                ++(link.two_way ? two_way : one_way);
        }
        const uint64_t gone = unplaced[0].no_ground + unplaced[0].one_polygon;
        EXPECT_LE(mesh->links.size() + gone, one_way + 2 * two_way);
        EXPECT_GE(mesh->links.size() + 2 * gone, one_way + 2 * two_way);
    }
}

TEST(GeneratedLinks, LinksOfRemovedIslandsGiveNoWarning) {
    const TriangleSoup soup = support::own_scene_soup("terrain");
    for (const double size : {0.0, 11.0}) {
        const BakeConfig config = jumping(size);
        Warnings warnings;
        UnplacedLinks unplaced;
        const BakeOptions options{.observer = {.warnings = &warnings, .unplaced = &unplaced}};
        ASSERT_TRUE(bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), options).ok());
        EXPECT_GT(unplaced.no_ground, 0u) << size;
        EXPECT_TRUE(warnings.empty()) << size << ": " << warnings[0].message;
    }
}

TEST(GeneratedLinks, TileBytesRoundTripLinks) {
    const TriangleSoup soup = support::own_scene_soup("roofs");
    size_t links = 0;
    for (const NavTile& tile : support::bake_world_tiles(soup, jumping(11))) {
        const std::vector<std::byte> bytes = serialize_tile(tile);
        const Result<NavTile> back = parse_tile(bytes);
        ASSERT_TRUE(back.ok()) << back.error().message;
        EXPECT_TRUE(*back == tile);
        links += tile.links.size();
        if (tile.links.empty()) continue;
        for (const auto& spoil :
             std::vector<void (*)(TileLink&)>{[](TileLink& l) { l.x = -1; }, [](TileLink& l) { l.z = 1 << 20; },
                                              [](TileLink& l) { l.area = 0; }, [](TileLink& l) { l.reach = -1; },
                                              [](TileLink& l) { l.end_y = -0x7fffffff; }, [](TileLink& l) { l.two_way = 2; }}) {
            NavTile bad = tile;
            spoil(bad.links.front());
            EXPECT_FALSE(parse_tile(serialize_tile(bad)).ok());
            EXPECT_FALSE(link_tiles({bad}, nav_mesh_info(jumping(), "{}", "test")).ok());
        }
    }
    EXPECT_GT(links, 20u);
}

TEST(GeneratedLinks, HaveTheAreaAndFlagsOfTheirKind) {
    const NavMesh mesh = baked(support::own_scene_soup("roofs"), jumping());
    size_t drops = 0, jumps = 0;
    for (const OffMeshLink& link : mesh.links) {
        const double down = link.start.y - link.end.y;
        EXPECT_TRUE(link.area == 4 || link.area == 5);
        EXPECT_EQ(link.flags, link.area == 4 ? 4 : 8);
        EXPECT_TRUE(link.area == 5 || down > 0.5);
        EXPECT_LT(-down, 1.7);
        EXPECT_LT(down, 4.5);
        const DVec3 way = link.end - link.start;
        EXPECT_EQ(link.cost, std::sqrt(dot(way, way)));
        EXPECT_NE(link.from, link.to);
        ++(link.area == 4 ? drops : jumps);
    }
    EXPECT_GT(drops, 10u);
    EXPECT_GT(jumps, 10u);
}

TEST(GeneratedLinks, EveryQueryUsesThem) {
    const NavMesh mesh = baked(support::own_scene_soup("roofs"), jumping());
    SearchScratch scratch;
    support::LinkPathOracle oracle(mesh);
    Random random(3);
    const std::vector<DVec3> places{{2, 0, 2},          {13, 3.2, 14},     {23, 3.55, 14}, {28, 4.7, 14}, {5, 1.7, 12},
                                    {26.9, 1.25, 29.3}, {19.5, 2.6, 29.6}, {34, 0, 30},    {16, 0, 30},   {19.3, 0, 14}};
    size_t over_links = 0, unreachable = 0;
    for (const DVec3& start : places) {
        for (const DVec3& goal : places) {
            const double wanted = oracle.cost(start, goal);
            for (const PathMethod method :
                 {PathMethod::exact, PathMethod::weighted, PathMethod::astar, PathMethod::automatic}) {
                SCOPED_TRACE(std::to_string(start.x) + " to " + std::to_string(goal.x) + " by " + method_name(method));
                const Result<Path> path = find_path(mesh, scratch, {.start = start, .goal = goal, .method = method});
                ASSERT_TRUE(path.ok()) << path.error().message;
                if (wanted == std::numeric_limits<double>::infinity()) {
                    EXPECT_NE(path->status, PathStatus::complete);
                    ++unreachable;
                    continue;
                }
                ASSERT_EQ(path->status, PathStatus::complete);
                over_links += !path->links.empty();
                if (path->method == PathMethod::exact) {
                    EXPECT_NEAR(path->cost, wanted, 1e-5);
                } else {
                    EXPECT_GE(path->cost, wanted - 1e-5);
                }
            }
        }
    }
    EXPECT_GT(over_links, 50u);
    EXPECT_GT(unreachable, 10u);
}

TEST(GeneratedLinks, ConnectSeparateIslands) {
    const TriangleSoup soup = support::own_scene_soup("roofs");
    const BakeConfig config = jumping();
    BakeConfig without = config;
    without.links = {};
    const NavMesh mesh = baked(soup, config), bare = baked(soup, without);
    EXPECT_TRUE(bare.links.empty());
    SearchScratch scratch;
    const auto reaches = [&](const NavMesh& level, DVec3 start, DVec3 goal) {
        const Result<Path> path = find_path(level, scratch, {.start = start, .goal = goal});
        return path.ok() && path->status == PathStatus::complete;
    };
    const DVec3 yard{2, 0, 2}, roof{13, 3.2, 14}, barn{23, 3.55, 14}, loft{28, 4.7, 14}, pillar{19.5, 2.6, 29.6};
    EXPECT_TRUE(reaches(bare, yard, roof));
    EXPECT_FALSE(reaches(bare, roof, barn));
    EXPECT_TRUE(reaches(mesh, yard, barn));
    EXPECT_TRUE(reaches(mesh, barn, loft));
    EXPECT_TRUE(reaches(mesh, loft, yard));
    EXPECT_FALSE(reaches(mesh, yard, pillar));
    EXPECT_TRUE(reaches(mesh, pillar, yard));
}

TEST(GeneratedLinks, EveryTileKeepsInvariants) {
    for (const std::string& scene : support::test_scenes({"roofs", "courtyard", "tower", "terrain"})) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        for (const Profile profile : {Profile::accurate, Profile::recast}) {
            BakeConfig config = jumping();
            config.profile = profile;
            CheckProbe checks;
            ASSERT_TRUE(bake_tile(soup, config, &checks).ok());
            EXPECT_TRUE(checks.report.ok()) << scene << ": " << checks.report.failures.front();
        }
    }
}

}  // namespace
}  // namespace navspan
