// Tests hub labels that are computed in time slices.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "navspan/bake/live_world.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/landmarks.h"
#include "navspan/query/path.h"
#include "query/hubs/build.h"
#include "query/hubs/labels.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/worlds/exact_worlds.h"

namespace navspan {
namespace {

using support::Random;
using Snapshot = std::shared_ptr<const NavMesh>;

constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

// A mesh with dead ends, several floors, holes, or links in one or both directions.
NavMesh level_to_index(Random& random, uint64_t seed) {
    switch (seed % 4) {
        case 0:
            return support::random_plan(random, 6, 6, 0.35, 2);
        case 1:
            return support::random_sheets(random, 20);
        case 2:
            return support::random_mesh(random, {.columns = 6, .rows = 6, .hole = 0.4});
        default:
            return support::with_random_links(random, support::random_mesh(random, {.hole = 0.2}), 5);
    }
}

// Calls step_hubs until the labels are finished. Returns the number of calls.
uint64_t finish(HubBuild& build, Snapshot& mesh, uint64_t steps) {
    for (uint64_t calls = 1;; ++calls) {
        const Snapshot before = mesh;
        const Result<bool> done = step_hubs(build, mesh, steps);
        if (!done) {
            ADD_FAILURE() << done.error().message;
            return calls;
        }
        if (*done) return calls;
        EXPECT_EQ(mesh, before) << "an unfinished call changed the snapshot";
    }
}

TEST(HubSlices, SlicesOfAnySizeGiveTheBytesOfWithHubs) {
    uint64_t sliced_calls = 0;
    for (uint64_t seed = 0; seed < 24; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const auto plain = std::make_shared<const NavMesh>(level_to_index(random, seed));
        const uint64_t whole = hub_bytes(with_hubs(*plain)->hubs);
        for (const uint64_t limit : {kUnlimited, whole - whole / 8}) {
            const HubOptions options{.max_bytes = limit, .threads = 2};
            const Result<NavMesh> expected = with_hubs(*plain, options);
            if (!expected) continue;  // no index fits into `limit`
            for (const uint64_t steps : {uint64_t{1}, uint64_t(random.between(2, 5000)), kUnlimited}) {
                HubBuild build(options);
                Snapshot mesh = plain;
                const uint64_t calls = finish(build, mesh, steps);
                if (steps == kUnlimited) {
                    EXPECT_EQ(calls, 1u);
                } else {
                    sliced_calls += calls;
                }
                EXPECT_EQ(mesh->hubs, expected->hubs);
                EXPECT_EQ(serialize_nav_mesh(*mesh), serialize_nav_mesh(*expected));
                EXPECT_EQ(mesh->revision, plain->revision);
                EXPECT_EQ(finish(build, mesh, 1), 1u) << "the snapshot already has hub labels";
            }
        }
    }
    EXPECT_GT(sliced_calls, 10000u);
}

// Sizes of the largest pieces of work of a hub build. `candidates`: largest number of via-label candidates of one polygon.
// `view`: largest number of parts of one vertex's visible area. `vertices`: number of turning vertices.
struct LargestPieces {
    uint64_t candidates = 0, view = 0, vertices = 0;
};
LargestPieces largest_pieces(const NavMesh& mesh) {
    Workers workers(1);
    WorkSlice unlimited(workers);
    const HubIndex& hubs = mesh.hubs;
    TurningGraph graph;
    EXPECT_TRUE(turning_graph_work(mesh, hubs, 1, graph)->advance(unlimited));
    std::vector<size_t> labels(graph.vertices.size()), parts(graph.vertices.size());
    for (uint32_t rank = 0; rank < hubs.vertices.size(); ++rank) {
        const auto same = [&](const TurningVertex& v) { return v == hubs.vertices[rank]; };
        const auto at = size_t(std::find_if(graph.vertices.begin(), graph.vertices.end(), same) - graph.vertices.begin());
        labels[at] =
            std::max(labels_of(hubs, HubDirection::to_hub, rank).size(), labels_of(hubs, HubDirection::from_hub, rank).size());
    }
    LargestPieces largest{.vertices = graph.vertices.size()};
    for (size_t p = 0; p < mesh.polygon_count(); ++p) {
        uint64_t candidates = 0;
        for (uint32_t i = graph.part_offset[p]; i < graph.part_offset[p + 1]; ++i) {
            candidates += labels[graph.parts[i].vertex];
            ++parts[graph.parts[i].vertex];
        }
        largest.candidates = std::max(largest.candidates, candidates);
    }
    for (const size_t count : parts)
        largest.view = std::max<uint64_t>(largest.view, count);
    return largest;
}

TEST(HubSlices, ASliceExceedsItsLimitByAtMostOnePiece) {
    for (uint64_t seed = 0; seed < 24; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = *with_hubs(level_to_index(random, seed));
        const LargestPieces largest = largest_pieces(mesh);
        // Upper bounds on the steps of a piece: 16 steps per candidate (via.cpp), and 8 steps per part of a view, including its
        // visible corners (graph.cpp).
        const uint64_t bound = std::max(1 + 16 * largest.candidates, 8 * largest.view) + mesh.edge_count() + largest.vertices +
                               mesh.links.size() + mesh.islands.size();
        // Returns the number of pieces of work that are left after a slice. A slice of one step does one piece.
        const auto pieces_left = [&](uint64_t steps) {
            HubBuilder builder(mesh, {}, 1);
            WorkSlice first(steps);
            bool done = *builder.advance(first);
            uint64_t pieces = 0;
            for (; !done; ++pieces) {
                WorkSlice one(1);
                done = *builder.advance(one);
            }
            return pieces;
        };
        // No piece has more than `bound` steps, so a slice with `bound` more steps does at least one more piece.
        for (const uint64_t bits : {0, 4, 7, 10, 13, 16}) {
            const auto steps = uint64_t(random.between(1 << bits, 16 << bits));
            const uint64_t left = pieces_left(steps);
            if (left == 0) break;
            EXPECT_LT(pieces_left(steps + bound), left) << steps << " steps";
        }
    }
}

// A level of 4 x 4 tiles with a wall that has two gaps.
LiveWorld walled_world() {
    TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 40}, {40, 0, 40}, {40, 0, 0}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.2};
    config.tiles.size = 10;
    LiveWorld world = *make_live_world(soup, config, nav_mesh_info(config, "{}", "test"));
    for (const double z : {8.0, 22.0, 35.0})
        EXPECT_TRUE(add_obstacle(world, BoxObstacle{.center = {20, 1, z}, .half_extents = {0.5, 1, 5}}).ok());
    EXPECT_TRUE(update_world(world).ok());
    return world;
}

