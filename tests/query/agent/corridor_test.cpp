#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/agent_corridor.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/path_checks.h"

namespace navspan {
namespace {

using support::Random;

AgentCorridor corridor_between(const NavMesh& mesh, const QueryFilter& filter, DVec3 from, DVec3 to) {
    SearchScratch scratch;
    const PathRequest request{.start = from, .goal = to, .filter = &filter, .method = PathMethod::astar};
    AgentCorridor agent;
    set_corridor(request, *find_path(mesh, scratch, request), agent);
    return agent;
}

AgentCorridor random_corridor(const NavMesh& mesh, const QueryFilter& filter, Random& random) {
    const DVec3 from = support::random_point(random, mesh), to = support::random_point(random, mesh);
    return corridor_between(mesh, filter, from, to);
}

void expect_valid(const NavMesh& mesh, const QueryFilter& filter, const AgentCorridor& agent, uint64_t seed) {
    CheckReport report;
    support::check_agent_corridor(mesh, filter, agent, report);
    ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures.front();
}

TEST(AgentCorridor, FollowingTheCornersLeadsToTheGoal) {
    SearchScratch scratch;
    std::vector<CorridorCorner> corners;
    size_t arrived = 0, links = 0;
    for (uint64_t seed = 0; seed < support::rounds(150); ++seed) {
        Random random(seed);
        NavMesh mesh = support::random_mesh(random, {.columns = 6, .rows = 6, .floors = 1 + int(seed % 2)});
        if (seed % 3 == 0) mesh = support::with_random_links(random, mesh, 8, true);
        const QueryFilter filter = default_filter(mesh);
        AgentCorridor agent = random_corridor(mesh, filter, random);
        const double stride = random.real(0.1, 2);
        for (int frame = 0; frame < 3000; ++frame) {
            EXPECT_TRUE(next_corners(mesh, agent, 2, scratch, corners).ok());
            ASSERT_FALSE(corners.empty());
            const DVec3 at = agent.start.position, to = corners[0].position;
            const double left = distance_xz(at, to);
            if (left < 1e-6) {
                if (corners[0].kind == CornerKind::goal) break;
                if (corners[0].kind == CornerKind::link) {
                    ASSERT_TRUE(take_next_link(mesh, agent));
                    ++links;
                    continue;
                }
            }
            const double share = std::min(1.0, stride / std::max(left, 1e-9));
            ASSERT_TRUE(move_corridor_start(mesh, filter, at + (to - at) * share, agent).ok());
            expect_valid(mesh, filter, agent, seed);
            if (frame % 7 == 0) {
                ASSERT_TRUE(shortcut_corridor(mesh, filter, 3, scratch, agent).ok());
            }
            expect_valid(mesh, filter, agent, seed);
        }
        if (distance_xz(agent.start.position, agent.goal.position) < 1e-3) ++arrived;
        EXPECT_LT(distance_xz(agent.start.position, agent.goal.position), 1e-3) << "seed " << seed;
    }
    // With AddressSanitizer, the test runs only a few rounds, so it is possible that no path uses a link.
    if (!support::kSanitized) {
        EXPECT_GT(links, 10u);
    }
    EXPECT_GT(arrived, 0u);
}

TEST(AgentCorridor, StaysValidForAnyMoves) {
    SearchScratch scratch;
    for (uint64_t seed = 0; seed < support::rounds(200); ++seed) {
        Random random(seed);
        NavMesh mesh = support::random_mesh(random, {.columns = 5, .rows = 5, .areas = 2});
        if (seed % 3 == 0) mesh = support::with_random_links(random, mesh, 8, true);
        QueryFilter filter = default_filter(mesh);
        if (seed % 2) filter.excluded_areas = 1u << 1;
        AgentCorridor agent = random_corridor(mesh, filter, random);
        for (int frame = 0; frame < 60; ++frame) {
            const DVec3 d{random.real(-2, 2), 0, random.real(-2, 2)};
            const int what = random.between(0, 3);
            if (what == 0) {
                ASSERT_TRUE(move_corridor_start(mesh, filter, agent.start.position + d, agent).ok());
            }
            if (what == 1) {
                ASSERT_TRUE(move_corridor_goal(mesh, filter, agent.goal.position + d, agent).ok());
            }
            if (what == 2) {
                ASSERT_TRUE(shortcut_corridor(mesh, filter, 4, scratch, agent).ok());
            }
            if (what == 3 && frame % 16 == 0) take_next_link(mesh, agent);
            expect_valid(mesh, filter, agent, seed);
        }
    }
}

// A move reads only the ends of a corridor. An error in the middle shows only when the agent gets there, so the test needs long
// corridors.
TEST(AgentCorridor, FollowsPathsOverHundredsOfPolygonsToTheEnd) {
    SearchScratch scratch;
    std::vector<CorridorCorner> corners;
    size_t longest = 0, arrived = 0;
    for (uint64_t seed = 0; seed < support::rounds(40); ++seed) {
        Random random(seed);
        NavMesh mesh = support::random_mesh(random, {.columns = 250, .rows = 4, .hole = 0.1, .merge = false});
        if (seed % 2) mesh = support::with_random_links(random, mesh, 8, true);
        const QueryFilter filter = default_filter(mesh);
        AgentCorridor agent = random_corridor(mesh, filter, random);
        longest = std::max(longest, agent.polygons.size());
        for (int frame = 0; frame < 2000; ++frame) {
            if (frame < 50) {
                const DVec3 d{random.real(-1, 1), 0, random.real(-1, 1)};
                ASSERT_TRUE(move_corridor_goal(mesh, filter, agent.goal.position + d, agent).ok());
            }
            EXPECT_TRUE(next_corners(mesh, agent, 1, scratch, corners).ok());
            ASSERT_FALSE(corners.empty());
            const DVec3 at = agent.start.position, to = corners[0].position;
            const double left = distance_xz(at, to);
            if (left < 1e-6 && corners[0].kind == CornerKind::goal) break;
            if (left < 1e-6 && take_next_link(mesh, agent)) continue;
            const DVec3 push = frame % 5 == 0 ? DVec3{random.real(-1, 1), 0, random.real(-1, 1)} : DVec3{};
            const DVec3 target = at + (to - at) * std::min(1.0, 2 / std::max(left, 1e-9)) + push;
            ASSERT_TRUE(move_corridor_start(mesh, filter, target, agent).ok());
            if (frame % 8 == 0) expect_valid(mesh, filter, agent, seed);
        }
        expect_valid(mesh, filter, agent, seed);
        arrived += distance_xz(agent.start.position, agent.goal.position) < 1e-3;
    }
    // With AddressSanitizer there are few rounds, and all their paths may be short.
    if (!support::kSanitized) {
        EXPECT_GT(longest, 300u);
    }
    EXPECT_EQ(arrived, support::rounds(40));
}

TEST(AgentCorridor, ShortcutsNeverMakeThePathLonger) {
    SearchScratch scratch;
    std::vector<CorridorCorner> corners;
    int taken = 0;
    const auto length = [&](const NavMesh& mesh, const AgentCorridor& agent) {
        EXPECT_TRUE(next_corners(mesh, agent, 1000, scratch, corners).ok());
        double sum = 0;
        DVec3 at = agent.start.position;
        for (const CorridorCorner& corner : corners) {
            sum += distance_xz(at, corner.position);
            at = corner.position;
        }
        return sum;
    };
    for (uint64_t seed = 0; seed < support::rounds(200); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 7, .rows = 7, .hole = 0.15});
        const QueryFilter filter = default_filter(mesh);
        AgentCorridor agent = random_corridor(mesh, filter, random);
        // Move the goal several times, which gives a corridor with detours.
        for (int i = 0; i < 5; ++i) {
            const DVec3 to = agent.goal.position + DVec3{random.real(-6, 6), 0, random.real(-6, 6)};
            ASSERT_TRUE(move_corridor_goal(mesh, filter, to, agent).ok());
        }
        const double before = length(mesh, agent);
        const bool shorter = *shortcut_corridor(mesh, filter, 5, scratch, agent);
        const double after = length(mesh, agent);
        expect_valid(mesh, filter, agent, seed);
        EXPECT_LE(after, before * (1 + 1e-9) + 1e-9) << "seed " << seed;
        if (shorter) {
            EXPECT_LT(after, before) << "seed " << seed;
            ++taken;
        }
    }
    EXPECT_GT(taken, support::kSanitized ? 0 : 20);
}

