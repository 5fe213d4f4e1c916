#include "navspan/query/walls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "navspan/query/raycast.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::mesh_from_picture;
using support::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

NearestWall nearest_wall(const NavMesh& mesh, DVec3 at, double radius = kInfinity, const QueryFilter* filter = nullptr) {
    SearchScratch scratch;
    NearestWall wall;
    EXPECT_TRUE(
        find_nearest_wall(mesh, scratch, {.start = *find_nearest(mesh, at), .radius = radius, .filter = filter}, wall).ok());
    return wall;
}

double distance_to_edge(const NavMesh& mesh, EdgeRef edge, DVec3 p) {
    const NavTile& tile = *mesh.tiles[edge.tile];
    const HalfEdge &a = tile.half_edges[edge.edge], &b = tile.half_edges[next_edge(tile, edge.edge)];
    const DVec3 from = to_world(tile.frame, {double(a.x), 0, double(a.z)}),
                to = to_world(tile.frame, {double(b.x), 0, double(b.z)});
    const double dx = to.x - from.x, dz = to.z - from.z;
    const double t = std::clamp(((p.x - from.x) * dx + (p.z - from.z) * dz) / (dx * dx + dz * dz), 0.0, 1.0);
    return std::hypot(from.x + t * dx - p.x, from.z + t * dz - p.z);
}

template <class Visit>
void for_each_edge(const NavMesh& mesh, Visit visit) {
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (uint32_t e = 0; e < mesh.tiles[t]->half_edges.size(); ++e)
            visit(EdgeRef{t, e});
    }
}

bool is_wall(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = twin_of(mesh, edge);
    return !twin.valid() || !admits(filter, polygon_of(mesh, polygon_at(mesh, twin)));
}

TEST(Walls, NearestWallEqualsBruteForceInThePlane) {
    SearchScratch scratch;
    NearestWall wall;
    for (uint64_t seed = 0; seed < support::rounds(100); ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.hole = 0.1, .areas = 3});
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        for (int i = 0; i < 20; ++i) {
            const auto start = find_nearest(mesh, support::random_point(random, mesh), {.filter = &filter});
            if (!start) break;
            ASSERT_TRUE(find_nearest_wall(mesh, scratch, {.start = *start, .radius = kInfinity, .filter = &filter}, wall).ok());
            double least = kInfinity;
            for_each_edge(mesh, [&](EdgeRef edge) {
                if (admits(filter, polygon_of(mesh, polygon_at(mesh, edge))) && is_wall(mesh, filter, edge)) {
                    least = std::min(least, distance_to_edge(mesh, edge, start->position));
                }
            });
            ASSERT_TRUE(wall.found);
            EXPECT_NEAR(wall.distance, least, 1e-9) << "seed " << seed << " point " << i;
            EXPECT_NEAR(std::hypot(wall.position.x - start->position.x, wall.position.z - start->position.z), least, 1e-9);
            EXPECT_TRUE(is_wall(mesh, filter, wall.edge));
            EXPECT_NEAR(dot(wall.normal, wall.normal), 1, 1e-12);
        }
    }
}

TEST(Walls, NearestWallIsVisibleOnSpiralFloors) {
    SearchScratch scratch;
    NearestWall wall;
    RaycastHit hit;
    const NavMesh mesh = support::make_mesh(support::spiral_soup(4));
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const auto start = find_nearest(mesh, support::random_point(random, mesh));
        ASSERT_TRUE(find_nearest_wall(mesh, scratch, {.start = *start}, wall).ok());
        for (int k = 0; k < 32; ++k) {
            const double x = random.real(-1, 1), z = random.real(-1, 1), length = std::hypot(x, z);
            const DVec3 end = start->position + DVec3{x / length, 0, z / length} * (wall.distance + 1);
            ASSERT_TRUE(raycast(mesh, {.start = *start, .end = end}, hit).ok());
            EXPECT_GE(hit.t * (wall.distance + 1), wall.distance - 1e-5) << "seed " << seed;
        }
        ASSERT_TRUE(raycast(mesh, {.start = *start, .end = wall.position}, hit).ok());
        EXPECT_GE(hit.t, 1 - 1e-5) << "seed " << seed;
        EXPECT_NEAR(hit.position.y, wall.position.y, 1e-4) << "seed " << seed;
    }
}

TEST(Walls, ReturnsPointNormalAndEdge) {
    const NearestWall wall = nearest_wall(mesh_from_picture({"...", "...", "..."}), {1.5, 0, 0.75});
    EXPECT_TRUE(wall.found);
    EXPECT_EQ(wall.distance, 0.75);
    EXPECT_EQ(wall.position, (DVec3{1.5, 0, 0}));
    EXPECT_EQ(wall.normal, (DVec3{0, 0, 1}));
    const NearestWall on_wall = nearest_wall(mesh_from_picture({"...", "...", "..."}), {1.5, 0, 0});
    EXPECT_EQ(on_wall.distance, 0);
    EXPECT_EQ(on_wall.normal, (DVec3{0, 0, 1}));
}

