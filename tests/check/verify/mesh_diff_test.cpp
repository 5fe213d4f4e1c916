#include "check/verify/mesh_diff.h"

#include <gtest/gtest.h>

#include <cmath>

#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

// Builds a mesh from a picture. Each character is a square of 1 x 1 wu.
NavMesh picture(const std::vector<const char*>& rows) {
    return support::make_mesh(support::soup_from_picture(rows));
}

OffMeshLink link_at(const NavMesh& mesh, DVec3 start, DVec3 end) {
    const SurfacePoint a = *find_nearest(mesh, start), b = *find_nearest(mesh, end);
    return {.from = a.polygon, .to = b.polygon, .start = a.position, .end = b.position, .cost = 5, .flags = 1, .area = 63};
}

TEST(MeshDiff, LevelEqualsItself) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        support::Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.hole = 0.3});
        const MeshDiff diff = diff_meshes(mesh, mesh, {});
        EXPECT_TRUE(diff.lost.empty());
        EXPECT_TRUE(diff.gained.empty());
        EXPECT_EQ(diff.lost_area, 0);
        EXPECT_EQ(diff.old_area, diff.new_area);
        EXPECT_TRUE(diff.split.empty() && diff.joined.empty() && diff.gone.empty() && diff.added.empty());
        const std::vector<DiffRoute> routes = random_routes(mesh, 50, seed);
        EXPECT_EQ(routes.size(), 50u);
        EXPECT_TRUE(diff_routes(mesh, mesh, routes, {})->empty());
    }
}

TEST(MeshDiff, LostAndGainedAreaIsExact) {
    const NavMesh before = picture({"....", "...#"}), after = picture({".#..", "...."});
    const MeshDiff diff = diff_meshes(before, after, {.pieces = true});
    EXPECT_NEAR(diff.old_area, 7, 1e-12);
    EXPECT_NEAR(diff.new_area, 7, 1e-12);
    EXPECT_NEAR(diff.lost_area, 1, 1e-12);
    EXPECT_NEAR(diff.gained_area, 1, 1e-12);
    ASSERT_EQ(diff.lost.size(), 1u);
    EXPECT_NEAR(diff.lost[0].place.x, 1.5, 1e-12);
    EXPECT_NEAR(diff.lost[0].place.z, 0.5, 1e-12);
    ASSERT_EQ(diff.gained.size(), 1u);
    EXPECT_NEAR(diff.gained[0].place.x, 3.5, 1e-12);
    EXPECT_EQ(diff.piece_first.size(), 7u);
}

TEST(MeshDiff, SwappingTheLevelsSwapsGainsAndLosses) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        support::Random random(seed);
        const NavMesh a = support::random_mesh(random, {.hole = 0.4}), b = support::random_mesh(random, {.hole = 0.4});
        const MeshDiff there = diff_meshes(a, b, {.height = 3}), back = diff_meshes(b, a, {.height = 3});
        EXPECT_NEAR(there.lost_area, back.gained_area, 1e-9 * there.old_area);
        EXPECT_NEAR(there.gained_area, back.lost_area, 1e-9 * there.old_area);
        EXPECT_NEAR(there.old_area - there.lost_area, there.new_area - there.gained_area, 1e-9 * there.old_area);
        EXPECT_EQ(there.gone, back.added);
    }
}

TEST(MeshDiff, GroundAtAnotherHeightDiffers) {
    support::PolygonSoup soup = support::soup_from_picture({".."});
    const NavMesh before = support::make_mesh(soup);
    for (auto& corner : soup.corners)
        corner.y += 1;
    const NavMesh after = support::make_mesh(soup);
    EXPECT_NEAR(diff_meshes(before, after, {.height = 0.9}).lost_area, 2, 1e-12);
    EXPECT_EQ(diff_meshes(before, after, {.height = 1.1}).lost_area, 0);
}

