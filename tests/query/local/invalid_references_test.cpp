// Tests that queries refuse polygon references that the mesh does not have.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "navspan/query/around.h"
#include "navspan/query/height.h"
#include "navspan/query/move.h"
#include "navspan/query/raycast.h"
#include "navspan/query/surface_path.h"
#include "navspan/query/walls.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/oracles/local_queries.h"

namespace navspan {
namespace {

TEST(InvalidReferences, EveryQueryReturnsAnError) {
    const NavMesh mesh = support::mesh_from_picture({"..", ".."});
    SearchScratch scratch;
    support::LocalResults out;
    const std::vector<DVec3> shape{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}};
    const SurfacePoint good = support::point_in({0, 0});
    EXPECT_TRUE(is_reachable(mesh, scratch, {good}, good));
    for (const PolygonRef bad :
         {PolygonRef{}, PolygonRef{0, 4}, PolygonRef{1, 0}, PolygonRef{0, kNoIndex}, PolygonRef{kLinkTile, 0}}) {
        const SurfacePoint start{bad, {1, 0, 1}, 0, kAnyRevision};
        EXPECT_FALSE(has_polygon(mesh, bad));
        EXPECT_FALSE(raycast(mesh, {.start = start, .end = {1, 0, 2}}, out.hit).ok());
        EXPECT_FALSE(move_along_surface(mesh, {.start = start, .end = {1, 0, 2}}, out.move).ok());
        EXPECT_FALSE(find_nearest_wall(mesh, scratch, {.start = start}, out.wall).ok());
        EXPECT_FALSE(find_walls(mesh, scratch, {.start = start}, out.walls).ok());
        EXPECT_FALSE(polygons_in_circle(mesh, scratch, {start, {1, 0, 1}, 1}, out.polygons).ok());
        EXPECT_FALSE(polygons_in_shape(mesh, scratch, {start, shape}, out.polygons).ok());
        EXPECT_FALSE(polygons_within_distance(mesh, scratch, {.start = start}, out.within).ok());
        EXPECT_FALSE(collect_reachable(mesh, scratch, {start}, out.polygons).ok());
        EXPECT_FALSE(sample_reachable(mesh, scratch, {start}, out.sampler).ok());
        EXPECT_FALSE(sample_circle(mesh, scratch, {start, {1, 0, 1}, 1}, out.sampler).ok());
        EXPECT_FALSE(is_reachable(mesh, scratch, {start}, good));
        EXPECT_FALSE(is_reachable(mesh, scratch, {good}, start));
        EXPECT_TRUE(std::isnan(surface_height(mesh, start, 1, 1)));
        EXPECT_EQ(surface_normal(mesh, start, 1, 1), DVec3{});
        EXPECT_FALSE(nearest_on_polygon(mesh, start, {1, 0, 1}).polygon.valid());
        EXPECT_EQ(area_of(mesh, std::vector<PolygonRef>{bad}), 0);
    }
}

TEST(InvalidReferences, PointWithoutARevisionIsAnError) {
    const NavMesh mesh = support::mesh_from_picture({"..", ".."});
    SearchScratch scratch;
    support::LocalResults out;
    SurfacePoint start{.polygon = {0, 0}, .position = {0.5, 0, 0.5}};
    EXPECT_FALSE(has_point(mesh, start));
    EXPECT_FALSE(raycast(mesh, {.start = start, .end = {1, 0, 2}}, out.hit).ok());
    EXPECT_FALSE(move_along_surface(mesh, {.start = start, .end = {1, 0, 2}}, out.move).ok());
    EXPECT_FALSE(collect_reachable(mesh, scratch, {.start = start}, out.polygons).ok());
    EXPECT_TRUE(std::isnan(surface_height(mesh, start, 1, 1)));
    const std::vector<SurfaceStep> steps{{.position = {0.5, 0, 0.5}, .normal = {0, 1, 0}, .polygon = {0, 0}}};
    PathClearance clearance;
    EXPECT_FALSE(measure_clearance(mesh, scratch, {.steps = steps, .radius = 1}, clearance).ok());
    for (const uint32_t revision : {mesh.revision, kAnyRevision}) {
        start.revision = revision;
        EXPECT_TRUE(has_point(mesh, start));
        EXPECT_TRUE(raycast(mesh, {.start = start, .end = {1, 0, 2}}, out.hit).ok());
    }
    PointSampler sampler;
    sampler.fallback = start;
    RandomSequence random{1};
    EXPECT_FALSE(random_point(mesh, sampler, random)) << "a sampler without a revision";
    sampler.revision = mesh.revision;
    EXPECT_TRUE(random_point(mesh, sampler, random));
}

// Static meshes have no revisions, so a point of another mesh cannot be detected. It must still be harmless.
TEST(InvalidReferences, PointsOfAnotherStaticMeshAreHarmless) {
    for (uint64_t seed = 0; seed < support::rounds(20); ++seed) {
        support::Random random(seed);
        const NavMesh mesh = support::random_mesh(random), other = support::random_mesh(random);
        SearchScratch scratch;
        support::LocalResults out;
        for (int i = 0; i < 20; ++i) {
            const PolygonRef polygon = support::random_polygon(random, other);
            const SurfacePoint point{polygon, support::random_surface_point(random, other, polygon), 0, other.revision};
            const bool has = has_polygon(mesh, polygon);
            EXPECT_EQ(has_point(mesh, point), has);
            EXPECT_EQ(raycast(mesh, {.start = point, .end = support::random_point(random, other)}, out.hit).ok(), has);
            EXPECT_EQ(move_along_surface(mesh, {.start = point, .end = {1, 0, 2}}, out.move).ok(), has);
            EXPECT_EQ(find_nearest_wall(mesh, scratch, {.start = point}, out.wall).ok(), has);
            EXPECT_EQ(polygons_within_distance(mesh, scratch, {.start = point, .max_distance = 3}, out.within).ok(), has);
            EXPECT_EQ(sample_circle(mesh, scratch, {point, {1, 0, 1}, 2}, out.sampler).ok(), has);
            EXPECT_EQ(std::isfinite(surface_height(mesh, point, 1, 1)), has);
        }
    }
}

TEST(InvalidReferences, PointsAndDistancesOutOfRangeFindNothing) {
    const NavMesh mesh = support::mesh_from_picture({"..", ".."});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(find_nearest(mesh, {1, 0, 1}).has_value());
    for (const DVec3 bad : {DVec3{nan, 0, 1}, DVec3{1, 0, 2e15}}) {
        EXPECT_FALSE(find_nearest(mesh, bad).has_value());
        EXPECT_FALSE(find_floor(mesh, bad).has_value());
    }
    for (const double bad : {nan, -1.0}) {
        EXPECT_FALSE(find_nearest(mesh, {1, 0, 1}, {.max_distance = bad}).has_value());
        EXPECT_FALSE(find_floor(mesh, {1, 0, 1}, {.max_above = bad}).has_value());
        EXPECT_FALSE(find_floor(mesh, {1, 0, 1}, {.max_below = bad}).has_value());
    }
}

TEST(InvalidReferences, SearchEndsIfItsScratchOrMeshWasReplaced) {
    const NavMesh mesh = support::mesh_from_picture({"......", ".####.", "......"}), other = support::mesh_from_picture({".."});
    SearchScratch scratch;
    const PathRequest request{.start = {0.5, 0, 0.5}, .goal = {5, 0, 2.5}};
    Path path;
    PathSearch search;
    EXPECT_TRUE(step_path(mesh, scratch, search, 1)) << "a search that was not begun";
    finish_path(mesh, scratch, search, path);
    EXPECT_EQ(path.status, PathStatus::none);
    ASSERT_TRUE(begin_path(mesh, scratch, request, search).ok());
    EXPECT_TRUE(step_path(other, scratch, search, 1)) << "another mesh";
    search = {};
    ASSERT_TRUE(begin_path(mesh, scratch, request, search).ok());
    ASSERT_TRUE(find_path(mesh, scratch, request).ok());
    EXPECT_TRUE(step_path(mesh, scratch, search, 1)) << "another search";
    finish_path(mesh, scratch, search, path);
    EXPECT_EQ(path.status, PathStatus::none);
    EXPECT_EQ(path.reason, "the scratch or the mesh was replaced during the search; search again");
}

TEST(InvalidReferences, SearchEndsIfItIsContinuedWithTheScratchOfAnotherSearch) {
    const NavMesh mesh = support::mesh_from_picture({"......", ".####.", "......"});
    SearchScratch first_scratch, second_scratch;
    const PathRequest request{.start = {0.5, 0, 0.5}, .goal = {5, 0, 2.5}};
    PathSearch first, second;
    ASSERT_TRUE(begin_path(mesh, first_scratch, request, first).ok());
    ASSERT_TRUE(begin_path(mesh, second_scratch, request, second).ok());
    Path path;
    EXPECT_TRUE(step_path(mesh, second_scratch, first, 1));
    finish_path(mesh, second_scratch, first, path);
    EXPECT_EQ(path.status, PathStatus::none);
    while (!step_path(mesh, second_scratch, second, 1)) {
    }
    finish_path(mesh, second_scratch, second, path);
    EXPECT_EQ(path.status, PathStatus::complete);
}

// The second search finds no start, but it has already replaced the ground that keeps the clearance.
TEST(InvalidReferences, SearchEndsIfTheGroundForItsClearanceWasReplaced) {
    const NavMesh mesh = support::mesh_from_picture({"......", ".####.", "......"});
    SearchScratch scratch;
    PathSearch first, second;
    ASSERT_TRUE(begin_path(mesh, scratch, {.start = {0.5, 0, 0.5}, .goal = {5, 0, 2.5}, .clearance = 0.1}, first).ok());
    ASSERT_FALSE(first.done);
    const PathRequest far{.start = {99, 0, 99}, .goal = {5, 0, 2.5}, .snap = 1, .clearance = 0.2};
    ASSERT_TRUE(begin_path(mesh, scratch, far, second).ok());
    EXPECT_TRUE(second.done);
    EXPECT_TRUE(step_path(mesh, scratch, first, 1));
    Path path;
    finish_path(mesh, scratch, first, path);
    EXPECT_EQ(path.status, PathStatus::none);
}

}  // namespace
}  // namespace navspan
