// Tests the sheets partition against a slow flood fill. Every connected component that does not overlap itself vertically must
// be one region.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bake/field/open_spans.h"
#include "bake/regions/regions.h"
#include "check/stages/checks.h"
#include "navspan/bake/regions.h"
#include "support/text/failures.h"
#include "support/text/random.h"
#include "support/worlds/ascii_field.h"
#include "support/worlds/region_fields.h"

namespace navspan {
namespace {

using support::draw;
using support::DrawnSpan;
using support::field_of_drawing;
using support::field_of_spans;
using support::Random;
using support::rounds;

std::string sheet_invariant_failures(const CompactHeightfield& field, const RegionMap& map) {
    CheckReport report;
    check_region_map(field, map, report);
    check_sheets(field, map, report);
    return report.ok() ? "" : support::failures_of(report) + draw(field, map.region);
}

// Returns the connected component of each span, numbered from 1; 0: not walkable. If `mixed` is true, a component may contain
// several areas.
std::vector<uint32_t> flooded_parts(const CompactHeightfield& field, bool mixed, uint32_t& count) {
    std::vector<uint32_t> part(field.span_count(), 0), stack;
    count = 0;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        if (field.area[i] == 0 || part[i] != 0) continue;
        part[i] = ++count;
        stack.assign(1, i);
        while (!stack.empty()) {
            const uint32_t at = stack.back();
            stack.pop_back();
            for (int d = 0; d < 4; ++d) {
                const uint32_t n = neighbour(field, at, d);
                if (n == kNoIndex || part[n] != 0 || field.area[n] == 0) continue;
                if (!mixed && field.area[n] != field.area[at]) continue;
                part[n] = count;
                stack.push_back(n);
            }
        }
    }
    return part;
}

// Element c of the result is true if a column contains two spans of component c.
std::vector<bool> overlap_themselves(const CompactHeightfield& field, const std::vector<uint32_t>& part, uint32_t count) {
    std::vector<bool> above(count + 1, false);  // entry 0: unwalkable spans
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        std::vector<std::vector<uint32_t>> cells(size_t(field.grid.width));
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            for (uint32_t k = 0; k < field.runs[r].length; ++k)
                cells[size_t(field.runs[r].x0) + k].push_back(part[field.runs[r].first + k]);
        }
        for (std::vector<uint32_t>& cell : cells) {
            std::sort(cell.begin(), cell.end());
            for (size_t i = 1; i < cell.size(); ++i)
                if (cell[i] != 0 && cell[i] == cell[i - 1]) above[cell[i]] = true;
        }
    }
    return above;
}

TEST(Sheets, AreConnectedComponentsUnlessTheseOverlapThemselves) {
    for (uint64_t seed = 1; seed <= rounds(300); ++seed) {
        Random random(seed);
        const CompactHeightfield field =
            support::random_region_field(seed, {.width = random.between(1, 70),
                                                .depth = random.between(1, 70),
                                                .floors = random.between(1, 3),
                                                .gap = random.real(0, 0.4),
                                                .other = random.real(0, 0.5),
                                                .ramps = random.chance(0.5) ? 0 : random.real(0, 0.3)});
        const RegionMap map = build_regions_sheets(field, {.min_area = 0});
        ASSERT_EQ(sheet_invariant_failures(field, map), "") << "seed " << seed;
        EXPECT_EQ(map.small_spans, 0u) << "seed " << seed;

        uint32_t count = 0;
        const std::vector<uint32_t> part = flooded_parts(field, false, count);
        const std::vector<bool> above = overlap_themselves(field, part, count);
        EXPECT_EQ(map.cut_regions, uint32_t(std::count(above.begin(), above.end(), true))) << "seed " << seed;
        std::vector<uint32_t> part_of(map.region_count + 1, 0), regions_of(count + 1, 0);
        for (uint32_t i = 0; i < field.span_count(); ++i) {
            const uint32_t region = map.region[i];
            if (region == 0) continue;
            if (part_of[region] == 0) ++regions_of[part[i]];
            if (part_of[region] == 0) part_of[region] = part[i];
            ASSERT_EQ(part_of[region], part[i]) << "seed " << seed;
        }
        for (uint32_t p = 1; p <= count; ++p) {
            if (above[p]) {
                EXPECT_GT(regions_of[p], 1u) << "seed " << seed;
            } else {
                ASSERT_EQ(regions_of[p], 1u) << "seed " << seed << "\n" << draw(field, map.region);
            }
        }
    }
}

