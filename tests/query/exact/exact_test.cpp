#include "query/exact/exact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/corners.h"
#include "navspan/query/landmarks.h"
#include "query/search/astar.h"
#include "support/checks/path_checks.h"
#include "support/checks/short_calls.h"
#include "support/oracles/exact_oracles.h"
#include "support/worlds/exact_worlds.h"

namespace navspan {
namespace {

using support::QuarterPoint;
using support::Random;

struct World {
    NavMesh mesh;
    QueryFilter filter;
};

CorridorRequest request_of(const World& world, const QuarterPoint& start, const QuarterPoint& goal) {
    const auto surface = [&](const QuarterPoint& p) {
        DVec3 at = support::to_world(world.mesh, p);
        at.y = polygon_height(world.mesh, p.polygon, at.x, at.z);
        return SurfacePoint{p.polygon, at, 0, world.mesh.revision};
    };
    return {surface(start), surface(goal), surface(goal).position, &world.filter};
}

// Checks that the corridor is connected, and that the length of its taut path equals the cost of the search.
void expect_sound(const World& world, const QuarterPoint& start, const QuarterPoint& goal, const Corridor& corridor) {
    ASSERT_EQ(corridor.polygons.size(), corridor.portals.size() + 1);
    EXPECT_EQ(corridor.polygons.front(), start.polygon);
    EXPECT_EQ(corridor.polygons.back(), corridor.end.polygon);
    bool links = false;
    for (size_t i = 0; i < corridor.portals.size(); ++i) {
        const EdgeRef portal = corridor.portals[i];
        links = links || is_link(portal);
        if (is_link(portal)) {
            EXPECT_EQ(world.mesh.links[portal.edge].from, corridor.polygons[i]);
            EXPECT_EQ(world.mesh.links[portal.edge].to, corridor.polygons[i + 1]);
            EXPECT_TRUE(admits(world.filter, world.mesh.links[portal.edge]));
        } else {
            EXPECT_EQ(polygon_at(world.mesh, portal), corridor.polygons[i]);
            EXPECT_EQ(polygon_at(world.mesh, twin_of(world.mesh, portal)), corridor.polygons[i + 1]);
        }
        EXPECT_TRUE(admits(world.filter, polygon_of(world.mesh, corridor.polygons[i + 1])));
    }
    if (links || !corridor.complete) return;
    const double taut = support::taut_length(world.mesh, start, goal, corridor.portals);
    EXPECT_NEAR(taut, corridor.cost, 1e-9 * (1 + taut));
}

// Compares the search between random points with an oracle, in both directions, with and without pruning.
template <typename Oracle>
void expect_shortest(const World& world, Random& random, int queries, ExactScratch& scratch, Oracle oracle) {
    for (int i = 0; i < queries; ++i) {
        const QuarterPoint a = support::random_quarter_point(random, world.mesh, world.filter);
        const QuarterPoint b = support::random_quarter_point(random, world.mesh, world.filter);
        SCOPED_TRACE("query " + std::to_string(i));
        const double expected = oracle(a, b);
        for (const bool pruned : {true, false}) {
            Corridor corridor;
            EXPECT_TRUE(find_exact_corridor(world.mesh, request_of(world, a, b),
                                            {.use_blocks = pruned, .use_landmarks = pruned}, scratch, corridor)
                            .ok());
            const bool same_polygon = corridor.end.polygon == b.polygon;
            ASSERT_EQ(same_polygon, expected < std::numeric_limits<double>::infinity());
            expect_sound(world, a, b, corridor);
            if (same_polygon) {
                ASSERT_NEAR(corridor.cost, expected, 1e-9 * (1 + expected)) << "pruned " << pruned;
            }
        }
        if (!world.mesh.links.empty()) continue;
        Corridor back;
        EXPECT_TRUE(find_exact_corridor(world.mesh, request_of(world, b, a), {}, scratch, back).ok());
        if (back.end.polygon == a.polygon) {
            EXPECT_NEAR(back.cost, expected, 1e-9 * (1 + expected));
        }
    }
}

void expect_as_visible(const World& world, Random& random, int queries, ExactScratch& scratch) {
    const support::VisibilityGraph graph(world.mesh, world.filter);
    expect_shortest(world, random, queries, scratch, [&](auto& a, auto& b) { return graph.length(a, b); });
}

World world_of(NavMesh mesh, uint64_t landmarks = 0) {
    if (landmarks > 0) mesh = *with_landmarks(mesh, uint32_t(landmarks));
    QueryFilter filter = default_filter(mesh);
    return {std::move(mesh), filter};
}

TEST(Exact, TheVisibilityGraphAgreesOnRandomPlans) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(1500); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const int32_t columns = random.between(1, 8), rows = random.between(1, 6);
        const World world = world_of(support::random_plan(random, columns, rows, random.real(0, 0.5)), seed % 4);
        expect_as_visible(world, random, 8, scratch);
        if (HasFatalFailure()) return;
    }
}

