// Tests that the polygons of a plan cover its ground exactly with every partition method.

#include "navspan/plan/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/path.h"
#include "plan/convex_ground.h"
#include "polygon/ring.h"
#include "support/worlds/random_plans.h"

namespace navspan {
namespace {

using support::kPlanMethods;
using support::PlanMethod;
using support::Random;
using support::random_plan;
using support::RandomPlan;

PlanParams params_of(const PlanMethod& method, double radius = 0) {
    return {.radius = radius, .partition = method.partition, .triangulation = method.triangulation, .max_vertices = 6};
}

PolygonSet polygons(const GroundPlan& plan, const PlanParams& params) {
    Result<PolygonSet> set = polygons_from_plan(plan, params);
    EXPECT_TRUE(set.ok());
    return *std::move(set);
}

// Returns, for each area id, twice the total area of its polygons [lattice^2]. A lattice step must be 1 wu.
std::vector<int64_t> doubled_areas(const PolygonSet& set) {
    std::vector<int64_t> areas(64, 0);
    std::vector<LatticePoint> ring;
    for (uint32_t p = 0; p < set.polygon_count(); ++p) {
        ring.clear();
        for (uint32_t c = set.first_corner[p]; c < set.first_corner[p + 1]; ++c) {
            const DVec3 at = set.vertices[set.corners[c]];
            ring.push_back({int32_t(at.x), int32_t(at.z)});
        }
        areas[set.areas[p]] += doubled_area(ring);
    }
    return areas;
}

NavMesh mesh_of(const GroundPlan& plan, const PlanParams& params) {
    Result<NavMesh> mesh = nav_mesh_from_plan(plan, params, {});
    EXPECT_TRUE(mesh.ok()) << (mesh.ok() ? "" : mesh.error().message);
    return mesh.ok() ? *std::move(mesh) : NavMesh{};
}

std::vector<double> island_areas(const NavMesh& mesh) {
    std::vector<double> areas;
    for (const Island& island : mesh.islands)
        areas.push_back(island.area);
    std::sort(areas.begin(), areas.end());
    return areas;
}

// Returns a random point in or near the plan. Its coordinates are multiples of half a lattice unit.
DVec3 random_point(Random& random, const GroundPlan& plan) {
    const int32_t side = 2 * std::abs(plan.points[0].x);
    const double x = random.between(-side, side) / 2.0;
    return {x, 0, random.between(-side, side) / 2.0};
}

// Returns the length of the shortest path between two points [wu]; -1 if there is no path.
double length(const NavMesh& mesh, DVec3 from, DVec3 to, SearchScratch& scratch) {
    const Result<Path> path =
        find_path(mesh, scratch, {.start = from, .goal = to, .method = PathMethod::exact, .surface = false});
    return path.ok() && path->status == PathStatus::complete ? path->length_xz : -1;
}

bool is_on(const NavMesh& mesh, DVec3 at) {
    const auto nearest = find_nearest(mesh, at);
    return nearest && nearest->distance == 0;
}

LatticePoint turned(LatticePoint p) {
    return {-p.z, p.x};
}
LatticePoint mirrored(LatticePoint p) {
    return {-p.x, p.z};
}
DVec3 turned(DVec3 p) {
    return {-p.z, 0, p.x};
}
DVec3 mirrored(DVec3 p) {
    return {-p.x, 0, p.z};
}

double distance_from_rings(const GroundPlan& plan, DVec3 p) {
    double nearest = 1e300;
    for (uint32_t r = 0; r < plan.ring_count(); ++r) {
        const std::span<const LatticePoint> ring = plan_ring(plan, r);
        for (size_t i = 0; i < ring.size(); ++i) {
            const LatticePoint a = ring[i], b = ring[i + 1 < ring.size() ? i + 1 : 0];
            const double dx = b.x - a.x, dz = b.z - a.z;
            const double t = std::clamp(((p.x - a.x) * dx + (p.z - a.z) * dz) / (dx * dx + dz * dz), 0.0, 1.0);
            nearest = std::min(nearest, std::hypot(p.x - a.x - t * dx, p.z - a.z - t * dz));
        }
    }
    return nearest;
}

TEST(Plan, PolygonAreaEqualsPlanAreaWithoutObstacles) {
    for (uint64_t seed = 1; seed <= support::rounds(1000); ++seed) {
        Random random(seed);
        const int cells = random.between(1, 5);
        const RandomPlan made = random_plan(random, cells);
        for (const PlanMethod& method : kPlanMethods) {
            const std::vector<int64_t> areas = doubled_areas(polygons(made.plan, params_of(method)));
            ASSERT_EQ(areas, made.doubled_area) << "seed " << seed << ", " << method.name;
        }
    }
}

TEST(Plan, EveryPartitionAgreesOnReachabilityAndExactLength) {
    SearchScratch scratch;
    size_t ways = 0, none = 0;
    for (uint64_t seed = 1; seed <= support::rounds(1000); ++seed) {
        Random random(seed);
        const int cells = random.between(2, 5);
        const GroundPlan plan = random_plan(random, cells).plan;
        const double radius = seed % 2 ? 0 : 3;
        std::vector<NavMesh> meshes;
        for (const PlanMethod& method : kPlanMethods)
            meshes.push_back(mesh_of(plan, params_of(method, radius)));
        for (int i = 0; i < 3; ++i) {
            const DVec3 from = random_point(random, plan), to = random_point(random, plan);
            if (!is_on(meshes[0], from) || !is_on(meshes[0], to)) continue;
            const double wanted = length(meshes[0], from, to, scratch);
            ++ways;
            none += wanted < 0;
            for (const NavMesh& mesh : meshes)
                ASSERT_NEAR(length(mesh, from, to, scratch), wanted, 1e-6 * std::abs(wanted)) << "seed " << seed;
        }
    }
    EXPECT_GT(ways, support::rounds(700));
    EXPECT_GT(none, 0u);
}

TEST(Plan, MeshesAreValid) {
    for (uint64_t seed = 1; seed <= support::rounds(100); ++seed) {
        Random random(seed);
        const GroundPlan plan = random_plan(random).plan;
        for (const PlanMethod& method : kPlanMethods) {
            CheckReport report;
            check_nav_mesh(mesh_of(plan, params_of(method, random.between(0, 6))), report);
            ASSERT_TRUE(report.ok()) << "seed " << seed << ", " << method.name << ": " << report.failures[0];
        }
    }
}

TEST(Plan, RotatedMirroredAndPermutedRingsGiveTheSameMesh) {
    SearchScratch scratch;
    for (uint64_t seed = 1; seed <= support::rounds(60); ++seed) {
        Random random(seed);
        const GroundPlan plan = random_plan(random).plan;
        const PlanParams params = params_of(kPlanMethods[seed % 3]);
        ASSERT_EQ(overlay_shapes(support::shuffled_rings(random, plan)).points, overlay_shapes(plan).points);
        ASSERT_EQ(overlay_shapes(support::shuffled_rings(random, plan)).edges, overlay_shapes(plan).edges) << "seed " << seed;
        const NavMesh mesh = mesh_of(plan, params);
        const NavMesh turn = mesh_of(support::mapped(plan, [](LatticePoint p) { return turned(p); }), params);
        const NavMesh mirror = mesh_of(support::mapped(plan, [](LatticePoint p) { return mirrored(p); }), params);
        ASSERT_EQ(island_areas(turn), island_areas(mesh)) << "seed " << seed;
        ASSERT_EQ(island_areas(mirror), island_areas(mesh)) << "seed " << seed;
        for (int i = 0; i < 10; ++i) {
            const DVec3 from = random_point(random, plan), to = random_point(random, plan);
            const double wanted = length(mesh, from, to, scratch);
            if (!is_on(mesh, from) || !is_on(mesh, to)) continue;
            ASSERT_NEAR(length(turn, turned(from), turned(to), scratch), wanted, 1e-6 * std::abs(wanted)) << "seed " << seed;
            ASSERT_NEAR(length(mirror, mirrored(from), mirrored(to), scratch), wanted, 1e-6 * std::abs(wanted));
        }
    }
}

TEST(Plan, LastOverlappingShapeDeterminesTheArea) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        Random random(seed);
        const int shapes = random.between(1, 12), scale = seed % 4 ? 1000 : 1;
        const GroundPlan plan = support::mapped(support::random_overlapping_shapes(random, shapes, 40), [&](LatticePoint p) {
            return LatticePoint{p.x * scale, p.z * scale};
        });
        const NavMesh mesh = mesh_of(plan, params_of(kPlanMethods[seed % 3]));
        CheckReport report;
        check_nav_mesh(mesh, report);
        ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures[0];
        for (int i = 0; i < 50; ++i) {
            const int32_t x = random.between(-20 * scale, 60 * scale), z = random.between(-20 * scale, 60 * scale);
            const DVec3 at{x + 0.5, 0, z + 0.5};
            if (distance_from_rings(plan, at) < 2) continue;  // snapping crossings moves rings slightly
            const auto nearest = find_nearest(mesh, at, {.max_distance = 1e-9});
            const int area = nearest ? polygon_of(mesh, nearest->polygon).area : 0;
            ASSERT_EQ(area, support::area_at(plan, {2 * x + 1, 2 * z + 1}))
                << "seed " << seed << " at " << at.x << ", " << at.z;
        }
    }
}

