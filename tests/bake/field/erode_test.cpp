#include "bake/field/erode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/checks/short_calls.h"
#include "support/checks/text_field.h"
#include "support/oracles/field_oracles.h"
#include "support/worlds/open_field.h"
#include "support/worlds/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::random_heightfield;
using support::RandomFieldParams;
using support::rounds;

constexpr support::OpenParams kPlanarAgent{.walkable_height = 10, .walkable_climb = 2};  // cannot climb to the next storey

CompactHeightfield random_planar_field(Random& random, int32_t areas = 1) {
    const RandomFieldParams shape{.width = random.between(1, 40),
                                  .depth = random.between(1, 40),
                                  .storeys = random.between(1, 3),
                                  .storey_height = 24,
                                  .roll = random.between(0, 5),
                                  .jitter = random.between(0, 3),
                                  .holes = random.real(0, 0.02),
                                  .walls = random.real(0, 0.02),
                                  .null_area = random.real(0, 0.02),
                                  .areas = areas};
    return support::open_field(random_heightfield(random, shape), kPlanarAgent);
}

TEST(ErodeChamfer, EqualsDijkstraOnRandomFields) {
    for (uint64_t seed = 1; seed <= rounds(100); ++seed) {
        Random random(seed);
        CompactHeightfield field = random_planar_field(random, 3);
        const auto distance = support::chamfer_by_dijkstra(field, false);
        const auto before = field.area;
        const int32_t radius = random.between(0, 12);
        uint32_t removed = 0;
        std::vector<uint8_t> wanted = before;
        for (uint32_t i = 0; i < field.span_count(); ++i) {
            if (distance[i] >= uint32_t(2 * radius) || !before[i]) continue;
            wanted[i] = 0;
            ++removed;
        }
        EXPECT_EQ(erode_walkable_area_chamfer(field, radius), removed) << "seed " << seed;
        ASSERT_EQ(field.area, wanted) << "seed " << seed << " radius " << radius << "\n"
                                      << support::text_of_numbers(field, field.area) << "wanted\n"
                                      << support::text_of_numbers(field, wanted);
    }
}

TEST(ErodeEuclidean, EqualsUnfoldedFloorDistancesOnRandomFields) {
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        CompactHeightfield field = random_planar_field(random, 2);
        std::vector<uint8_t> wanted = field.area;
        const double radius = random.chance(0.3) ? random.between(0, 8) : random.real(0, 9);
        uint32_t removed = 0;
        for (uint32_t i = 0; i < field.span_count(); ++i) {
            if (!wanted[i] || double(support::blocked_distance_squared(field, i)) >= radius * radius) continue;
            wanted[i] = 0;
            ++removed;
        }
        EXPECT_EQ(erode_walkable_area_euclidean(field, radius), removed) << "seed " << seed;
        ASSERT_EQ(field.area, wanted) << "seed " << seed << " radius " << radius << "\n"
                                      << support::text_of_numbers(field, field.area) << "wanted\n"
                                      << support::text_of_numbers(field, wanted);
    }
}

TEST(ErodeEuclidean, WideAndNarrowStepsAgree) {
    // The implementation counts rows in 16 bits for a radius of 300 cells, and in 8 bits for a radius of 3 cells.
    CompactHeightfield field = support::flat_field(620, 610, kPlanarAgent);
    EXPECT_EQ(erode_walkable_area_euclidean(field, 300), uint32_t(620 * 610 - 20 * 10));
    CompactHeightfield again = support::flat_field(620, 610, kPlanarAgent);
    EXPECT_EQ(erode_walkable_area_euclidean(again, 3), uint32_t(620 * 610 - 614 * 604));
    CompactHeightfield all = support::flat_field(60, 50, kPlanarAgent);
    EXPECT_EQ(erode_walkable_area_euclidean(all, kMaxErosion), 60u * 50u);
}

TEST(ErodeEuclidean, StraightWallsLoseTheRadiusRoundedUpAndKeepExactlyTheRadius) {
    for (const auto& [radius, cells] : {std::pair{0.0, 0},
                                        {0.2, 1},
                                        {1.0, 1},
                                        {1.01, 2},
                                        {2.0, 2},
                                        {0.6 / 0.3, 2},
                                        {0.9 / 0.3, 3},
                                        {0.35 / 0.05, 7},
                                        {0.7 / 0.1, 7}}) {
        CompactHeightfield field = support::flat_field(40, 30, kPlanarAgent);
        erode_walkable_area_euclidean(field, radius);
        const auto kept = std::count_if(field.area.begin(), field.area.end(), [](uint8_t a) { return a != 0; });
        EXPECT_EQ(kept, (40 - 2 * cells) * (30 - 2 * cells)) << radius;
    }
}

