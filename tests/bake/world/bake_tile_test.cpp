#include "navspan/bake/bake_tile.h"

#include <gtest/gtest.h>

#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"

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

// a patch of one cell on a large floor
TEST(BakeTile, TheMedianFilterTellsHowManySpansItChanged) {
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

struct Counts : BakeProbe {
    explicit Counts(bool looks_at_them) : looks(looks_at_them) {}
    bool looks;
    std::vector<uint32_t> changed;
    bool looks_at_filters() const override { return looks; }
    void after(Stage, const BakeProducts& products) override { changed.push_back(products.changed); }
};

TEST(BakeTile, ABakeIsTheSameWhetherOrNotSomebodyLooksAtTheFilters) {
    // floors, shelves within a climb, and low ceilings
    TriangleSoup soup;
    add_floor(soup, 0, 0, 20, 0, 63);
    add_floor(soup, 3, 3, 4, 0.7, 63);
    add_floor(soup, 5, 12, 5, 1.2, 5);
    add_floor(soup, 11, 4, 6, 3.1, 63);
    for (const Profile profile : {Profile::recast, Profile::accurate}) {
        BakeConfig config;
        config.profile = profile;
        config.areas.push_back({"water", 5, 1, 1});
        Counts looking(true), not_looking(false);
        Result<NavTile> a = bake_tile(soup, config, &looking), b = bake_tile(soup, config, &not_looking),
                        c = bake_tile(soup, config);
        ASSERT_TRUE(a.ok() && b.ok() && c.ok());
        EXPECT_EQ(looking.changed, not_looking.changed);
        const auto bytes = [&](NavTile tile) {
            NavMeshInfo info;
            for (const AreaConfig& area : config.areas)
                info.areas.push_back({.name = area.name, .id = area.id, .flags = area.flags, .cost = area.cost});
            return serialize_nav_mesh(*link_tiles({std::move(tile)}, std::move(info)));
        };
        const auto expected = bytes(*std::move(a));
        EXPECT_EQ(bytes(*std::move(b)), expected);
        EXPECT_EQ(bytes(*std::move(c)), expected);
    }
}

}  // namespace
}  // namespace navspan