TEST(MeshDiff, ReportsSplitAndMergedIslands) {
    const NavMesh whole = picture({"....."}), parts = picture({"..#.."});
    const MeshDiff apart = diff_meshes(whole, parts, {}), together = diff_meshes(parts, whole, {});
    ASSERT_EQ(apart.split.size(), 1u);
    EXPECT_EQ(apart.split[0].parts, (std::vector<uint32_t>{0, 1}));
    EXPECT_TRUE(apart.joined.empty());
    ASSERT_EQ(together.joined.size(), 1u);
    EXPECT_EQ(together.joined[0].parts, (std::vector<uint32_t>{0, 1}));
    EXPECT_TRUE(together.split.empty());
}

TEST(MeshDiff, ReportsAddedAndRemovedIslands) {
    const NavMesh one = picture({"..##"}), two = picture({"..#."});
    EXPECT_EQ(diff_meshes(one, two, {}).added, std::vector<uint32_t>{1});
    EXPECT_EQ(diff_meshes(two, one, {}).gone, std::vector<uint32_t>{1});
}

TEST(MeshDiff, SlightlyMovedLinksAreTheSame) {
    const NavMesh mesh = picture({"..#.."});
    const NavMesh a = *with_links(mesh, {link_at(mesh, {1, 0, 0.5}, {4, 0, 0.5}), link_at(mesh, {1, 0, 0.2}, {4, 0, 0.2})});
    const NavMesh b = *with_links(mesh, {link_at(mesh, {1.05, 0, 0.5}, {4, 0, 0.5}), link_at(mesh, {4, 0, 0.2}, {1, 0, 0.2})});
    const MeshDiff diff = diff_meshes(a, b, {.height = 0.1});
    ASSERT_EQ(diff.lost_links.size(), 1u);
    ASSERT_EQ(diff.gained_links.size(), 1u);
    EXPECT_NEAR(a.links[diff.lost_links[0]].start.z, 0.2, 1e-12);
    EXPECT_NEAR(b.links[diff.gained_links[0]].start.x, 4, 1e-12);
}

TEST(MeshDiff, ReportsChangedRoutes) {
    const NavMesh open = picture({"...", "...", "..."}), walled = picture({".#.", ".#.", "..."});
    const NavMesh closed = picture({".#.", ".#.", ".#."});
    const std::vector<DiffRoute> routes{{"across", {0.5, 0, 0.5}, {2.5, 0, 0.5}}, {"down", {0.5, 0, 0.5}, {0.5, 0, 2.5}}};
    const auto longer = *diff_routes(open, walled, routes, {});
    ASSERT_EQ(longer.size(), 1u);
    EXPECT_EQ(longer[0].route, 0u);
    EXPECT_NEAR(*longer[0].old_length, 2, 1e-9);
    EXPECT_NEAR(*longer[0].new_length, 1 + 2 * std::hypot(0.5, 1.5), 1e-9);
    const auto none = *diff_routes(open, closed, routes, {});
    ASSERT_EQ(none.size(), 1u);
    EXPECT_FALSE(none[0].new_length.has_value());
    EXPECT_FALSE(diff_routes(closed, open, routes, {})->front().old_length.has_value());
}

TEST(MeshDiff, EqualSeedsGiveEqualRandomPairs) {
    const NavMesh mesh = picture({"...", ".#."});
    const std::vector<DiffRoute> a = random_routes(mesh, 20, 3), b = random_routes(mesh, 20, 3), c = random_routes(mesh, 20, 4);
    EXPECT_EQ(a[7].from.x, b[7].from.x);
    EXPECT_NE(a[7].from.x, c[7].from.x);
    for (const DiffRoute& route : a) {
        EXPECT_LE(find_nearest(mesh, route.from)->distance, 1e-9);
        EXPECT_LE(find_nearest(mesh, route.to)->distance, 1e-9);
    }
}

}  // namespace
}  // namespace navspan
