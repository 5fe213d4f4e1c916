// Tests contours: invariants on thousands of random partitions, and known results of small drawn fields.

#include "navspan/bake/contours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bake/contours/contours.h"
#include "bake/polygons/poly_mesh.h"
#include "check/stages/checks.h"
#include "navspan/bake/poly_mesh.h"
#include "support/text/random.h"
#include "support/worlds/ascii_field.h"
#include "support/worlds/random_regions.h"
#include "support/worlds/region_fields.h"

namespace navspan {
namespace {

using namespace support;

// Reads the regions of a one-floor field from a drawing: '1'..'9' are region ids, and all other characters mean no region.
RegionMap regions_of_drawing(const CompactHeightfield& field, const std::vector<std::string>& rows) {
    RegionMap map;
    map.region.resize(field.span_count());
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            for (uint32_t k = 0; k < run.length; ++k) {
                const char c = rows[size_t(z)][size_t(run.x0) + k];
                if (c >= '1' && c <= '9') map.region[run.first + k] = uint32_t(c - '0');
                map.region_count = std::max(map.region_count, map.region[run.first + k]);
            }
        }
    }
    map.area.assign(map.region_count + 1, 63);
    return map;
}

struct Drawn {
    CompactHeightfield field;
    RegionMap regions;
};

// Reads ground and regions from a drawing. '1'..'9': walkable cells of regions 1..9. 'a'..'i': cells of regions 1..9 in area 5.
// '0': an open span that is not walkable. '.': no span.
Drawn drawn(const std::vector<std::string>& rows) {
    std::vector<std::string> ground = rows, region = rows;
    for (size_t z = 0; z < rows.size(); ++z) {
        for (size_t x = 0; x < rows[z].size(); ++x) {
            const char c = rows[z][x];
            if (c >= '1' && c <= '9') ground[z][x] = '#';
            if (c >= 'a' && c <= 'i') {
                ground[z][x] = 'e';
                region[z][x] = char('1' + (c - 'a'));
            }
        }
    }
    Drawn d;
    d.field = field_of_drawing({{.height = 5, .rows = ground}});
    d.regions = regions_of_drawing(d.field, region);
    for (uint32_t i = 0; i < d.field.span_count(); ++i) {
        if (d.regions.region[i] != 0) d.regions.area[d.regions.region[i]] = d.field.area[i];
    }
    return d;
}

std::vector<LatticePoint> points_of(std::span<const ContourVertex> ring) {
    std::vector<LatticePoint> points;
    for (const ContourVertex& v : ring)
        points.push_back({v.x, v.z});
    return points;
}

std::string text_of(const ContourSet& set) {
    std::ostringstream out;
    for (const Contour& c : set.contours) {
        out << c.region << (c.hole ? " hole:" : " outline:");
        for (const ContourVertex& v : simplified_ring(set, c))
            out << " " << v.x << "," << v.z << "," << v.y << ":" << v.neighbour;
        out << "\n";
    }
    return out.str();
}

void expect_invariants(const CompactHeightfield& field, const RegionMap& regions, const ContourSet& set,
                       const ContourParams& params, const std::string& what) {
    CheckReport report;
    check_contours(field, regions, set, params, report);
    EXPECT_TRUE(report.ok()) << what << ": " << report.count << " broken, first: " << report.failures.front() << "\n"
                             << (field.span_count() < 3000 ? draw(field, regions.region) + text_of(set) : "");
}

ContourParams random_params(Random& random) {
    const double errors[] = {0, 0.5, 1.0, 1.3, 2.5, 6};
    const int32_t lengths[] = {0, 0, 3, 12, 40};
    return {.max_error = errors[random.between(0, 5)],
            .max_edge_length = lengths[random.between(0, 4)],
            .split_wall_edges = random.chance(0.7),
            .split_area_edges = random.chance(0.5),
            .walls = random.chance(0.75) ? WallSimplification::one_sided : WallSimplification::two_sided,
            .refine = random.chance(0.9)};
}

TEST(Contours, EmptyFieldHasNoContours) {
    const ContourSet set = build_contours({}, {}, {});
    EXPECT_TRUE(set.contours.empty());
}

