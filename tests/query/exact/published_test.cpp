#include <gtest/gtest.h>

#include <cmath>

#include "query/exact/exact.h"
#include "support/scenes/polygon_scenes.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"

namespace navspan {
namespace {

double published_length(const NavMesh& mesh, const QueryFilter& filter, DVec3 from, DVec3 to, ExactScratch& scratch) {
    const auto start = find_nearest(mesh, from), goal = find_nearest(mesh, to);
    Corridor corridor;
    EXPECT_TRUE(find_exact_corridor(mesh, {*start, *goal, to, &filter}, {}, scratch, corridor).ok());
    EXPECT_TRUE(corridor.complete);
    return corridor.cost;
}

// Compares path lengths with the lengths published by the authors of the meshes. Takes several seconds.
TEST(ExactPublished, EveryLengthEqualsThePublishedLength) {
    if (!support::scenes_folder()) GTEST_SKIP() << "NAVSPAN_SCENES is not set: no published lengths of the larger scenes";
    size_t paths = 0;
    ExactScratch scratch;
    for (const std::string& scene : support::polygon_scene_paths()) {
        const NavMesh mesh = support::load_polygon_scene(scene);
        const QueryFilter filter = default_filter(mesh);
        for (const support::PublishedPath& path : support::load_published_paths(scene)) {
            SCOPED_TRACE(scene + " path " + std::to_string(paths++));
            EXPECT_NEAR(published_length(mesh, filter, path.start, path.goal, scratch) / path.length, 1, 1e-6);
            EXPECT_NEAR(published_length(mesh, filter, path.goal, path.start, scratch) / path.length, 1, 1e-6);
            if (support::kSanitized && paths % 20 == 0) break;
        }
    }
    EXPECT_GT(paths, 0u);
}

}  // namespace
}  // namespace navspan
