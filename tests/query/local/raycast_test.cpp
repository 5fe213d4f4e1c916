#include "navspan/query/raycast.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bake/world/nav_tile.h"
#include "navmesh/index/polygon_surface.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/navmesh/from_polygons.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/walk_checks.h"
#include "support/oracles/ray_oracle.h"
#include "support/scenes/own_scenes.h"

namespace navspan {
namespace {

using support::mesh_from_picture;
using support::Random;
using support::random_polygon;

RaycastHit ray(const NavMesh& mesh, DVec3 from, DVec3 to, const QueryFilter* filter = nullptr, HeightBand band = {}) {
    RaycastHit hit;
    const auto start = find_nearest(mesh, from);
    EXPECT_TRUE(start && raycast(mesh, {.start = *start, .end = to, .filter = filter, .band = band}, hit).ok());
    return hit;
}

// Returns a random point in a polygon, often a corner or the midpoint of an edge.
DVec3 place_in(Random& random, const NavMesh& mesh, PolygonRef ref) {
    const NavTile& tile = tile_of(mesh, ref);
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const uint32_t e = polygon.first_edge + uint32_t(random.between(0, int32_t(polygon.edge_count) - 1));
    const HalfEdge &a = tile.half_edges[e], &b = tile.half_edges[next_edge(tile, e)];
    DVec3 p{double(a.x), 0, double(a.z)};
    const int kind = random.between(0, 2);
    if (kind == 1) p = {(a.x + b.x) * 0.5, 0, (a.z + b.z) * 0.5};
    if (kind == 2) {
        const HalfEdge& c = tile.half_edges[next_edge(tile, next_edge(tile, e))];
        const double u = random.between(0, 8) / 16.0, v = random.between(0, 8) / 16.0;
        p = {a.x + u * (b.x - a.x) + v * (c.x - a.x), 0, a.z + u * (b.z - a.z) + v * (c.z - a.z)};
    }
    p = to_world(tile.frame, p);
    p.y = polygon_height(mesh, ref, p.x, p.z);
    return p;
}

NavMesh two_tiles(Random& random) {
    support::PolygonSoup left = support::soup_from_picture({"....", "..#.", "....", "#..."});
    support::PolygonSoup right = support::soup_from_picture({"....", "....", ".#..", "...#"});
    left.seams = right.seams = true;
    left.width = right.frame.x0 = 16;
    right.tile_x = 1;
    return *link_tiles({support::make_tile(left, &random), support::make_tile(right, &random)}, support::make_info());
}

NavMesh ray_mesh(Random& random, uint64_t seed) {
    if (seed % 8 == 0) return two_tiles(random);
    if (seed % 8 == 1)
        return mesh_from_picture({"..........", "..#..#....", "....##..#.", ".#.....#..", "..#.#.....", "......#..."});
    // Half of the meshes have blocks of only 8 lattice units. Rounding then makes many corners collinear.
    return support::random_mesh(random, {.columns = 6, .rows = 5, .block = seed % 2 ? 8 : 16, .hole = 0.2, .areas = 3});
}

TEST(Raycast, EqualsTheExactReference) {
    RaycastHit hit;
    int walls = 0, corners = 0;
    for (uint64_t seed = 0; seed < support::rounds(400); ++seed) {
        Random random(seed);
        const NavMesh mesh = ray_mesh(random, seed);
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        for (int i = 0; i < 60; ++i) {
            const PolygonRef from = random_polygon(random, mesh);
            DVec3 end = place_in(random, mesh, random_polygon(random, mesh));
            const DVec3 start = place_in(random, mesh, from);
            if (i % 4 == 0) end = start + (end - start) * 2;
            const RaycastRequest request{.start = {from, start, 0, mesh.revision}, .end = end, .filter = &filter};
            ASSERT_TRUE(raycast(mesh, request, hit).ok());
            const double expected = support::ray_fraction(mesh, filter, from, start, end);
            ASSERT_NEAR(hit.t, expected, 1e-9) << "seed " << seed << " ray " << i;
            CheckReport report;
            support::check_raycast(mesh, filter, request, hit, report);
            ASSERT_TRUE(report.ok()) << "seed " << seed << " ray " << i << ": " << report.failures.front();
            walls += hit.stop == RayStop::wall;
            corners += hit.t == 1;
        }
    }
    EXPECT_GT(walls, 1000 / (support::kSanitized ? 10 : 1));
    EXPECT_GT(corners, 1000 / (support::kSanitized ? 10 : 1));
}

TEST(Raycast, SpiralFloorsKeepInvariants) {
    RaycastHit hit;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::make_mesh(support::spiral_soup(3), &random);
        const QueryFilter filter = default_filter(mesh);
        for (int i = 0; i < 50; ++i) {
            const PolygonRef from = random_polygon(random, mesh);
            const DVec3 start = place_in(random, mesh, from), end = place_in(random, mesh, random_polygon(random, mesh));
            const RaycastRequest request{.start = {from, start, 0, mesh.revision}, .end = end, .filter = &filter};
            ASSERT_TRUE(raycast(mesh, request, hit).ok());
            CheckReport report;
            support::check_raycast(mesh, filter, request, hit, report);
            ASSERT_TRUE(report.ok()) << "seed " << seed << " ray " << i << ": " << report.failures.front();
            EXPECT_LE(hit.t, support::ray_fraction(mesh, filter, from, start, end) + 1e-9);
        }
    }
}

TEST(Raycast, HitsAWallWithItsNormal) {
    const RaycastHit hit = ray(mesh_from_picture({"..#", "..."}), {0.5, 0, 0.25}, {2.5, 0, 0.75});
    EXPECT_EQ(hit.stop, RayStop::wall);
    EXPECT_EQ(hit.t, 0.75);
    EXPECT_EQ(hit.position, (DVec3{2, 0, 0.625}));
    EXPECT_EQ(hit.normal, (DVec3{-1, 0, 0}));
    EXPECT_EQ(hit.polygons.size(), 2u);
}

TEST(Raycast, FlatRayEqualsTheRaySeenFromAbove) {
    RaycastHit whole, flat;
    for (uint64_t seed = 0; seed < support::rounds(50); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random);
        const PolygonRef first = random_polygon(random, mesh);
        RaycastRequest request{.start = {first, place_in(random, mesh, first), 0, mesh.revision},
                               .end = place_in(random, mesh, random_polygon(random, mesh))};
        ASSERT_TRUE(raycast(mesh, request, whole).ok()) << "seed " << seed;
        request.with_height = false;
        ASSERT_TRUE(raycast(mesh, request, flat).ok()) << "seed " << seed;
        EXPECT_EQ(flat.position, (DVec3{whole.position.x, 0, whole.position.z})) << "seed " << seed;
        EXPECT_EQ(flat.t, whole.t) << "seed " << seed;
        EXPECT_EQ(flat.stop, whole.stop) << "seed " << seed;
        EXPECT_EQ(flat.polygons, whole.polygons) << "seed " << seed;
        CheckReport report;
        support::check_raycast(mesh, default_filter(mesh), request, flat, report);
        EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures.front();
    }
}

