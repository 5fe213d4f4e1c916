#include "navspan/io/grid_map.h"

#include <gtest/gtest.h>

#include "navspan/core/file.h"
#include "support/scenes/places.h"
#include "support/text/damaged_text.h"

namespace navspan {
namespace {

using support::with;

const std::string kSmall = "type octile\nheight 3\nwidth 4\nmap\n.GS@\nTWO.\n....\n";

std::string map_mistake(const std::string& text) {
    const Result<GridMap> map = parse_grid_map(text, "a.map");
    return map ? "no mistake" : map.error().message;
}

std::vector<uint8_t> areas_of_map(const BakeConfig& config, Warnings& warnings) {
    return make_cell_grid(parse_grid_map(kSmall, "a.map").value(), config, warnings).value().areas;
}

TEST(GridMap, ReadsTheRowsFromTheTop) {
    const Result<GridMap> map = parse_grid_map(kSmall, "a.map");
    ASSERT_TRUE(map) << map.error().message;
    EXPECT_EQ(map->width, 4);
    EXPECT_EQ(map->height, 3);
    EXPECT_EQ(map->terrain, ".GS@TWO.....");
}

TEST(GridMap, LineEndsHeaderOrderAndBlankLinesDoNotMatter) {
    const std::string text = "type octile \r\nwidth 4\r\nheight 3\r\nmap\r\n.GS@\r\nTWO.\r\n....\r\n\r\n\n";
    const Result<GridMap> map = parse_grid_map(text, "a.map");
    ASSERT_TRUE(map) << map.error().message;
    EXPECT_EQ(map->terrain, parse_grid_map(kSmall, "a.map").value().terrain);
}

TEST(GridMap, ErrorsNameTheirLine) {
    EXPECT_EQ(map_mistake(""), "a.map: the file is empty");
    EXPECT_EQ(map_mistake("type tile\n"), "a.map:1: the type is \"tile\"; only octile maps can be read");
    EXPECT_EQ(map_mistake(with(kSmall, "type octile\n", "")), "a.map:3: there is no line \"type octile\" before the map");
    EXPECT_EQ(map_mistake(with(kSmall, "height 3\n", "")), "a.map:3: there is no line \"height\" before the map");
    EXPECT_EQ(map_mistake(with(kSmall, "width 4\n", "")), "a.map:3: there is no line \"width\" before the map");
    EXPECT_EQ(map_mistake(with(kSmall, "height 3", "height 0")), "a.map:2: height \"0\" is not a whole number from 1 to 16384");
    EXPECT_EQ(map_mistake(with(kSmall, "width 4", "width 4x")), "a.map:3: width \"4x\" is not a whole number from 1 to 16384");
    EXPECT_EQ(map_mistake(with(kSmall, "width 4", "width 99999999999")),
              "a.map:3: width \"99999999999\" is not a whole number from 1 to 16384");
    EXPECT_EQ(map_mistake(with(kSmall, "width 4", "height 4")), "a.map:3: the height is given twice");
    EXPECT_EQ(map_mistake(with(kSmall, "width 4", "depth\x01 4")),
              "a.map:3: \"depth? 4\" is not one of the lines \"type\", \"height\", \"width\" and \"map\"");
    EXPECT_EQ(map_mistake(with(kSmall, "TWO.", "TWO")), "a.map:6: the row has 3 cells; the width is 4");
    EXPECT_EQ(map_mistake(with(kSmall, "TWO.", "TWx.")), "a.map:6: column 3: \"x\" is not a terrain letter; use . G S T W @ O");
    EXPECT_EQ(map_mistake(with(kSmall, "height 3", "height 4")), "a.map:7: the file ends after 3 rows; the height is 4");
    EXPECT_EQ(map_mistake(with(kSmall, "height 3", "height 2")), "a.map:7: there is text after the last row; the height is 2");
    EXPECT_EQ(map_mistake("type octile\nheight 16384\nwidth 16384\nmap\n"),
              "a.map:4: the file ends after 0 rows; the height is 16384");
}

TEST(GridMap, GroundAndSwampAreWalkable) {
    Warnings warnings;
    EXPECT_EQ(areas_of_map({}, warnings), (std::vector<uint8_t>{63, 63, 63, 0, 0, 0, 0, 63, 63, 63, 63, 63}));
    EXPECT_TRUE(warnings.empty());
}

TEST(GridMap, RulesAssignAreasToTerrain) {
    BakeConfig config;
    config.areas.push_back({"mud", 7, 4, 1});
    config.rules = {{"swamp", "mud"}};
    Warnings warnings;
    EXPECT_EQ(areas_of_map(config, warnings), (std::vector<uint8_t>{63, 63, 7, 0, 0, 0, 0, 63, 63, 63, 63, 63}));
    config.rules = {{"*", "mud"}, {"G", std::nullopt}, {"S", "ground"}};
    EXPECT_EQ(areas_of_map(config, warnings), (std::vector<uint8_t>{7, 0, 63, 0, 0, 0, 0, 7, 7, 7, 7, 7}));
    EXPECT_TRUE(warnings.empty());
}

TEST(GridMap, ReportsUnusedRules) {
    BakeConfig config;
    config.rules = {{"W", "ground"}};
    Warnings warnings;
    areas_of_map(config, warnings);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].code, "rule_unmatched");
    config.rules = {{"S", "lava"}};
    const Result<CellGrid> grid = make_cell_grid(parse_grid_map(kSmall, "a.map").value(), config, warnings);
    ASSERT_FALSE(grid);
    EXPECT_EQ(grid.error().message, "rules.S: \"lava\" is not an area; name one of `areas`, or give null for a hole");
}

