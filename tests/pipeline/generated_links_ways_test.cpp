// Tests that every baking method gives the same drops and jumps, with and without pruning of islands.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "support/bakes/methods.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

TEST(GeneratedLinks, DoNotDependOnTheBakeModeWithPruning) {
    size_t went = 0;
    for (const std::string& scene : support::test_scenes({"roofs", "courtyard"})) {
        const TriangleSoup soup = support::own_scene_soup(scene);
        for (const double size : {0.0, 11.0}) {
            for (const bool prune : {false, true}) {
                SCOPED_TRACE(scene + " " + std::to_string(size) + (prune ? " pruned" : ""));
                BakeConfig config;
                config.tiles.size = size;
                support::enable_jumps(config);
                OffMeshLinkConfig& link = config.off_mesh_links.emplace_back();
                link.start = {2, 0, 2}, link.end = {5, 0, 5}, link.radius = 2;
                if (prune) config.islands.keep_largest = 1;
                const std::vector<support::BakedLevel> ways = support::bake_every_way(soup, config);
                ASSERT_EQ(ways.front().error, "");
                for (const support::BakedLevel& level : ways)
                    EXPECT_EQ(support::difference(ways.front(), level), "");
                const Result<NavMesh> mesh = parse_nav_mesh(ways.front().bytes);
                ASSERT_TRUE(mesh.ok()) << mesh.error().message;
                CheckReport report;
                check_nav_mesh(*mesh, report);
                EXPECT_TRUE(report.ok()) << report.failures.front();
                EXPECT_GT(mesh->links.size(), 20u);
                if (prune) {
                    EXPECT_EQ(mesh->islands.size(), 1u);
                }
                went += ways.front().pruned.size();
            }
        }
    }
    EXPECT_GT(went, 0u);
}

}  // namespace
}  // namespace navspan