TEST(Raycast, PassesThroughAVertexOfFourPolygons) {
    const RaycastHit hit = ray(mesh_from_picture({"..", ".."}), {0.25, 0, 0.25}, {1.75, 0, 1.75});
    EXPECT_EQ(hit.stop, RayStop::end);
    EXPECT_EQ(hit.polygons.size(), 3u);
}

TEST(Raycast, TouchesTheCornerOfAnObstacle) {
    // The ray passes exactly through a corner of the obstacle. The obstacle is only on one side of the ray, so the ray
    // continues.
    EXPECT_EQ(ray(mesh_from_picture({"..", ".#"}), {0.25, 0, 1.75}, {1.75, 0, 0.25}).stop, RayStop::end);
    EXPECT_EQ(ray(mesh_from_picture({"..", "#."}), {0.25, 0, 0.25}, {1.75, 0, 1.75}).stop, RayStop::end);
}

TEST(Raycast, DoesNotPassBetweenTouchingObstacles) {
    const RaycastHit hit = ray(mesh_from_picture({"#.", ".#"}), {0.25, 0, 1.75}, {1.75, 0, 0.25});
    EXPECT_EQ(hit.stop, RayStop::wall);
    EXPECT_EQ(hit.position, (DVec3{1, 0, 1}));
    EXPECT_NEAR(dot(hit.normal, hit.normal), 1, 1e-15);
}

