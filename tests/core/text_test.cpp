#include "core/text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/floor_div.h"

namespace navspan {
namespace {

TEST(Text, ReplacesUnprintableCharacters) {
    EXPECT_EQ(quoted_text(""), "\"\"");
    EXPECT_EQ(quoted_text("a b~"), "\"a b~\"");
    EXPECT_EQ(quoted_text("\x1b[1m\xc3\n"), "\"?[1m??\"");
    EXPECT_EQ(quoted_text(std::string(40, 'x')), "\"" + std::string(40, 'x') + "\"");
    EXPECT_EQ(quoted_text(std::string(41, 'x')), "\"" + std::string(40, 'x') + "...\"");
}

TEST(Text, OneLineHasNoControlCharacters) {
    EXPECT_EQ(printable_text("a\nb\x1b[1m\x7f\xc3\xa4 ~"), "a\\nb\\x1b[1m\\x7f\xc3\xa4 ~");
    EXPECT_EQ(printable_text("\xc2\x9b \x9b \xe2\x80\xae \xe2\x82\xac \xf0\x9f\x98\x80 \xe2\x82"),
              "\\xc2\\x9b \\x9b \\xe2\\x80\\xae \xe2\x82\xac \xf0\x9f\x98\x80 \\xe2\\x82");
}

TEST(FloorDiv, RoundsTowardsMinusInfinity) {
    for (int b = -7; b <= 7; ++b) {
        for (int a = -30; b != 0 && a <= 30; ++a) {
            const int rest = a - floor_div(a, b) * b;
            EXPECT_TRUE(b > 0 ? rest >= 0 && rest < b : rest <= 0 && rest > b) << a << " / " << b;
        }
    }
}

TEST(NumberText, IsTheShortestTextThatRoundTrips) {
    EXPECT_EQ(number_text(0.3), "0.3");
    EXPECT_EQ(number_text(45), "45");
    EXPECT_EQ(number_text(4000000), "4000000");
    EXPECT_EQ(number_text(-0.0), "0");
    EXPECT_EQ(number_text(1e-9), "1e-09");
    EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
}

TEST(Text, CountsOfOneAreSingular) {
    EXPECT_EQ(count_text(0, "triangle"), "0 triangles");
    EXPECT_EQ(count_text(1, "triangle"), "1 triangle");
    EXPECT_EQ(count_text(2, "vertex", "vertices"), "2 vertices");
}

TEST(Text, SuffixMatchIgnoresCase) {
    EXPECT_TRUE(has_suffix("level.glb", ".glb"));
    EXPECT_TRUE(has_suffix("a/LEVEL.GlB", ".glb"));
    EXPECT_FALSE(has_suffix("level.gltf", ".glb"));
    EXPECT_FALSE(has_suffix("level.glb.obj", ".glb"));
    EXPECT_FALSE(has_suffix(".glb", ".glb"));
    EXPECT_FALSE(has_suffix("", ".glb"));
}

TEST(Text, LengthsAreRoundedDownToTwoDigits) {
    EXPECT_EQ(two_digits_down(0.129), 0.12);
    EXPECT_EQ(two_digits_down(1299), 1200);
    EXPECT_EQ(two_digits_down(INFINITY), 0);
    EXPECT_EQ(two_digits_down(-1), 0);
}

TEST(Text, EditDistanceCountsEdits) {
    EXPECT_EQ(edit_distance("radius", "radius"), 0u);
    EXPECT_EQ(edit_distance("Radius", "radius"), 0u);
    EXPECT_EQ(edit_distance("raduis", "radius"), 1u);
    EXPECT_EQ(edit_distance("rdius", "radius"), 1u);
    EXPECT_EQ(edit_distance("", "abc"), 3u);
}

}  // namespace
}  // namespace navspan
