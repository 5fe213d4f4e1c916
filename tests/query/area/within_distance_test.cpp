#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "navmesh/index/polygon_surface.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/path.h"
#include "navspan/query/reachable.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::mesh_from_picture;
using support::Random;

TEST(WithinDistance, DistancesEqualExactPaths) {
    SearchScratch scratch;
    std::vector<ReachedPolygon> all, some;
    for (uint64_t seed = 0; seed < support::rounds(20); ++seed) {
        Random random(seed);
        const NavMesh mesh = seed % 4 ? support::random_mesh(random, {.hole = 0.2, .areas = 3})
                                      : support::make_mesh(support::spiral_soup(2), &random);
        const SurfacePoint start = *find_nearest(mesh, support::random_point(random, mesh));
        ASSERT_TRUE(polygons_within_distance(mesh, scratch, {.start = start}, all).ok());
        std::vector<PolygonRef> reachable;
        EXPECT_TRUE(collect_reachable(mesh, scratch, {start}, reachable).ok());
        EXPECT_EQ(all.size(), reachable.size());
        EXPECT_EQ(all.front().polygon, start.polygon);
        for (const ReachedPolygon& reached : all) {
            // Find the shortest of the exact paths to many points on the polygon's border.
            double least = reached.polygon == start.polygon ? 0 : 1e300;
            const NavTile& tile = tile_of(mesh, reached.polygon);
            const NavPolygon& polygon = polygon_of(mesh, reached.polygon);
            DVec3 middle;
            for (const HalfEdge& e : polygon_edges(tile, reached.polygon.polygon))
                middle = middle + DVec3{double(e.x), 0, double(e.z)} * (1.0 / polygon.edge_count);
            for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count && least > 0; ++e) {
                const HalfEdge &a = tile.half_edges[e], &b = tile.half_edges[next_edge(tile, e)];
                for (int k = 0; k < 8; ++k) {
                    // Use points slightly inside the border, because a point on the border may also be in other polygons.
                    const DVec3 rim{a.x + (b.x - a.x) * k / 8.0, 0, a.z + (b.z - a.z) * k / 8.0};
                    DVec3 goal = to_world(tile.frame, rim + (middle - rim) * 1e-3);
                    goal.y = polygon_height(mesh, reached.polygon, goal.x, goal.z);
                    const auto path = find_path(mesh, scratch, {.start = start.position, .goal = goal});
                    if (path->status == PathStatus::complete) least = std::min(least, path->length_xz);
                }
            }
            const double step = 0.25 * 16 * 1.5 / 8;  // upper limit of the distance between two sampled border points
            EXPECT_GE(reached.distance, least - step) << "seed " << seed;
            EXPECT_LE(reached.distance, least + 1e-2) << "seed " << seed;
        }
        const double limit = all[all.size() / 2].distance;
        ASSERT_TRUE(polygons_within_distance(mesh, scratch, {.start = start, .max_distance = limit}, some).ok());
        const auto within = std::count_if(all.begin(), all.end(), [&](const auto& r) { return r.distance <= limit; });
        ASSERT_EQ(ptrdiff_t(some.size()), within);
        for (size_t i = 0; i < some.size(); ++i) {
            EXPECT_EQ(some[i].polygon, all[i].polygon);
            EXPECT_EQ(some[i].distance, all[i].distance);
        }
    }
}

TEST(WithinDistance, GoesAroundWalls) {
    const NavMesh mesh = mesh_from_picture({"...", ".#.", ".#."});
    SearchScratch scratch;
    std::vector<ReachedPolygon> polygons;
    ASSERT_TRUE(polygons_within_distance(mesh, scratch, {.start = *find_nearest(mesh, {0.5, 0, 2.5})}, polygons).ok());
    ASSERT_EQ(polygons.size(), 7u);
    EXPECT_EQ(polygons.front().distance, 0);
    // The path to the farthest polygon passes both corners of the wall and ends in the last row.
    EXPECT_NEAR(polygons.back().distance, std::hypot(0.5, 1.5) + 1 + 1, 0.05);
}

TEST(WithinDistance, LinksAddTheirCost) {
    const Result<NavMesh> mesh = with_links(
        mesh_from_picture({".#."}),
        {{.from = {0, 0}, .to = {0, 1}, .start = {1, 0, 0.5}, .end = {2, 0, 0.5}, .cost = 3, .flags = 1, .area = 63}});
    ASSERT_TRUE(mesh.ok());
    SearchScratch scratch;
    std::vector<ReachedPolygon> polygons;
    const SurfacePoint start = *find_nearest(*mesh, {0.5, 0, 0.5});
    ASSERT_TRUE(polygons_within_distance(*mesh, scratch, {.start = start}, polygons).ok());
    ASSERT_EQ(polygons.size(), 2u);
    EXPECT_EQ(polygons[1].distance, 3.5);
    ASSERT_TRUE(polygons_within_distance(*mesh, scratch, {.start = start, .max_distance = 3.4}, polygons).ok());
    EXPECT_EQ(polygons.size(), 1u);
}

TEST(WithinDistance, InvalidQueriesAreErrors) {
    const NavMesh mesh = mesh_from_picture({"."});
    SearchScratch scratch;
    std::vector<ReachedPolygon> polygons;
    const SurfacePoint start = *find_nearest(mesh, {0.5, 0, 0.5});
    EXPECT_FALSE(polygons_within_distance(mesh, scratch, {.start = start, .max_distance = -1}, polygons).ok());
    EXPECT_TRUE(polygons_within_distance(mesh, scratch, {.start = start, .max_distance = 0}, polygons).ok());
    EXPECT_EQ(polygons.size(), 1u);
}

}  // namespace
}  // namespace navspan