TEST(Raycast, RunsAlongAWall) {
    const NavMesh mesh = mesh_from_picture({"...", "###"});
    EXPECT_EQ(ray(mesh, {0, 0, 1}, {3, 0, 1}).stop, RayStop::end);
    EXPECT_EQ(ray(mesh, {3, 0, 1}, {0, 0, 1}).stop, RayStop::end);
    EXPECT_EQ(ray(mesh, {3, 0, 0}, {0, 0, 0}).stop, RayStop::end);
    const RaycastHit beyond = ray(mesh, {0, 0, 1}, {4, 0, 1});
    EXPECT_EQ(beyond.stop, RayStop::wall);
    EXPECT_EQ(beyond.position, (DVec3{3, 0, 1}));
    EXPECT_EQ(beyond.normal, (DVec3{-1, 0, 0}));
}

TEST(Raycast, RunsAlongAnEdgeBetweenPolygons) {
    const NavMesh mesh = mesh_from_picture({"...", "...", ".#."});
    EXPECT_EQ(ray(mesh, {0, 0, 1}, {3, 0, 1}).stop, RayStop::end);
    EXPECT_EQ(ray(mesh, {1, 0, 0}, {1, 0, 3}).stop, RayStop::end);
    EXPECT_EQ(ray(mesh, {1, 0, 3}, {1, 0, 0}).stop, RayStop::end);
}

TEST(Raycast, CrossesSeams) {
    Random random(1);
    const RaycastHit hit = ray(two_tiles(random), {0.5, 0, 0.5}, {7.5, 0, 0.5});
    EXPECT_EQ(hit.stop, RayStop::end);
    EXPECT_EQ(hit.polygons.front().tile, 0u);
    EXPECT_EQ(hit.polygons.back().tile, 1u);
}

TEST(Raycast, RayMayLeaveAnExcludedStart) {
    const NavMesh mesh = mesh_from_picture({"1..1"});
    QueryFilter filter = default_filter(mesh);
    filter.excluded_areas = 1u << 1;
    const RaycastHit hit = ray(mesh, {0.5, 0, 0.5}, {3.5, 0, 0.5}, &filter);
    EXPECT_EQ(hit.stop, RayStop::wall);
    EXPECT_EQ(hit.position.x, 3);
}

TEST(Raycast, HitFractionIsAccurateForFarTargets) {
    const NavMesh mesh = mesh_from_picture({"...."});
    for (const double far : {1e6, 1e9, 1e12, 1e15}) {
        const RaycastHit hit = ray(mesh, {0, 0, 0.5}, {far, 0, 0.5});
        EXPECT_EQ(hit.stop, RayStop::wall);
        EXPECT_NEAR(hit.t * far, 4, 1e-6);
        EXPECT_NEAR(hit.position.x, 4, 1e-9);
    }
}

// A ray that starts on a long wall and leaves the ground at an angle of about 1e-18. If they were computed with doubles, the
// areas that determine where the ray crosses the wall would be rounding errors.
TEST(Raycast, StopsWhereItStartsIfItGrazesTheWallThere) {
    PolygonSet polygons;
    polygons.vertices = {{0, 0, 0}, {0, 0, 4e6}, {4e6, 0, 4e6}, {999999, 0, 333334}};
    polygons.corners = {0, 1, 2, 3};
    polygons.first_corner = {0, 4};
    FromPolygonsOptions options;
    options.quantum = 1;
    const Result<NavMesh> mesh = nav_mesh_from_polygons(polygons, options);
    ASSERT_TRUE(mesh) << mesh.error().message;
    const SurfacePoint start{.polygon = {0, 0}, .position = {499999.5, 0, 166667}, .distance = 0, .revision = mesh->revision};
    RaycastHit hit;
    ASSERT_TRUE(raycast(*mesh, {.start = start, .end = {1499999.1357831955, 0, 500001.2119283676}}, hit).ok());
    EXPECT_EQ(hit.stop, RayStop::wall);
    EXPECT_NEAR(hit.position.x, 499999.5, 1e-6);
    EXPECT_NEAR(hit.position.z, 166667, 1e-6);
}

