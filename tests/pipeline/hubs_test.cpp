#include <gtest/gtest.h>

#include <string>

#include "navbench/kinds/kinds.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/io/config_json.h"
#include "support/checks/hub_comparison.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

// Compares the lengths of paths that hub labels and the exact search find between random points of a level. Returns the number
// of compared paths.
int compare_level(const TriangleSoup& soup, int pairs) {
    const BakeConfig config;
    const Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"));
    EXPECT_TRUE(mesh.ok()) << mesh.error().message;
    if (!mesh.ok()) return 0;
    support::HubsAgainstSearch both(*mesh);
    support::Random random(1);
    const int compared = both.expect_equal_at_random(random, pairs);
    EXPECT_EQ(both.unanswered(), 0);
    return compared;
}

TEST(HubsOfScenes, LengthsEqualTheExactSearch) {
    for (const std::string& path : support::all_scene_paths()) {
        SCOPED_TRACE(path);
        EXPECT_GT(compare_level(support::load_scene(path), support::kSanitized ? 200 : 10000), 0);
    }
}

TEST(HubsOfKinds, LengthsEqualTheExactSearch) {
    int compared = 0;
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        SCOPED_TRACE(kind.name);
        compared += compare_level(bench::generate_level(kind, {}, 9), support::kSanitized ? 100 : 5000);
    }
    EXPECT_GT(compared, support::kSanitized ? 700 : 35000);
}

}  // namespace
}  // namespace navspan