TEST(AgentCorridor, IsRepairedAfterTheMeshChanged) {
    SearchScratch scratch;
    int kept = 0, found = 0;
    for (uint64_t seed = 0; seed < support::rounds(200); ++seed) {
        Random random(seed);
        const NavMesh before = support::random_mesh(random, {.columns = 6, .rows = 6, .areas = 3});
        const QueryFilter filter = default_filter(before);
        AgentCorridor agent = random_corridor(before, filter, random);
        if (seed % 3 == 0) {
            // Case 0: repair the corridor on the same mesh.
            const bool complete = agent.complete;
            const CorridorRepair repair = *repair_corridor(before, before, filter, scratch, agent);
            if (complete) {
                EXPECT_EQ(repair, CorridorRepair::kept) << "seed " << seed;
            }
            expect_valid(before, filter, agent, seed);
        } else if (seed % 3 == 1) {
            // Case 1: the filter excludes some polygons of the corridor.
            QueryFilter closed = filter;
            closed.excluded_areas = 1u << random.between(1, 3);
            const CorridorRepair repair = *repair_corridor(before, before, closed, scratch, agent);
            kept += repair == CorridorRepair::kept;
            found += repair == CorridorRepair::found;
            expect_valid(before, closed, agent, seed);
        } else {
            // Case 2: repair the corridor on another mesh.
            Random again(seed + 1000);
            const NavMesh after = support::random_mesh(again, {.columns = 6, .rows = 6, .areas = 3});
            const CorridorRepair repair = *repair_corridor(before, after, default_filter(after), scratch, agent);
            EXPECT_NE(repair, CorridorRepair::lost);
            expect_valid(after, default_filter(after), agent, seed);
        }
    }
    EXPECT_GT(kept, support::kSanitized ? 0 : 5);
    EXPECT_GT(found, support::kSanitized ? 0 : 5);
}