TEST(GridMap, MapWithoutOneLetterPerCellIsAnError) {
    Warnings warnings;
    for (const GridMap& map : {GridMap{3, 2, "GGGGG"}, GridMap{-1, -1, "G"}, GridMap{0, 5, "G"}}) {
        const Result<CellGrid> grid = make_cell_grid(map, BakeConfig{}, warnings);
        ASSERT_FALSE(grid);
        EXPECT_EQ(grid.error().kind, ErrorKind::usage);
    }
    EXPECT_TRUE(make_cell_grid(GridMap{}, BakeConfig{}, warnings).ok());
}

TEST(GridMap, ConfigWithoutGroundIsAnError) {
    BakeConfig config;
    config.areas = {{"mud", 7, 4, 1}};
    Warnings warnings;
    const Result<CellGrid> grid = make_cell_grid(parse_grid_map(kSmall, "a.map").value(), config, warnings);
    ASSERT_FALSE(grid);
    EXPECT_EQ(grid.error().kind, ErrorKind::usage);
    EXPECT_EQ(grid.error().message, "areas: there is no area \"ground\"; add it");
}

TEST(GridMap, EveryPrefixOfAFileIsRefusedOrWhole) {
    for (size_t length = 0; length < kSmall.size(); ++length) {
        const bool whole = length + 1 == kSmall.size();  // only the last line ending is missing
        EXPECT_EQ(bool(parse_grid_map(kSmall.substr(0, length), "a.map")), whole) << length;
    }
}

TEST(GridMap, MutatedFilesGiveAMapOrAnError) {
    const std::string letters = "0123456789.GSTW@O \n\rtypemahwid";
    for (uint64_t seed = 1; seed <= support::rounds(20000); ++seed) {
        SCOPED_TRACE(seed);
        support::Random random(seed);
        const std::string text = support::damaged(kSmall, random, {.letters = letters});
        const Result<GridMap> map = parse_grid_map(text, "a.map");
        if (!map) {
            EXPECT_TRUE(map.error().message.starts_with("a.map:")) << map.error().message;
            continue;
        }
        EXPECT_EQ(map->terrain.size(), size_t(map->width) * size_t(map->height));
    }
}

TEST(GridMap, ReadsTheMapsOfThisProject) {
    for (const char* name : {"ford.map", "halls.map"}) {
        const Result<std::vector<std::byte>> bytes = read_file(support::source_path(std::string("data/grids/") + name));
        ASSERT_TRUE(bytes);
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        const Result<GridMap> map = parse_grid_map(text, name);
        EXPECT_TRUE(map) << map.error().message;
    }
}

}  // namespace
}  // namespace navspan
