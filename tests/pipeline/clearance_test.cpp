// Tests paths with a clearance. They must be about as long as the paths of an agent whose radius is larger by the clearance.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "navbench/kinds/kinds.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/io/config_json.h"
#include "navspan/query/path.h"
#include "navspan/query/surface_path.h"
#include "navspan/query/walls.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

using support::Random;

NavMesh bake_with_radius(const TriangleSoup& soup, double more) {
    BakeConfig config;
    config.agent.radius += more;
    Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"));
    return mesh ? *std::move(mesh) : NavMesh{};  // no ground is wide enough
}

// Compares paths with one clearance to paths of a larger agent, on one level.
class ClearanceComparison {
public:
    ClearanceComparison(const TriangleSoup& soup, double clearance, double cell)
        : clearance_(clearance),
          cell_(cell),
          mesh_(bake_with_radius(soup, 0)),
          equal_(bake_with_radius(soup, clearance)),
          larger_(bake_with_radius(soup, clearance + cell)),
          smaller_(bake_with_radius(soup, clearance - cell)) {}

    void compare_at_random(Random& random, int pairs) {
        if (equal_.polygon_count() == 0) return;
        for (int i = 0; i < pairs; ++i) {
            const DVec3 start = support::random_surface_point(random, equal_, support::random_polygon(random, equal_));
            const DVec3 goal = support::random_surface_point(random, equal_, support::random_polygon(random, equal_));
            compare({.start = start, .goal = goal, .snap = 1});
        }
    }

    std::vector<double> ratios;  // path length with the clearance, divided by the path length on equal_
    int complete = 0;

private:
    Path find(const NavMesh& mesh, const PathRequest& request) {
        Path path;
        EXPECT_TRUE(find_path(mesh, scratch_, request, path).ok());
        return path;
    }

    // True if the path is complete and its ends moved by at most one and a half cells.
    bool joins(const Path& path) const {
        return path.status == PathStatus::complete && std::max(path.start_gap, path.gap) < 1.5 * cell_;
    }

    void expect_clear(const Path& path) {
        std::vector<SurfaceStep> steps;
        ASSERT_TRUE(surface_path(mesh_, path, false, scratch_, steps).ok());
        PathClearance measured;
        ASSERT_TRUE(measure_clearance(mesh_, scratch_, {.steps = steps, .radius = clearance_}, measured).ok());
        EXPECT_FALSE(measured.found) << "distance " << measured.distance;
    }

    void compare(PathRequest request) {
        const Path equal = find(equal_, request), larger = find(larger_, request), smaller = find(smaller_, request);
        request.clearance = clearance_;
        const Path path = find(mesh_, request);
        if (!path.points.empty()) {
            expect_clear(path);
            // If an end is on the border of the ground, the two meshes snap it to different points.
            EXPECT_TRUE(joins(path) || !joins(larger)) << request.start.x << " " << request.start.z;
        }
        EXPECT_TRUE(!joins(path) || smaller.status == PathStatus::complete) << request.start.x << " " << request.start.z;
        complete += path.status == PathStatus::complete;
        if (!joins(path) || !joins(equal) || equal.length_xz < 4 * cell_) return;
        ratios.push_back(path.length_xz / equal.length_xz);
        EXPECT_LE(path.length_xz, 1.01 * equal.length_xz + 2 * cell_ * double(equal.points.size()));
    }

    double clearance_, cell_;
    NavMesh mesh_, equal_, larger_, smaller_;
    SearchScratch scratch_;
};

void compare_level(const TriangleSoup& soup, std::vector<double>& ratios, int& complete) {
    const double cell = BakeConfig{}.voxels.cell_size;
    for (const double cells : {2.0, 5.0}) {
        SCOPED_TRACE(std::to_string(cells) + " cells");
        ClearanceComparison both(soup, cells * cell, cell);
        Random random(1);
        both.compare_at_random(random, support::kSanitized ? 20 : 200);
        ratios.insert(ratios.end(), both.ratios.begin(), both.ratios.end());
        complete += both.complete;
    }
}

// The median of the ratios must differ from 1 by at most 1 %.
void expect_equal_lengths(std::vector<double> ratios) {
    ASSERT_FALSE(ratios.empty());
    const auto middle = ratios.begin() + std::ptrdiff_t(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    EXPECT_NEAR(*middle, 1, 0.01);
}

TEST(ClearanceOfScenes, PathsEqualThoseOfABakeForTheLargerRadius) {
    std::vector<double> ratios;
    int complete = 0;
    for (const std::string& path : support::all_scene_paths()) {
        SCOPED_TRACE(path);
        compare_level(support::load_scene(path), ratios, complete);
    }
    expect_equal_lengths(ratios);
    EXPECT_GT(complete, support::kSanitized ? 100 : 200);
}

TEST(ClearanceOfKinds, PathsEqualThoseOfABakeForTheLargerRadius) {
    std::vector<double> ratios;
    int complete = 0;
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        SCOPED_TRACE(kind.name);
        compare_level(bench::generate_level(kind, {}, 1), ratios, complete);
    }
    expect_equal_lengths(ratios);
    EXPECT_GT(complete, 400);
}

}  // namespace
}  // namespace navspan
