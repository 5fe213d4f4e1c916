#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "navspan/query/path.h"
#include "navspan/query/walls.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::mesh_from_picture;
using support::Random;

constexpr double kAnyDistance = std::numeric_limits<double>::infinity();

PathClearance clearance_of(const NavMesh& mesh, const std::vector<SurfaceStep>& steps, double radius = kAnyDistance,
                           const QueryFilter* filter = nullptr) {
    SearchScratch scratch;
    PathClearance clearance;
    EXPECT_TRUE(measure_clearance(mesh, scratch, {.steps = steps, .radius = radius, .filter = filter}, clearance).ok());
    return clearance;
}

SurfaceStep step_at(const NavMesh& mesh, DVec3 at, bool begins_link = false) {
    const SurfacePoint point = *find_nearest(mesh, at);
    return {point.position, {}, point.polygon, begins_link, mesh.revision};
}

// Returns the distance to the nearest wall, sampled at points of the path that are at most `spacing` apart.
double sampled_clearance(const NavMesh& mesh, const QueryFilter& filter, const std::vector<SurfaceStep>& steps,
                         double spacing) {
    SearchScratch scratch;
    NearestWall wall;
    double least = kAnyDistance;
    for (size_t i = 0; i < steps.size(); ++i) {
        const DVec3 a = steps[i].position, b = i + 1 < steps.size() && !steps[i].begins_link ? steps[i + 1].position : a;
        const int pieces = std::max(1, int(std::ceil(distance_xz(a, b) / spacing)));
        for (int k = 0; k <= pieces; ++k) {
            const SurfacePoint at{steps[i].polygon, a + (b - a) * (double(k) / pieces), 0, mesh.revision};
            EXPECT_TRUE(find_nearest_wall(mesh, scratch, {.start = at, .filter = &filter}, wall).ok());
            least = std::min(least, wall.distance);
        }
    }
    return least;
}

TEST(Clearance, EqualsTheNearestWallOfAllPointsOfThePath) {
    SearchScratch scratch;
    const uint64_t seeds = support::rounds(100);
    uint64_t measured = 0, positive = 0;
    for (uint64_t seed = 0; seed < seeds; ++seed) {
        Random random(seed);
        const NavMesh mesh = seed % 4 ? support::random_mesh(random, {.hole = 0.1, .areas = 3})
                                      : support::make_mesh(support::spiral_soup(3), &random);
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        for (int i = 0; i < 10; ++i) {
            const PathRequest request{
                .start = support::random_point(random, mesh), .goal = support::random_point(random, mesh), .filter = &filter};
            const Result<Path> path = find_path(mesh, scratch, request);
            ASSERT_TRUE(path.ok());
            std::vector<SurfaceStep> steps;
            ASSERT_TRUE(surface_path(mesh, *path, false, scratch, steps).ok());
            if (steps.empty()) continue;
            const PathClearance clearance = clearance_of(mesh, steps, kAnyDistance, &filter);
            ASSERT_TRUE(clearance.found);
            ++measured;
            positive += clearance.distance > 0.01;
            const double spacing = 0.05, sampled = sampled_clearance(mesh, filter, steps, spacing);
            EXPECT_LE(clearance.distance, sampled + 1e-6) << "seed " << seed << " path " << i;
            EXPECT_GE(clearance.distance, sampled - spacing / 2 - 1e-6) << "seed " << seed << " path " << i;
            // The reported segment must have the same clearance as the whole path.
            const size_t s = clearance.step;
            const std::vector<SurfaceStep> one(steps.begin() + s, steps.begin() + std::min(s + 2, steps.size()));
            EXPECT_EQ(clearance_of(mesh, one, kAnyDistance, &filter).distance, clearance.distance);
            if (clearance.distance > 0.01) {
                EXPECT_FALSE(clearance_of(mesh, steps, clearance.distance - 1e-6, &filter).found);
            }
        }
    }
    EXPECT_GT(measured, seeds);
    EXPECT_GT(positive, seeds / 5);
}

TEST(Clearance, ReportsDistanceStepAndEdge) {
    const NavMesh mesh = mesh_from_picture({".....", ".....", "....."});
    const std::vector<SurfaceStep> steps{step_at(mesh, {1.5, 0, 1.5}), step_at(mesh, {2.5, 0, 1.25}),
                                         step_at(mesh, {3.5, 0, 0.75})};
    const PathClearance clearance = clearance_of(mesh, steps);
    EXPECT_TRUE(clearance.found);
    EXPECT_EQ(clearance.distance, 0.75);
    EXPECT_EQ(clearance.step, 1u);
    EXPECT_FALSE(twin_of(mesh, clearance.edge).valid());
}

TEST(Clearance, FindsNoWallBeyondTheRadius) {
    const NavMesh mesh = mesh_from_picture({".....", ".....", "....."});
    const PathClearance clearance = clearance_of(mesh, {step_at(mesh, {1.5, 0, 1.5}), step_at(mesh, {3.5, 0, 1.5})}, 1.25);
    EXPECT_FALSE(clearance.found);
    EXPECT_EQ(clearance.distance, 1.25);
}

TEST(Clearance, LinksAreNotPartOfThePath) {
    const NavMesh mesh = mesh_from_picture({"...", "...", "...", "###", "...", "...", "..."});
    const std::vector<SurfaceStep> steps{step_at(mesh, {1.5, 0, 1.5}, true), step_at(mesh, {1.5, 0, 5.5})};
    EXPECT_EQ(clearance_of(mesh, steps).distance, 1.5);
}

TEST(Clearance, InvalidQueriesAreErrors) {
    const NavMesh mesh = mesh_from_picture({".."});
    SearchScratch scratch;
    PathClearance clearance;
    const SurfaceStep good = step_at(mesh, {0.5, 0, 0.5});
    SurfaceStep unknown = good, far = good;
    unknown.polygon = {0, kNoIndex};
    far.position.x = std::nan("");
    for (const SurfaceStep& bad : {unknown, far}) {
        const std::vector<SurfaceStep> steps{good, bad};
        EXPECT_FALSE(measure_clearance(mesh, scratch, {.steps = steps}, clearance).ok());
        EXPECT_FALSE(clearance.found);
    }
    const std::vector<SurfaceStep> steps{good};
    EXPECT_FALSE(measure_clearance(mesh, scratch, {.steps = steps, .radius = -1}, clearance).ok());
    EXPECT_FALSE(measure_clearance(mesh, scratch, {.steps = steps, .radius = std::nan("")}, clearance).ok());
    EXPECT_TRUE(measure_clearance(mesh, scratch, {}, clearance).ok());
}

}  // namespace
}  // namespace navspan
