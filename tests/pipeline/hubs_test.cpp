#include <gtest/gtest.h>

#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/io/config_json.h"
#include "support/checks/hub_comparison.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

TEST(HubsOfScenes, LengthsEqualTheExactSearch) {
    for (const std::string& path : support::all_scene_paths()) {
        SCOPED_TRACE(path);
        const TriangleSoup soup = support::load_scene(path);
        const BakeConfig config;
        const Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"));
        ASSERT_TRUE(mesh.ok()) << mesh.error().message;
        support::HubsAgainstSearch both(*mesh);
        support::Random random(1);
        EXPECT_GT(both.expect_equal_at_random(random, support::kSanitized ? 200 : 10000), 0);
        EXPECT_EQ(both.unanswered(), 0);
    }
}

}  // namespace
}  // namespace navspan
