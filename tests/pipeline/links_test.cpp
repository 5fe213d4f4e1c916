// Tests that a baked mesh has the off-mesh links of its config, and that every baking method gives the same links.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bake/config/wanted_links.h"
#include "bake/world/nav_tile.h"
#include "check/mesh/checks.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "support/text/random.h"
#include "support/text/run_program.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::Random;

std::vector<std::string> messages(const Warnings& warnings) {
    std::vector<std::string> lines;
    for (const Warning& warning : warnings)
        lines.push_back(warning.code + ": " + warning.message);
    return lines;
}

// Adds links between random points near the level. Some of these points have no ground near them.
void add_random_links(Random& random, const TriangleSoup& soup, int count, BakeConfig& config) {
    const auto point = [&] {
        const DVec3 near = soup.vertices[size_t(random.between(0, int32_t(soup.vertices.size()) - 1))];
        return near + DVec3{random.real(-4, 4), random.real(-1, 1), random.real(-4, 4)};
    };
    config.areas.push_back({.name = "jump", .id = 5, .cost = 1.5, .flags = 8});
    for (int i = 0; i < count; ++i) {
        OffMeshLinkConfig& link = config.off_mesh_links.emplace_back();
        link.start = point();
        link.end = point();
        link.two_way = random.chance(0.5);
        if (random.chance(0.8)) link.radius = random.real(0, 4);
        if (random.chance(0.3)) link.cost = random.real(0, 30);
        if (random.chance(0.5)) link.area = "jump";
        if (random.chance(0.3)) link.flags = uint16_t(random.between(0, 65535));
        link.user_id = uint32_t(random.between(0, 9));
    }
}

std::vector<std::byte> bake_to_file(const TriangleSoup& soup, const BakeConfig& config, const NavMeshInfo& info,
                                    Warnings& warnings, NavFileSummary& facts) {
    const support::TemporaryFolder folder;
    Result<BakedFile> baked =
        bake_nav_file(soup, config, info, folder / "level.nav", {.threads = 3, .observer = {.warnings = &warnings}});
    EXPECT_TRUE(baked.ok()) << baked.error().message;
    EXPECT_TRUE(baked->file.close().ok() && baked->file.put_in_place().ok());
    facts = baked->facts[0];
    return *read_file(folder / "level.nav");
}

TEST(Links, DoNotDependOnTheBakeMode) {
    size_t placed = 0, lost = 0;
    for (const std::string scene : {"courtyard", "tower", "terrain"}) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        for (uint64_t seed = 1; seed <= support::rounds(3); ++seed) {
            SCOPED_TRACE(scene + " seed " + std::to_string(seed));
            Random random(seed);
            BakeConfig config;
            config.tiles.size = seed % 3 == 0 ? 0 : random.real(8, 16);
            if (random.chance(0.5)) config.regions.min_area = 0;
            add_random_links(random, soup, 40, config);
            const NavMeshInfo info = nav_mesh_info(config, "{}", "test");

            Warnings warnings;
            const Result<NavMesh> mesh = bake_nav_mesh(soup, config, info, {.threads = 1, .observer = {.warnings = &warnings}});
            ASSERT_TRUE(mesh.ok()) << mesh.error().message;
            CheckReport report;
            check_nav_mesh(*mesh, report);
            check_links(*mesh, wanted_links(config), report);
            EXPECT_TRUE(report.ok()) << report.failures.front();
            placed += mesh->links.size(), lost += warnings.size();
            const std::vector<std::byte> bytes = serialize_nav_mesh(*mesh);

            Warnings same;
            EXPECT_TRUE(serialize_nav_mesh(
                            *bake_nav_mesh(soup, config, info, {.threads = 3, .observer = {.warnings = &same}})) == bytes);
            EXPECT_EQ(messages(same), messages(warnings));

            Warnings streamed;
            NavFileSummary facts;
            EXPECT_TRUE(bake_to_file(soup, config, info, streamed, facts) == bytes);
            EXPECT_EQ(messages(streamed), messages(warnings));
            EXPECT_EQ(facts.links, mesh->links.size());
            EXPECT_EQ(facts.islands, mesh->islands);

            if (config.tiles.size == 0) continue;
            Warnings of_live;
            const Result<LiveMesh> live =
                bake_live_mesh(soup, config, info, {.threads = 2, .observer = {.warnings = &of_live}});
            ASSERT_TRUE(live.ok()) << live.error().message;
            EXPECT_TRUE(serialize_nav_mesh(*live->mesh) == bytes);
            EXPECT_EQ(messages(of_live), messages(warnings));
            EXPECT_TRUE(parse_live_mesh(serialize_live_mesh(*live)).ok());
            const Result<LiveWorld> world = make_live_world(soup, config, info, {.threads = 2});
            ASSERT_TRUE(world.ok()) << world.error().message;
            EXPECT_TRUE(serialize_nav_mesh(*world->mesh.mesh) == bytes);
        }
    }
    EXPECT_GT(placed, 20 * support::rounds(3));
    EXPECT_GT(lost, 5 * support::rounds(3));
}