TEST(Contours, RectangleHasFourCorners) {
    const Drawn d = drawn({".......", ".11111.", ".11111.", "......."});
    const ContourSet set = build_contours(d.field, d.regions, {});
    ASSERT_EQ(set.contours.size(), 1u);
    const std::vector<LatticePoint> expected{{1, 1}, {1, 3}, {6, 3}, {6, 1}};
    EXPECT_EQ(points_of(simplified_ring(set, set.contours[0])), expected);
    EXPECT_EQ(set.contours[0].raw_count, 14u);
    EXPECT_EQ(set.raw_vertices[0], (ContourVertex{1, 2, 5, 0, false}));
}

TEST(Contours, AHoleFollowsItsOutlineAndRunsClockwise) {
    const Drawn d = drawn({"111111", "1....1", "1....1", "1....1", "111111"});
    const ContourSet set = build_contours(d.field, d.regions, {});
    ASSERT_EQ(set.contours.size(), 2u);
    EXPECT_FALSE(set.contours[0].hole);
    EXPECT_TRUE(set.contours[1].hole);
    const std::vector<LatticePoint> expected{{1, 1}, {5, 1}, {5, 4}, {1, 4}};
    EXPECT_EQ(points_of(simplified_ring(set, set.contours[1])), expected);
}

TEST(Contours, ARegionThatTouchesItselfVisitsThePointTwice) {
    const Drawn d = drawn({"111", "1.1", "11.", "111"});
    const ContourSet set = build_contours(d.field, d.regions, {.max_error = 0});
    ASSERT_EQ(set.contours.size(), 1u);
    const auto points = points_of(raw_ring(set, set.contours[0]));
    EXPECT_EQ(std::count(points.begin(), points.end(), LatticePoint{2, 2}), 2);
    expect_invariants(d.field, d.regions, set, {.max_error = 0}, "touching");
}

TEST(Contours, BordersInACheckerboardCornerAgree) {
    const Drawn d = drawn({"1122", "1122", "2211", "2211"});
    RegionMap regions = d.regions;
    // The drawing uses each digit for two diagonally opposite quarters. Make all four quarters different regions.
    for (uint32_t i = 0; i < d.field.span_count(); ++i)
        regions.region[i] += i >= 8 ? 2u : 0u;
    regions.region_count = 4;
    regions.area.assign(5, 63);
    const ContourSet set = build_contours(d.field, regions, {});
    expect_invariants(d.field, regions, set, {}, "checkerboard");
    for (const Contour& c : set.contours)
        EXPECT_EQ(c.count, 4u);
}

TEST(Contours, AnIslandRegionKeepsItsRingOnBothSides) {
    const Drawn d = drawn({"1111111", "1122211", "1122211", "1112211", "1111111"});
    const ContourSet refined = build_contours(d.field, d.regions, {});
    EXPECT_EQ(refined.contours.size(), 3u) << text_of(refined);
    EXPECT_EQ(refined.refined, 2u);
    expect_invariants(d.field, d.regions, refined, {}, "island");
    // Recast's method simplifies both rings around the island to two vertices. These rings have no area and are dropped.
    const ContourSet plain = build_contours(d.field, d.regions, {.walls = WallSimplification::two_sided, .refine = false});
    EXPECT_EQ(plain.contours.size(), 1u);
    EXPECT_EQ(plain.issues.size(), 2u);
}

TEST(Contours, WithoutRefinementTheMeshReportsBordersWhoseSidesDiffer) {
    // The hole '.' is inside region 2. It touches the border of region 1 at one point. Simplification must keep this point in
    // region 2, but may drop it in region 1.
    const Drawn d = drawn({"112222", "112.22", "111222"});
    for (const bool refine : {true, false}) {
        const ContourSet set = build_contours(d.field, d.regions, {.walls = WallSimplification::two_sided, .refine = refine});
        const PolyMesh mesh = build_poly_mesh(set, {});
        EXPECT_EQ(mesh.unlinked.size(), refine ? 0u : 2u) << text_of(set);
        EXPECT_TRUE(mesh.issues.empty());
    }
}