TEST(Sheets, AreRemovedWithASmallIsland) {
    for (uint64_t seed = 1; seed <= rounds(100); ++seed) {
        const CompactHeightfield field = support::random_region_field(seed, {.gap = 0.4, .other = 0.4, .ramps = 0.1});
        const uint32_t min_area = uint32_t(Random(seed).between(0, 80));
        const RegionMap map = build_regions_sheets(field, {.min_area = min_area});
        uint32_t count = 0;
        const std::vector<uint32_t> island = flooded_parts(field, true, count);
        std::vector<uint32_t> cells(count + 1, 0);
        for (const uint32_t k : island)
            ++cells[k];
        for (uint32_t i = 0; i < field.span_count(); ++i) {
            const bool stays = field.area[i] != 0 && cells[island[i]] >= min_area;
            ASSERT_EQ(map.region[i] != 0, stays) << "seed " << seed << " min_area " << min_area << "\n"
                                                 << draw(field, map.region);
        }
        ASSERT_EQ(sheet_invariant_failures(field, map), "") << "seed " << seed;
    }
}

// The level is a hall, a gallery above half of the hall, and a ramp from the hall to the gallery.
TEST(Sheets, AreCutAtTheRampBetweenTwoFloors) {
    std::vector<DrawnSpan> spans;
    for (int32_t z = 0; z < 24; ++z) {
        for (int32_t x = 0; x < 20; ++x) {
            spans.push_back({.x = x, .z = z, .floor = 5});
            if (x < 10) spans.push_back({.x = x, .z = z, .floor = 5 + 2 * 16});
        }
    }
    for (int32_t z = 20; z < 24; ++z) {
        for (int32_t k = 0; k < 16; ++k)
            spans.push_back({.x = 10 + k, .z = z, .floor = 5 + 2 * (16 - k)});
    }
    // Remove the floor of the hall below the ramp, because two floors of a cell must be at least 11 vx apart.
    std::erase_if(spans, [](const DrawnSpan& s) { return s.floor == 5 && s.z >= 20 && s.x >= 10 && s.x < 26; });
    for (int32_t z = 0; z < 24; ++z)
        for (int32_t x = 20; x < 30; ++x)
            if (z < 20 || x >= 26) spans.push_back({.x = x, .z = z, .floor = 5});
    const CompactHeightfield field = field_of_spans(30, 24, spans);
    const RegionMap map = build_regions_sheets(field, {.min_area = 0});
    EXPECT_EQ(sheet_invariant_failures(field, map), "");
    EXPECT_EQ(map.cut_regions, 1u);
    EXPECT_EQ(map.region_count, 2u) << draw(field, map.region);
}

TEST(Sheets, SpiralHasOneSheetPerTurnOrOneMore) {
    for (const int32_t turns : {1, 2, 3, 5, 9}) {
        const CompactHeightfield field = support::spiral_field(turns, 4);
        const RegionMap map = build_regions_sheets(field, {.min_area = 0});
        EXPECT_EQ(sheet_invariant_failures(field, map), "");
        EXPECT_GE(map.region_count, uint32_t(turns));
        EXPECT_LE(map.region_count, uint32_t(turns) + 1);
    }
}

TEST(Sheets, MayHaveHoles) {
    const CompactHeightfield field = field_of_drawing({{1,
                                                        {"#########",  //
                                                         "#..#..#.#",  //
                                                         "#########",  //
                                                         "#.#####.#",  //
                                                         "#########"}}});
    const RegionMap map = build_regions_sheets(field, {.min_area = 0});
    EXPECT_EQ(map.region_count, 1u) << draw(field, map.region);
    EXPECT_EQ(sheet_invariant_failures(field, map), "");
}

TEST(Sheets, DoNotDependOnTheMergeArea) {
    // merge_area must have no effect, because no two regions of the sheets partition can be merged.
    for (uint64_t seed = 1; seed <= rounds(30); ++seed) {
        const CompactHeightfield field =
            support::random_region_field(seed, {.floors = 3, .gap = 0.2, .other = 0.3, .ramps = 0.2});
        EXPECT_EQ(build_regions_sheets(field, {.min_area = 5, .merge_area = 0}).region,
                  build_regions_sheets(field, {.min_area = 5, .merge_area = 100000}).region);
    }
}

}  // namespace
}  // namespace navspan