TEST(Links, EveryNullInTheConfigIsResolved) {
    BakeConfig config;
    config.agent.radius = 0.4;
    config.voxels.cell_size = 0.2;
    config.areas.push_back({.name = "jump", .id = 5, .cost = 1.5, .flags = 8});
    config.off_mesh_links.resize(2);
    config.off_mesh_links[0].area = "jump";
    config.off_mesh_links[1] = {.start = {1, 2, 3},
                                .end = {4, 5, 6},
                                .two_way = false,
                                .radius = 2,
                                .cost = 7,
                                .area = "jump",
                                .flags = 3,
                                .user_id = 9};
    const std::vector<LinkRequest> wanted = wanted_links(config);
    ASSERT_EQ(wanted.size(), 2u);
    EXPECT_EQ(wanted[0].name, "off_mesh_links[0]");
    EXPECT_TRUE(wanted[0].two_way);
    EXPECT_EQ(wanted[0].link.radius, 0.4);
    EXPECT_EQ(wanted[0].link.cost, kCostIsLength);
    EXPECT_EQ(wanted[0].link.area, 5);
    EXPECT_EQ(wanted[0].link.flags, 8);
    EXPECT_FALSE(wanted[1].two_way);
    EXPECT_EQ(wanted[1].link.start, (DVec3{1, 2, 3}));
    EXPECT_EQ(wanted[1].link.end, (DVec3{4, 5, 6}));
    EXPECT_EQ(wanted[1].link.radius, 2);
    EXPECT_EQ(wanted[1].link.cost, 7);
    EXPECT_EQ(wanted[1].link.flags, 3);
    EXPECT_EQ(wanted[1].link.user_id, 9u);
    config.agent.radius = 0;
    EXPECT_EQ(wanted_links(config)[0].link.radius, 0.2) << "an agent without a size has a cell";
}

TEST(Links, ConnectIslandsAcrossAnyNumberOfTiles) {
    const TriangleSoup soup = support::own_scene_soup("tower");
    BakeConfig config;
    config.tiles.size = 8;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    const Result<NavMesh> apart = bake_nav_mesh(soup, config, info);
    ASSERT_TRUE(apart.ok());
    ASSERT_GT(apart->islands.size(), 1u);
    for (size_t i = 1; i < apart->islands.size(); ++i) {
        const auto middle = [&](const Island& island) {
            return to_world(tile_of(*apart, island.first).frame,
                            detail_corner(tile_of(*apart, island.first), polygon_of(*apart, island.first), 0));
        };
        OffMeshLinkConfig& link = config.off_mesh_links.emplace_back();
        link.start = middle(apart->islands[0]);
        link.end = middle(apart->islands[i]);
    }
    const Result<NavMesh> joined = bake_nav_mesh(soup, config, info);
    ASSERT_TRUE(joined.ok());
    EXPECT_EQ(joined->links.size(), 2 * (apart->islands.size() - 1));
    EXPECT_EQ(joined->islands.size(), 1u);
}

}  // namespace
}  // namespace navspan
