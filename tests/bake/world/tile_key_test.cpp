// Tests that the key of a tile changes if any input of the tile changes, and only then.

#include "bake/world/tile_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "bake/config/keys.h"
#include "navspan/bake/bake_tile.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

using support::add_triangle;
using support::Random;

void add_square(TriangleSoup& soup, DVec3 low, double side) {
    const DVec3 a = low, b{low.x, low.y, low.z + side}, c{low.x + side, low.y, low.z + side}, d{low.x + side, low.y, low.z};
    add_triangle(soup, a, b, c);
    add_triangle(soup, a, c, d);
}

TriangleSoup ground_with_crate(DVec3 crate) {
    TriangleSoup soup;
    for (double x = 0; x < 60; x += 5) {
        for (double z = 0; z < 60; z += 5)
            add_square(soup, {x, 0, z}, 5);
    }
    add_square(soup, crate, 1);
    return soup;
}

BakeConfig tile_key_config() {
    BakeConfig config;
    config.tiles.size = 12;
    return config;
}

using TileXZ = std::pair<int32_t, int32_t>;
std::map<TileXZ, Hash128> keys_of(const TriangleSoup& soup, const BakeConfig& config) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    const Result<TilePlan> plan = plan_tiles(soup, *voxels);
    EXPECT_TRUE(plan.ok());
    std::map<TileXZ, Hash128> keys;
    for (size_t t = 0; t < plan->tiles.size(); ++t) {
        const std::span seen(plan->triangles.data() + plan->first[t], plan->first[t + 1] - plan->first[t]);
        keys[{plan->tiles[t].tile_x, plan->tiles[t].tile_z}] = tile_key(soup, seen, config, *voxels, plan->tiles[t]);
    }
    return keys;
}

std::set<TileXZ> changed(const std::map<TileXZ, Hash128>& before, const std::map<TileXZ, Hash128>& after) {
    std::set<TileXZ> tiles;
    for (const auto& [tile, key] : after) {
        const auto old = before.find(tile);
        if (old == before.end() || old->second != key) tiles.insert(tile);
    }
    return tiles;
}

TEST(TileKey, MovingAnObjectChangesOnlyTheTilesItTouchedOrTouches) {
    const BakeConfig config = tile_key_config();
    const auto before = keys_of(ground_with_crate({30, 1, 30}), config);
    EXPECT_EQ(before.size(), 49u);
    using Tiles = std::set<TileXZ>;
    EXPECT_EQ(changed(before, keys_of(ground_with_crate({30, 1, 30}), config)), Tiles{});
    EXPECT_EQ(changed(before, keys_of(ground_with_crate({31, 1, 29}), config)), (Tiles{{2, 2}}));
    EXPECT_EQ(changed(before, keys_of(ground_with_crate({42, 1, 30}), config)), (Tiles{{2, 2}, {3, 2}}));
    EXPECT_EQ(changed(before, keys_of(ground_with_crate({30, -500, 30}), config)), (Tiles{{2, 2}})) << "downwards";
    EXPECT_EQ(changed(before, keys_of(ground_with_crate({-90, 1, -90}), config)), (Tiles{{2, 2}, {-8, -8}}))
        << "beyond the old bounds";
}

TEST(TileKey, KeyDependsOnTriangleContentNotOnIndices) {
    const BakeConfig config = tile_key_config();
    const TriangleSoup soup = ground_with_crate({30, 1, 30});
    TriangleSoup other = soup;
    other.vertices.insert(other.vertices.begin(), DVec3{1e6, 0, 0});
    for (auto& triangle : other.triangles) {
        for (uint32_t& v : triangle)
            ++v;
    }
    other.groups.push_back({"object", "material", "group"});
    EXPECT_EQ(keys_of(other, config), keys_of(soup, config));
    other.areas.back() = kNullArea;
    EXPECT_EQ(changed(keys_of(soup, config), keys_of(other, config)), (std::set<TileXZ>{{2, 2}}));
}

TEST(TileKey, VolumesChangeOnlyTheTilesTheyOverlap) {
    const TriangleSoup soup = ground_with_crate({30, 1, 30});
    const BakeConfig config = tile_key_config();
    const auto before = keys_of(soup, config);
    std::vector<AreaVolume> volumes(4);
    volumes[0] = {.shape = VolumeShape::box, .min = {28, -1, 28}, .max = {32, 1, 32}};
    volumes[1] = {.shape = VolumeShape::rotated_box, .center = {30, 0, 30}, .half_extents = {2, 1, 1}, .yaw = 30};
    volumes[2] = {.shape = VolumeShape::cylinder, .center = {30, 0, 30}, .radius = 2, .height = 1};
    volumes[3] = {.shape = VolumeShape::prism, .points = {{28, 0, 28}, {32, 0, 28}, {30, 0, 32}}, .min_y = -1, .max_y = 1};
    for (const AreaVolume& volume : volumes) {
        BakeConfig with = config;
        with.volumes.push_back(volume);
        EXPECT_EQ(changed(before, keys_of(soup, with)), (std::set<TileXZ>{{2, 2}}));
    }
    BakeConfig with = config, swapped = config;
    with.volumes = {volumes[0], volumes[1]};
    swapped.volumes = {volumes[1], volumes[0]};
    EXPECT_EQ(changed(keys_of(soup, with), keys_of(soup, swapped)), (std::set<TileXZ>{{2, 2}})) << "the later one wins";
}

