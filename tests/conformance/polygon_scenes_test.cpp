// Tests path lengths on polygon meshes against published shortest lengths. The meshes are in data/polygons and in the folder
// named by NAVSPAN_SCENES.

#include "support/scenes/polygon_scenes.h"

#include <gtest/gtest.h>

#include "navspan/check/nav_mesh.h"
#include "navspan/query/path.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

TEST(PolygonScenes, EveryPublishedPathIsFoundAndNoShorterThanPublished) {
    if (!support::scenes_folder()) GTEST_LOG_(INFO) << "NAVSPAN_SCENES is not set: only our own polygon scene is tested";
    for (const std::string& file : support::polygon_scene_paths()) {
        SCOPED_TRACE(file);
        const NavMesh mesh = support::load_polygon_scene(file);
        CheckReport report;
        check_nav_mesh(mesh, report);
        EXPECT_TRUE(report.ok()) << report.failures.front();
        SearchScratch scratch;
        Path path;
        for (const support::PublishedPath& known : support::load_published_paths(file)) {
            ASSERT_TRUE(find_path(mesh, scratch, {.start = known.start, .goal = known.goal}, path));
            EXPECT_EQ(path.status, PathStatus::complete);
            EXPECT_EQ(path.gap, 0);
            EXPECT_GE(path.length_xz, known.length * (1 - 1e-9));
        }
    }
}

}  // namespace
}  // namespace navspan
