#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "bake/config/keys.h"
#include "navspan/core/file.h"
#include "navspan/io/config_json.h"
#include "support/scenes/places.h"
#include "support/text/random.h"

namespace navspan {
namespace {

BakeConfig parsed_config(std::string_view text) {
    const Result<BakeConfig> config = parse_config(text, "a.json");
    EXPECT_TRUE(config.ok()) << (config.ok() ? "" : config.error().message);
    return config.ok() ? *config : BakeConfig{};
}

TEST(ConfigJson, ExampleFileEqualsPrintedDefaults) {
    const Result<std::vector<std::byte>> example = read_file(support::source_path("config.example.json"));
    ASSERT_TRUE(example.ok());
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(example->data()), example->size()), config_json({}));
}

TEST(ConfigJson, ShippedConfigsAreValidWithoutWarnings) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(support::source_path("data/configs"))) {
        if (entry.path().extension() != ".json") continue;
        const Result<BakeConfig> config = load_config(entry.path().string());
        ASSERT_TRUE(config.ok()) << config.error().message;
        for (const Warning& warning : config_warnings(*config))
            ADD_FAILURE() << entry.path() << ": " << warning.message;
        ++count;
    }
    EXPECT_GT(count, 0);
}

TEST(ConfigJson, OffMeshLinksRoundTrip) {
    BakeConfig config = parsed_config(R"({"areas": {"jump": {"id": 5}}, "off_mesh_links": [
        {"start": [1, 2, 3], "end": [4.5, 5, 6]},
        {"start": [0, 0, 0], "end": [9, 0, 0], "two_way": false, "radius": 0.25, "cost": 0, "area": "jump", "flags": 9,
         "user_id": 4294967295}]})");
    ASSERT_EQ(config.off_mesh_links.size(), 2u);
    const OffMeshLinkConfig& plain = config.off_mesh_links[0];
    EXPECT_EQ(plain.end, (DVec3{4.5, 5, 6}));
    EXPECT_TRUE(plain.two_way && !plain.radius && !plain.cost && !plain.flags && plain.user_id == 0);
    EXPECT_EQ(plain.area, "ground");
    const std::string text = config_json(config);
    const OffMeshLinkConfig full = parsed_config(text).off_mesh_links.at(1);
    EXPECT_FALSE(full.two_way);
    EXPECT_EQ(full.radius, 0.25);
    EXPECT_EQ(full.cost, 0);
    EXPECT_EQ(full.area, "jump");
    EXPECT_EQ(full.flags, 9);
    EXPECT_EQ(full.user_id, 4294967295u);
    EXPECT_EQ(config_json(parsed_config(text)), text);
    ASSERT_TRUE(set_config_value(config, "off_mesh_links[1].radius", "null").ok());
    EXPECT_FALSE(config.off_mesh_links[1].radius);
    EXPECT_NE(explain_config(config)->find("\noff_mesh_links\n"), std::string::npos);
}

TEST(ConfigJson, IslandSeedsRoundTrip) {
    BakeConfig config =
        parsed_config(R"({"islands": {"min_area": 2.5, "keep_largest": 3}, "island_seeds": [[1, 2, 3], [4.5, 0, -6]]})");
    EXPECT_EQ(config.islands.min_area, 2.5);
    EXPECT_EQ(config.islands.keep_largest, 3);
    ASSERT_EQ(config.island_seeds.size(), 2u);
    EXPECT_EQ(config.island_seeds[1], (DVec3{4.5, 0, -6}));
    const std::string text = config_json(config);
    EXPECT_EQ(config_json(parsed_config(text)), text);
    ASSERT_TRUE(set_config_value(config, "island_seeds[2]", "7,8,9").ok());
    EXPECT_EQ(config.island_seeds.at(2), (DVec3{7, 8, 9}));
    EXPECT_FALSE(set_config_value(config, "island_seeds[0].x", "1").ok());
    EXPECT_NE(explain_config(config)->find("\nisland_seeds\n"), std::string::npos);
}

TEST(ConfigJson, UnknownEnumeratorsAreWrittenAsEmptyStrings) {
    BakeConfig config;
    config.profile = Profile(9);
    config.volumes = {{.shape = VolumeShape(255)}};
    const std::string text = config_json(config);
    EXPECT_NE(text.find("\"profile\": \"\""), std::string::npos) << text;
    EXPECT_NE(text.find("\"shape\": \"\""), std::string::npos) << text;
    EXPECT_FALSE(parse_config(text, "text").ok());
}