TEST(Plan, GroundKeepsTheRadiusFromBordersAndLittleElseIsLost) {
    for (uint64_t seed = 1; seed <= support::rounds(60); ++seed) {
        Random random(seed);
        // Give all ground the same area, to avoid borders between areas.
        GroundPlan plan = random_plan(random, 3).plan;
        for (PlanShape& shape : plan.shapes)
            shape.area = shape.area == kObstacle ? kObstacle : kPlainGround;
        const PlanarEdges ground = overlay_shapes(plan);
        GroundPlan rings;  // only the border of the ground
        const LabelRings border = rings_of_label(ground, kPlainGround);
        add_shape(rings, kPlainGround);
        for (size_t r = 0; r + 1 < border.first.size(); ++r) {
            std::vector<LatticePoint> ring;
            for (uint32_t i = border.first[r]; i < border.first[r + 1]; ++i)
                ring.push_back(ground.points[border.corners[i]]);
            add_ring(rings, ring);
        }
        const double radius = random.real(0.5, 20);
        const NavMesh mesh = mesh_of(plan, params_of(kPlanMethods[seed % 3], radius));
        const PolygonSet set = polygons(plan, params_of(kPlanMethods[seed % 3], radius));
        for (uint32_t p = 0; p < set.polygon_count(); ++p) {
            const uint32_t first = set.first_corner[p], end = set.first_corner[p + 1];
            for (uint32_t c = first; c < end; ++c) {
                const DVec3 a = set.vertices[set.corners[c]], b = set.vertices[set.corners[c + 1 < end ? c + 1 : first]];
                ASSERT_GE(distance_from_rings(rings, a), radius) << "seed " << seed;
                ASSERT_GE(distance_from_rings(rings, (a + b) * 0.5), radius) << "seed " << seed;
            }
        }
        for (int i = 0; i < 200; ++i) {
            const DVec3 at = random_point(random, plan);
            const bool is_ground = support::area_at(rings, {int32_t(2 * at.x), int32_t(2 * at.z)}) != 0;
            if (!is_ground || distance_from_rings(rings, at) < 1.02 * radius + 4) continue;
            ASSERT_TRUE(is_on(mesh, at)) << "seed " << seed << " at " << at.x << ", " << at.z;
        }
    }
}

