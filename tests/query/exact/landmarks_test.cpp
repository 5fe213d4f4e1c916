#include "navspan/query/landmarks.h"

#include <gtest/gtest.h>

#include <string>

#include "check/mesh/checks.h"
#include "navmesh/graph/landmark_table.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "query/exact/exact.h"
#include "query/exact/landmark_bound.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;

// Returns the length of the shortest path between two points [cell]; negative if there is no path.
double shortest(const NavMesh& mesh, const SurfacePoint& start, const SurfacePoint& goal) {
    ExactScratch scratch;
    Corridor corridor;
    const QueryFilter filter = default_filter(mesh);
    const CorridorRequest request{.start = start, .goal = goal, .requested_goal = goal.position, .filter = &filter};
    EXPECT_TRUE(find_exact_corridor(mesh, request, {.use_blocks = false, .use_landmarks = false}, scratch, corridor).ok());
    return corridor.end.polygon == goal.polygon ? corridor.cost / mesh.tiles[0]->frame.quantum : -1;
}

SurfacePoint random_start(Random& random, const NavMesh& mesh) {
    const PolygonRef polygon = polygon_ref(mesh, uint32_t(random.between(0, int32_t(mesh.polygon_count()) - 1)));
    return {polygon, support::random_surface_point(random, mesh, polygon), 0, mesh.revision};
}

NavMesh spiral_or_random(Random& random, uint64_t seed) {
    switch (seed % 4) {
        case 0:
            return support::make_mesh(support::spiral_soup(2), &random);
        case 1:
            return support::random_mesh(random, {.columns = 8, .rows = 8, .hole = 0.4});
        case 2:
            return support::random_mesh(random, {.columns = 5, .rows = 5, .hole = 0.15, .merge = false});
        default:
            return support::with_random_links(random, support::random_mesh(random, {.hole = 0.5}), 4);
    }
}

TEST(Landmarks, BoundsNeverExceedTheShortestPath) {
    double found = 0, known = 0;
    for (uint64_t seed = 0; seed < 120; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = *with_landmarks(spiral_or_random(random, seed), uint32_t(random.between(1, 5)));
        for (int i = 0; i < 10; ++i) {
            const SurfacePoint goal = random_start(random, mesh);
            LandmarkGoal bounds;
            set_landmark_goal(mesh, goal.polygon, snap_inside(mesh, goal.polygon, goal.position), bounds);
            for (int j = 0; j < 10; ++j) {
                const uint32_t e = uint32_t(random.between(0, int32_t(mesh.edge_count()) - 1));
                const SurfacePoint start = vertex_point(mesh, {0, e});
                if (island_of(mesh, start.polygon) != island_of(mesh, goal.polygon)) continue;
                const double bound = landmark_bound(mesh.landmarks, bounds, e);
                const double length = shortest(mesh, start, goal);
                ASSERT_GE(bound, 0);
                if (length < 0) continue;  // no path: one-way links lead in the opposite direction
                ASSERT_LE(bound, length * (1 + 1e-9) + 1e-5);
                found += length;
                known += bound;
            }
        }
    }
    EXPECT_GT(known, 0.8 * found);  // on average, a bound is at least 80 % of the length
}

TEST(Landmarks, LandmarksAndBlocksDoNotChangePaths) {
    uint64_t plain_nodes = 0, steered_nodes = 0;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        NavMesh mesh = support::random_mesh(random, {.columns = 9, .rows = 9, .hole = 0.35, .areas = 3});
        // In some rounds, links cost less than their straight-line length. The search must then ignore the landmarks.
        if (seed % 3) mesh = support::with_random_links(random, mesh, 4, seed % 3 == 2 && random.chance(0.3));
        mesh = *with_landmarks(mesh, 1 + uint32_t(seed % 8));
        QueryFilter filter = default_filter(mesh);
        if (seed % 5 == 0) filter.excluded_areas = uint64_t{1} << random.between(1, 3);
        for (int i = 0; i < 20; ++i) {
            const SurfacePoint start = random_start(random, mesh), goal = random_start(random, mesh);
            if (!admits(filter, polygon_of(mesh, start.polygon)) || !admits(filter, polygon_of(mesh, goal.polygon))) continue;
            const CorridorRequest request{.start = start, .goal = goal, .requested_goal = goal.position, .filter = &filter};
            ExactScratch scratch;
            Corridor plain, steered;
            EXPECT_TRUE(find_exact_corridor(mesh, request, {.use_blocks = false, .use_landmarks = false}, scratch, plain).ok());
            EXPECT_TRUE(find_exact_corridor(mesh, request, {.use_blocks = random.chance(0.5)}, scratch, steered).ok());
            ASSERT_EQ(plain.complete, steered.complete);
            ASSERT_NEAR(plain.cost, steered.cost, 1e-9 * plain.cost);
            plain_nodes += plain.pushed;
            steered_nodes += steered.pushed;
        }
    }
    EXPECT_LT(steered_nodes, plain_nodes);
}

