#include "bake/config/keys.h"

#include <gtest/gtest.h>

#include <set>

namespace navspan {
namespace {

TEST(ConfigKeys, TableIsWellFormed) {
    std::set<std::string> names;
    for (const ConfigKey& key : config_keys()) {
        EXPECT_TRUE(names.insert(key.path).second) << key.path;
        EXPECT_TRUE(names.insert(key.flag()).second) << key.path;
        EXPECT_TRUE(key.alias.empty() || names.insert(key.alias).second) << key.path;
        EXPECT_FALSE(key.meaning.empty()) << key.path;
        EXPECT_EQ(key.nullable, !key.null_means.empty()) << key.path;
        EXPECT_TRUE(is_in_range(key, key.get({}))) << key.path;
        EXPECT_EQ(find_config_key(key.path), &key);
    }
    EXPECT_EQ(find_config_key("agent.max_climb")->flag(), "--agent-max-climb");
    EXPECT_EQ(find_config_key("tiles.sise"), nullptr);
    EXPECT_EQ(find_config_key("threads"), nullptr);
}

TEST(ConfigKeys, EveryKeyRefersToADifferentField) {
    // Sets each key alone to a non-default value and checks that no other key changes.
    for (const ConfigKey& key : config_keys()) {
        BakeConfig config;
        if (key.kind == ConfigKind::boolean) {
            const ConfigValue now = key.get(config);
            key.set(config, now == ConfigValue(true) ? ConfigValue(false) : ConfigValue(true));
        } else if (key.kind == ConfigKind::choice) {
            const ConfigValue now = key.get(config);
            key.set(config, key.choices[now == ConfigValue(key.choices[0]) ? 1 : 0]);
        } else if (key.kind == ConfigKind::area) {
            key.set(config, std::string_view("water"));
        } else if (key.kind == ConfigKind::point) {
            key.set(config, DVec3{1, 2, 3});
        } else {
            key.set(config, key.low + 77);
        }
        for (const ConfigKey& other : config_keys()) {
            EXPECT_EQ(other.get(config) == other.get({}), other.path != key.path) << key.path << " " << other.path;
        }
    }
}

TEST(ConfigKeys, UnknownEnumeratorsHaveNoNameAndAreErrors) {
    BakeConfig config;
    config.profile = Profile(9);
    config.filters.ledges = LedgeTest(3);
    config.erosion.method = ErosionMethod(2);
    config.regions.method = RegionMethod(4);
    config.contours.walls = WallSimplification(255);
    config.detail.heights = HeightSource(2);
    config.plan.partition = PartitionMethod(2);
    config.plan.triangulation = TriangulationMethod(3);
    for (const ConfigKey& key : config_keys()) {
        if (key.kind != ConfigKind::choice) continue;
        EXPECT_EQ(key.get(config), ConfigValue(std::string_view())) << key.path;
        EXPECT_FALSE(is_in_range(key, key.get(config))) << key.path;
    }
    EXPECT_EQ(check_config(config).error().message,
              "profile: the value is not an enumerator of its type; give \"accurate\" or \"recast\"");
    config = {};
    config.volumes = {{.shape = VolumeShape(9)}};
    EXPECT_EQ(check_config(config).error().message,
              "volumes[0].shape: 9 is not an enumerator of VolumeShape; give box, rotated_box, cylinder or prism");
}

}  // namespace
}  // namespace navspan