TEST(ErodeEuclidean, ErosionAroundAPillarIsACircle) {
    CompactHeightfield field = support::flat_field(41, 41, kPlanarAgent);
    field.area[20 * 41 + 20] = 0;
    erode_walkable_area_euclidean(field, 10);
    for (int32_t z = 10; z <= 30; ++z) {
        for (int32_t x = 10; x <= 30; ++x) {
            const int32_t dx = std::max(0, std::abs(x - 20) - 1), dz = std::max(0, std::abs(z - 20) - 1);
            EXPECT_EQ(field.area[size_t(z * 41 + x)] != 0, dx * dx + dz * dz >= 100) << x << " " << z;
        }
    }
}

TEST(ErodeEuclidean, HoleInOneStoreyDoesNotChangeOtherStoreys) {
    Random random(7);
    CompactHeightfield whole = support::open_field(random_heightfield(random, support::flat_storeys(30, 30, 3)), kPlanarAgent);
    CompactHeightfield pierced = whole;
    // Each storey is one run per row, lowest storey first. Block a span of the second storey.
    const uint32_t hole = whole.runs[whole.row_run[15] + 1].first + 15;
    pierced.area[hole] = 0;
    erode_walkable_area_euclidean(whole, 4);
    erode_walkable_area_euclidean(pierced, 4);
    for (uint32_t i = 0; i < whole.span_count(); ++i) {
        if (whole.floor[i] == whole.floor[hole]) continue;
        EXPECT_EQ(whole.area[i], pierced.area[i]);
    }
    EXPECT_NE(whole.area, pierced.area);
}

TEST(ErodeEuclidean, WallWithoutThicknessBlocksBothSides) {
    // Remove the links between adjacent cells on flat ground, as a cliff does. This makes a wall without thickness.
    CompactHeightfield field = support::flat_field(20, 20, kPlanarAgent);
    for (uint32_t z = 5; z < 15; ++z) {
        const uint32_t i = z * 20 + 9;
        field.links[i] &= uint8_t(~(1u << kRight));
        field.links[i + 1] &= uint8_t(~(1u << kLeft));
    }
    std::vector<uint8_t> wanted = field.area;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        if (support::blocked_distance_squared(field, i) < 9) wanted[i] = 0;
    }
    erode_walkable_area_euclidean(field, 3);
    EXPECT_EQ(field.area, wanted) << support::text_of_numbers(field, field.area);
}

TEST(ErodeEuclidean, KeepsAtMostAsMuchAsChamferAtStraightWalls) {
    for (uint64_t seed = 1; seed <= 30; ++seed) {
        Random random(seed);
        CompactHeightfield a = random_planar_field(random);
        CompactHeightfield b = a;
        const int32_t radius = random.between(1, 6);
        erode_walkable_area_euclidean(a, radius);
        erode_walkable_area_chamfer(b, radius);
        for (uint32_t i = 0; i < a.span_count(); ++i) {
            ASSERT_TRUE(!a.area[i] || b.area[i]) << "seed " << seed << " span " << i;
        }
    }
}

TEST(Erode, EmptyAndUnwalkableFieldsAreUnchanged) {
    CompactHeightfield empty = support::open_field(Heightfield{}, kPlanarAgent);
    EXPECT_EQ(erode_walkable_area_chamfer(empty, 3), 0u);
    EXPECT_EQ(erode_walkable_area_euclidean(empty, 3), 0u);
    EXPECT_EQ(filter_median_area(empty), 0u);
    CompactHeightfield null = support::flat_field(5, 5, kPlanarAgent);
    std::fill(null.area.begin(), null.area.end(), uint8_t(0));
    EXPECT_EQ(erode_walkable_area_chamfer(null, 1), 0u);
    EXPECT_EQ(erode_walkable_area_euclidean(null, 1), 0u);
    EXPECT_EQ(filter_median_area(null), 0u);
}

TEST(FilterMedianArea, RemovesSingleCellsAndKeepsStraightBorders) {
    CompactHeightfield field = support::flat_field(12, 10, kPlanarAgent);
    for (size_t i = 0; i < field.area.size(); ++i)
        field.area[i] = i % 12 < 6 ? 63 : 5;
    const auto halves = field.area;
    EXPECT_EQ(filter_median_area(field), 0u);
    EXPECT_EQ(field.area, halves);
    field.area[5 * 12 + 2] = 7;
    field.area[4 * 12 + 9] = 63;
    EXPECT_EQ(filter_median_area(field), 2u);
    EXPECT_EQ(field.area, halves);
}

}  // namespace
}  // namespace navspan