TEST(TileKey, FlagsOfUsedAreasChangeTheKeyButNamesAndCostsDoNot) {
    const TriangleSoup soup = ground_with_crate({30, 1, 30});
    BakeConfig config = tile_key_config();
    config.areas.push_back({"water", 2, 1, 1});
    AreaVolume pond{.shape = VolumeShape::cylinder, .area = "water", .center = {30, 0, 30}, .radius = 2, .height = 1};
    config.volumes.push_back(pond);
    const auto before = keys_of(soup, config);
    BakeConfig other = config;
    other.areas[1].cost = 7;
    other.areas[1].name = "lava";
    other.volumes[0].area = "lava";
    EXPECT_EQ(keys_of(soup, other), before);
    other.areas[1].flags = 4;
    EXPECT_EQ(changed(before, keys_of(soup, other)), (std::set<TileXZ>{{2, 2}}));
}

TEST(TileKey, EverySettingUsedByAStageChangesTheKey) {
    const TriangleSoup soup = ground_with_crate({30, 1, 30});
    BakeConfig config = tile_key_config();
    config.links.drop_height = 1;
    config.areas.push_back({"water", 2, 1, 2});
    const Hash128 before = tile_key(soup, config, *to_voxels(config));
    for (const ConfigKey& key : config_keys()) {
        if (key.path.starts_with("islands.")) continue;  // islands are evaluated when tiles are linked
        if (key.path.starts_with("plan.")) continue;     // plans have no tiles
        const ConfigValue value = key.get(config);
        std::vector<ConfigValue> others;
        if (key.kind == ConfigKind::boolean) {
            others = {true, false};
        } else if (key.kind == ConfigKind::choice) {
            others.assign(key.choices.begin(), key.choices.end());
        } else if (key.kind == ConfigKind::area) {
            for (const AreaConfig& area : config.areas)
                others.push_back(std::string_view(area.name));
        } else if (key.kind == ConfigKind::point) {
            others = {DVec3{0.1, 0.05, 0}};
        } else {
            const double* number = std::get_if<double>(&value);
            others = {number ? *number * 1.5 : 3.0, 3.0};
        }
        const bool counts = std::any_of(others.begin(), others.end(), [&](const ConfigValue& other) {
            BakeConfig changed = config;
            key.set(changed, other);
            return tile_key(soup, changed, *to_voxels(changed)) != before;
        });
        EXPECT_TRUE(counts) << key.path;
    }
}

// Two levels differ in a part of the ground. If a tile has the same key in both levels, its bytes must be equal.
TEST(TileKey, EqualKeysImplyEqualTiles) {
    Random random(5);
    const BakeConfig config = tile_key_config();
    for (int round = 0; round < 6; ++round) {
        const TriangleSoup soup = ground_with_crate({random.real(0, 59), random.real(0.5, 3), random.real(0, 59)});
        TriangleSoup other = soup;
        other.vertices.back().x += random.real(-9, 9);
        const Result<TilePlan> a = plan_tiles(soup, *to_voxels(config)), b = plan_tiles(other, *to_voxels(config));
        const auto keys_a = keys_of(soup, config), keys_b = keys_of(other, config);
        for (size_t t = 0; t < a->tiles.size(); ++t) {
            const TileWindow& window = a->tiles[t];
            const auto same = std::find(b->tiles.begin(), b->tiles.end(), window);
            const TileXZ tile{window.tile_x, window.tile_z};
            if (same == b->tiles.end() || keys_a.at(tile) != keys_b.at(tile) || random.chance(0.8)) continue;
            const size_t u = size_t(same - b->tiles.begin());
            const Result<NavTile> one = bake_tile(tile_soup(soup, *a, t), config, nullptr, &window);
            const Result<NavTile> two = bake_tile(tile_soup(other, *b, u), config, nullptr, &window);
            ASSERT_TRUE(one.ok() && two.ok());
            EXPECT_TRUE(*one == *two) << window.tile_x << ' ' << window.tile_z;
        }
    }
}

}  // namespace
}  // namespace navspan