// Builds a floor with small holes. The gaps between the holes are smaller than the radius of the tests below.
GroundPlan floor_with_holes(int32_t side, int32_t pitch, int32_t border) {
    GroundPlan plan;
    add_shape(plan, kPlainGround);
    const auto add_square = [&plan](int32_t low, int32_t low_z, int32_t width) {
        const std::vector<LatticePoint> ring{
            {low, low_z}, {low, low_z + width}, {low + width, low_z + width}, {low + width, low_z}};
        add_ring(plan, ring);
    };
    add_square(-border, -border, side * pitch + 2 * border);
    for (int32_t i = 0; i < side * side; ++i)
        add_square(pitch * (i % side), pitch * (i / side), pitch / 4);
    return plan;
}

TEST(Plan, OverlappingStripsAreMergedInGroups) {
    const int32_t side = 24, pitch = 40, border = 3000, radius = 1000;
    const GroundPlan plan = floor_with_holes(side, pitch, border);
    const PlanarEdges ground = overlay_shapes(plan);
    // erode_ground removes a strip of ground along every edge. It must merge the overlapping strips in groups. Otherwise, the
    // overlay would cut them into more than 100 000 parts.
    const std::optional<PlanarEdges> eroded = erode_ground(ground, radius, 20'000);
    ASSERT_TRUE(eroded.has_value());
    const double first = 0, last = pitch * (side - 1) + pitch / 4;
    double nearest = 1e9, farthest = 0;
    for (const LatticePoint p : eroded->points) {
        const double to_holes = std::hypot(std::max({first - p.x, 0.0, p.x - last}), std::max({first - p.z, 0.0, p.z - last}));
        const double low = -border, high = side * pitch + border;
        const double to_wall = std::min({p.x - low, high - p.x, p.z - low, high - p.z});
        nearest = std::min({nearest, to_holes, to_wall});
        farthest = std::max(farthest, std::min(to_holes, to_wall));
    }
    EXPECT_GE(nearest, radius);
    EXPECT_LE(farthest, 1.02 * radius + 4 + 2 * 4);
}

TEST(Plan, RefusesMoreCrossingsThanTheMemoryAllows) {
    GroundPlan plan;
    for (int32_t i = 0; i < 50; ++i) {
        for (const bool along_x : {true, false}) {
            add_shape(plan, kPlainGround);
            const LatticePoint low = along_x ? LatticePoint{-1, 2 * i} : LatticePoint{2 * i, -1};
            const LatticePoint high = along_x ? LatticePoint{100, 2 * i + 1} : LatticePoint{2 * i + 1, 100};
            const std::vector<LatticePoint> ring{low, {low.x, high.z}, high, {high.x, low.z}};
            add_ring(plan, ring);
        }
    }
    EXPECT_TRUE(polygons_from_plan(plan, {.limit = {.bytes = 30e6}}).ok());
    const Result<PolygonSet> refused = polygons_from_plan(plan, {.limit = {.bytes = 5e6}});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::failed);
    EXPECT_EQ(refused.error().message,
              "the 400 corners of the outlines cross or overlap so often that they would be cut into more than 5000 parts, and "
              "the limit on memory is 5 MB; split the plan, or allow more with PlanLimit::bytes");
}

