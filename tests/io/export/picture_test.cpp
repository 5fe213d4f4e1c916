// Tests that the writers of pictures accept any drawing.

#include "navspan/io/picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace navspan {
namespace {

Drawing small_drawing() {
    Drawing drawing;
    drawing.width = drawing.depth = 2;
    drawing.cells = {{.x = 1, .z = 1, .y = 0, .color = {}}};
    drawing.points = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}};
    drawing.polygons = {{.first = 0, .count = 3, .fill = {1, 2, 3, 255}}};
    drawing.lines = {{.first = 1, .count = 2, .color = {}}};
    return drawing;
}

TEST(Picture, DrawingsThatCannotBeDrawnGiveNothing) {
    EXPECT_TRUE(is_drawable(small_drawing()));
    EXPECT_FALSE(to_svg(small_drawing()).empty());
    EXPECT_FALSE(to_png(small_drawing()).empty());
    std::vector<Drawing> bad(10, small_drawing());
    bad[0].cells[0].x = 2;
    bad[1].cells[0].z = -1;
    bad[2].width = -1;
    bad[3].depth = std::numeric_limits<int32_t>::max();
    bad[4].polygons[0].count = 4;
    bad[5].polygons[0] = {.first = std::numeric_limits<uint32_t>::max(), .count = 2, .fill = {}};
    bad[6].lines[0].first = 3;
    bad[7].points[2].x = std::nan("");
    bad[9].points[1].z = 1e19;
    bad[8].markers = {{.at = {std::numeric_limits<double>::infinity(), 0, 0}, .color = {}}};
    for (size_t i = 0; i < bad.size(); ++i) {
        EXPECT_FALSE(is_drawable(bad[i])) << i;
        EXPECT_TRUE(to_svg(bad[i]).empty()) << i;
        EXPECT_TRUE(to_png(bad[i]).empty()) << i;
    }
}

TEST(Picture, FarthestMeshesAreDrawn) {
    Drawing drawing = small_drawing();
    for (DVec3& p : drawing.points)
        p = p + DVec3{6e17, 0, -6e17};
    EXPECT_NE(to_svg(drawing).find("<path"), std::string::npos);
    EXPECT_FALSE(to_png(drawing).empty());
}

}  // namespace
}  // namespace navspan
