// Tests the invariants of paths on random meshes.

#include <gtest/gtest.h>

#include "navspan/query/path.h"
#include "query/search/astar.h"
#include "query/state.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/path_checks.h"
#include "support/checks/short_calls.h"
#include "support/oracles/path_oracles.h"

namespace navspan {
namespace {

using support::Random;

TEST(PathInvariants, RandomPathsKeepInvariants) {
    SearchScratch scratch;
    for (uint64_t seed = 0; seed < 150; ++seed) {
        Random random(seed);
        const NavMesh mesh = seed % 5 == 0 ? support::make_mesh(support::spiral_soup(3), &random)
                                           : support::random_mesh(random, {.floors = 1 + int(seed % 2), .areas = 3});
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        if (seed % 3 == 1) filter.area_cost[2] = 5;
        if (seed % 6 == 1) filter.area_cost[1] = 0;
        for (int i = 0; i < 20; ++i) {
            PathRequest request{
                .start = support::random_point(random, mesh), .goal = support::random_point(random, mesh), .filter = &filter};
            if (i % 2) request.method = i % 4 == 1 ? PathMethod::astar : PathMethod::weighted;
            const Result<Path> path = find_path(mesh, scratch, request);
            ASSERT_TRUE(path.ok());
            CheckReport report;
            support::check_path(mesh, filter, request, *path, report);
            ASSERT_TRUE(report.ok()) << "seed " << seed << " query " << i << ": " << report.failures.front();
        }
    }
}

TEST(PathInvariants, RandomPathsOverLinksKeepInvariants) {
    SearchScratch scratch;
    size_t taken = 0;
    for (uint64_t seed = 0; seed < 150; ++seed) {
        Random random(seed);
        const NavMesh plain = support::random_mesh(random, {.floors = 1 + int(seed % 2), .areas = 2});
        const NavMesh mesh = support::with_random_links(random, plain, random.between(1, 12), seed % 3 == 0);
        QueryFilter filter = default_filter(mesh);
        if (seed % 4 == 1) filter.area_cost[2] = 5;
        for (int i = 0; i < 20; ++i) {
            PathRequest request{
                .start = support::random_point(random, mesh), .goal = support::random_point(random, mesh), .filter = &filter};
            if (i % 2) request.method = PathMethod::astar;
            const Result<Path> path = find_path(mesh, scratch, request);
            ASSERT_TRUE(path.ok());
            CheckReport report;
            support::check_path(mesh, filter, request, *path, report);
            ASSERT_TRUE(report.ok()) << "seed " << seed << " query " << i << ": " << report.failures.front();
            taken += path->links.size();
        }
    }
    EXPECT_GT(taken, 300u);
}

TEST(PathInvariants, CorridorCostEqualsDijkstra) {
    AStarScratch scratch;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        NavMesh mesh = support::random_mesh(random, {.columns = 5, .rows = 5, .areas = 4});
        if (seed % 3) mesh = support::with_random_links(random, mesh, random.between(1, 8), seed % 3 == 1);
        QueryFilter filter = default_filter(mesh);
        for (int id = 1; id <= 4; ++id)
            filter.area_cost[size_t(id)] = seed % 2 ? random.real(0, 5) : 1;
        for (int i = 0; i < 5; ++i) {
            const DVec3 from = support::random_point(random, mesh), to = support::random_point(random, mesh);
            const auto start = find_nearest(mesh, from), goal = find_nearest(mesh, to);
            const Corridor corridor = find_corridor(mesh, {*start, *goal, to, &filter}, scratch);
            const auto expected = support::dijkstra_cost(mesh, filter, *start, *goal);
            ASSERT_EQ(corridor.complete, expected.has_value()) << "seed " << seed;
            if (expected) {
                EXPECT_NEAR(corridor.cost, *expected, 1e-9 * (1 + *expected)) << "seed " << seed;
            }
        }
    }
}

TEST(PathInvariants, WeightedPathNeverCostsMore) {
    SearchScratch scratch;
    double better = 0;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 8, .rows = 8, .areas = 4});
        QueryFilter filter = default_filter(mesh);
        for (size_t id = 1; id <= 4; ++id)
            filter.area_cost[id] = random.real(0.2, 5);
        for (int i = 0; i < 10; ++i) {
            PathRequest request{.start = support::random_point(random, mesh),
                                .goal = support::random_point(random, mesh),
                                .filter = &filter,
                                .method = PathMethod::weighted};
            const Result<Path> weighted = find_path(mesh, scratch, request);
            request.method = PathMethod::astar;
            const Result<Path> astar = find_path(mesh, scratch, request);
            EXPECT_EQ(weighted->corridor.polygons, astar->corridor.polygons);
            EXPECT_LE(weighted->cost, astar->cost * (1 + 1e-9)) << "seed " << seed << " query " << i;
            if (weighted->cost < 0.999 * astar->cost) ++better;
        }
    }
    EXPECT_GT(better, 300);
}