TEST(Landmarks, DistancesEqualShortestPaths) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = *with_landmarks(spiral_or_random(random, 4 * seed + seed % 3), 3);
        const LandmarkTable& table = mesh.landmarks;
        for (uint32_t k = 0; k < table.count; ++k) {
            for (uint32_t source = 0; source < mesh.edge_count(); ++source) {
                if (landmark_distances(table, source)[k] != 0) continue;
                for (int i = 0; i < 20; ++i) {
                    const uint32_t e = uint32_t(random.between(0, int32_t(mesh.edge_count()) - 1));
                    const SurfacePoint start = vertex_point(mesh, {0, source}), goal = vertex_point(mesh, {0, e});
                    if (island_of(mesh, start.polygon) != island_of(mesh, goal.polygon)) continue;
                    ASSERT_NEAR(landmark_distances(table, e)[k], shortest(mesh, start, goal), 1e-4) << source << " to " << e;
                }
            }
        }
    }
}

TEST(Landmarks, AreFarApart) {
    // The mesh is a corridor with a bend. The two landmarks must be at its two ends.
    const NavMesh mesh = *with_landmarks(support::make_mesh(support::soup_from_picture({"......", "#####.", "#####."})), 2);
    float greatest[2] = {};
    for (uint32_t e = 0; e < mesh.edge_count(); ++e) {
        for (int k = 0; k < 2; ++k)
            greatest[k] = std::max(greatest[k], landmark_distances(mesh.landmarks, e)[k]);
    }
    EXPECT_GT(greatest[0], 28);
    EXPECT_EQ(greatest[0], greatest[1]);
}

TEST(Landmarks, RoundTrip) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const NavMesh mesh = *with_landmarks(spiral_or_random(random, seed), 1 + uint32_t(seed % 9));
        const std::vector<std::byte> bytes = serialize_nav_mesh(mesh);
        const Result<NavMesh> again = parse_nav_mesh(bytes);
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(again->landmarks, mesh.landmarks);
        EXPECT_EQ(serialize_nav_mesh(*again), bytes);
        CheckReport report;
        check_nav_mesh(mesh, report);
        check_landmarks(mesh, report);
        EXPECT_TRUE(report.ok()) << report.failures.front();
    }
}

TEST(Landmarks, AreRemovedOnLinkChangesAndOnRequest) {
    Random random(1);
    const NavMesh plain = support::random_mesh(random);
    const NavMesh mesh = *with_landmarks(plain, 2);
    EXPECT_FALSE(mesh.landmarks.empty());
    EXPECT_TRUE(with_links(mesh, {})->landmarks.empty());
    EXPECT_EQ(serialize_nav_mesh(*with_landmarks(mesh, 0)), serialize_nav_mesh(plain));
    EXPECT_EQ(with_landmarks(mesh, 65).error().kind, ErrorKind::usage);
    EXPECT_TRUE(with_landmarks(*link_tiles({}, support::make_info()), 8)->landmarks.empty());
}

TEST(Landmarks, RefusesImpossibleDistances) {
    Random random(1);
    const NavMesh mesh = *with_landmarks(support::random_mesh(random), 2);
    const auto verdict = [&](auto change) {
        NavMesh bad = mesh;
        change(bad.landmarks.distance);
        const Result<NavMesh> read = parse_nav_mesh(serialize_nav_mesh(bad));
        return read.ok() ? "" : read.error().message;
    };
    using Distances = std::vector<float>;
    EXPECT_EQ(verdict([](Distances&) {}), "");
    EXPECT_EQ(verdict([](Distances& d) { d[3] = -1; }),
              "damaged .nav file: mesh 0: landmarks: a distance is negative or not finite");
    EXPECT_EQ(verdict([](Distances& d) { d[3] = std::numeric_limits<float>::infinity(); }),
              "damaged .nav file: mesh 0: landmarks: a distance is negative or not finite");
    EXPECT_NE(verdict([](Distances& d) { d[3] += 100; }).find("differ by more than its length"), std::string::npos);
    EXPECT_EQ(verdict([](Distances& d) { d.pop_back(); }),
              "damaged .nav file: mesh 0: landmarks: the number of distances is not the number of vertices times the number of "
              "landmarks");
}

}  // namespace
}  // namespace navspan
