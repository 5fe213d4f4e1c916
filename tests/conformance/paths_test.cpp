// Compares paths on baked levels with Detour's paths on the same polygons. Our exact path must never be longer than our A* path
// or Detour's path.

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "bake/world/nav_tile.h"
#include "navbench/recast/detour.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/hash.h"
#include "navspan/io/scene.h"
#include "navspan/query/path.h"
#include "navspan/query/random_point.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

constexpr int kPathPairs = 500;            // pairs of points per level
constexpr double kHeightError = 1;         // limit on height errors [wu]; lower limits may need too many triangles for Detour
constexpr double kDetourSlack = 1e-5;      // relative tolerance, because Detour uses floats
constexpr double kEndsSlack = 1e-3;        // tolerance [wu]: Detour rounds heights, which moves points on slopes
constexpr double kRoundingEpsilon = 1e-9;  // relative tolerance for rounding errors

NavMesh bake(const std::string& scene) {
    BakeConfig config;
    config.detail.max_error = kHeightError;
    Result<NavTile> tile = bake_tile(support::load_scene(scene), config);
    EXPECT_TRUE(tile.ok()) << (tile.ok() ? "" : tile.error().message);
    std::vector<NavTile> tiles;
    tiles.push_back(std::move(*tile));
    return *link_tiles(std::move(tiles), nav_mesh_info(config, "", "test"));
}

uint32_t largest_island(const NavMesh& mesh) {
    uint32_t largest = 0;
    for (uint32_t i = 1; i < mesh.islands.size(); ++i) {
        if (mesh.islands[i].area > mesh.islands[largest].area) largest = i;
    }
    return largest;
}

std::array<float, 3> as_floats(DVec3 p) {
    return {float(p.x), float(p.y), float(p.z)};
}

DVec3 wide(const std::array<float, 3>& p) {
    return {p[0], p[1], p[2]};
}

TEST(Paths, ExactPathsAreNeverLongerThanAStarOrDetourPaths) {
    if (!support::scenes_folder()) GTEST_LOG_(INFO) << "NAVSPAN_SCENES is not set: only our own scenes are tested";
    for (const std::string& scene : support::all_scene_paths()) {
        SCOPED_TRACE(scene);
        const NavMesh mesh = bake(scene);
        Result<bench::DetourMesh> detour = bench::DetourMesh::make(mesh);
        ASSERT_TRUE(detour.ok()) << detour.error().message;
        SearchScratch scratch;
        PointSampler ground;
        EXPECT_TRUE(
            sample_reachable(mesh, scratch, {.start = support::point_in(mesh.islands[largest_island(mesh)].first)}, ground)
                .ok());
        RandomSequence random{7};
        int compared = 0;
        double exact_sum = 0, detour_sum = 0;
        for (int i = 0; i < kPathPairs; ++i) {
            const auto from = as_floats(random_point(mesh, ground, random)->position);
            const auto to = as_floats(random_point(mesh, ground, random)->position);
            SCOPED_TRACE("pair " + std::to_string(i));
            const auto length = [&](PathMethod method) {
                const PathRequest request{.start = wide(from), .goal = wide(to), .method = method};
                const Result<Path> path = find_path(mesh, scratch, request);
                EXPECT_EQ(path->status, PathStatus::complete);
                return path->length_xz;
            };
            const double exact = length(PathMethod::exact);
            EXPECT_LE(exact, length(PathMethod::astar) * (1 + kRoundingEpsilon));
            const bench::DetourPath theirs = detour->path(from.data(), to.data());
            if (!theirs.complete) continue;
            EXPECT_LE(exact, theirs.length_xz * (1 + kDetourSlack) + kEndsSlack);
            exact_sum += exact;
            detour_sum += theirs.length_xz;
            ++compared;
        }
        EXPECT_GT(compared, kPathPairs / 2);
        GTEST_LOG_(INFO) << support::scene_name(scene) << ": Detour's paths are " << detour_sum / exact_sum
                         << " times as long as the shortest";
    }
}

}  // namespace
}  // namespace navspan