TEST(ConfigJson, AgentsAreAListInsteadOfTheAgent) {
    const BakeConfig config = parsed_config(R"({"agents": [{"name": "a", "radius": 1}, {"name": "b-2", "max_slope": 30}]})");
    ASSERT_EQ(config.agents.size(), 2u);
    EXPECT_EQ(config.agents[0], (AgentConfig{.radius = 1, .name = "a"}));
    EXPECT_EQ(config.agents[1], (AgentConfig{.max_slope = 30, .name = "b-2"}));
    EXPECT_EQ(parsed_config(config_json(config)).agents, config.agents);
    const std::vector<BakeConfig> configs = configs_of_agents(config);
    ASSERT_EQ(configs.size(), 2u);
    EXPECT_EQ(configs[1].agent, config.agents[1]);
    EXPECT_TRUE(configs[1].agents.empty());
    // Write the config of one agent and read it again. The result must be a config for this agent alone.
    const BakeConfig one = parsed_config(config_json(configs[1]));
    EXPECT_TRUE(one.agents.empty());
    EXPECT_EQ(one.agent, config.agents[1]);
    EXPECT_EQ(config_json(one), config_json(configs[1]));
    EXPECT_FALSE(to_voxels(config).ok()) << "of which of them?";
    EXPECT_TRUE(to_voxels(one).ok());
    // An empty list `agents` has no effect.
    EXPECT_EQ(parsed_config(R"({"agent": {"radius": 2}, "agents": []})").agent, (AgentConfig{.radius = 2}));
}

TEST(ConfigJson, MissingKeysKeepTheBaseValue) {
    BakeConfig base;
    base.agent.radius = 0.3;
    base.tiles.size = 20;
    const Result<BakeConfig> config = parse_config(R"({"agent": {"height": 3}, "tiles": {"size": 30}})", "a.json", base);
    ASSERT_TRUE(config.ok());
    EXPECT_EQ(config->agent.radius, 0.3);
    EXPECT_EQ(config->agent.height, 3);
    EXPECT_EQ(config->tiles.size, 30);
}

TEST(ConfigJson, EmptyObjectIsTheDefaults) {
    EXPECT_EQ(config_json(parsed_config("{}")), config_json({}));
    EXPECT_EQ(config_json(parsed_config("// a comment\n{}\n")), config_json({}));
}

TEST(ConfigJson, EveryKeyRoundTrips) {
    support::Random random(7);
    for (int round = 0; round < 200; ++round) {
        BakeConfig config;
        for (const ConfigKey& key : config_keys()) {
            if (key.nullable && random.chance(0.3)) {
                key.set(config, {});
            } else if (key.kind == ConfigKind::boolean) {
                key.set(config, random.chance(0.5));
            } else if (key.kind == ConfigKind::choice) {
                key.set(config, key.choices[size_t(random.between(0, int32_t(key.choices.size()) - 1))]);
            } else if (key.kind == ConfigKind::area) {
                key.set(config, std::string_view(random.chance(0.5) ? "ground" : "wa ter"));
            } else if (key.kind == ConfigKind::point) {
                key.set(config, DVec3{random.real(-1, 1), 1e9, random.real(-1e9, 0)});
            } else {
                const double value = key.low + (key.high - key.low) * random.real(0, 1) * random.real(0, 1e-3);
                key.set(config, key.kind == ConfigKind::integer || random.chance(0.2) ? std::floor(value) + 1 : value + 1e-9);
            }
        }
        config.agent.height = config.agent.max_climb + 1;
        config.areas = {{"ground", 63, 1, 1}, {"wa ter", uint8_t(random.between(1, 62)), random.real(0, 10), 65535}};
        config.rules = {{"b*", "wa ter"}, {"a \"quoted\"", std::nullopt}, {"*", "ground"}};
        AreaVolume box, turned, cylinder, prism;
        box.min = {-1.5, 0, 2}, box.max = {1, random.real(0, 5), 3};
        turned.shape = VolumeShape::rotated_box, turned.area = "wa ter", turned.half_extents = {1, 2, 3}, turned.yaw = 30;
        cylinder.shape = VolumeShape::cylinder, cylinder.center = {1, 2, 3}, cylinder.radius = 0.1, cylinder.height = 4;
        prism.shape = VolumeShape::prism, prism.points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1.25}}, prism.max_y = 1;
        config.volumes = {box, turned, cylinder, prism};

        const std::string text = config_json(config);
        const Result<BakeConfig> back = parse_config(text, "a.json");
        ASSERT_TRUE(back.ok()) << back.error().message << "\n" << text;
        EXPECT_EQ(config_json(*back), text);
        for (const ConfigKey& key : config_keys())
            EXPECT_EQ(key.get(*back), key.get(config)) << key.path;
        EXPECT_EQ(back->volumes[3].points, prism.points);
        EXPECT_EQ(back->volumes[0].max, box.max);
        EXPECT_EQ(back->rules[1].pattern, config.rules[1].pattern);
    }
}

