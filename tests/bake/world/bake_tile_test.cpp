#include "navspan/bake/bake_tile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "check/stages/checks.h"
#include "support/text/failures.h"

namespace navspan {
namespace {

void add_floor(TriangleSoup& soup, double x, double z, double side, double y, uint8_t area) {
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

// The median filter must replace the area of the small floor.
TEST(BakeTile, MedianFilterReportsChangedSpanCount) {
    TriangleSoup soup;
    add_floor(soup, 0, 0, 20, 0, 5);
    add_floor(soup, 10.1, 10.1, 0.3, 0, 63);
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

// Builds a floor with shelves that an agent can step onto, and with low ceilings.
TriangleSoup shelves() {
    TriangleSoup soup;
    add_floor(soup, 0, 0, 20, 0, 63);
    add_floor(soup, 3, 3, 4, 0.7, 63);
    add_floor(soup, 5, 12, 5, 1.2, 5);
    add_floor(soup, 11, 4, 6, 3.1, 63);
    return soup;
}

struct Filters : BakeProbe {
    size_t walkable = 0;
    std::vector<Stage> seen;
    CheckReport report;
    void after(Stage stage, const BakeProducts& products) override {
        if (stage < Stage::rasterize || stage > Stage::compact_heightfield) return;
        seen.push_back(stage);
        if (stage == Stage::compact_heightfield) {
            EXPECT_EQ(products.compact->span_count(), walkable);
            return;
        }
        const Heightfield solid = solid_after(stage, products);
        check_heightfield(solid, report);
        const auto now =
            size_t(std::count_if(solid.spans.begin(), solid.spans.end(), [](const Span& s) { return s.area != 0; }));
        if (stage == Stage::filter_low_hanging) {
            EXPECT_EQ(now, walkable + products.changed);
        } else if (stage > Stage::filter_low_hanging) {
            EXPECT_EQ(now, walkable - products.changed);
        }
        walkable = now;
    }
    bool needs_fates() const override { return true; }
};

TEST(BakeTile, AProbeSeesTheSolidFieldAfterEveryFilter) {
    for (const Profile profile : {Profile::recast, Profile::accurate}) {
        BakeConfig config;
        config.profile = profile;
        config.areas.push_back({"water", 5, 1, 1});
        Filters probe;
        ASSERT_TRUE(bake_tile(shelves(), config, &probe).ok());
        EXPECT_EQ(probe.seen.size(), 5u);
        EXPECT_EQ(support::failures_of(probe.report), "");
    }
}

}  // namespace
}  // namespace navspan