Path path_through(const NavMesh& mesh) {
    SearchScratch scratch;
    return *find_path(mesh, scratch, {.start = {8, 0, 20}, .goal = {32, 0, 24}});
}

TEST(HubSlices, QueriesSearchUntilTheLabelsAreFinished) {
    LiveWorld world = walled_world();
    HubBuild build;
    const Path searched = path_through(*world.mesh.mesh);
    EXPECT_EQ(searched.status, PathStatus::complete);
    int calls = 0;
    for (bool done = false; !done; ++calls) {
        EXPECT_EQ(path_through(*world.mesh.mesh).method, PathMethod::exact);
        done = *step_hubs(build, world.mesh.mesh, 100);
    }
    EXPECT_GT(calls, 5);
    const Path looked_up = path_through(*world.mesh.mesh);
    EXPECT_EQ(looked_up.method, PathMethod::hubs);
    EXPECT_NEAR(looked_up.length_xz, searched.length_xz, 1e-9);
    EXPECT_TRUE(validate_nav_mesh(*world.mesh.mesh).ok());
}

TEST(HubSlices, AChangeRestartsTheWork) {
    LiveWorld world = walled_world();
    HubBuild build;
    for (int i = 0; i < 5; ++i)
        ASSERT_FALSE(*step_hubs(build, world.mesh.mesh, 500));
    ASSERT_TRUE(add_obstacle(world, BoxObstacle{.center = {20, 1, 15}, .half_extents = {0.5, 1, 3}}).ok());
    ASSERT_TRUE(update_world(world).ok());
    const Snapshot changed = world.mesh.mesh;
    finish(build, world.mesh.mesh, 500);
    EXPECT_EQ(serialize_nav_mesh(*world.mesh.mesh), serialize_nav_mesh(*with_hubs(*changed)));
    // The next change drops the labels, and `build` computes them again.
    ASSERT_TRUE(add_obstacle(world, BoxObstacle{.center = {30, 1, 15}, .half_extents = {0.5, 1, 3}}).ok());
    ASSERT_TRUE(update_world(world).ok());
    EXPECT_TRUE(world.mesh.mesh->hubs.empty());
    finish(build, world.mesh.mesh, 500);
    EXPECT_EQ(path_through(*world.mesh.mesh).method, PathMethod::hubs);
}

TEST(HubSlices, CorridorsStayValidWhenTheLabelsAreFinished) {
    LiveWorld world = walled_world();
    SearchScratch scratch;
    const QueryFilter filter = default_filter(*world.mesh.mesh);
    const PathRequest request{.start = {8, 0, 20}, .goal = {32, 0, 24}, .filter = &filter};
    AgentCorridor agent;
    set_corridor(request, *find_path(*world.mesh.mesh, scratch, request), agent);
    HubBuild build;
    finish(build, world.mesh.mesh, 100);
    std::vector<CorridorCorner> corners;
    EXPECT_TRUE(next_corners(*world.mesh.mesh, agent, 2, scratch, corners).ok());
    EXPECT_EQ(corners.size(), 2u);
    EXPECT_TRUE(move_corridor_start(*world.mesh.mesh, filter, {9, 0, 20}, agent).ok());
}

TEST(HubSlices, BadArgumentsAndTooSmallLimitsAreErrors) {
    Random random(1);
    Snapshot mesh = std::make_shared<const NavMesh>(level_to_index(random, 2)), none;
    HubBuild build;
    EXPECT_EQ(step_hubs(build, none, 10).error().kind, ErrorKind::usage);
    EXPECT_EQ(step_hubs(build, mesh, 0).error().kind, ErrorKind::usage);
    const Snapshot before = mesh;
    HubBuild small({.max_bytes = 100});
    const std::string expected = with_hubs(*mesh, {.max_bytes = 100}).error().message;
    for (int i = 0; i < 2; ++i) {
        Result<bool> done = false;
        while (done && !*done)
            done = step_hubs(small, mesh, 1000);
        ASSERT_FALSE(done.ok());
        EXPECT_EQ(done.error().message, expected);
    }
    EXPECT_EQ(mesh, before);
}

}  // namespace
}  // namespace navspan