TEST(Walls, ReportsNoWallWithinTheRadius) {
    const NearestWall wall = nearest_wall(mesh_from_picture({".....", ".....", "....."}), {2.5, 0, 1.5}, 1.25);
    EXPECT_FALSE(wall.found);
    EXPECT_EQ(wall.distance, 1.25);
    EXPECT_TRUE(nearest_wall(mesh_from_picture({".....", ".....", "....."}), {2.5, 0, 1.5}, 1.5).found);
    EXPECT_TRUE(nearest_wall(mesh_from_picture({"."}), {0.5, 0, 0.5}, 1e9).found);
    EXPECT_FALSE(nearest_wall(mesh_from_picture({"."}), {0.5, 0, 0.5}, 0).found);
    EXPECT_TRUE(nearest_wall(mesh_from_picture({"."}), {0.5, 0, 0}, 0).found);
}

TEST(Walls, ExcludedPolygonsAreWalls) {
    const NavMesh mesh = mesh_from_picture({"....", "...1", "...."});
    QueryFilter filter = default_filter(mesh);
    filter.excluded_areas = 1u << 1;
    EXPECT_EQ(nearest_wall(mesh, {2.5, 0, 1.5}, kInfinity, &filter).distance, 0.5);
}

TEST(Walls, AllWallsEqualAnIndependentSearch) {
    SearchScratch scratch;
    std::vector<WallSegment> walls;
    for (uint64_t seed = 0; seed < support::rounds(100); ++seed) {
        Random random(seed);
        const NavMesh mesh = seed % 4 ? support::random_mesh(random, {.hole = 0.2, .areas = 3})
                                      : support::make_mesh(support::spiral_soup(3), &random);
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        for (int i = 0; i < 10; ++i) {
            const auto start = find_nearest(mesh, support::random_point(random, mesh), {.filter = &filter});
            if (!start) break;
            const double radius = i ? random.real(0, 12) : kInfinity;
            ASSERT_TRUE(find_walls(mesh, scratch, {.start = *start, .radius = radius, .filter = &filter}, walls).ok());
            std::set<PolygonRef> reached{start->polygon};
            for (bool changed = true; changed;) {
                changed = false;
                for_each_edge(mesh, [&](EdgeRef e) {
                    if (!reached.contains(polygon_at(mesh, e)) || is_wall(mesh, filter, e)) return;
                    if (distance_to_edge(mesh, e, start->position) > radius) return;
                    changed = reached.insert(polygon_at(mesh, twin_of(mesh, e))).second || changed;
                });
            }
            std::set<EdgeRef> expected, found;
            for_each_edge(mesh, [&](EdgeRef e) {
                if (reached.contains(polygon_at(mesh, e)) && is_wall(mesh, filter, e) &&
                    distance_to_edge(mesh, e, start->position) <= radius) {
                    expected.insert(e);
                }
            });
            double before = 0;
            for (const WallSegment& wall : walls) {
                found.insert(wall.edge);
                EXPECT_GE(wall.distance, before);
                before = wall.distance;
                EXPECT_NEAR(wall.distance, distance_to_edge(mesh, wall.edge, start->position), 1e-9);
                for (const DVec3 p : {wall.a, wall.b}) {
                    EXPECT_LE(std::hypot(p.x - start->position.x, p.z - start->position.z), radius + 1e-6);
                    EXPECT_LT(distance_to_edge(mesh, wall.edge, p), 1e-9);
                }
            }
            EXPECT_EQ(found, expected) << "seed " << seed << " point " << i;
        }
    }
}

TEST(Walls, SegmentsAreClippedToTheRadius) {
    const NavMesh mesh = mesh_from_picture({"........"});
    SearchScratch scratch;
    std::vector<WallSegment> walls;
    ASSERT_TRUE(find_walls(mesh, scratch, {.start = *find_nearest(mesh, {4.5, 0, 0.5}), .radius = 0.625}, walls).ok());
    ASSERT_EQ(walls.size(), 2u);
    for (const WallSegment& wall : walls)
        EXPECT_NEAR(std::fabs(wall.b.x - wall.a.x), 0.75, 1e-12);
}

TEST(Walls, InvalidQueriesAreErrors) {
    const NavMesh mesh = mesh_from_picture({".."});
    SearchScratch scratch;
    NearestWall wall;
    std::vector<WallSegment> walls;
    const SurfacePoint start = *find_nearest(mesh, {0.5, 0, 0.5});
    EXPECT_FALSE(find_nearest_wall(mesh, scratch, {.start = start, .radius = -1}, wall).ok());
    EXPECT_FALSE(find_walls(mesh, scratch, {.start = start, .radius = std::nan("")}, walls).ok());
}

}  // namespace
}  // namespace navspan
