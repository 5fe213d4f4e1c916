#include <gtest/gtest.h>

#include "navspan/navmesh/nearest.h"
#include "query/search/astar.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/short_calls.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;

SurfacePoint random_surface_point(Random& random, const NavMesh& mesh, const QueryFilter& filter) {
    const auto found = find_nearest(mesh, support::random_point(random, mesh), {.filter = &filter});
    return found ? *found : SurfacePoint{};
}

TEST(CorridorPruning, ChangesOnlyTheVisitedNodeCount) {
    uint64_t pruned_nodes = 0, whole_nodes = 0;
    for (uint64_t seed = 0; seed < rounds(200); ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.hole = 0.4, .floors = 1 + int(seed % 2), .areas = 3});
        NavMesh whole = mesh;
        whole.blocks = {};
        QueryFilter filter = default_filter(mesh);
        // The block-cut tree does not depend on the filter. In some rounds, the filter makes a goal unreachable although the
        // tree connects it to the start.
        if (seed % 3 == 1) filter.excluded_areas = 1u << 2;
        if (seed % 3 == 2) filter.area_cost[3] = 2;
        AStarScratch scratch;
        for (int i = 0; i < 20; ++i) {
            const SurfacePoint start = random_surface_point(random, mesh, filter),
                               goal = random_surface_point(random, mesh, filter);
            if (!start.polygon.valid() || !goal.polygon.valid()) continue;
            const CorridorRequest request{start, goal, goal.position, &filter};
            const Corridor a = find_corridor(mesh, request, scratch);
            const Corridor b = find_corridor(whole, request, scratch);
            EXPECT_EQ(a.complete, b.complete);
            EXPECT_NEAR(a.cost, b.cost, 1e-9 * (1 + b.cost));
            EXPECT_EQ(a.end.position, b.end.position);
            if (!a.complete || filter.excluded_areas) continue;
            pruned_nodes += a.expanded;
            whole_nodes += b.expanded;
        }
    }
    EXPECT_LT(pruned_nodes, whole_nodes);
}

TEST(CorridorPruning, SlicesOfOneNodeGiveTheSamePath) {
    for (uint64_t seed = 0; seed < rounds(60); ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.hole = 0.4, .areas = 3});
        QueryFilter filter = default_filter(mesh);
        if (seed % 2) filter.excluded_areas = 1u << 1;
        AStarScratch scratch;
        for (int i = 0; i < 10; ++i) {
            const SurfacePoint start = random_surface_point(random, mesh, filter),
                               goal = random_surface_point(random, mesh, filter);
            if (!start.polygon.valid() || !goal.polygon.valid()) continue;
            const CorridorRequest request{start, goal, goal.position, &filter};
            const Corridor at_once = find_corridor(mesh, request, scratch);
            Corridor in_slices;
            CorridorSearch search;
            begin_corridor(mesh, request, scratch, search);
            while (!step_corridor(mesh, scratch, search, 1)) {
            }
            finish_corridor(mesh, scratch, search, in_slices);
            EXPECT_EQ(at_once.polygons, in_slices.polygons);
            EXPECT_EQ(at_once.portals, in_slices.portals);
            EXPECT_EQ(at_once.cost, in_slices.cost);
        }
    }
}

}  // namespace
}  // namespace navspan
