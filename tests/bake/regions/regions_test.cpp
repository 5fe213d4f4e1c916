#include "navspan/bake/regions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "bake/regions/regions.h"
#include "check/stages/checks.h"
#include "navspan/bake/triangle_soup.h"
#include "support/text/failures.h"
#include "support/text/random.h"
#include "support/worlds/ascii_field.h"
#include "support/worlds/region_fields.h"

namespace navspan {
namespace {

using support::draw;
using support::DrawnFloor;
using support::field_of_drawing;
using support::rounds;
using support::steps_to_border;

enum class Method { watershed, monotone, layers, sheets };
constexpr Method kMethods[] = {Method::watershed, Method::monotone, Method::layers, Method::sheets};

RegionMap build_regions(const CompactHeightfield& field, Method method, const RegionParams& params) {
    switch (method) {
        case Method::watershed:
            return build_regions_watershed(field, steps_to_border(field), params);
        case Method::monotone:
            return build_regions_monotone(field, params);
        case Method::layers:
            return build_regions_layers(field, params);
        case Method::sheets:
            break;
    }
    return build_regions_sheets(field, params);
}

std::string invariant_failures(const CompactHeightfield& field, const RegionMap& map) {
    CheckReport report;
    check_region_map(field, map, report);
    return report.ok() ? "" : support::failures_of(report) + draw(field, map.region);
}

std::vector<std::string> room(int width, int depth, char c = '#') {
    return std::vector<std::string>(size_t(depth), std::string(size_t(width), c));
}

TEST(Regions, EmptyInGivesEmptyOut) {
    const CompactHeightfield field = field_of_drawing({});
    for (const Method method : kMethods) {
        const RegionMap map = build_regions(field, method, {});
        EXPECT_EQ(map.region_count, 0u);
        EXPECT_EQ(invariant_failures(field, map), "");
    }
}

TEST(Regions, ARoomIsOneRegion) {
    const CompactHeightfield field = field_of_drawing({{1, room(20, 10)}});
    for (const Method method : kMethods) {
        const RegionMap map = build_regions(field, method, {.min_area = 8, .merge_area = 20});
        EXPECT_EQ(map.region_count, 1u) << draw(field, map.region);
        EXPECT_EQ(map.cells[1], 200u);
        EXPECT_EQ(invariant_failures(field, map), "");
    }
}

TEST(Regions, AreasNeverShareARegion) {
    const CompactHeightfield field = field_of_drawing({{1,
                                                        {"aaaaaaabbbbbbb",  //
                                                         "aaaaaaabbbbbbb",  //
                                                         "aaaaaaabbbbbbb",  //
                                                         "aaaaaaabbbbbbb",  //
                                                         "aaaaaaabbbbbbb"}}});
    for (const Method method : kMethods) {
        const RegionMap map = build_regions(field, method, {.min_area = 0, .merge_area = 1000});
        EXPECT_EQ(map.region_count, 2u) << draw(field, map.region);
        EXPECT_EQ(invariant_failures(field, map), "");
    }
}

TEST(Regions, SmallIslandsAreRemovedAndCounted) {
    const CompactHeightfield field = field_of_drawing({{1,
                                                        {"##########......",  //
                                                         "##########......",  //
                                                         "##########..####",  //
                                                         "##########..####",  //
                                                         "##########..####"}}});
    for (const Method method : kMethods) {
        const RegionMap map = build_regions(field, method, {.min_area = 13, .merge_area = 0});
        EXPECT_EQ(map.region_count, 1u) << draw(field, map.region);
        EXPECT_EQ(map.small_regions, 1u);
        EXPECT_EQ(map.small_spans, 12u);
        EXPECT_EQ(invariant_failures(field, map), "");
        EXPECT_EQ(build_regions(field, method, {.min_area = 12, .merge_area = 0}).region_count, 2u);
    }
}

// An island has two regions of 16 cells each, and min_area is 32. The partition `layers` compares each region with min_area, so
// it removes both regions. The other partitions compare the whole island with min_area, so they keep both regions.
TEST(Regions, AnIslandOfTwoAreasCountsAsOne) {
    const CompactHeightfield field = field_of_drawing({{1, {"aaaabbbb", "aaaabbbb", "aaaabbbb", "aaaabbbb"}}});
    for (const Method method : {Method::watershed, Method::monotone, Method::sheets}) {
        const RegionMap map = build_regions(field, method, {.min_area = 32, .merge_area = 0});
        EXPECT_EQ(map.region_count, 2u) << draw(field, map.region);
    }
    EXPECT_EQ(build_regions(field, Method::layers, {.min_area = 32, .merge_area = 0}).region_count, 0u);
}

TEST(Regions, WatershedSplitsAtTheNarrowestPoint) {
    std::vector<std::string> rows = room(21, 9);
    for (size_t z = 0; z < 9; ++z)
        rows[z][10] = z == 4 ? '#' : '.';
    const CompactHeightfield field = field_of_drawing({{1, rows}});
    const RegionMap map = build_regions(field, Method::watershed, {.min_area = 0, .merge_area = 0});
    EXPECT_EQ(map.region_count, 2u) << draw(field, map.region);
    EXPECT_EQ(invariant_failures(field, map), "");
    EXPECT_NE(map.region[0], map.region[field.span_count() - 1]);
}

TEST(Regions, SmallNeighboursAreMerged) {
    const CompactHeightfield field = field_of_drawing({{1,
                                                        {"#######.#######",  //
                                                         "#######.#######",  //
                                                         "###############",  //
                                                         "###############",  //
                                                         "###############",  //
                                                         "#######.#######",  //
                                                         "#######.#######"}}});
    for (const Method method : kMethods) {
        const RegionMap map = build_regions(field, method, {.min_area = 0, .merge_area = 1000});
        EXPECT_EQ(map.region_count, 1u) << draw(field, map.region);
        EXPECT_EQ(invariant_failures(field, map), "");
    }
}

// The ground is a corridor around a block. Merging its last two regions would give a ring-shaped region around the block.
TEST(Regions, MergingNeverMakesARegionSurroundAnother) {
    std::vector<std::string> rows = room(21, 21);
    for (size_t z = 5; z < 16; ++z)
        rows[z].replace(5, 11, 11, '.');
    const CompactHeightfield field = field_of_drawing({{1, rows}});
    const RegionMap map = build_regions(field, Method::monotone, {.min_area = 0, .merge_area = 100000});
    EXPECT_EQ(map.region_count, 2u) << draw(field, map.region);
    EXPECT_EQ(invariant_failures(field, map), "");
    EXPECT_EQ(build_regions(field, Method::layers, {}).region_count, 1u);
}

TEST(Regions, MonotoneRegionsHaveOneIntervalPerRow) {
    for (uint64_t seed = 1; seed <= rounds(100); ++seed) {
        const CompactHeightfield field = support::random_region_field(seed, {.gap = 0.1, .other = 0.2, .ramps = 0.1});
        const RegionMap map = build_regions(field, Method::monotone, {.min_area = 0, .merge_area = 0});
        std::set<std::pair<int32_t, uint32_t>> intervals;  // (row, region) of each interval
        for (int32_t z = 0; z < field.grid.depth; ++z) {
            for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
                const auto& run = field.runs[r];
                for (uint32_t i = run.first; i < run.first + run.length; ++i) {
                    const bool goes_on = i > run.first && map.region[i - 1] == map.region[i];
                    if (map.region[i] == 0 || goes_on) continue;
                    ASSERT_TRUE(intervals.insert({z, map.region[i]}).second) << "seed " << seed << "\n"
                                                                             << draw(field, map.region);
                }
            }
        }
    }
}

TEST(Regions, StackedFloorsAreSeparateRegions) {
    // Two rooms lie above each other and are not connected.
    const CompactHeightfield field = field_of_drawing({{1, room(12, 12)}, {20, room(12, 12)}});
    for (const Method method : kMethods) {
        const RegionMap map = build_regions(field, method, {.min_area = 0, .merge_area = 1000});
        EXPECT_EQ(map.region_count, 2u) << draw(field, map.region);
        EXPECT_EQ(invariant_failures(field, map), "");
    }
}

TEST(Regions, LayersMonotoneAndSheetsSplitASpiral) {
    const CompactHeightfield field = support::spiral_field(3, 4);
    for (const Method method : {Method::monotone, Method::layers, Method::sheets}) {
        const RegionMap map = build_regions(field, method, {.min_area = 0, .merge_area = 100000});
        EXPECT_GE(map.region_count, 3u) << draw(field, map.region);
        EXPECT_EQ(map.small_spans, 0u);
        EXPECT_EQ(invariant_failures(field, map), "");
    }
}

TEST(Regions, WatershedSplitsGroundThatOverlapsItself) {
    const CompactHeightfield field = support::spiral_field(3, 5);
    RegionParams params{.min_area = 0, .merge_area = 50, .split_vertical_overlaps = false};
    CheckReport report;
    check_region_map(field, build_regions(field, Method::watershed, params), report);
    EXPECT_FALSE(report.ok());
    params.split_vertical_overlaps = true;
    const RegionMap map = build_regions(field, Method::watershed, params);
    EXPECT_GE(map.cut_regions, 1u);
    EXPECT_EQ(map.small_spans, 0u);
    EXPECT_EQ(invariant_failures(field, map), "");
}

TEST(Regions, RandomFieldsKeepInvariants) {
    for (uint64_t seed = 1; seed <= rounds(300); ++seed) {
        support::Random random(seed);
        const support::RegionFieldParams params{.width = random.between(1, 60),
                                                .depth = random.between(1, 60),
                                                .floors = random.between(1, 3),
                                                .gap = random.real(0, 0.3),
                                                .other = random.real(0, 0.5),
                                                .ramps = random.real(0, 0.3)};
        const CompactHeightfield field = support::random_region_field(seed, params);
        const RegionParams regions{.min_area = uint32_t(random.between(0, 30)), .merge_area = uint32_t(random.between(0, 200))};
        for (const Method method : kMethods) {
            const RegionMap map = build_regions(field, method, regions);
            ASSERT_EQ(invariant_failures(field, map), "") << "seed " << seed << " method " << int(method);
        }
    }
}

TEST(Regions, WatershedAcceptsAnyDistances) {
    for (uint64_t seed = 1; seed <= rounds(100); ++seed) {
        support::Random random(seed);
        const CompactHeightfield field = support::random_region_field(seed, {.floors = 1, .gap = 0.05, .other = 0.2});
        DistanceField distance;
        distance.max_distance = uint16_t(random.between(0, 40));
        for (uint32_t i = 0; i < field.span_count(); ++i) {
            distance.distance.push_back(uint16_t(random.between(0, distance.max_distance + 1)));
        }
        const RegionMap map = build_regions_watershed(field, distance, {.min_area = 10, .merge_area = 50});
        ASSERT_EQ(invariant_failures(field, map), "") << "seed " << seed;
    }
}

// The watershed uses wider integers if any distance is large. The test gives an unwalkable span a large distance. This must not
// change the result.
TEST(Regions, WatershedResultDoesNotDependOnTheIntegerWidth) {
    for (uint64_t seed = 1; seed <= rounds(100); ++seed) {
        support::Random random(seed);
        CompactHeightfield field =
            support::random_region_field(seed, {.floors = random.between(1, 3), .gap = 0.1, .other = 0.3, .ramps = 0.2});
        const uint32_t unwalkable = uint32_t(random.between(0, int(field.span_count()) - 1));
        field.area[unwalkable] = kNullArea;
        DistanceField distance = steps_to_border(field);
        const RegionParams params{.min_area = 5, .merge_area = 20};
        const RegionMap few = build_regions_watershed(field, distance, params);
        distance.distance[unwalkable] = 65535;
        const RegionMap more = build_regions_watershed(field, distance, params);
        ASSERT_EQ(few.region, more.region) << "seed " << seed;
    }
}

TEST(Regions, WatershedSupportsMoreRegionsThan16Bits) {
    std::vector<std::string> rows;
    for (int k = 0; k < 256; ++k) {
        std::string row;
        for (int island = 0; island < 257; ++island)
            row += "###.";
        rows.insert(rows.end(), 3, row);
        rows.emplace_back(row.size(), '.');
    }
    const CompactHeightfield field = field_of_drawing({{1, rows}});
    const RegionMap map = build_regions(field, Method::watershed, {.min_area = 0, .merge_area = 0});
    EXPECT_EQ(map.region_count, 256u * 257u);
    EXPECT_EQ(map.small_spans, 0u);
}

// Two rooms are connected by a long corridor. The corridor is narrow, so its distances to the walls are small and regions start
// only in the rooms. Each region must grow to the middle of the corridor.
TEST(Regions, WatershedFillsAllConnectedGround) {
    std::vector<std::string> upright = room(9, 9);
    upright.insert(upright.end(), 20000, "##");
    upright.insert(upright.end(), 9, std::string(9, '#'));
    std::vector<std::string> along(upright.front().size(), std::string(upright.size(), ' '));
    for (size_t z = 0; z < upright.size(); ++z) {
        for (size_t x = 0; x < upright[z].size(); ++x)
            along[x][z] = upright[z][x];
    }
    for (const auto& drawing : {upright, along}) {
        const CompactHeightfield field = field_of_drawing({{1, drawing}});
        const RegionMap map = build_regions(field, Method::watershed, {.min_area = 0, .merge_area = 0});
        ASSERT_EQ(map.region_count, 2u);
        EXPECT_EQ(map.cells[1], map.cells[2]);
        EXPECT_EQ(map.small_spans, 0u);
    }
}

// With rows of 70000 cells, the difference between the indices of neighbours in adjacent rows exceeds 16 bits.
TEST(Regions, WatershedSupportsRowsOfAnyLength) {
    std::vector<std::string> two_rooms = room(70000, 5);
    for (std::string& row : two_rooms)
        row[2000] = '.';
    const CompactHeightfield field = field_of_drawing({{1, two_rooms}});
    const RegionMap map = build_regions(field, Method::watershed, {.min_area = 0, .merge_area = 0});
    EXPECT_EQ(map.region_count, 2u);
    EXPECT_EQ(map.small_spans, 0u);
}

// In each level of the watershed, a region grows by at most 8 steps. Here, each level has at most 8 cells, so the region grows
// over the whole level. In total, the region grows by more steps than the narrow integers of the watershed can count.
TEST(Regions, WatershedSupportsLongGrowthDistances) {
    constexpr int kLevels = 1030;
    DistanceField distance{.distance = {}, .max_distance = 2 * kLevels + 2};
    // The two highest levels, where the region starts, have one cell each. The next level has 7 cells.
    for (int level = kLevels; level >= 0; --level)
        distance.distance.insert(distance.distance.end(),
                                 level >= kLevels - 1   ? 1
                                 : level == kLevels - 2 ? 7
                                                        : 8,
                                 uint16_t(2 * level));
    const CompactHeightfield field = field_of_drawing({{1, {std::string(distance.distance.size(), '#')}}});
    const RegionMap map = build_regions_watershed(field, distance, {.min_area = 0, .merge_area = 0});
    EXPECT_EQ(map.region_count, 1u);
    EXPECT_EQ(map.small_spans, 0u);
}

TEST(Regions, WatershedAcceptsLargeDistances) {
    const CompactHeightfield field = field_of_drawing({{1, room(40, 10)}});
    DistanceField distance{.distance = {}, .max_distance = 16384};
    for (uint32_t i = 0; i < field.span_count(); ++i)
        distance.distance.push_back(i % 40 < 20 ? 16384 : 16382);
    const RegionMap map = build_regions_watershed(field, distance, {.min_area = 0, .merge_area = 0});
    EXPECT_EQ(map.region_count, 1u) << draw(field, map.region);
}

// No distance is large enough to start a region. The watershed must count all 20 spans in small_spans.
TEST(Regions, WatershedCountsUnreachedSpans) {
    const CompactHeightfield field = field_of_drawing({{1, {"####################"}}});
    const RegionMap map = build_regions(field, Method::watershed, {.min_area = 0, .merge_area = 0});
    EXPECT_EQ(map.region_count, 0u);
    EXPECT_EQ(map.small_spans, 20u);
    EXPECT_EQ(invariant_failures(field, map), "");
}

TEST(Regions, LowerMinimumAreaNeverRemovesMore) {
    for (uint64_t seed = 1; seed <= rounds(50); ++seed) {
        const CompactHeightfield field = support::random_region_field(seed, {.gap = 0.35, .other = 0.2});
        for (const Method method : kMethods) {
            uint32_t removed = 0;
            for (const uint32_t min_area : {0u, 4u, 16u, 64u, 100000u}) {
                const RegionMap map = build_regions(field, method, {.min_area = min_area, .merge_area = 50});
                EXPECT_GE(map.small_spans, removed) << "seed " << seed;
                removed = map.small_spans;
            }
        }
    }
}

}  // namespace
}  // namespace navspan