TEST(ConfigJson, GroundIsAddedIfMissing) {
    const BakeConfig config = parsed_config(R"({"areas": {"water": {"id": 2, "cost": 10, "flags": 2}}})");
    ASSERT_EQ(config.areas.size(), 2u);
    EXPECT_EQ(config.areas[0].name, "ground");
    EXPECT_EQ(config.areas[0].id, 63);
    EXPECT_EQ(config.areas[1].cost, 10);
    EXPECT_EQ(parsed_config(R"({"areas": {"ground": {"id": 1}}})").areas[0].id, 1);
}

TEST(ConfigJson, RulesKeepTheirOrder) {
    const BakeConfig config = parsed_config(R"({"rules": {"z*": "ground", "a*": null, "m": "ground"}})");
    ASSERT_EQ(config.rules.size(), 3u);
    EXPECT_EQ(config.rules[0].pattern, "z*");
    EXPECT_EQ(config.rules[1].pattern, "a*");
    EXPECT_FALSE(config.rules[1].area.has_value());
}

TEST(ConfigSet, CanChangeEveryKey) {
    for (const ConfigKey& key : config_keys()) {
        BakeConfig config;
        const char* text = key.kind == ConfigKind::boolean   ? "true"
                           : key.kind == ConfigKind::choice  ? key.choices[1].data()
                           : key.kind == ConfigKind::integer ? "7"
                           : key.kind == ConfigKind::area    ? "ground"
                           : key.kind == ConfigKind::point   ? "0.75,-2,1e3"
                                                             : "0.75";
        EXPECT_TRUE(set_config_value(config, key.path, text).ok()) << key.path;
        if (!key.nullable) continue;
        EXPECT_TRUE(set_config_value(config, key.path, "null").ok()) << key.path;
        EXPECT_EQ(key.get(config), ConfigValue());
    }
    BakeConfig config;
    for (const auto& [path, value] : std::vector<std::pair<const char*, const char*>>{
             {"agent.max_climb", ".4"},
             {"agent", R"({"radius": 0.5})"},
             {"filters.ledges", "plain"},
             {"areas.water", R"({"id": 2})"},
             {"areas.water.cost", "10"},
             {"areas.tall grass", R"({"id": 3})"},
             {"rules.mat.001", "water"},
             {"rules.*lava*", "null"},
             {"volumes[0]", R"({"shape": "cylinder", "area": "water", "center": [0, 0, 0], "radius": 1, "height": 1})"},
             {"volumes[0].radius", "+3"},
             {"volumes.0.height", "2"}}) {
        const Status done = set_config_value(config, path, value);
        EXPECT_TRUE(done.ok()) << path << ": " << done.error().message;
    }
    EXPECT_EQ(config.agent.max_climb, 0.4);
    EXPECT_EQ(config.agent.radius, 0.5);
    EXPECT_EQ(config.filters.ledges, LedgeTest::plain);
    EXPECT_EQ(config.areas.size(), 3u);
    EXPECT_EQ(config.areas[1].cost, 10);
    EXPECT_EQ(config.rules[0].pattern, "mat.001");
    EXPECT_EQ(config.rules[0].area, "water");
    EXPECT_FALSE(config.rules[1].area.has_value());
    EXPECT_EQ(config.volumes[0].radius, 3);
    EXPECT_EQ(config.volumes[0].height, 2);
    EXPECT_TRUE(check_config(config).ok());
}

TEST(ConfigExplain, ListsEveryKeyWithItsVoxelValue) {
    const Result<std::string> text = explain_config({});
    ASSERT_TRUE(text.ok());
    for (const ConfigKey& key : config_keys()) {
        EXPECT_NE(text->find(key.path + " = "), std::string::npos) << key.path;
        EXPECT_NE(text->find(key.expected()), std::string::npos) << key.path;
    }
    EXPECT_NE(text->find("agent.max_climb = 0.9  ->  4 vx, rounded down; for ledges and links 5 vx, rounded up\n"
                         "    highest step that the agent can climb; below agent.height\n"
                         "    a number from 0 to 1000000 [wu]; --agent-max-climb\n"),
              std::string::npos)
        << *text;
    EXPECT_NE(text->find("regions.min_area = null  ->  64 cells\n"), std::string::npos);
    BakeConfig wrong;
    wrong.agent.radius = -1;
    EXPECT_FALSE(explain_config(wrong).ok());
    wrong = {};
    wrong.agents.resize(2);
    EXPECT_FALSE(explain_config(wrong).ok()) << "two agents with one name";
    BakeConfig bytes;
    bytes.areas.push_back({"\xff", 5, 1, 1});
    bytes.off_mesh_links.push_back({.start = {0, 0, 0}, .end = {9, 0, 0}, .area = "\xff"});
    EXPECT_TRUE(explain_config(bytes).ok()) << "a name that is not UTF-8";
    EXPECT_FALSE(set_config_value(bytes, "agent.radius.x", "\xff").ok());
}

}  // namespace
}  // namespace navspan
