// Tests on random fields that simplified walls keep at least the agent's radius from each blocked cell edge.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bake/contours/contours.h"
#include "bake/field/distance_field.h"
#include "bake/field/erode.h"
#include "bake/field/mark_volumes.h"
#include "bake/field/open_spans.h"
#include "bake/regions/regions.h"
#include "check/stages/checks.h"
#include "core/predicates.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/regions.h"
#include "navspan/bake/volumes.h"
#include "support/checks/short_calls.h"
#include "support/worlds/ascii_field.h"
#include "support/worlds/open_field.h"
#include "support/worlds/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;

constexpr support::OpenParams kWallAgent{.walkable_height = 10, .walkable_climb = 2};

struct ContourWall {
    LatticePoint a, b;
};

double distance_to_wall(const ContourWall& line, LatticePoint p) {
    const double dx = double(line.b.x) - line.a.x, dz = double(line.b.z) - line.a.z;
    const double px = double(p.x) - line.a.x, pz = double(p.z) - line.a.z;
    const double t = std::clamp((dx * px + dz * pz) / (dx * dx + dz * dz), 0.0, 1.0);
    return std::hypot(px - t * dx, pz - t * dz);
}

double distance_between_walls(const ContourWall& e, const ContourWall& f) {
    const auto sign = [](int64_t v) { return (v > 0) - (v < 0); };
    if (sign(orient2d(e.a, e.b, f.a)) * sign(orient2d(e.a, e.b, f.b)) < 0 &&
        sign(orient2d(f.a, f.b, e.a)) * sign(orient2d(f.a, f.b, e.b)) < 0) {
        return 0;
    }
    return std::min(std::min(distance_to_wall(e, f.a), distance_to_wall(e, f.b)),
                    std::min(distance_to_wall(f, e.a), distance_to_wall(f, e.b)));
}

std::vector<ContourWall> blocked_edges(const CompactHeightfield& field) {
    std::vector<ContourWall> edges;
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            for (uint32_t k = 0; k < field.runs[r].length; ++k) {
                const int32_t x = field.runs[r].x0 + int32_t(k);
                const ContourWall sides[4] = {
                    {{x, z}, {x, z + 1}}, {{x, z + 1}, {x + 1, z + 1}}, {{x + 1, z}, {x + 1, z + 1}}, {{x, z}, {x + 1, z}}};
                for (int d = 0; d < 4; ++d) {
                    if (neighbour(field, field.runs[r].first + k, d) == kNoIndex) edges.push_back(sides[d]);
                }
            }
        }
    }
    return edges;
}

CompactHeightfield random_walled_ground(Random& random, int32_t storeys, double radius) {
    CompactHeightfield field = support::open_field(random_heightfield(random, {.width = random.between(8, 60),
                                                                               .depth = random.between(8, 60),
                                                                               .storeys = storeys,
                                                                               .storey_height = 24,
                                                                               .roll = random.between(0, 5),
                                                                               .jitter = random.between(0, 1),
                                                                               .holes = random.real(0, 0.006),
                                                                               .walls = random.real(0, 0.01),
                                                                               .null_area = random.real(0, 0.004)}),
                                                   kWallAgent);
    erode_walkable_area_euclidean(field, radius);
    return field;
}

void carve_hole(Random& random, CompactHeightfield& field) {
    AreaVolume volume;
    volume.shape = VolumeShape::rotated_box;
    volume.center = {random.real(0, field.grid.width), 0, random.real(0, field.grid.depth)};
    volume.half_extents = {random.real(0.5, 6), 1000, random.real(0.2, 3)};
    volume.yaw = random.real(0, 180);
    mark_volume(field, {.origin = {}, .cell_size = 1, .cell_height = 1}, volume, 0);
}

RegionMap random_wall_partition(Random& random, const CompactHeightfield& field) {
    const RegionParams params{.min_area = uint32_t(random.between(0, 30)), .merge_area = uint32_t(random.between(0, 200))};
    switch (random.between(0, 3)) {
        case 0:
            return build_regions_watershed(field, build_distance_field(field), params);
        case 1:
            return build_regions_monotone(field, params);
        case 2:
            return build_regions_layers(field, params);
        default:
            return build_regions_sheets(field, params);
    }
}

ContourParams random_wall_params(Random& random, double radius) {
    const double errors[] = {0, 0.7, 1.3, 1.3, 2.5, 6};
    return {.max_error = errors[random.between(0, 5)],
            .max_edge_length = random.chance(0.5) ? 0 : random.between(3, 40),
            .clearance = radius};
}

std::vector<ContourWall> wall_lines(const ContourSet& set) {
    std::vector<ContourWall> lines;
    for (const Contour& c : set.contours) {
        const auto ring = simplified_ring(set, c);
        for (size_t k = 0; k < ring.size(); ++k) {
            const ContourVertex &v = ring[k], &w = ring[k + 1 == ring.size() ? 0 : k + 1];
            if (v.neighbour == 0) lines.push_back({{v.x, v.z}, {w.x, w.z}});
        }
    }
    return lines;
}