TEST(Plan, EmptyPlanIsValid) {
    GroundPlan plan;
    EXPECT_EQ(polygons(plan, {}).polygon_count(), 0u);
    add_shape(plan, kPlainGround);
    EXPECT_EQ(polygons(plan, {}).polygon_count(), 0u);
    const LatticePoint square[4] = {{0, 0}, {0, 10}, {10, 10}, {10, 0}};
    add_ring(plan, square);
    EXPECT_EQ(polygons(plan, {}).polygon_count(), 1u);
    EXPECT_EQ(polygons(plan, {.radius = 6}).polygon_count(), 0u);
    add_shape(plan, kObstacle);
    add_ring(plan, square);
    EXPECT_EQ(polygons(plan, {}).polygon_count(), 0u);
    const Result<PolygonSet> wide = polygons_from_plan(plan, {.radius = 5e6});
    ASSERT_FALSE(wide.ok());
    EXPECT_EQ(wide.error().message, "the agent's radius is more than 4194304 steps of the plan's lattice; use a coarser step");
}

TEST(Plan, ParametersOutOfRangeAreErrors) {
    const LatticePoint square[4] = {{0, 0}, {0, 10}, {10, 10}, {10, 0}};
    const auto error_of = [&](double quantum, const PlanParams& params, uint8_t area = kPlainGround) {
        GroundPlan plan;
        plan.quantum = quantum;
        add_shape(plan, area);
        add_ring(plan, square);
        const Result<PolygonSet> set = polygons_from_plan(plan, params);
        if (set.ok()) return std::string();
        EXPECT_EQ(set.error().kind, ErrorKind::usage);
        return set.error().message;
    };
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(error_of(1, {}), "");
    for (const double quantum : {0.0, -1.0, kNan, std::numeric_limits<double>::infinity()})
        EXPECT_EQ(error_of(quantum, {}), "plan: quantum is out of range; give a number above 0");
    for (const double radius : {-1.0, kNan})
        EXPECT_EQ(error_of(1, {.radius = radius}), "plan: radius is out of range; give 0 or a number above 0");
    EXPECT_EQ(error_of(1, {.max_vertices = 2}), "plan: max_vertices is out of range; give at least 3");
    EXPECT_NE(error_of(1, {.partition = PartitionMethod(2)}).find("is not an enumerator"), std::string::npos);
    EXPECT_NE(error_of(1, {.triangulation = TriangulationMethod(3)}).find("is not an enumerator"), std::string::npos);
    EXPECT_EQ(error_of(1, {}, 64), "plan: shape 0 has area id 64; give 0 to 63");
}

TEST(Plan, NoPathBetweenObstaclesThatTouchInAPoint) {
    GroundPlan plan;
    add_shape(plan, kPlainGround);
    const LatticePoint floor[4] = {{0, 0}, {0, 4}, {4, 4}, {4, 0}}, low[4] = {{0, 0}, {0, 2}, {2, 2}, {2, 0}},
                       high[4] = {{2, 2}, {2, 4}, {4, 4}, {4, 2}};
    add_ring(plan, floor);
    add_shape(plan, kObstacle);
    add_ring(plan, low);
    add_shape(plan, kObstacle);
    add_ring(plan, high);
    for (const PlanMethod& method : kPlanMethods)
        EXPECT_EQ(island_areas(mesh_of(plan, params_of(method))), (std::vector<double>{4, 4})) << method.name;
}

TEST(Plan, PolygonsHaveAtMostTheMaximumCornerCount) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        const GroundPlan plan = random_plan(random).plan;
        for (const PlanMethod& method : kPlanMethods) {
            PlanParams params = params_of(method);
            params.max_vertices = random.between(3, 8);
            const PolygonSet set = polygons(plan, params);
            for (uint32_t p = 0; p < set.polygon_count(); ++p)
                ASSERT_LE(set.first_corner[p + 1] - set.first_corner[p], uint32_t(params.max_vertices)) << method.name;
        }
    }
}

}  // namespace
}  // namespace navspan
