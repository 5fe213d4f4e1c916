// Tests the pruning of islands: every baking method removes exactly the islands that the config does not keep.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bake/config/wanted_links.h"
#include "bake/world/nav_tile.h"
#include "check/mesh/checks.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/live_world.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "support/bakes/methods.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

TriangleSoup random_islands(Random& random) {
    TriangleSoup soup;
    soup.groups.resize(1);
    for (int i = random.between(5, 40); i > 0; --i) {
        const double x = random.real(-14, 14), z = random.real(-14, 14), y = random.real(0, 6), w = random.real(2, 8),
                     d = random.real(2, 8);
        const auto first = uint32_t(soup.vertices.size());
        soup.vertices.insert(soup.vertices.end(), {{x, y, z}, {x, y, z + d}, {x + w, y, z + d}, {x + w, y, z}});
        for (const uint32_t k : {1u, 2u}) {
            soup.triangles.push_back({first, first + k, first + k + 1});
            soup.areas.push_back(63);
            soup.group_of.push_back(0);
        }
    }
    return soup;
}

DVec3 random_point(Random& random, const TriangleSoup& soup) {
    const DVec3 near = soup.vertices[size_t(random.between(0, int32_t(soup.vertices.size()) - 1))];
    return near + DVec3{random.real(-2, 2), random.real(-1, 1), random.real(-2, 2)};
}

std::vector<double> areas_of(const std::vector<Island>& islands) {
    std::vector<double> areas;
    for (const Island& island : islands)
        areas.push_back(island.area);
    return areas;
}

TEST(Prune, KeptIslandsDoNotDependOnTheBakeMode) {
    size_t went = 0, lost = 0;
    for (uint64_t seed = 0; seed < support::rounds(20); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const TriangleSoup soup = random_islands(random);
        BakeConfig config;
        config.regions.min_area = 0;
        config.tiles.size = seed % 4 == 0 ? 0 : random.real(4.8, 9);
        for (int i = random.between(0, 4); i > 0; --i) {
            OffMeshLinkConfig& link = config.off_mesh_links.emplace_back();
            link.start = random_point(random, soup);
            link.end = random_point(random, soup);
            link.radius = 3;
        }
        const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
        const NavMesh all = *bake_nav_mesh(soup, config, info);

        if (random.chance(0.5)) config.islands.min_area = random.real(0, 30);
        if (random.chance(0.5)) config.islands.keep_largest = random.between(1, 5);
        for (int i = random.chance(0.5) ? random.between(1, 3) : 0; i > 0; --i)
            config.island_seeds.push_back(random_point(random, soup));
        const std::vector<support::BakedLevel> ways = support::bake_every_way(soup, config);
        const support::BakedLevel& made = ways.front();
        ASSERT_EQ(made.error, "");
        for (const support::BakedLevel& way : ways)
            EXPECT_EQ(support::difference(made, way), "");
        for (const Warning& warning : made.warnings)
            lost += warning.code == "seed_lost";

        // Together, the kept and the pruned islands must be all islands of the unpruned mesh.
        const NavMesh mesh = *parse_nav_mesh(made.bytes);
        CheckReport report;
        check_nav_mesh(mesh, report);
        check_links(mesh, wanted_links(config), report, made.pruned);
        EXPECT_TRUE(report.ok()) << report.failures.front();
        std::vector<double> areas = areas_of(mesh.islands);
        for (const PrunedIsland& island : made.pruned)
            areas.push_back(island.area);
        std::vector<double> expected = areas_of(all.islands);
        std::sort(areas.begin(), areas.end());
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(areas, expected);
        for (const Island& island : mesh.islands)
            EXPECT_GE(island.area, config.islands.min_area);
        if (config.islands.keep_largest) {
            EXPECT_LE(mesh.islands.size(), size_t(config.islands.keep_largest));
        }
        went += made.pruned.size();
    }
    EXPECT_GT(went, support::rounds(20));
    EXPECT_GT(lost, 0u);
}

TEST(Prune, WorldsThatChangeKeepAllIslands) {
    Random random(1);
    BakeConfig config;
    config.tiles.size = 8;
    config.islands.keep_largest = 1;
    const Result<LiveMesh> live = bake_live_mesh(random_islands(random), config, nav_mesh_info(config, "{}", "test"));
    ASSERT_FALSE(live.ok());
    EXPECT_EQ(live.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace navspan