double doubled_ground_area(std::span<const ContourVertex> ring) {
    double sum = 0;
    for (size_t k = 0; k < ring.size(); ++k) {
        const ContourVertex &a = ring[k], &b = ring[k + 1 == ring.size() ? 0 : k + 1];
        sum += double(a.z) * b.x - double(a.x) * b.z;
    }
    return sum;
}

void expect_wall_invariants(const CompactHeightfield& field, const RegionMap& regions, const ContourSet& set,
                            const ContourParams& params, uint64_t seed) {
    CheckReport report;
    check_contours(field, regions, set, params, report);
    EXPECT_TRUE(report.ok()) << "seed " << seed << ": " << report.count << " broken, first: " << report.failures.front();
}

TEST(WallClearance, LinesOnOneStoreyKeepTheRadiusFromBlockedEdges) {
    size_t gained = 0;
    for (uint64_t seed = 1; seed <= rounds(400) && !testing::Test::HasFailure(); ++seed) {
        Random random(seed);
        const double radius = random.chance(0.5) ? random.between(1, 6) : random.real(0.55, 6.5);
        const CompactHeightfield field = random_walled_ground(random, 1, radius);
        const RegionMap regions = random_wall_partition(random, field);
        const ContourParams params = random_wall_params(random, radius);
        const ContourSet set = build_contours(field, regions, params);
        expect_wall_invariants(field, regions, set, params, seed);

        const std::vector<ContourWall> blocked = blocked_edges(field);
        for (const ContourWall& line : wall_lines(set)) {
            double least = 1e9;
            for (const ContourWall& edge : blocked)
                least = std::min(least, distance_between_walls(line, edge));
            EXPECT_GE(least, radius - 1e-8)
                << "seed " << seed << " from " << line.a.x << ", " << line.a.z << " to " << line.b.x << ", " << line.b.z;
        }
        for (const Contour& c : set.contours)
            gained += doubled_ground_area(simplified_ring(set, c)) > doubled_ground_area(raw_ring(set, c));
    }
    EXPECT_GT(gained, rounds(400) / 10);
}

TEST(WallClearance, StackedStoreysAndHolesKeepInvariants) {
    for (uint64_t seed = 1001; seed <= 1000 + rounds(400) && !testing::Test::HasFailure(); ++seed) {
        Random random(seed);
        const double radius = random.chance(0.5) ? random.between(1, 4) : random.real(0.55, 4.5);
        CompactHeightfield field = random_walled_ground(random, random.between(1, 3), radius);
        if (random.chance(0.7)) carve_hole(random, field);
        const RegionMap regions = random_wall_partition(random, field);
        const ContourParams params = random_wall_params(random, radius);
        expect_wall_invariants(field, regions, build_contours(field, regions, params), params, seed);
    }
}

TEST(WallClearance, ReportsLinesTooCloseToWalls) {
    size_t seen = 0;
    for (uint64_t seed = 2001; seed <= 2000 + rounds(60); ++seed) {
        Random random(seed);
        const CompactHeightfield field = random_walled_ground(random, random.between(1, 2), 4);
        const RegionMap regions = random_wall_partition(random, field);
        ContourParams params{.clearance = 3.5};
        const ContourSet set = build_contours(field, regions, params);
        params.clearance = 4;
        CheckReport report;
        check_contours(field, regions, set, params, report);
        for (const std::string& line : report.failures)
            EXPECT_NE(line.find("closer than the radius"), std::string::npos) << line;
        seen += !report.ok();
    }
    EXPECT_GT(seen, rounds(60) / 10);
}

TEST(WallClearance, DiagonalWallIsOneLine) {
    std::vector<std::string> rows(50, std::string(61, '#'));
    for (size_t z = 0; z < rows.size(); ++z) {
        for (size_t x = 0; x < 61; ++x) {
            if (19 * z < 7 * x) rows[z][x] = '.';
        }
    }
    for (const double radius : {2.0, 6.0}) {
        CompactHeightfield field = support::field_of_drawing({{.height = 5, .rows = rows}});
        erode_walkable_area_euclidean(field, radius);
        const RegionMap regions = build_regions_sheets(field, {});
        const ContourSet set = build_contours(field, regions, {.max_edge_length = 0, .clearance = radius});
        ASSERT_EQ(set.contours.size(), 1u);
        const ContourSet inside = build_contours(field, regions, {.max_edge_length = 0});
        EXPECT_LE(set.contours[0].count, 5u);
        EXPECT_LT(set.contours[0].count, inside.contours[0].count);
        EXPECT_GT(doubled_ground_area(simplified_ring(set, set.contours[0])),
                  doubled_ground_area(simplified_ring(inside, inside.contours[0])));
    }
}

}  // namespace
}  // namespace navspan
