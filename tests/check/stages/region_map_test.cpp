#include <gtest/gtest.h>

#include <string>

#include "bake/regions/regions.h"
#include "check/stages/checks.h"
#include "navspan/bake/triangle_soup.h"
#include "support/worlds/ascii_field.h"

namespace navspan {
namespace {

using support::field_of_drawing;

struct Sound {
    CompactHeightfield field = field_of_drawing({{1, {"aaabbb", "aaabbb"}}, {20, {"cc....", "cc...."}}});
    RegionMap map = build_regions_monotone(field, {.min_area = 0, .merge_area = 0});
};

std::string first_failure(const CompactHeightfield& field, const RegionMap& map) {
    CheckReport report;
    check_region_map(field, map, report);
    return report.failures.empty() ? "" : report.failures.front();
}

RegionMap one_region(const CompactHeightfield& field) {
    RegionMap map;
    map.region.assign(field.span_count(), 1);
    map.region_count = 1;
    map.area = {kNullArea, 63};
    map.cells = {0, field.span_count()};
    return map;
}

TEST(CheckRegionMap, ValidMapPasses) {
    const Sound sound;
    EXPECT_EQ(sound.map.region_count, 3u);
    EXPECT_EQ(first_failure(sound.field, sound.map), "");
}

TEST(CheckRegionMap, FindsAWrongSize) {
    Sound sound;
    sound.map.region.pop_back();
    EXPECT_EQ(first_failure(sound.field, sound.map), "region map: 15 entries for 16 open spans");
}

TEST(CheckRegionMap, FindsAnIdOutOfRange) {
    Sound sound;
    sound.map.region[3] = 9;
    EXPECT_EQ(first_failure(sound.field, sound.map), "region map: span 3 has region 9 of 3");
}

TEST(CheckRegionMap, FindsAnUncountedLoss) {
    Sound sound;
    const uint32_t id = sound.map.region[0];
    sound.map.region[0] = 0;
    --sound.map.cells[id];
    EXPECT_EQ(first_failure(sound.field, sound.map), "region map: 1 walkable spans without a region, 0 counted as removed");
}

TEST(CheckRegionMap, FindsAWrongAreaAndCellCount) {
    Sound sound;
    sound.map.area[1] = 40;
    EXPECT_NE(first_failure(sound.field, sound.map).find("region 1 of area 40 has a span of area 1"), std::string::npos);
    Sound other;
    other.map.cells[2] = 7;
    EXPECT_EQ(first_failure(other.field, other.map),
              "region map: region 2 counts 7 cells and has " + std::to_string(Sound().map.cells[2]));
}

TEST(CheckRegionMap, FindsAnUnwalkableSpan) {
    Sound sound;
    sound.field.area[0] = kNullArea;
    EXPECT_NE(first_failure(sound.field, sound.map).find("has an unwalkable span at cell 0,0 height 1"), std::string::npos);
}

TEST(CheckRegionMap, FindsADisconnectedRegion) {
    const CompactHeightfield field = field_of_drawing({{1, {"##.##"}}});
    const RegionMap map = one_region(field);
    EXPECT_EQ(first_failure(field, map), "region map: region 1 is not connected: another part at cell 3,0 height 1");
}

TEST(CheckRegionMap, FindsARegionThatOverlapsItself) {
    const CompactHeightfield field = field_of_drawing({{1, {"##"}}, {20, {"#"}}});
    const RegionMap map = one_region(field);
    CheckReport report;
    check_region_map(field, map, report);
    ASSERT_EQ(report.count, 2u);
    EXPECT_EQ(report.failures[1], "region map: region 1 overlaps itself vertically at cell 0,0 height 20");
}

TEST(CheckRegionMap, FindsSheetsThatCouldBeMerged) {
    const CompactHeightfield field = field_of_drawing({{1, {"aaabbb", "aaabbb"}}});
    RegionMap map = build_regions_sheets(field, {.min_area = 0});
    CheckReport sound;
    check_sheets(field, map, sound);
    EXPECT_TRUE(sound.ok());
    map.region[4] = 3;
    map.region[5] = 3;
    CheckReport report;
    check_sheets(field, map, report);
    ASSERT_EQ(report.failures.size(), 1u);
    EXPECT_EQ(report.failures.front(),
              "region map: region 2 and 3 could be one sheet: they meet at cell 3,0 height 1 and do not overlap vertically");
}

}  // namespace
}  // namespace navspan