TEST(Contours, OneSidedWallsStayInsideAndTwoSidedOnesDoNot) {
    const std::vector<std::string> rows{"1...........", "11..........", "1111........", "11111.......", "1111111.....",
                                        "11111111....", "1111111111..", "11111111111.", "111111111111"};
    const Drawn d = drawn(rows);
    const auto area = [](const ContourSet& set) {
        int64_t doubled = 0;
        const auto ring = simplified_ring(set, set.contours[0]);
        for (size_t k = 0; k < ring.size(); ++k) {
            const auto& a = ring[k];
            const auto& b = ring[(k + 1) % ring.size()];
            doubled += int64_t{a.z} * b.x - int64_t{a.x} * b.z;
        }
        return doubled;
    };
    const ContourSet one = build_contours(d.field, d.regions, {});
    const ContourSet two = build_contours(d.field, d.regions, {.walls = WallSimplification::two_sided});
    expect_invariants(d.field, d.regions, one, {}, "one-sided");
    EXPECT_LE(area(one), 2 * int64_t{d.field.span_count()});
    EXPECT_LE(one.contours[0].count, 7u) << text_of(one);
    EXPECT_LE(two.contours[0].count, 5u) << text_of(two);
}

TEST(Contours, LongWallEdgesAreSplitAndAreaEdgesOnlyOnRequest) {
    const std::vector<std::string> rows(3, std::string(30, '1') + std::string(0, ' '));
    const Drawn walls = drawn(rows);
    EXPECT_EQ(build_contours(walls.field, walls.regions, {.max_edge_length = 0}).contours[0].count, 4u);
    EXPECT_EQ(build_contours(walls.field, walls.regions, {.max_edge_length = 10}).contours[0].count, 10u);
    EXPECT_EQ(build_contours(walls.field, walls.regions, {.max_edge_length = 10, .split_wall_edges = false}).contours[0].count,
              4u);

    const Drawn areas = drawn({std::string(30, '1'), std::string(30, 'b')});
    const ContourParams both{.max_edge_length = 10, .split_wall_edges = false, .split_area_edges = true};
    const ContourSet set = build_contours(areas.field, areas.regions, both);
    EXPECT_EQ(set.contours[0].count, 6u) << text_of(set);
    EXPECT_EQ(set.contours[1].count, 6u) << text_of(set);
    expect_invariants(areas.field, areas.regions, set, both, "area border");
}

TEST(Contours, HeightIsTheHighestFloorLinkedAroundTheCorner) {
    std::vector<DrawnSpan> spans;
    for (int32_t z = 0; z < 4; ++z) {
        for (int32_t x = 0; x < 4; ++x)
            spans.push_back({.x = x, .z = z, .floor = 5 + x + 2 * z});
    }
    const CompactHeightfield field = field_of_spans(4, 4, spans);
    RegionMap regions;
    regions.region.resize(field.span_count());
    for (uint32_t i = 0; i < field.span_count(); ++i)
        regions.region[i] = i % 4 < 2 ? 1u : 2u;
    regions.region_count = 2;
    regions.area.assign(3, 63);
    const ContourSet set = build_contours(field, regions, {.max_error = 0});
    expect_invariants(field, regions, set, {.max_error = 0}, "slope");
    for (const ContourVertex& v : set.raw_vertices) {
        const int32_t x = std::min(v.x, 3), z = std::min(v.z, 3);
        EXPECT_EQ(v.y, 5 + x + 2 * z) << v.x << ", " << v.z;
    }
}

TEST(Contours, ACliffInsideARegionIsASlitAndLosesNoGround) {
    // Two adjacent rows of cells have the same height at both ends. In the middle, the second row is too high to step onto.
    std::vector<DrawnSpan> spans;
    for (int32_t x = 0; x < 12; ++x) {
        spans.push_back({.x = x, .z = 0, .floor = 5});
        spans.push_back({.x = x, .z = 1, .floor = 5 + 3 * std::min(x, 11 - x)});
    }
    const CompactHeightfield field = field_of_spans(12, 2, spans);
    RegionMap regions;
    regions.region.assign(field.span_count(), 1);
    regions.region_count = 1;
    regions.area = {0, 63};
    for (const bool refine : {true, false}) {
        const ContourSet set = build_contours(field, regions, {.refine = refine});
        ASSERT_EQ(set.contours.size(), 1u);
        EXPECT_EQ(set.contours[0].raw_count, 28u);
        ASSERT_EQ(set.issues.size(), 1u);
        EXPECT_EQ(set.issues[0].what, "a cliff inside is left out");
    }
}