TEST(Raycast, AStartEqualToTheEndArrives) {
    const RaycastHit hit = ray(mesh_from_picture({"..", ".."}), {1, 0, 1}, {1, 0, 1});
    EXPECT_EQ(hit.stop, RayStop::end);
    EXPECT_EQ(hit.t, 1);
}

TEST(Raycast, InvalidQueriesAreErrors) {
    const NavMesh mesh = mesh_from_picture({".."});
    const SurfacePoint start = *find_nearest(mesh, {0.5, 0, 0.5});
    RaycastHit hit;
    EXPECT_FALSE(raycast(mesh, {.start = start, .end = {std::nan(""), 0, 0}}, hit).ok());
    EXPECT_FALSE(raycast(mesh, {.start = start, .end = {1e16, 0, 0}}, hit).ok());
    EXPECT_FALSE(raycast(mesh, {.start = start, .end = {1, 0, 0}, .filter = nullptr, .band = {-1, 0}}, hit).ok());
}

// Builds a hill: height 0 for x <= 1, 2 at x = 2, and 0 for x >= 3 [wu].
NavMesh hill() {
    support::PolygonSoup soup = support::soup_from_picture({"...."});
    for (auto& corner : soup.corners)
        corner.y = corner.x == 8 ? 2.f : 0.f;
    return support::make_mesh(soup);
}

TEST(Raycast, AHillBlocksTheSight) {
    const NavMesh mesh = hill();
    EXPECT_EQ(ray(mesh, {0.5, 0, 0.5}, {3.5, 0, 0.5}).stop, RayStop::end);
    const double inf = std::numeric_limits<double>::infinity();
    const RaycastHit hit = ray(mesh, {0.5, 0, 0.5}, {3.5, 0, 0.5}, nullptr, {.above = 1.5, .below = inf});
    EXPECT_EQ(hit.stop, RayStop::height);
    EXPECT_NEAR(hit.position.x, 1.75, 1e-12);
    EXPECT_NEAR(hit.position.y, 1.5, 1e-12);
    EXPECT_EQ(hit.polygons.size(), 2u);
    EXPECT_EQ(ray(mesh, {0.5, 0, 0.5}, {3.5, 0, 0.5}, nullptr, {.above = 2.1, .below = inf}).stop, RayStop::end);
    EXPECT_EQ(ray(mesh, {0.5, 0, 0.5}, {2, 2, 0.5}, nullptr, {.above = 0.1, .below = inf}).stop, RayStop::end);
}

TEST(Raycast, PitStopsOnlyRaysWithALowerLimit) {
    support::PolygonSoup soup = support::soup_from_picture({"...."});
    for (auto& corner : soup.corners)
        corner.y = corner.x == 8 ? -2.f : 0.f;
    const NavMesh mesh = support::make_mesh(soup);
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(ray(mesh, {0.5, 0, 0.5}, {3.5, 0, 0.5}, nullptr, {.above = 0.5, .below = inf}).stop, RayStop::end);
    const RaycastHit hit = ray(mesh, {0.5, 0, 0.5}, {3.5, 0, 0.5}, nullptr, {.above = 0.5, .below = 0.5});
    EXPECT_EQ(hit.stop, RayStop::height);
    EXPECT_NEAR(hit.position.x, 1.25, 1e-12);
}