TEST(PathInvariants, ExactPathIsNeverLonger) {
    SearchScratch scratch;
    int shorter = 0;
    for (uint64_t seed = 0; seed < support::rounds(100); ++seed) {
        Random random(seed);
        NavMesh mesh = support::random_mesh(random, {.columns = 8, .rows = 8, .floors = 1 + int(seed % 2)});
        if (seed % 3 == 0) mesh = support::with_random_links(random, mesh, 6, seed % 2 == 0);
        for (int i = 0; i < 10; ++i) {
            PathRequest request{.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)};
            const Result<Path> exact = find_path(mesh, scratch, request);
            request.method = PathMethod::astar;
            const Result<Path> astar = find_path(mesh, scratch, request);
            ASSERT_EQ(exact->method, PathMethod::exact);
            EXPECT_EQ(exact->status, astar->status);
            EXPECT_NEAR(exact->gap, astar->gap, 1e-9);
            EXPECT_NEAR(exact->cost, exact->corridor.cost, 1e-5) << "seed " << seed << " query " << i;
            EXPECT_LE(exact->cost, astar->cost * (1 + 1e-9) + 1e-6) << "seed " << seed << " query " << i;
            if (exact->cost < 0.999 * astar->cost) ++shorter;
        }
    }
    EXPECT_GT(shorter, support::kSanitized ? 5 : 50);
}

TEST(PathInvariants, ReusedScratchGivesTheSameAnswer) {
    SearchScratch used;
    for (uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = random.between(2, 8)});
        const PathRequest request{.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)};
        SearchScratch fresh;
        if (seed == 25) used.state().astar.entered.stamp = used.state().exact.stamp = 0xffffffffu;
        const Result<Path> a = find_path(mesh, used, request), b = find_path(mesh, fresh, request);
        EXPECT_EQ(a->points, b->points);
        EXPECT_EQ(a->corridor.polygons, b->corridor.polygons);
        EXPECT_EQ(a->length_3d, b->length_3d);
    }
}

TEST(PathInvariants, OmittingSurfacePointsChangesNothingElse) {
    SearchScratch scratch;
    for (uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        NavMesh mesh = support::random_mesh(random, {.floors = 1 + int(seed % 2), .areas = 3});
        if (seed % 3) mesh = support::with_random_links(random, mesh, random.between(1, 8), seed % 3 == 1);
        QueryFilter filter = default_filter(mesh);
        filter.area_cost[2] = 5;
        for (const PathMethod method : {PathMethod::astar, PathMethod::weighted, PathMethod::automatic}) {
            PathRequest request{.start = support::random_point(random, mesh),
                                .goal = support::random_point(random, mesh),
                                .filter = &filter,
                                .method = method};
            const Result<Path> with = find_path(mesh, scratch, request);
            request.surface = false;
            const Result<Path> without = find_path(mesh, scratch, request);
            ASSERT_TRUE(with.ok() && without.ok());
            EXPECT_EQ(without->points, with->points) << "seed " << seed;
            EXPECT_EQ(without->cost, with->cost) << "seed " << seed;
            EXPECT_EQ(without->length_xz, with->length_xz) << "seed " << seed;
            EXPECT_LE(without->length_3d, with->length_3d * (1 + 1e-9) + 1e-9) << "seed " << seed;
            EXPECT_TRUE(without->surface_points.empty() && without->surface_polygons.empty());
            ASSERT_EQ(without->links.size(), with->links.size()) << "seed " << seed;
            for (size_t i = 0; i < with->links.size(); ++i)
                EXPECT_EQ(without->links[i].point, with->links[i].point) << "seed " << seed;
        }
    }
}

TEST(PathInvariants, SlicesEqualOneCall) {
    SearchScratch scratch, sliced;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 8, .rows = 8, .areas = 3});
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 1) filter.area_cost[2] = 5;
        for (int i = 0; i < 9; ++i) {
            PathRequest request{.start = support::random_point(random, mesh),
                                .goal = support::random_point(random, mesh),
                                .filter = &filter,
                                .method = i % 3 ? PathMethod::automatic : PathMethod::astar};
            const Result<Path> whole = find_path(mesh, scratch, request);
            PathSearch search;
            ASSERT_TRUE(begin_path(mesh, sliced, request, search).ok());
            PathSearch elsewhere = search;  // a search can be copied
            int slices = 1;
            while (!step_path(mesh, sliced, elsewhere, uint64_t(random.between(1, 5))))
                ++slices;
            Path path;
            finish_path(mesh, sliced, elsewhere, path);
            EXPECT_EQ(path.points, whole->points) << "seed " << seed;
            EXPECT_EQ(path.surface_points, whole->surface_points);
            EXPECT_EQ(path.corridor.polygons, whole->corridor.polygons);
            EXPECT_EQ(path.corridor.expanded, whole->corridor.expanded);
            EXPECT_EQ(path.reason, whole->reason);
            EXPECT_EQ(path.cost, whole->cost);
        }
    }
}

TEST(PathInvariants, SearchEndedEarlyGivesAPartialPath) {
    SearchScratch scratch;
    int partial = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 8, .rows = 8});
        const PathRequest request{.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)};
        for (uint64_t nodes = 0; nodes < 30; nodes += 3) {
            PathSearch search;
            ASSERT_TRUE(begin_path(mesh, scratch, request, search).ok());
            step_path(mesh, scratch, search, nodes);
            Path path;
            finish_path(mesh, scratch, search, path);
            CheckReport report;
            support::check_path(mesh, default_filter(mesh), request, path, report);
            ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures.front();
            if (path.reason == "the search was stopped before it reached the goal") ++partial;
        }
    }
    EXPECT_GT(partial, 50);
}

}  // namespace
}  // namespace navspan
