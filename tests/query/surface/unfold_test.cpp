#include "query/surface/unfold.h"

#include <gtest/gtest.h>

#include <cmath>

#include "navmesh/index/polygon_surface.h"
#include "navspan/query/surface_path.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;

double length(DVec3 v) {
    return std::sqrt(dot(v, v));
}

// Builds a mesh whose corners are on the plane y = a x + b z.
NavMesh tilted(const std::vector<const char*>& rows, double a, double b) {
    support::PolygonSoup soup = support::soup_from_picture(rows);
    for (auto& corner : soup.corners)
        corner.y = float(soup.frame.quantum * (a * corner.x + b * corner.z));
    return support::make_mesh(soup);
}

TEST(Unfold, PathOverARoofIsStraightWhenUnfolded) {
    // The ridge of the roof is along z at x = 0. Both sides fall at 45 degrees. In the unfolded roof, start and goal are 4 *
    // sqrt(2) apart across the ridge and 3 apart along it.
    SurfaceScratch scratch;
    std::vector<DVec3> points;
    const std::vector<SurfacePortal> ridge{{{0, 2, -10}, {0, 2, 10}}};
    const double found = pull_surface_string({-2, 0, 0}, {2, 0, 3}, ridge, scratch, points);
    EXPECT_NEAR(found, std::hypot(4 * std::sqrt(2.0), 3), 1e-12);
    ASSERT_EQ(points.size(), 3u);
    EXPECT_NEAR(length(points[1] - DVec3{0, 2, 1.5}), 0, 1e-12);
}

TEST(Unfold, ACornerOfTheStripBendsTheLine) {
    SurfaceScratch scratch;
    std::vector<DVec3> points;
    const std::vector<SurfacePortal> ridge{{{0, 2, 2}, {0, 2, 10}}};
    const double found = pull_surface_string({-2, 0, 0}, {2, 0, 0}, ridge, scratch, points);
    EXPECT_NEAR(found, 2 * length({2, 2, 2}), 1e-12);
    EXPECT_EQ(points[1], (DVec3{0, 2, 2}));
}

TEST(Unfold, HandlesEndsOnEdgesAndCorners) {
    SurfaceScratch scratch;
    std::vector<DVec3> points;
    const std::vector<SurfacePortal> fan{{{0, 0, 0}, {1, 0, 1}}, {{0, 0, 0}, {2, 1, 0}}, {{0, 0, 0}, {1, 0, -1}}};
    // The start or the goal is the corner that all portals share.
    EXPECT_NEAR(pull_surface_string({0, 0, 0}, {0, 0, -1}, fan, scratch, points), 1, 1e-12);
    EXPECT_NEAR(pull_surface_string({0, 0, 1}, {0, 0, 0}, fan, scratch, points), 1, 1e-12);
    EXPECT_EQ(pull_surface_string({0, 0, 0}, {0, 0, 0}, fan, scratch, points), 0);
    // The start is on the first portal and the goal on the last portal. Without portals, the path has length 1. The raised
    // middle portal makes the path longer.
    EXPECT_NEAR(pull_surface_string({0.5, 0, 0.5}, {0.5, 0, -0.5}, {}, scratch, points), 1, 1e-12);
    EXPECT_GT(pull_surface_string({0.5, 0, 0.5}, {0.5, 0, -0.5}, fan, scratch, points), 1);
}

TEST(Unfold, PathOnATiltedPlaneIsStraight) {
    const NavMesh mesh = tilted({"......", "......", "......"}, 0.75, -0.25);
    SearchScratch scratch;
    SurfaceLine line;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const auto point = [&] { return DVec3{random.real(0, 6), 0, random.real(0, 3)}; };
        const Result<Path> path = find_path(mesh, scratch, {.start = point(), .goal = point()});
        ASSERT_EQ(path->points.size(), 2u);
        EXPECT_TRUE(unfold_path(mesh, *path, scratch, line).ok());
        EXPECT_NEAR(line.length_3d, length(path->points[1] - path->points[0]), 1e-9) << "seed " << seed;
        EXPECT_EQ(line.points.front(), path->points.front());
        EXPECT_EQ(line.points.back(), path->points.back());
    }
}

