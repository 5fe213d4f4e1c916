#include "navspan/query/move.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/builders/nav_mesh_builder.h"
#include "support/checks/walk_checks.h"

namespace navspan {
namespace {

using support::mesh_from_picture;
using support::Random;

MoveResult move(const NavMesh& mesh, DVec3 from, DVec3 to, double max_length = std::numeric_limits<double>::infinity()) {
    MoveResult result;
    const auto start = find_nearest(mesh, from);
    const MoveRequest request{.start = *start, .end = to, .filter = nullptr, .max_length = max_length};
    EXPECT_TRUE(start && move_along_surface(mesh, request, result).ok());
    CheckReport report;
    support::check_move(mesh, default_filter(mesh), request, result, report);
    EXPECT_TRUE(report.ok()) << report.failures.front();
    return result;
}

TEST(Move, RandomMovesKeepInvariants) {
    MoveResult result;
    int slid = 0;
    for (uint64_t seed = 0; seed < support::rounds(300); ++seed) {
        Random random(seed);
        const NavMesh mesh = seed % 5 == 0 ? support::make_mesh(support::spiral_soup(3), &random)
                                           : support::random_mesh(random, {.floors = 1 + int(seed % 2), .areas = 3});
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        for (int i = 0; i < 30; ++i) {
            const auto start = find_nearest(mesh, support::random_point(random, mesh), {.filter = &filter});
            if (!start) break;
            const double longest = i % 5 ? std::numeric_limits<double>::infinity() : random.real(0, 10);
            const MoveRequest request{
                .start = *start, .end = support::random_point(random, mesh), .filter = &filter, .max_length = longest};
            ASSERT_TRUE(move_along_surface(mesh, request, result).ok());
            CheckReport report;
            support::check_move(mesh, filter, request, result, report);
            ASSERT_TRUE(report.ok()) << "seed " << seed << " move " << i << ": " << report.failures.front();
            slid += result.points.size() > 2;
        }
    }
    EXPECT_GT(slid, 300 / (support::kSanitized ? 10 : 1));
}

TEST(Move, FlatMoveEqualsTheMoveSeenFromAbove) {
    MoveResult whole, flat;
    for (uint64_t seed = 0; seed < support::rounds(50); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random);
        const auto start = find_nearest(mesh, support::random_point(random, mesh));
        ASSERT_TRUE(start) << "seed " << seed;
        MoveRequest request{.start = *start, .end = support::random_point(random, mesh)};
        ASSERT_TRUE(move_along_surface(mesh, request, whole).ok()) << "seed " << seed;
        request.with_height = false;
        ASSERT_TRUE(move_along_surface(mesh, request, flat).ok()) << "seed " << seed;
        const DVec3 end = whole.end.position;
        EXPECT_EQ(flat.end.position, (DVec3{end.x, 0, end.z})) << "seed " << seed;
        EXPECT_EQ(flat.length, whole.length) << "seed " << seed;
        EXPECT_EQ(flat.polygons, whole.polygons) << "seed " << seed;
        CheckReport report;
        support::check_move(mesh, default_filter(mesh), request, flat, report);
        EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures.front();
    }
}

TEST(Move, GoesStraightIfNothingBlocks) {
    const MoveResult result = move(mesh_from_picture({"...", "..."}), {0.5, 0, 0.5}, {2.5, 0, 1.5});
    EXPECT_TRUE(result.reached);
    EXPECT_EQ(result.end.position, (DVec3{2.5, 0, 1.5}));
    EXPECT_EQ(result.points.size(), 2u);
}

TEST(Move, SlidesAlongAWall) {
    const MoveResult result = move(mesh_from_picture({"....", "####"}), {0.5, 0, 0.5}, {2.5, 0, 2});
    EXPECT_FALSE(result.reached);
    EXPECT_EQ(result.end.position, (DVec3{2.5, 0, 1}));
    EXPECT_EQ(result.end.distance, 1);
}

TEST(Move, SlidesAlongManyWallsOfALongCorridor) {
    std::vector<std::string> rows(2, std::string(300, '.'));
    rows.push_back(std::string(300, '#'));
    const MoveResult result =
        move(mesh_from_picture({rows[0].c_str(), rows[1].c_str(), rows[2].c_str()}), {0.5, 0, 1}, {299.5, 0, 3});
    EXPECT_EQ(result.end.position, (DVec3{299.5, 0, 2}));
}

TEST(Move, ContinuesAroundACorner) {
    // The move slides along the -z side of the block to its corner. From there, no wall blocks the line to the target.
    const MoveResult result = move(mesh_from_picture({"....", ".#..", "...."}), {0.5, 0, 0.9}, {2.5, 0, 2});
    EXPECT_TRUE(result.reached);
    EXPECT_GE(result.points.size(), 3u);
}

TEST(Move, StaysInACornerThatFacesTheTarget) {
    const MoveResult result = move(mesh_from_picture({"..#", "..#", "###"}), {0.5, 0, 0.5}, {3, 0, 3});
    EXPECT_EQ(result.end.position, (DVec3{2, 0, 2}));
    const MoveResult again = move(mesh_from_picture({"..#", "..#", "###"}), result.end.position, {3, 0, 3});
    EXPECT_EQ(again.end.position, (DVec3{2, 0, 2}));
    EXPECT_EQ(again.length, 0);
}

TEST(Move, LeavesACornerThatDoesNotFaceTheTarget) {
    const MoveResult result = move(mesh_from_picture({"..#", "..#", "###"}), {2, 0, 2}, {1, 0, 5});
    EXPECT_EQ(result.end.position, (DVec3{1, 0, 2}));
}

TEST(Move, DoesNotPassBetweenTouchingObstacles) {
    const MoveResult result = move(mesh_from_picture({"#.", ".#"}), {0.25, 0, 1.75}, {1.75, 0, 0.25});
    EXPECT_EQ(result.end.position, (DVec3{1, 0, 1}));
}

TEST(Move, StopsAtTheMaximumLength) {
    const NavMesh mesh = mesh_from_picture({"....", "####"});
    EXPECT_EQ(move(mesh, {0.5, 0, 0.5}, {3.5, 0, 0.5}, 1).end.position, (DVec3{1.5, 0, 0.5}));
    // The limit of 0.5 must stop the move exactly at the wall.
    const MoveResult result = move(mesh, {0.5, 0, 0.5}, {4, 0, 1000}, 0.5);
    EXPECT_NEAR(result.length, 0.5, 1e-9);
    EXPECT_EQ(move(mesh, {0.5, 0, 0.5}, {3.5, 0, 0.5}, 0).end.position, (DVec3{0.5, 0, 0.5}));
}

TEST(Move, TargetEqualToStartDoesNotMove) {
    Random random(7);
    const NavMesh mesh = support::random_mesh(random);
    MoveResult result;
    for (int i = 0; i < 200; ++i) {
        const auto start = find_nearest(mesh, support::random_point(random, mesh));
        ASSERT_TRUE(move_along_surface(mesh, {.start = *start, .end = start->position}, result).ok());
        EXPECT_TRUE(result.reached);
        EXPECT_EQ(result.length, 0);
        EXPECT_EQ(result.end.position.x, start->position.x);
        EXPECT_EQ(result.end.position.z, start->position.z);
    }
}

TEST(Move, FarTargetsActAsADirection) {
    const NavMesh mesh = mesh_from_picture({"....", "...."});
    const MoveResult result = move(mesh, {0.5, 0, 0.5}, {1e15, 0, 0.5});
    EXPECT_EQ(result.end.position.x, 4);
    EXPECT_EQ(result.end.position.z, 0.5);
}

TEST(Move, InvalidQueriesAreErrors) {
    const NavMesh mesh = mesh_from_picture({".."});
    const SurfacePoint start = *find_nearest(mesh, {0.5, 0, 0.5});
    MoveResult result;
    EXPECT_FALSE(move_along_surface(mesh, {.start = start, .end = {0, 0, std::nan("")}}, result).ok());
    EXPECT_FALSE(move_along_surface(mesh, {.start = start, .end = {}, .filter = nullptr, .max_length = -1}, result).ok());
}

}  // namespace
}  // namespace navspan
