// Tests that queries allocate no memory once their scratch is large enough. Counts all allocations of the process.

#include <gtest/gtest.h>

#include "allocations.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/path.h"
#include "navspan/query/surface_path.h"
#include "query/search/astar.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/oracles/local_queries.h"

namespace navspan {
namespace {

using support::Random;

// Runs the same round twice and returns the number of allocations in the second run.
template <class Round>
size_t allocations_after_warm_up(Round&& round) {
    round();
    const size_t before = allocation_count();
    round();
    return allocation_count() - before;
}

TEST(Memory, PathsAllocateNothingAfterWarmUp) {
    Random random(1);
    NavMesh mesh = support::with_random_links(random, support::random_mesh(random, {.columns = 10, .rows = 10, .areas = 4}), 5);
    QueryFilter weighted = default_filter(mesh), closed = weighted;
    weighted.area_cost[2] = 5;
    closed.excluded_areas = 1u << 1 | 1u << 2;
    std::vector<PathRequest> requests;
    for (int i = 0; i < 200; ++i) {
        requests.push_back({.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)});
        const QueryFilter* filters[] = {nullptr, &weighted, &closed};
        requests.back().filter = filters[i % 3];
        if (i % 2) requests.back().method = i % 4 == 1 ? PathMethod::weighted : PathMethod::astar;
        if (i % 20 == 5) requests.back().snap = 0;
    }
    SearchScratch scratch;
    Path path;
    size_t found = 0;
    EXPECT_EQ(allocations_after_warm_up([&] {
                  for (const PathRequest& request : requests) {
                      if (find_path(mesh, scratch, request, path).ok() && path.status == PathStatus::complete) ++found;
                  }
              }),
              0u);
    EXPECT_GT(found, 50u);
}

TEST(Memory, SlicedSearchesAllocateNothingAfterWarmUp) {
    Random random(2);
    const NavMesh mesh = support::random_mesh(random, {.columns = 10, .rows = 10});
    std::vector<PathRequest> requests;
    for (int i = 0; i < 50; ++i)
        requests.push_back({.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)});
    SearchScratch scratch;
    PathSearch search;
    Path path;
    EXPECT_EQ(allocations_after_warm_up([&] {
                  for (const PathRequest& request : requests) {
                      if (!begin_path(mesh, scratch, request, search).ok()) continue;
                      while (!step_path(mesh, scratch, search, 4)) {
                      }
                      finish_path(mesh, scratch, search, path);
                  }
              }),
              0u);
}

TEST(Memory, PathsAlongTheGroundAllocateNothingAfterWarmUp) {
    Random random(5);
    const NavMesh mesh = support::with_random_links(random, support::random_mesh(random, {.columns = 10, .rows = 10}), 5);
    std::vector<Path> paths;
    SearchScratch search;
    for (int i = 0; i < 50; ++i) {
        const PathRequest request{.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)};
        paths.push_back(*find_path(mesh, search, request));
    }
    std::vector<SurfaceStep> steps;
    SurfaceLine line;
    double sum = 0;
    EXPECT_EQ(allocations_after_warm_up([&] {
                  for (const Path& path : paths) {
                      EXPECT_TRUE(surface_path(mesh, path, /*detail=*/true, search, steps).ok());
                      EXPECT_TRUE(unfold_path(mesh, path, search, line).ok());
                      sum += surface_length(steps) + line.length_3d;
                  }
              }),
              0u);
    EXPECT_GT(sum, 0);
}

TEST(Memory, AgentsAllocateNothingAfterWarmUp) {
    Random random(6);
    const NavMesh mesh = support::random_mesh(random, {.columns = 10, .rows = 10});
    const QueryFilter filter = default_filter(mesh);
    std::vector<PathRequest> requests;
    for (int i = 0; i < 20; ++i)
        requests.push_back({.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)});
    SearchScratch scratch;
    Path path;
    AgentCorridor agent;
    std::vector<CorridorCorner> corners;
    size_t moves = 0;
    EXPECT_EQ(allocations_after_warm_up([&] {
                  for (const PathRequest& request : requests) {
                      if (!find_path(mesh, scratch, request, path).ok()) continue;
                      set_corridor(request, path, agent);
                      for (int step = 0; step < 10 && !agent.polygons.empty(); ++step) {
                          moves += shortcut_corridor(mesh, filter, 4, scratch, agent).ok();
                          EXPECT_TRUE(next_corners(mesh, agent, 4, scratch, corners).ok());
                          const DVec3 to = (agent.start.position + corners.front().position) * 0.5;
                          moves += move_corridor_start(mesh, filter, to, agent).ok();
                      }
                  }
              }),
              0u);
    EXPECT_GT(moves, 100u);
}

TEST(Memory, LocalQueriesAllocateNothingAfterWarmUp) {
    Random random(4);
    const NavMesh mesh = support::with_random_links(random, support::random_mesh(random, {.columns = 10, .rows = 10}), 5);
    std::vector<support::LocalQuery> pairs;
    for (int i = 0; i < 100; ++i) {
        pairs.push_back({support::random_point(random, mesh), support::random_point(random, mesh), random.real(0, 20)});
    }
    SearchScratch scratch;
    support::LocalResults answers;
    double sum = 0;
    EXPECT_EQ(allocations_after_warm_up([&] {
                  for (const support::LocalQuery& question : pairs)
                      sum += support::run_local_queries(mesh, scratch, question, answers);
              }),
              0u);
    EXPECT_NE(sum, 0);
}

TEST(Memory, ScratchReportsItsSize) {
    Random random(3);
    const NavMesh mesh = support::random_mesh(random, {.columns = 10, .rows = 10});
    SearchScratch scratch;
    EXPECT_LT(scratch_bytes(scratch), 4096u);
    const PathRequest request{.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)};
    ASSERT_TRUE(find_path(mesh, scratch, request).ok());
    const size_t bytes = scratch_bytes(scratch);
    EXPECT_GE(bytes, mesh.edge_count() * sizeof(AStarScratch::Node));
    ASSERT_TRUE(find_path(mesh, scratch, request).ok());
    EXPECT_EQ(scratch_bytes(scratch), bytes);
}

}  // namespace
}  // namespace navspan