TEST(Exact, TheVisibilityGraphAgreesOnJitteredMeshes) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(300); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const World world = world_of(support::random_mesh(
            random, {.columns = random.between(2, 6), .rows = random.between(2, 5), .hole = random.real(0.1, 0.5)}));
        expect_as_visible(world, random, 8, scratch);
        if (HasFatalFailure()) return;
    }
}

TEST(Exact, TheVisibilityGraphAgreesUnderFilters) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(500); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        World world = world_of(
            support::random_plan(random, random.between(2, 7), random.between(2, 6), random.real(0, 0.3), 1, 4), seed % 4);
        world.filter.excluded_areas = uint64_t(random.between(0, 7)) << 1;
        bool any = false;
        for (const NavPolygon& polygon : world.mesh.tiles[0]->polygons)
            any = any || admits(world.filter, polygon);
        if (!any) continue;
        expect_as_visible(world, random, 8, scratch);
        if (HasFatalFailure()) return;
    }
}

TEST(Exact, TheVisibilityGraphAgreesOverSeams) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(400); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const World world = world_of(support::random_plan(random, 8, random.between(2, 6), random.real(0, 0.5), 4), seed % 4);
        expect_as_visible(world, random, 8, scratch);
        if (HasFatalFailure()) return;
    }
}

TEST(Exact, TheVisibilityGraphAgreesOnOverlappingFloors) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(1000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const World world = world_of(support::random_sheets(random, random.between(2, 30)), seed % 4);
        expect_as_visible(world, random, 8, scratch);
        if (HasFatalFailure()) return;
    }
}

TEST(Exact, EqualsTheShortestTautPathOnOverlappingFloors) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(1000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const World world = world_of(seed % 10 == 0 ? support::make_mesh(support::spiral_soup(2))
                                                    : support::random_sheets(random, random.between(2, 14)));
        expect_shortest(world, random, 8, scratch,
                        [&](auto& a, auto& b) { return support::shortest_of_all_corridors(world.mesh, world.filter, a, b); });
        if (HasFatalFailure()) return;
    }
}

TEST(Exact, PathsTurnAtAPointBetweenSpiralRamps) {
    const World world = world_of(support::double_winding_mesh());
    EXPECT_TRUE(world.mesh.search_edges[1].corner & kCorner);
    ExactScratch scratch;
    Random random(1);
    expect_as_visible(world, random, 300, scratch);
}

TEST(Exact, LinksAreUsedIfTheyShortenThePath) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(600); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh plan = support::random_plan(random, random.between(2, 7), random.between(2, 5), random.real(0.1, 0.5));
        World world = world_of(support::with_quarter_links(random, plan, random.between(1, 6), seed % 2), seed % 4);
        if (seed % 3 == 0) world.filter.excluded_areas = 2;
        expect_as_visible(world, random, 8, scratch);
        if (HasFatalFailure()) return;
    }
}

TEST(Exact, UnreachableGoalIsApproachedOnTheShortestPath) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(300); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        World world = world_of(support::random_plan(random, random.between(3, 7), random.between(2, 6), 0.3, 1, 4), seed % 3);
        world.filter.excluded_areas = 2;
        bool any = false;
        for (const NavPolygon& polygon : world.mesh.tiles[0]->polygons)
            any = any || admits(world.filter, polygon);
        if (!any) continue;
        const support::VisibilityGraph graph(world.mesh, world.filter);
        for (int i = 0; i < 8; ++i) {
            const QuarterPoint a = support::random_quarter_point(random, world.mesh, world.filter);
            const QuarterPoint b = support::random_quarter_point(random, world.mesh, world.filter);
            if (graph.length(a, b) < std::numeric_limits<double>::infinity()) continue;
            Corridor corridor;
            const CorridorRequest request = request_of(world, a, b);
            EXPECT_TRUE(find_exact_corridor(world.mesh, request, {}, scratch, corridor).ok());
            AStarScratch search;
            const Corridor other = find_corridor(world.mesh, request, search);
            EXPECT_EQ(corridor.complete, other.complete);
            EXPECT_NEAR(corridor.end.distance, other.end.distance, 1e-9);
            EXPECT_LE(corridor.cost, other.cost + 1e-9);
            expect_sound(world, a, b, corridor);
            // A search whose goal is the end of the partial path must give the same path.
            Corridor again;
            EXPECT_TRUE(find_exact_corridor(world.mesh, {request.start, corridor.end, corridor.end.position, &world.filter}, {},
                                            scratch, again)
                            .ok());
            EXPECT_EQ(again.polygons, corridor.polygons);
            EXPECT_NEAR(again.cost, corridor.cost, 1e-9 * (1 + again.cost));
        }
    }
}

