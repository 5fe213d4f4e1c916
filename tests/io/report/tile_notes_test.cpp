#include "io/report/tile_notes.h"

#include <gtest/gtest.h>

#include <string>

namespace navspan {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

TEST(TileNotes, KeepCountsAndWarnings) {
    BakeReport tile;
    tile.funnel.spans = 123456789012;
    tile.funnel.polygons = 3;
    tile.funnel.area = 0.1;
    tile.warnings = {{"contours_trouble", "a \"message\"", DVec3{0.1, -2, 1e9}}, {"other", "without a place", {}}};
    BakeReport read;
    ASSERT_TRUE(read_tile_notes(tile_notes(tile), read).ok());
    EXPECT_EQ(read.funnel.spans, tile.funnel.spans);
    EXPECT_EQ(read.funnel.polygons, 3u);
    EXPECT_EQ(read.funnel.area, 0.1);
    EXPECT_EQ(read.reused_tiles, 1u);
    ASSERT_EQ(read.warnings.size(), 2u);
    EXPECT_EQ(read.warnings[0].message, "a \"message\"");
    EXPECT_EQ(read.warnings[0].place->z, 1e9);
    EXPECT_FALSE(read.warnings[1].place);
}

TEST(TileNotes, RefusesOtherText) {
    BakeReport tile;
    tile.warnings = {{"code", "message", DVec3{1, 2, 3}}};
    const std::vector<std::byte> notes = tile_notes(tile);
    const std::string whole(reinterpret_cast<const char*>(notes.data()), notes.size());
    BakeReport read;
    for (size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(read_tile_notes(bytes_of(whole.substr(0, length)), read).ok()) << length;
    for (const char* text : {"[]", "7", "{}", R"({"counts":[],"area":0,"warnings":[]})",
                             R"({"counts":[0,0,0,0,0,0,0,0,0,0,0,0,-1],"area":0,"warnings":[]})",
                             R"({"counts":[0,0,0,0,0,0,0,0,0,0,0,0,0],"area":"x","warnings":[]})",
                             R"({"counts":[0,0,0,0,0,0,0,0,0,0,0,0,0],"area":0,"warnings":{}})",
                             R"({"counts":[0,0,0,0,0,0,0,0,0,0,0,0,0],"area":0,"warnings":[["a","b",[1,2]]]})"}) {
        EXPECT_FALSE(read_tile_notes(bytes_of(text), read).ok()) << text;
    }
    EXPECT_TRUE(read.warnings.empty());
}

}  // namespace
}  // namespace navspan