TEST(Unfold, UnfoldedLineIsNeverLongerThanTheGroundPath) {
    SearchScratch scratch;
    SurfaceLine line;
    std::vector<SurfaceStep> steps;
    int paths = 0, shorter = 0;
    for (uint64_t seed = 0; seed < support::rounds(200); ++seed) {
        Random random(seed);
        NavMesh mesh = seed % 5 == 0 ? support::make_mesh(support::spiral_soup(3), &random)
                                     : support::random_mesh(random, {.columns = 6, .rows = 6});
        if (seed % 4 == 1) mesh = support::with_random_links(random, mesh, 6, true);
        for (int i = 0; i < 10; ++i) {
            const Result<Path> path = find_path(
                mesh, scratch, {.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)});
            EXPECT_TRUE(surface_path(mesh, *path, true, scratch, steps).ok());
            EXPECT_TRUE(unfold_path(mesh, *path, scratch, line).ok());
            const double lifted = surface_length(steps);
            EXPECT_LE(line.length_3d, lifted) << "seed " << seed << " query " << i;
            EXPECT_EQ(line.links.size(), path->links.size());
            double sum = 0, straight = 0;
            size_t link = 0, first = 0;
            for (size_t k = 0; k + 1 < line.points.size(); ++k) {
                if (link < line.links.size() && line.links[link] == k) {
                    straight += length(line.points[k] - line.points[first]);
                    first = k + 1;
                    ++link;
                } else {
                    sum += length(line.points[k + 1] - line.points[k]);
                }
            }
            straight += length(line.points.back() - line.points[first]);
            EXPECT_NEAR(sum, line.length_3d, 1e-9 * (1 + sum)) << "seed " << seed << " query " << i;
            EXPECT_GE(line.length_3d, straight - 1e-9) << "seed " << seed << " query " << i;
            ++paths;
            if (line.length_3d < lifted * (1 - 1e-9)) ++shorter;
        }
    }
    // On uneven ground, pulling a path taut on the surface shortens many paths.
    EXPECT_GT(shorter, paths / 3);
}

TEST(SurfacePath, FollowsTheDetailMesh) {
    SearchScratch scratch;
    std::vector<SurfaceStep> coarse, fine;
    for (uint64_t seed = 0; seed < support::rounds(100); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.columns = 4, .rows = 4});
        const Result<Path> path = find_path(
            mesh, scratch, {.start = support::random_point(random, mesh), .goal = support::random_point(random, mesh)});
        EXPECT_TRUE(surface_path(mesh, *path, false, scratch, coarse).ok());
        EXPECT_TRUE(surface_path(mesh, *path, true, scratch, fine).ok());
        ASSERT_EQ(coarse.size(), path->surface_points.size());
        EXPECT_NEAR(surface_length(coarse), path->length_3d, 1e-9 * (1 + path->length_3d));
        EXPECT_GE(surface_length(fine), surface_length(coarse) - 1e-9);
        for (size_t i = 0; i + 1 < fine.size(); ++i) {
            EXPECT_NEAR(length(fine[i].normal), 1, 1e-12);
            EXPECT_GT(fine[i].normal.y, 0);
            // The straight line between two consecutive points must lie on the ground.
            const DVec3 middle = (fine[i].position + fine[i + 1].position) * 0.5;
            const double height = polygon_height(mesh, fine[i].polygon, middle.x, middle.z);
            EXPECT_NEAR(height, middle.y, 1e-3) << "seed " << seed << " step " << i;
        }
    }
}

TEST(SurfacePath, ReturnsNormalsOfATiltedPlane) {
    const NavMesh mesh = tilted({"...", "..."}, 0.5, 0.25);
    const DVec3 up = DVec3{-0.5, 1, -0.25} * (1 / std::sqrt(1 + 0.25 + 0.0625));
    SearchScratch scratch;
    std::vector<SurfaceStep> steps;
    const Result<Path> path = find_path(mesh, scratch, {.start = {0.2, 0, 0.2}, .goal = {2.7, 0, 1.9}});
    EXPECT_TRUE(surface_path(mesh, *path, true, scratch, steps).ok());
    for (const SurfaceStep& step : steps)
        EXPECT_NEAR(length(step.normal - up), 0, 1e-6);
}

}  // namespace
}  // namespace navspan
