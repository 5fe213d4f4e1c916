#include "navspan/query/path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/path_checks.h"

namespace navspan {
namespace {

using support::mesh_from_picture;

Path path_between(const NavMesh& mesh, DVec3 from, DVec3 to, const QueryFilter* filter = nullptr) {
    SearchScratch scratch;
    const Result<Path> path = find_path(mesh, scratch, {.start = from, .goal = to, .filter = filter});
    EXPECT_TRUE(path.ok());
    return path.ok() ? *path : Path{};
}

TEST(Path, GoesStraightIfNothingBlocks) {
    const Path path = path_between(mesh_from_picture({"....", "....", "...."}), {0.1, 0, 0.1}, {3.9, 0, 2.9});
    ASSERT_EQ(path.status, PathStatus::complete);
    EXPECT_EQ(path.points.size(), 2u);
    EXPECT_NEAR(path.length_xz, std::hypot(3.8, 2.8), 1e-12);
    EXPECT_GE(path.surface_points.size(), 5u);
}

TEST(Path, TurnsAtCorners) {
    const Path path = path_between(mesh_from_picture({"...", ".#.", ".#."}), {0.5, 0, 2.5}, {2.5, 0, 2.5});
    ASSERT_EQ(path.status, PathStatus::complete);
    ASSERT_EQ(path.points.size(), 4u);
    EXPECT_EQ(path.points[1], (DVec3{1, 0, 1}));
    EXPECT_EQ(path.points[2], (DVec3{2, 0, 1}));
    EXPECT_NEAR(path.length_xz, 1 + 2 * std::hypot(0.5, 1.5), 1e-12);
}

TEST(Path, ShortPathsHaveExactLengths) {
    const NavMesh mesh = mesh_from_picture({"..", ".."});
    const Path path = path_between(mesh, {1 - 1e-7, 0, 0.5}, {1 + 1e-7, 0, 0.5 + 1e-7});
    EXPECT_NEAR(path.length_xz / std::hypot(2e-7, 1e-7), 1, 1e-6);
}

TEST(Path, LengthsFollowHeights) {
    support::PolygonSoup soup = support::soup_from_picture({"..."});
    for (auto& corner : soup.corners)
        corner.y = corner.x == 4 || corner.x == 8 ? 1.f : 0.f;
    const Path path = path_between(support::make_mesh(soup), {0, 0, 0.5}, {3, 0, 0.5});
    EXPECT_NEAR(path.length_xz, 3, 1e-12);
    EXPECT_NEAR(path.length_3d, 1 + 2 * std::sqrt(2), 1e-9);
    ASSERT_EQ(path.surface_points.size(), 4u);
    EXPECT_EQ(path.surface_points[1].y, 1);
}

TEST(Path, StartEqualToGoalIsAPathOfLengthZero) {
    const Path path = path_between(mesh_from_picture({".."}), {0.5, 0, 0.5}, {0.5, 0, 0.5});
    EXPECT_EQ(path.status, PathStatus::complete);
    EXPECT_EQ(path.points.size(), 2u);
    EXPECT_EQ(path.length_3d, 0);
    const Path corner = path_between(mesh_from_picture({"..", ".."}), {1, 0, 1}, {1, 0, 1});
    EXPECT_EQ(corner.status, PathStatus::complete);
    EXPECT_EQ(corner.length_3d, 0);
}

TEST(Path, AnUnreachableGoalGivesThePathToTheNearestPoint) {
    const Path path = path_between(mesh_from_picture({"..#..", "..#.."}), {0.5, 0, 0.5}, {4.5, 0, 1.25});
    EXPECT_EQ(path.status, PathStatus::partial);
    EXPECT_EQ(path.reason, "the goal is on another island");
    EXPECT_EQ(path.points.back(), (DVec3{2, 0, 1.25}));
    EXPECT_NEAR(path.gap, 2.5, 1e-12);
}

TEST(Path, FilterCanBlockThePath) {
    const NavMesh mesh = mesh_from_picture({".1.", ".1."});
    QueryFilter filter = default_filter(mesh);
    filter.excluded_areas = 1u << 1;
    const Path path = path_between(mesh, {0.5, 0, 0.5}, {2.5, 0, 1.25}, &filter);
    EXPECT_EQ(path.status, PathStatus::partial);
    EXPECT_EQ(path.reason, "the filter blocks every path to the goal");
    EXPECT_EQ(path.points.back(), (DVec3{1, 0, 1.25}));
    filter.excluded_areas = 0;
    filter.exclude_flags = 1;
    EXPECT_EQ(path_between(mesh, {0.5, 0, 0.5}, {2.5, 0, 1.25}, &filter).status, PathStatus::none);
}

TEST(Path, CostsDecideTheSideOfAnObstacle) {
    const NavMesh mesh = mesh_from_picture({".....", ".###.", ".111.", ".###.", "....."});
    QueryFilter filter = default_filter(mesh);
    const DVec3 from{0.5, 0, 2.5}, to{4.5, 0, 2.5};
    EXPECT_NEAR(path_between(mesh, from, to, &filter).length_xz, 4, 1e-12);
    filter.area_cost[1] = 10;
    const Path round = path_between(mesh, from, to, &filter);
    EXPECT_GT(round.length_xz, 5);
    EXPECT_NEAR(round.cost, round.length_xz, 1e-12);
}

TEST(Path, TheMethodFollowsTheCosts) {
    const NavMesh mesh = mesh_from_picture({".1.#2", ".1.#2"});
    QueryFilter filter = default_filter(mesh);
    SearchScratch scratch;
    const auto ask = [&](PathMethod method) {
        return find_path(mesh, scratch, {.start = {0.5, 0, 0.5}, .goal = {2.5, 0, 0.5}, .filter = &filter, .method = method});
    };
    // The cost of an area matters only if the island of the path has this area.
    filter.area_cost[2] = 7;
    EXPECT_EQ(ask(PathMethod::automatic)->method, PathMethod::exact);
    filter.area_cost[1] = 2;
    EXPECT_EQ(ask(PathMethod::automatic)->method, PathMethod::weighted);
    EXPECT_EQ(ask(PathMethod::astar)->method, PathMethod::astar);
    ASSERT_FALSE(ask(PathMethod::exact).ok());
    EXPECT_EQ(ask(PathMethod::exact).error().kind, ErrorKind::usage);
    // The cost of an area that the filter excludes does not matter either.
    filter.excluded_areas = 1u << 1;
    EXPECT_EQ(ask(PathMethod::automatic)->method, PathMethod::exact);
}

TEST(Path, LinkIsUsedIfItIsCheaper) {
    // Without a link, the path leads around the wall.
    const NavMesh plain = mesh_from_picture({".#.", ".#.", "..."});
    const SurfacePoint from = *find_nearest(plain, {0.5, 0, 0.5}), to = *find_nearest(plain, {2.5, 0, 0.5});
    SearchScratch scratch;
    for (const double cost : {0.0, 1.5, 9.0}) {
        const Result<NavMesh> mesh = with_links(plain, {{.from = from.polygon,
                                                         .to = to.polygon,
                                                         .start = {0.75, 0, 0.5},
                                                         .end = {2.25, 0, 0.5},
                                                         .cost = cost,
                                                         .flags = 1,
                                                         .area = 63}});
        ASSERT_TRUE(mesh.ok()) << mesh.error().message;
        const Path there = path_between(*mesh, from.position, to.position);
        EXPECT_EQ(there.status, PathStatus::complete);
        if (cost == 9) {
            EXPECT_TRUE(there.links.empty());
            continue;
        }
        ASSERT_EQ(there.links, (std::vector<PathLink>{{0, 1, 1}}));
        EXPECT_EQ(there.points, (std::vector<DVec3>{{0.5, 0, 0.5}, {0.75, 0, 0.5}, {2.25, 0, 0.5}, {2.5, 0, 0.5}}));
        EXPECT_NEAR(there.length_xz, 0.5, 1e-12);
        EXPECT_NEAR(there.cost, 0.5 + cost, 1e-12);
        // The link is one-way, so the path back must not use it.
        EXPECT_TRUE(path_between(*mesh, to.position, from.position).links.empty());
        QueryFilter filter = default_filter(*mesh);
        filter.area_cost[63] = 2;
        EXPECT_NEAR(path_between(*mesh, from.position, to.position, &filter).cost, 1 + 2 * cost, 1e-12);
    }
}

TEST(Path, LinkConnectsIslandsInOneDirection) {
    const NavMesh plain = mesh_from_picture({".#.", ".#."});
    const SurfacePoint from = *find_nearest(plain, {0.5, 0, 0.5}), to = *find_nearest(plain, {2.5, 0, 0.5});
    const Result<NavMesh> mesh = with_links(
        plain, {{.from = from.polygon, .to = to.polygon, .start = from.position, .end = to.position, .cost = 3, .area = 63}});
    ASSERT_TRUE(mesh.ok());
    EXPECT_EQ(path_between(*mesh, {0.5, 0, 1.5}, {2.5, 0, 1.5}).status, PathStatus::complete);
    const Path back = path_between(*mesh, {2.5, 0, 1.5}, {0.5, 0, 1.5});
    EXPECT_EQ(back.status, PathStatus::partial);
    EXPECT_EQ(back.reason, "the filter or one-way links block every path to the goal");
    EXPECT_EQ(back.points.back(), (DVec3{2, 0, 1.5}));
}

TEST(Path, ExcludedStartSnapsToTheNearestAdmittedGround) {
    const NavMesh mesh = mesh_from_picture({"1..", "1.."});
    QueryFilter filter = default_filter(mesh);
    filter.excluded_areas = 1u << 1;
    SearchScratch scratch;
    for (const PathMethod method : {PathMethod::automatic, PathMethod::exact, PathMethod::weighted, PathMethod::astar}) {
        PathRequest request{.start = {0.25, 0, 0.5}, .goal = {2.5, 0, 0.5}, .filter = &filter, .method = method};
        const Result<Path> path = find_path(mesh, scratch, request);
        ASSERT_TRUE(path.ok());
        EXPECT_EQ(path->status, PathStatus::complete);
        EXPECT_EQ(path->points.front(), (DVec3{1, 0, 0.5}));
        EXPECT_NEAR(path->start_gap, 0.75, 1e-12);
        request.snap = 0.5;
        EXPECT_EQ(find_path(mesh, scratch, request)->status, PathStatus::none);
    }
}

TEST(Path, AnyRadiusGivesAnAnswer) {
    const NavMesh mesh = mesh_from_picture({"..", ".."});
    SearchScratch scratch;
    for (const double snap : {0.0, 1e-300, 1e9, 1e300}) {
        const Result<Path> path = find_path(mesh, scratch, {.start = {0.5, 0, 0.5}, .goal = {1.5, 0, 1.5}, .snap = snap});
        ASSERT_TRUE(path.ok());
        EXPECT_EQ(path->status, PathStatus::complete) << snap;
        const Result<Path> off = find_path(mesh, scratch, {.start = {0.5, 1, 0.5}, .goal = {1.5, 0, 1.5}, .snap = snap});
        EXPECT_EQ(off->status, snap < 1 ? PathStatus::none : PathStatus::complete) << snap;
    }
}

TEST(Path, GoalOnTheBorderOfTwoIslandsIsReachedFromBoth) {
    // Two islands touch at one point, which is the goal.
    const NavMesh mesh = mesh_from_picture({".#", "#."});
    ASSERT_EQ(mesh.islands.size(), 2u);
    EXPECT_EQ(path_between(mesh, {0.5, 0, 0.5}, {1, 0, 1}).status, PathStatus::complete);
    EXPECT_EQ(path_between(mesh, {1.5, 0, 1.5}, {1, 0, 1}).status, PathStatus::complete);
    EXPECT_EQ(path_between(mesh, {1, 0, 1}, {1.5, 0, 1.5}).status, PathStatus::complete);
    EXPECT_EQ(path_between(mesh, {1, 0, 1}, {0.5, 0, 0.5}).status, PathStatus::complete);
    EXPECT_EQ(path_between(mesh, {0.5, 0, 0.5}, {1.5, 0, 1.5}).status, PathStatus::partial);
}

TEST(Path, OffTheMeshItStartsAtTheNearestPoint) {
    const Path path = path_between(mesh_from_picture({".."}), {-3, 0, 0.5}, {5, 4, 0.5});
    EXPECT_EQ(path.status, PathStatus::complete);
    EXPECT_EQ(path.points.front(), (DVec3{0, 0, 0.5}));
    EXPECT_EQ(path.points.back(), (DVec3{2, 0, 0.5}));
    EXPECT_NEAR(path.start_gap, 3, 1e-12);
    EXPECT_NEAR(path.gap, 5, 1e-12);
}

TEST(Path, SnapDistanceIsRespected) {
    const NavMesh mesh = mesh_from_picture({".."});
    SearchScratch scratch;
    const Result<Path> path = find_path(mesh, scratch, {.start = {0.5, 0, 0.5}, .goal = {5, 0, 0.5}, .snap = 2});
    ASSERT_TRUE(path.ok());
    EXPECT_EQ(path->status, PathStatus::none);
    EXPECT_EQ(path->reason, "no admitted polygon near the goal (within the snap distance)");
}

TEST(Path, InvalidQueriesAreErrors) {
    const NavMesh mesh = mesh_from_picture({".."});
    SearchScratch scratch;
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(find_path(mesh, scratch, {.start = {nan, 0, 0}, .goal = {}}).error().message,
              "the start must be three finite numbers within 1e15");
    EXPECT_EQ(find_path(mesh, scratch, {.start = {}, .goal = {0, infinity, 0}}).error().kind, ErrorKind::usage);
    EXPECT_FALSE(find_path(mesh, scratch, {.start = {}, .goal = {}, .snap = -1}).ok());
    EXPECT_FALSE(find_path(mesh, scratch, {.start = {}, .goal = {}, .snap = nan}).ok());
    QueryFilter filter = default_filter(mesh);
    for (const double cost : {-1.0, 1e307, nan}) {
        filter.area_cost[3] = cost;
        EXPECT_EQ(find_path(mesh, scratch, {.start = {}, .goal = {}, .filter = &filter}).error().message,
                  "the cost of area 3 must be a number from 0 to 1000000");
    }
}

TEST(Path, AnEmptyMeshHasNoPath) {
    const Result<NavMesh> mesh = link_tiles({}, support::make_info());
    const Path path = path_between(*mesh, {0, 0, 0}, {1, 0, 0});
    EXPECT_EQ(path.status, PathStatus::none);
    EXPECT_EQ(path.reason, "the mesh is empty");
}

TEST(Path, FarPointsAreAccepted) {
    const Path path = path_between(mesh_from_picture({".."}), {-1e12, 1e12, 1e12}, {1e12, 0, 0});
    EXPECT_EQ(path.status, PathStatus::complete);
    EXPECT_EQ(path.points.front(), (DVec3{0, 0, 1}));
}

TEST(Path, CrossesSeams) {
    support::PolygonSoup left = support::soup_from_picture({"....", "...."}),
                         right = support::soup_from_picture({"....", "#..."});
    left.seams = right.seams = true;
    left.width = right.width = 16;
    left.depth = right.depth = 8;
    right.frame.x0 = 16;
    right.tile_x = 1;
    const Result<NavMesh> mesh = link_tiles({support::make_tile(left), support::make_tile(right)}, support::make_info());
    ASSERT_TRUE(mesh.ok());
    const PathRequest request{.start = {0.5, 0, 1.9}, .goal = {7.5, 0, 1.9}};
    const Path path = path_between(*mesh, request.start, request.goal);
    EXPECT_EQ(path.status, PathStatus::complete);
    ASSERT_EQ(path.points.size(), 4u);
    EXPECT_EQ(path.points[1], (DVec3{4, 0, 1}));
    EXPECT_EQ(path.points[2], (DVec3{5, 0, 1}));
    CheckReport report;
    support::check_path(*mesh, default_filter(*mesh), request, path, report);
    EXPECT_TRUE(report.ok()) << report.failures.front();
}

TEST(Path, LeadsUpASpiral) {
    const NavMesh mesh = support::make_mesh(support::spiral_soup(3));
    const Path path = path_between(mesh, {1, 0, 1}, {1, 8, 1});
    EXPECT_EQ(path.status, PathStatus::complete);
    EXPECT_GT(path.length_xz, 14);
    EXPECT_GT(path.length_3d, path.length_xz);
}

}  // namespace
}  // namespace navspan
