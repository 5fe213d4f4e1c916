// Tests paths with a clearance on random meshes.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "navmesh/clearance/mesh.h"
#include "navspan/query/path.h"
#include "navspan/query/surface_path.h"
#include "navspan/query/walls.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/path_checks.h"

namespace navspan {
namespace {

using support::mesh_from_picture;
using support::Random;

// Expects that a path is sound and keeps the clearance from every boundary edge.
void expect_clear(const NavMesh& mesh, const Path& path, double clearance) {
    SearchScratch scratch;
    CheckReport report;
    support::check_surface_points(mesh, path, report);
    EXPECT_TRUE(report.ok()) << report.failures.front();
    for (size_t k = 0; k < path.corridor.portals.size(); ++k) {
        const EdgeRef portal = path.corridor.portals[k];
        const PolygonRef from = path.corridor.polygons[k], to = path.corridor.polygons[k + 1];
        if (is_link(portal)) {
            EXPECT_EQ(mesh.links[portal.edge].from, from);
            EXPECT_EQ(mesh.links[portal.edge].to, to);
        } else {
            EXPECT_EQ(polygon_at(mesh, portal), from);
            EXPECT_EQ(polygon_at(mesh, twin_of(mesh, portal)), to);
        }
    }
    std::vector<SurfaceStep> steps;
    const Status walked = surface_path(mesh, path, true, scratch, steps);
    ASSERT_TRUE(walked.ok()) << walked.error().message;
    QueryFilter everything = default_filter(mesh);
    everything.include_flags = 0xffff;
    PathClearance measured;
    ASSERT_TRUE(measure_clearance(mesh, scratch, {.steps = steps, .radius = clearance, .filter = &everything}, measured).ok());
    EXPECT_FALSE(measured.found) << "distance " << measured.distance << ", clearance " << clearance;
}

NavMesh random_linked_level(Random& random, uint64_t seed) {
    if (seed % 4 == 0) return support::make_mesh(support::spiral_soup(3, 12), &random);
    const NavMesh mesh = support::random_mesh(random, {.hole = 0.1, .floors = 1 + int(seed % 2), .areas = 3});
    return seed % 4 == 1 ? support::with_random_links(random, mesh, 4) : mesh;
}

TEST(PathClearance, NoPathIsCloserToABoundaryEdge) {
    SearchScratch scratch;
    const uint64_t seeds = support::rounds(200);
    uint64_t turning = 0, over_links = 0;
    for (uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const NavMesh mesh = random_linked_level(random, seed);
        const double clearance = random.real(0.05, 1.2);
        QueryFilter filter = default_filter(mesh);
        filter.area_cost[2] = seed % 3 ? 1 : 4;
        const Result<ClearanceMesh> wide = with_clearance(mesh, clearance);
        ASSERT_TRUE(wide.ok()) << wide.error().message;
        const Status valid = validate_nav_mesh(wide->ground);
        ASSERT_TRUE(valid.ok()) << valid.error().message;
        for (int i = 0; i < 10; ++i) {
            PathRequest request{.start = support::random_point(random, mesh),
                                .goal = support::random_point(random, mesh),
                                .filter = &filter,
                                .clearance = clearance,
                                .surface = i % 4 != 0};
            if (i % 3 == 0) request.method = PathMethod::astar;
            const Result<Path> path = find_path(mesh, scratch, request);
            ASSERT_TRUE(path.ok()) << path.error().message;
            if (path->points.empty()) continue;
            turning += path->points.size() > 2;
            over_links += path->links.size();
            if (request.surface) expect_clear(mesh, *path, clearance);
        }
    }
    EXPECT_GT(turning, 2 * seeds);
    EXPECT_GT(over_links, 0u);
}

TEST(PathClearance, ZeroEqualsARequestWithoutClearance) {
    SearchScratch used, fresh;
    Random random(1);
    const NavMesh mesh = random_linked_level(random, 2);
    for (int i = 0; i < 20; ++i) {
        PathRequest request{.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)};
        const Result<Path> plain = find_path(mesh, fresh, request);
        request.clearance = 0.5;
        ASSERT_TRUE(find_path(mesh, used, request).ok());
        request.clearance = 0;
        const Result<Path> zero = find_path(mesh, used, request);
        EXPECT_EQ(zero->points, plain->points);
        EXPECT_EQ(zero->corridor.polygons, plain->corridor.polygons);
        EXPECT_EQ(zero->length_3d, plain->length_3d);
    }
}

// Builds a corridor of width 2 [wu] that turns around a pillar, next to a shortcut of width 1 [wu]. A character is a square of
// 1 x 1 wu.
NavMesh two_passages() {
    return mesh_from_picture({"..........",  //
                              "..........",  //
                              "..######..",  //
                              "..#....#..",  //
                              "..........",  //
                              "..######..",  //
                              "..........",  //
                              ".........."});
}

TEST(PathClearance, TakesTheNarrowPassageOnlyIfItIsWideEnough) {
    const NavMesh mesh = two_passages();
    SearchScratch scratch;
    PathRequest request{.start = {1, 0, 4.5}, .goal = {9, 0, 4.5}, .clearance = 0.45};
    const Result<Path> narrow = find_path(mesh, scratch, request);
    ASSERT_EQ(narrow->status, PathStatus::complete);
    EXPECT_NEAR(narrow->length_xz, 8, 1e-9);
    request.clearance = 0.55;
    const Result<Path> around = find_path(mesh, scratch, request);
    ASSERT_EQ(around->status, PathStatus::complete);
    EXPECT_GT(around->length_xz, 10);
    request.clearance = 1.05;
    EXPECT_NE(find_path(mesh, scratch, request)->status, PathStatus::complete);
}

TEST(PathClearance, ReachabilityChangesWithinTheRoundingMargin) {
    // A gap between two pillars is 1 wu wide. The polygons on both sides of the gap are wider than the gap.
    const NavMesh mesh = mesh_from_picture({".....", "##.##", "....."});
    SearchScratch scratch;
    PathRequest request{.start = {2.5, 0, 0.5}, .goal = {2.5, 0, 2.5}, .clearance = 0.49};
    EXPECT_EQ(find_path(mesh, scratch, request)->status, PathStatus::complete);
    request.clearance = 0.5;
    EXPECT_NE(find_path(mesh, scratch, request)->status, PathStatus::complete);
}

TEST(PathClearance, PathBendsAroundACornerOnAnArc) {
    const NavMesh mesh = mesh_from_picture({"........", "........", "........", "........",  //
                                            "....####", "....####", "....####", "....####"});
    SearchScratch scratch;
    const double clearance = 1;
    const Result<Path> path = find_path(mesh, scratch, {.start = {7, 0, 2.5}, .goal = {2.5, 0, 7}, .clearance = clearance});
    ASSERT_EQ(path->status, PathStatus::complete);
    expect_clear(mesh, *path, clearance);
    // The shortest path consists of two tangents to the circle around the corner (4, 4), and the arc between their ends.
    const double distance = std::sqrt(3.0 * 3.0 + 1.5 * 1.5), turn = 2 * std::acos(-1.0) - std::acos(-0.8);
    const double shortest = 2 * std::sqrt(distance * distance - 1) + turn - 2 * std::acos(1 / distance);
    EXPECT_GE(path->length_xz, shortest - 1e-9);
    EXPECT_LE(path->length_xz, shortest * 1.01 + 2 * 0.25);
}

TEST(PathClearance, StartTooCloseToAWallMovesToTheNearestClearGround) {
    const NavMesh mesh = mesh_from_picture({"......", "......", "......"});
    SearchScratch scratch;
    PathRequest request{.start = {1.5, 0, 0.25}, .goal = {4, 0, 1.5}, .clearance = 1};
    const Result<Path> path = find_path(mesh, scratch, request);
    ASSERT_EQ(path->status, PathStatus::complete);
    EXPECT_NEAR(path->start_gap, 0.75, 0.02);
    expect_clear(mesh, *path, 1);
    request.snap = 0.5;
    const Result<Path> none = find_path(mesh, scratch, request);
    EXPECT_EQ(none->status, PathStatus::none);
    EXPECT_EQ(none->reason, "no admitted polygon near the start (within the snap distance)");
    request.clearance = 2;
    EXPECT_EQ(find_path(mesh, scratch, request)->reason,
              "no ground is wide enough for the clearance (within the snap distance)");
}

TEST(PathClearance, SlicesAndBatchesGiveTheSamePath) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const NavMesh mesh = random_linked_level(random, seed);
        std::vector<PathRequest> requests;
        for (int i = 0; i < 40; ++i)
            requests.push_back({.start = support::random_point(random, mesh),
                                .goal = support::random_point(random, mesh),
                                .clearance = 0.25 * (i % 3)});
        const std::vector<PathAnswer> answers = find_paths(mesh, requests, {.threads = 3});
        SearchScratch scratch;
        for (size_t i = 0; i < requests.size(); ++i) {
            const Result<Path> whole = find_path(mesh, scratch, requests[i]);
            PathSearch search;
            ASSERT_TRUE(begin_path(mesh, scratch, requests[i], search).ok());
            while (!step_path(mesh, scratch, search, 1)) {
            }
            Path sliced;
            finish_path(mesh, scratch, search, sliced);
            EXPECT_EQ(sliced.surface_points, whole->surface_points);
            EXPECT_EQ(answers[i].path.surface_points, whole->surface_points);
            EXPECT_EQ(answers[i].path.corridor.portals, whole->corridor.portals);
        }
    }
}