TEST(AgentCorridor, EmptyCorridorAnswersQueries) {
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({".."}));
    const QueryFilter filter = default_filter(mesh);
    SearchScratch scratch;
    AgentCorridor agent;
    std::vector<CorridorCorner> corners;
    EXPECT_TRUE(move_corridor_start(mesh, filter, {1, 0, 0}, agent).ok());
    EXPECT_TRUE(move_corridor_goal(mesh, filter, {1, 0, 0}, agent).ok());
    EXPECT_FALSE(*shortcut_corridor(mesh, filter, 3, scratch, agent));
    EXPECT_FALSE(take_next_link(mesh, agent));
    EXPECT_EQ(*repair_corridor(mesh, mesh, filter, scratch, agent), CorridorRepair::lost);
    EXPECT_TRUE(next_corners(mesh, agent, 3, scratch, corners).ok());
    EXPECT_TRUE(corners.empty());
    AgentCorridor there = corridor_between(mesh, filter, {0.5, 0, 0.5}, {1.5, 0, 0.5});
    EXPECT_FALSE(move_corridor_start(mesh, filter, {std::nan(""), 0, 0}, there).ok());
    expect_valid(mesh, filter, there, 0);
}

TEST(AgentCorridor, ErrorsOfSearchesAndRaysAreReturned) {
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({"...."}));
    const QueryFilter filter = default_filter(mesh);
    SearchScratch scratch;
    AgentCorridor agent = corridor_between(mesh, filter, {0.5, 0, 0.5}, {3.5, 0, 0.5});
    QueryFilter invalid = filter;
    invalid.area_cost.fill(-1);
    agent.complete = false;  // so that the repair searches
    const Result<CorridorRepair> repair = repair_corridor(mesh, mesh, invalid, scratch, agent);
    ASSERT_FALSE(repair.ok());
    EXPECT_EQ(repair.error().kind, ErrorKind::usage);
    EXPECT_TRUE(agent.polygons.empty());
    EXPECT_TRUE(agent.portals.empty());

    agent = corridor_between(mesh, filter, {0.5, 0, 0.5}, {3.5, 0, 0.5});
    const std::vector<PolygonRef> polygons = agent.polygons;
    ASSERT_GE(polygons.size(), 2u);
    const Result<bool> filtered = shortcut_corridor(mesh, invalid, 3, scratch, agent);
    ASSERT_FALSE(filtered.ok());
    EXPECT_EQ(filtered.error().kind, ErrorKind::usage);
    EXPECT_EQ(agent.polygons, polygons);
    agent.goal.position.x = std::numeric_limits<double>::infinity();
    const Result<bool> shorter = shortcut_corridor(mesh, filter, 3, scratch, agent);
    ASSERT_FALSE(shorter.ok());
    EXPECT_EQ(shorter.error().kind, ErrorKind::usage);
    EXPECT_EQ(agent.polygons, polygons);
}