// Returns the height of the polygons' surface above the ray at fraction t [wu]. It is negative if the surface is below the ray.
double above_ray(const NavMesh& mesh, const std::vector<PolygonRef>& polygons, DVec3 start, DVec3 end, double t) {
    const DVec3 p = start + (end - start) * t;
    double least = std::numeric_limits<double>::infinity();
    for (const PolygonRef ref : polygons) {
        const DVec3 q = nearest_in_polygon(mesh, ref, {p.x, polygon_height(mesh, ref, p.x, p.z), p.z}).position;
        if (std::hypot(q.x - p.x, q.z - p.z) < 1e-6 && std::fabs(q.y - p.y) < std::fabs(least)) least = q.y - p.y;
    }
    return least;
}

TEST(Raycast, HeightBandHoldsAtEverySample) {
    RaycastHit hit, flat;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.hole = 0.05});
        for (int i = 0; i < 20; ++i) {
            const PolygonRef from = random_polygon(random, mesh);
            const DVec3 start = place_in(random, mesh, from), end = place_in(random, mesh, random_polygon(random, mesh));
            const HeightBand band{random.real(0, 1), random.real(0, 1)};
            ASSERT_TRUE(
                raycast(mesh, {.start = {from, start, 0, mesh.revision}, .end = end, .filter = nullptr, .band = band}, hit)
                    .ok());
            ASSERT_TRUE(raycast(mesh, {.start = {from, start, 0, mesh.revision}, .end = end}, flat).ok());
            EXPECT_LE(hit.t, flat.t);
            const auto above_line = [&](double t) { return above_ray(mesh, flat.polygons, start, end, t); };
            for (int k = 0; k < 20; ++k) {
                const double d = above_line(hit.t * k / 20);
                EXPECT_LE(d, band.above + 1e-6) << "seed " << seed << " ray " << i;
                EXPECT_GE(d, -band.below - 1e-6) << "seed " << seed << " ray " << i;
            }
            if (hit.stop != RayStop::height || hit.t == 0) continue;
            const double d = above_line(hit.t);
            EXPECT_NEAR(d > 0 ? d : -d, d > 0 ? band.above : band.below, 1e-4) << "seed " << seed << " ray " << i;
        }
    }
}

TEST(Raycast, HeightBandHoldsAlongEdges) {
    const BakeConfig config;
    const TriangleSoup soup = support::soup_of({"terrain", support::terrain_obj()});
    const NavMesh mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test")).value();
    RaycastHit hit;
    int stopped = 0;
    Random random(1);
    for (int i = 0; i < 20000; ++i) {
        const PolygonRef from = random_polygon(random, mesh);
        const NavTile& tile = tile_of(mesh, from);
        const NavPolygon& polygon = polygon_of(mesh, from);
        const uint32_t e = polygon.first_edge + uint32_t(random.between(0, int32_t(polygon.edge_count) - 1));
        const HalfEdge &a = tile.half_edges[e], &b = tile.half_edges[next_edge(tile, e)];
        // Skip edges that are not parallel to an axis, because their rounded detail points are not exactly on the edge.
        if (a.x != b.x && a.z != b.z) continue;
        const auto on_edge = [&] {
            const double t = random.real(0, 1);
            const DVec3 p = to_world(tile.frame, {a.x + t * (b.x - a.x), 0, a.z + t * (b.z - a.z)});
            return DVec3{p.x, polygon_height(mesh, from, p.x, p.z), p.z};
        };
        const DVec3 start = on_edge(), end = on_edge();
        const RaycastRequest request{
            .start = {from, start, 0, mesh.revision}, .end = end, .band = {.above = 0.1, .below = 0.1}};
        ASSERT_TRUE(raycast(mesh, request, hit).ok());
        stopped += hit.stop == RayStop::height;
        for (int k = 0; k < 20; ++k) {
            const double d = above_ray(mesh, hit.polygons, start, end, hit.t * k / 20);
            ASSERT_FALSE(std::isfinite(d) && std::fabs(d) > 0.1 + 1e-6) << d << ", ray " << i;
        }
    }
    EXPECT_GT(stopped, 100);
}

}  // namespace
}  // namespace navspan