TEST(Exact, SlicesDoNotChangeThePath) {
    ExactScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(100); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const World world = world_of(support::random_plan(random, 8, 6, 0.4), seed % 3);
        const CorridorRequest request = request_of(world, support::random_quarter_point(random, world.mesh, world.filter),
                                                   support::random_quarter_point(random, world.mesh, world.filter));
        Corridor whole, sliced;
        EXPECT_TRUE(find_exact_corridor(world.mesh, request, {}, scratch, whole).ok());
        ExactSearch search;
        begin_exact(world.mesh, request, {}, scratch, search);
        for (int i = 0; !step_exact(world.mesh, scratch, search, 3); ++i)
            ASSERT_LT(i, 10000);
        finish_exact(world.mesh, scratch, search, sliced);
        EXPECT_EQ(sliced.polygons, whole.polygons);
        EXPECT_EQ(sliced.portals, whole.portals);
        EXPECT_EQ(sliced.cost, whole.cost);
        EXPECT_EQ(sliced.expanded, whole.expanded);
    }
}

TEST(Exact, SearchOverTheCornerLimitStopsAndReportsIt) {
    ExactScratch scratch;
    int exhausted = 0, finished = 0;
    for (uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const World world = world_of(support::random_plan(random, 8, 6, 0.4));
        const CorridorRequest request = request_of(world, support::random_quarter_point(random, world.mesh, world.filter),
                                                   support::random_quarter_point(random, world.mesh, world.filter));
        Corridor whole, corridor;
        EXPECT_TRUE(find_exact_corridor(world.mesh, request, {}, scratch, whole).ok());
        for (uint32_t limit = 1; limit < 30; ++limit) {
            ExactSearch search;
            begin_exact(world.mesh, request, {.max_roots = limit}, scratch, search);
            ASSERT_TRUE(step_exact(world.mesh, scratch, search, 100000));
            EXPECT_LE(scratch.roots.size(), limit);
            finish_exact(world.mesh, scratch, search, corridor);
            (search.exhausted ? exhausted : finished) += 1;
            if (search.exhausted) {
                EXPECT_FALSE(corridor.complete);
            } else {
                EXPECT_EQ(corridor.polygons, whole.polygons);
            }
            const Status found = find_exact_corridor(world.mesh, request, {.max_roots = limit}, scratch, corridor);
            ASSERT_EQ(found.ok(), !search.exhausted);
            if (!found) {
                EXPECT_EQ(found.error().kind, ErrorKind::failed);
            }
        }
    }
    EXPECT_GT(exhausted, 0);
    EXPECT_GT(finished, 0);
}

TEST(Exact, DoesNotPassBetweenTouchingObstacles) {
    const World world = world_of(support::make_mesh(support::soup_from_picture({"...", ".#.", "#..", "..."})));
    // Two obstacles touch at a corner. Start and goal are in the squares to the left and to the right of this corner.
    const QuarterPoint left{{0, 3}, 8, 24}, right{{0, 5}, 24, 40};
    ASSERT_EQ(world.mesh.tiles[0]->polygons.size(), 10u);
    ExactScratch scratch;
    Corridor corridor;
    EXPECT_TRUE(find_exact_corridor(world.mesh, request_of(world, left, right), {}, scratch, corridor).ok());
    const support::VisibilityGraph graph(world.mesh, world.filter);
    EXPECT_NEAR(corridor.cost, graph.length(left, right), 1e-9);
    EXPECT_GT(corridor.cost, 2 * std::sqrt(2.0));
}

}  // namespace
}  // namespace navspan