TEST(Contours, CliffAboveGroundConnectedToAnotherRegionIsASlit) {
    // Two adjacent rows of cells have the same height at both ends. In the middle, the first row sinks and the second rises.
    // Another region lies below the raised part.
    const int32_t low[] = {20, 18, 14, 14, 18, 20}, high[] = {20, 22, 26, 26, 22, 20};
    std::vector<DrawnSpan> spans{{.x = 2, .z = 1, .floor = 14}, {.x = 3, .z = 1, .floor = 14}};
    for (int32_t x = 0; x < 6; ++x) {
        spans.push_back({.x = x, .z = 0, .floor = low[x]});
        spans.push_back({.x = x, .z = 1, .floor = high[x]});
    }
    const CompactHeightfield field = field_of_spans(6, 2, spans);
    RegionMap regions;
    regions.region.assign(field.span_count(), 1);
    for (uint32_t i = field.row_span[1]; i < field.span_count(); ++i) {
        if (field.floor[i] == 14) regions.region[i] = 2;
    }
    regions.region_count = 2;
    regions.area = {0, 63, 63};
    for (const bool refine : {true, false}) {
        const ContourSet set = build_contours(field, regions, {.refine = refine});
        ASSERT_GE(set.issues.size(), 1u);
        EXPECT_EQ(set.issues[0].region, 1u);
        EXPECT_EQ(set.issues[0].what, "a cliff inside is left out");
        EXPECT_EQ(set.issues[0].where.z, 1);
        EXPECT_TRUE(set.issues[0].where.x == 2 || set.issues[0].where.x == 3);
        expect_invariants(field, regions, set, {.refine = refine}, "cliff");
    }
}

void ask_random_partitions(uint64_t first_seed, uint64_t last_seed, const RegionFieldParams& shape, double left_out) {
    for (uint64_t seed = first_seed; seed < first_seed + rounds(last_seed + 1 - first_seed) && !testing::Test::HasFailure();
         ++seed) {
        Random random(seed);
        RegionFieldParams params = shape;
        params.width = random.between(2, shape.width);
        params.depth = random.between(2, shape.depth);
        const CompactHeightfield field = random_region_field(seed, params);
        const int32_t most = random.between(4, 200);
        const RegionMap regions = random_regions(field, seed, {.max_cells = uint32_t(most), .left_out = left_out});
        const ContourParams contour_params = random_params(random);
        const ContourSet set = build_contours(field, regions, contour_params);
        std::ostringstream what;
        what << "seed " << seed << " error " << contour_params.max_error << " length " << contour_params.max_edge_length
             << (contour_params.walls == WallSimplification::one_sided ? " one-sided" : " two-sided")
             << (contour_params.refine ? " refined" : " plain");
        expect_invariants(field, regions, set, contour_params, what.str());
        if (contour_params.refine && params.ramps == 0) {
            EXPECT_TRUE(set.issues.empty()) << what.str();
        }
    }
}

TEST(Contours, RandomPartitionsOfOneFloorKeepInvariants) {
    ask_random_partitions(1, 1500, {.width = 24, .depth = 24, .floors = 1, .gap = 0.1, .other = 0.1}, 0.1);
}

TEST(Contours, RandomPartitionsOfStackedFloorsKeepInvariants) {
    ask_random_partitions(10001, 10400, {.width = 24, .depth = 24, .floors = 3, .gap = 0.2, .other = 0.1}, 0.05);
}

TEST(Contours, RandomPartitionsOfRampsKeepInvariants) {
    ask_random_partitions(20001, 20300, {.width = 24, .depth = 24, .floors = 3, .gap = 0.1, .other = 0.0, .ramps = 0.2}, 0.05);
}

}  // namespace
}  // namespace navspan