TEST(AgentCorridor, WithoutAPathItConnectsTheRequestedEnds) {
    const NavMesh mesh = support::make_mesh(support::soup_from_picture({"...."}));
    const QueryFilter filter = default_filter(mesh);
    SearchScratch scratch;
    AgentCorridor agent = corridor_between(mesh, filter, {0.5, 0, 0.5}, {3.5, 0, 0.5});
    const PathRequest far{.start = {100, 0, 100}, .goal = {200, 0, 100}, .filter = &filter, .snap = 1};
    const Result<Path> none = find_path(mesh, scratch, far);
    ASSERT_TRUE(none.ok() && none->status == PathStatus::none);
    set_corridor(far, *none, agent);
    EXPECT_TRUE(agent.polygons.empty());
    EXPECT_EQ(agent.start.position, far.start);
    EXPECT_EQ(agent.goal.position, far.goal);
    EXPECT_FALSE(agent.start.polygon.valid());
    EXPECT_FALSE(agent.goal.polygon.valid());
}

// The mesh may have ground outside the coordinates that queries accept (kMaxWorld_wu).
TEST(AgentCorridor, GroundOutsideTheWorldIsLost) {
    support::PolygonSoup soup = support::soup_from_picture({"...."});
    soup.frame.origin = {kMaxWorld_wu, 0, 0};
    soup.frame.quantum = 1;
    soup.frame.x0 = -8;
    const NavMesh mesh = support::make_mesh(soup);
    const QueryFilter filter = default_filter(mesh);
    SearchScratch scratch;
    AgentCorridor agent = corridor_between(mesh, filter, {kMaxWorld_wu - 6, 0, 2}, {kMaxWorld_wu - 1, 0, 2});
    ASSERT_FALSE(agent.polygons.empty());
    EXPECT_EQ(*repair_corridor(mesh, mesh, filter, scratch, agent), CorridorRepair::kept);
    agent.start.position.x = kMaxWorld_wu + 6;
    EXPECT_EQ(*repair_corridor(mesh, mesh, filter, scratch, agent), CorridorRepair::lost);
    EXPECT_TRUE(agent.polygons.empty());

    // The agent is inside the accepted coordinates, but the nearest ground is outside.
    soup.frame.x0 = 4;
    const NavMesh farther = support::make_mesh(soup);
    agent = corridor_between(mesh, filter, {kMaxWorld_wu - 6, 0, 2}, {kMaxWorld_wu - 1, 0, 2});
    EXPECT_EQ(*repair_corridor(mesh, farther, filter, scratch, agent), CorridorRepair::lost);
}

}  // namespace
}  // namespace navspan