TEST(PathClearance, GroundDependsOnMeshAndClearanceOnly) {
    Random random(3);
    const NavMesh first = random_linked_level(random, 3), second = random_linked_level(random, 3);
    SearchScratch used;
    for (int i = 0; i < 12; ++i) {
        const NavMesh& mesh = i % 2 ? first : second;
        const PathRequest request{.start = support::random_point(random, mesh),
                                  .goal = support::random_point(random, mesh),
                                  .clearance = 0.1 * (1 + i % 3)};
        SearchScratch fresh;
        EXPECT_EQ(find_path(mesh, used, request)->points, find_path(mesh, fresh, request)->points);
    }
    const Result<ClearanceMesh> one = with_clearance(first, 0.3, 1), three = with_clearance(first, 0.3, 3);
    EXPECT_EQ(*one->ground.tiles[0], *three->ground.tiles[0]);
}

TEST(PathClearance, InvalidRequestsAreErrors) {
    const NavMesh mesh = mesh_from_picture({"....", "...."});
    SearchScratch scratch;
    for (const double clearance : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        const Result<Path> path = find_path(mesh, scratch, {.start = {1, 0, 1}, .goal = {3, 0, 1}, .clearance = clearance});
        ASSERT_FALSE(path.ok());
        EXPECT_EQ(path.error().kind, ErrorKind::usage);
        EXPECT_EQ(path.error().message, "the clearance must be a finite number >= 0");
        EXPECT_FALSE(with_clearance(mesh, clearance).ok());
    }
    EXPECT_FALSE(with_clearance(mesh, 0).ok());
    const PathRequest hubs{.start = {1, 0, 1}, .goal = {3, 0, 1}, .method = PathMethod::hubs, .clearance = 0.1};
    EXPECT_EQ(find_path(mesh, scratch, hubs).error().message,
              "the hubs method does not support a clearance; use the exact method");
    EXPECT_EQ(find_path(mesh, scratch, {.start = {1, 0, 1}, .goal = {3, 0, 1}, .clearance = 1e300})->status, PathStatus::none);
    EXPECT_EQ(find_path({}, scratch, {.start = {1, 0, 1}, .goal = {3, 0, 1}, .clearance = 1})->reason, "the mesh is empty");
}

}  // namespace
}  // namespace navspan
