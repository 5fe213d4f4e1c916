#include "navspan/bake/bake_tile.h"

#include <gtest/gtest.h>

namespace navspan {
namespace {

void add_square(TriangleSoup& soup, double x, double z, double side, double y, uint8_t area) {
    const uint32_t first = uint32_t(soup.vertices.size());
    for (const auto& [dx, dz] : {std::pair{0.0, 0.0}, {0.0, side}, {side, side}, {side, 0.0}})
        soup.vertices.push_back({x + dx, y, z + dz});
    for (const uint32_t k : {1u, 2u}) {
        soup.triangles.push_back({first, first + k, first + k + 1});
        soup.areas.push_back(area);
        soup.group_of.push_back(0);
    }
    soup.groups.resize(1);
}

struct Smoothed : BakeProbe {
    uint32_t smoothed = 0, removed = 0;
    void after(Stage stage, const BakeProducts& products) override {
        if (stage == Stage::erode) smoothed = products.smoothed, removed = products.changed;
    }
};

// a patch of one cell on a large floor
TEST(BakeTile, TheMedianFilterTellsHowManySpansItChanged) {
    TriangleSoup soup;
    add_square(soup, 0, 0, 20, 0, 5);
    add_square(soup, 10.1, 10.1, 0.3, 0, 63);
    BakeConfig config;
    config.voxels.cell_size = 0.5;
    config.areas.push_back({"water", 5, 1, 1});
    Smoothed off, on;
    ASSERT_TRUE(bake_tile(soup, config, &off).ok());
    EXPECT_EQ(off.smoothed, 0u);
    config.erosion.median_filter = true;
    ASSERT_TRUE(bake_tile(soup, config, &on).ok());
    EXPECT_EQ(on.smoothed, 1u);
    EXPECT_EQ(on.removed, off.removed);
}

}  // namespace
}  // namespace navspan
