#include "navspan/io/config_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "navspan/core/file.h"
#include "support/places.h"
#include "support/random.h"

namespace navspan {
namespace {

BakeConfig parsed(std::string_view text) {
    const Result<BakeConfig> config = parse_config(text, "a.json");
    EXPECT_TRUE(config.ok()) << (config.ok() ? "" : config.error().message);
    return config.ok() ? *config : BakeConfig{};
}

std::string error_of(std::string_view text) {
    const Result<BakeConfig> config = parse_config(text, "a.json");
    EXPECT_FALSE(config.ok()) << text;
    if (config.ok()) return {};
    EXPECT_EQ(config.error().kind, ErrorKind::usage);
    EXPECT_EQ(config.error().message.find('\n'), std::string::npos);
    return config.error().message;
}

std::string set_error(const char* path, const char* value) {
    BakeConfig config;
    const Status done = set_config_value(config, path, value);
    EXPECT_FALSE(done.ok()) << path;
    EXPECT_EQ(config_json(config), config_json({})) << "a failed call changes nothing";
    return done.ok() ? "" : done.error().message;
}

TEST(ConfigJson, ExampleFileIsWhatTheDefaultsPrint) {
    const Result<std::vector<std::byte>> example = read_file(support::source_path("config.example.json"));
    ASSERT_TRUE(example.ok());
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(example->data()), example->size()), config_json({}));
}

TEST(ConfigJson, ShippedConfigsAreValidAndWarnOfNothing) {
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

TEST(ConfigJson, OffMeshLinksSurviveTheText) {
    BakeConfig config = parsed(R"({"areas": {"jump": {"id": 5}}, "off_mesh_links": [
        {"start": [1, 2, 3], "end": [4.5, 5, 6]},
        {"start": [0, 0, 0], "end": [9, 0, 0], "two_way": false, "radius": 0.25, "cost": 0, "area": "jump", "flags": 9,
         "user_id": 4294967295}]})");
    ASSERT_EQ(config.off_mesh_links.size(), 2u);
    const OffMeshLinkConfig& plain = config.off_mesh_links[0];
    EXPECT_EQ(plain.end, (DVec3{4.5, 5, 6}));
    EXPECT_TRUE(plain.two_way && !plain.radius && !plain.cost && !plain.flags && plain.user_id == 0);
    EXPECT_EQ(plain.area, "ground");
    const std::string text = config_json(config);
    const OffMeshLinkConfig full = parsed(text).off_mesh_links.at(1);
    EXPECT_FALSE(full.two_way);
    EXPECT_EQ(full.radius, 0.25);
    EXPECT_EQ(full.cost, 0);
    EXPECT_EQ(full.area, "jump");
    EXPECT_EQ(full.flags, 9);
    EXPECT_EQ(full.user_id, 4294967295u);
    EXPECT_EQ(config_json(parsed(text)), text);
    ASSERT_TRUE(set_config_value(config, "off_mesh_links[1].radius", "null").ok());
    EXPECT_FALSE(config.off_mesh_links[1].radius);
    EXPECT_EQ(set_error("off_mesh_links[3].radius", "1"),
              "off_mesh_links[3].radius: there is no such link; give an index from 0 to 0");
    EXPECT_NE(explain_config(config)->find("\noff_mesh_links\n"), std::string::npos);
}

TEST(ConfigJson, IslandSeedsSurviveTheText) {
    BakeConfig config =
        parsed(R"({"islands": {"min_area": 2.5, "keep_largest": 3}, "island_seeds": [[1, 2, 3], [4.5, 0, -6]]})");
    EXPECT_EQ(config.islands.min_area, 2.5);
    EXPECT_EQ(config.islands.keep_largest, 3);
    ASSERT_EQ(config.island_seeds.size(), 2u);
    EXPECT_EQ(config.island_seeds[1], (DVec3{4.5, 0, -6}));
    const std::string text = config_json(config);
    EXPECT_EQ(config_json(parsed(text)), text);
    ASSERT_TRUE(set_config_value(config, "island_seeds[2]", "7,8,9").ok());
    EXPECT_EQ(config.island_seeds.at(2), (DVec3{7, 8, 9}));
    EXPECT_EQ(set_error("island_seeds[3]", "[1, 2, 3]"), "island_seeds[3]: there is no such seed; give an index from 0 to 0");
    EXPECT_FALSE(set_config_value(config, "island_seeds[0].x", "1").ok());
    EXPECT_NE(explain_config(config)->find("\nisland_seeds\n"), std::string::npos);
}

TEST(ConfigJson, AgentsAreAListInsteadOfTheAgent) {
    const BakeConfig config = parsed(R"({"agents": [{"name": "a", "radius": 1}, {"name": "b-2", "max_slope": 30}]})");
    ASSERT_EQ(config.agents.size(), 2u);
    EXPECT_EQ(config.agents[0], (AgentConfig{.radius = 1, .name = "a"}));
    EXPECT_EQ(config.agents[1], (AgentConfig{.max_slope = 30, .name = "b-2"}));
    EXPECT_EQ(parsed(config_json(config)).agents, config.agents);
    const std::vector<BakeConfig> configs = configs_of_agents(config);
    ASSERT_EQ(configs.size(), 2u);
    EXPECT_EQ(configs[1].agent, config.agents[1]);
    EXPECT_TRUE(configs[1].agents.empty());
    // what one of them says of itself is a config for it alone
    const BakeConfig one = parsed(config_json(configs[1]));
    EXPECT_TRUE(one.agents.empty());
    EXPECT_EQ(one.agent, config.agents[1]);
    EXPECT_EQ(config_json(one), config_json(configs[1]));
    EXPECT_FALSE(to_voxels(config).ok()) << "of which of them?";
    EXPECT_TRUE(to_voxels(one).ok());
    // an empty list is none
    EXPECT_EQ(parsed(R"({"agent": {"radius": 2}, "agents": []})").agent, (AgentConfig{.radius = 2}));
}

TEST(ConfigJson, KeysThatAreNotThereKeepTheBase) {
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
    EXPECT_EQ(config_json(parsed("{}")), config_json({}));
    EXPECT_EQ(config_json(parsed("// a comment\n{}\n")), config_json({}));
}

TEST(ConfigJson, EveryKeyGoesThereAndBack) {
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

TEST(ConfigJson, EveryFieldOfTheTableIsAFieldOfItsOwn) {
    // setting one key changes that key and no other
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

TEST(ConfigJson, TableIsWellFormed) {
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

TEST(ConfigJson, ErrorsSayPathValueRangeAndNearestKey) {
    const std::vector<std::pair<const char*, const char*>> cases{
        {R"({"agent": {"radus": 0.5}})",
         "a.json: agent.radus: unknown key, its value is 0.5; the nearest known key is agent.radius (a number from 0 to "
         "1000000 "
         "[wu])"},
        {R"({"agent": {"cell_size": 0.5}})",
         "a.json: agent.cell_size: unknown key, its value is 0.5; the nearest known key is voxels.cell_size (a number above 0 "
         "to "
         "1000000 [wu])"},
        {R"({"cellSize": 0.5})",
         "a.json: cellSize: unknown key, its value is 0.5; the nearest known key is voxels.cell_size (a number above 0 to "
         "1000000 [wu])"},
        {R"({"agnt": {}})",
         "a.json: agnt: unknown key, its value is {}; the nearest known key is agent (with the keys radius, height, max_climb, "
         "max_slope)"},
        {R"({"agents": {}})",
         "a.json: agents: {} has the wrong type; give a list of agents [{\"name\": ..., \"radius\": ...}, ...]"},
        {R"({"agents": [{"name": 7}]})", "a.json: agents[0].name: 7 has the wrong type; give a name, such as \"human\""},
        {R"({"volume": []})", "a.json: volume: unknown key, its value is []; the nearest known key is volumes"},
        {R"({"agent": {"radius": "big"}})",
         "a.json: agent.radius: \"big\" has the wrong type; give a number from 0 to 1000000 [wu]"},
        {R"({"agent": {"radius": null}})",
         "a.json: agent.radius: null has the wrong type; give a number from 0 to 1000000 [wu]"},
        {R"({"agent": 5})",
         "a.json: agent: 5 has the wrong type; give an object with the keys radius, height, max_climb, max_slope"},
        {R"({"agent": {"max_slope": 95}})", "a.json: agent.max_slope: 95 is out of range; give a number from 0 to 89.9 [deg]"},
        {R"({"polygons": {"max_vertices": 6.5}})",
         "a.json: polygons.max_vertices: 6.5 is out of range; give a whole number from 3 to 255"},
        {R"({"filters": {"low_height": 1}})", "a.json: filters.low_height: 1 has the wrong type; give true or false"},
        {R"({"filters": {"ledges": "none"}})",
         "a.json: filters.ledges: \"none\" is not one of its values; give \"off\", \"plain\", \"slope_aware\" or null "
         "(slope_aware, in profile recast plain)"},
        {R"({"profile": "fast"})", "a.json: profile: \"fast\" is not one of its values; give \"accurate\" or \"recast\""},
        {R"([1])", "a.json: the config is [1]; give an object { ... }"},
        {R"({"areas": {"water": {"cost": 2}}})", "a.json: areas.water.id: it is missing; give a whole number from 1 to 63"},
        {R"({"areas": {"water": {"id": 99}}})", "a.json: areas.water.id: 99 is out of range; give a whole number from 1 to 63"},
        {R"({"areas": {"water": {"id": 63}}})",
         "a.json: areas.water.id: 63 is taken by area \"ground\"; give each area its own"},
        {R"({"areas": {"water": {"id": 2, "costs": 1}}})",
         "a.json: areas.water.costs: unknown key, its value is 1; the nearest known key is areas.water.cost (known here: id, "
         "cost, flags)"},
        {R"({"areas": {"water": {"id": 2, "flags": 65536}}})",
         "a.json: areas.water.flags: 65536 is out of range; give a whole number from 0 to 65535"},
        {R"({"rules": {"*": "water"}})", "a.json: rules.*: \"water\" is not an area; give null (a hole) or one of: ground"},
        {R"({"rules": {"*": 7}})", "a.json: rules.*: 7 has the wrong type; give the name of an area, or null for a hole"},
        {R"({"volumes": [{"shape": "ball"}]})",
         "a.json: volumes[0].shape: \"ball\" is not a shape; give \"box\", \"rotated_box\", \"cylinder\" or \"prism\""},
        {R"({"volumes": [{"shape": "box", "area": null, "min": [0, 0]}]})",
         "a.json: volumes[0].min: [0,0] has the wrong type; give [x, y, z]"},
        {R"({"volumes": [{"shape": "box", "area": null, "radius": 2}]})",
         "a.json: volumes[0].radius: unknown key, its value is 2; the nearest known key is volumes[0].area (known here: shape, "
         "area, min, max)"},
        {R"({"volumes": [{"shape": "cylinder", "area": null, "center": [0, 0, 0], "radius": -1, "height": 2}]})",
         "a.json: volumes[0].radius: -1 is out of range; give a number above 0 [wu]"},
        {R"({"island_seeds": [[1, 2]]})", "a.json: island_seeds[0]: [1,2] has the wrong type; give a point [x, y, z]"},
        {R"({"island_seeds": [[1, 2, 3e9]]})",
         "a.json: island_seeds[0]: it is out of range; give numbers from -1e+09 to 1e+09 [wu]"},
        {R"({"off_mesh_links": {}})",
         "a.json: off_mesh_links: {} has the wrong type; give a list of off-mesh links [{start, end, ...}, ...]"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0]}]})", "a.json: off_mesh_links[0].end: it is missing; give [x, y, z]"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "two_way": 1}]})",
         "a.json: off_mesh_links[0].two_way: 1 has the wrong type; give true or false"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "radius": -1}]})",
         "a.json: off_mesh_links[0].radius: -1 is out of range; give a number from 0 to 1e+09 [wu], or null"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "cost": "much"}]})",
         "a.json: off_mesh_links[0].cost: \"much\" has the wrong type; give a number from 0 [wu], or null"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 2e9, 0]}]})",
         "a.json: off_mesh_links[0].end: [1, 2000000000, 0] is out of range; give numbers from -1e+09 to 1e+09 [wu]"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "area": "mud"}]})",
         "a.json: off_mesh_links[0].area: \"mud\" is not an area; give one of: ground"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "user_id": -1}]})",
         "a.json: off_mesh_links[0].user_id: -1 is out of range; give a whole number from 0 to 4294967295"},
        {R"({"volumes": [{"shape": "prism", "area": null, "points": [[0, 0], [1]], "min_y": 0, "max_y": 1}]})",
         "a.json: volumes[0].points[1]: [1] has the wrong type; give [x, z]"},
        {R"({"agent": {"radius": 1, "radius": 2}})", "a.json: agent.radius: the key is there twice; keep one"},
        {R"({"agent": {"max_slope": 45}, "agent": {}})", "a.json: agent: the key is there twice; keep one"},
        {R"({"agent.radius": 1})",
         "a.json: agent.radius: unknown key, its value is 1; the nearest known key is agent.radius (a number from 0 to 1000000 "
         "[wu])"},
    };
    for (const auto& [text, message] : cases)
        EXPECT_EQ(error_of(text), message);
}

TEST(ConfigJson, BrokenJsonIsNamedByLineAndColumn) {
    EXPECT_EQ(error_of("{\n  \"agent\": {\n    \"radius\": 0.6,,\n"
                       "  }\n}\n")
                  .substr(0, 28),
              "a.json:3:19: not valid JSON:");
    EXPECT_EQ(error_of("").substr(0, 26), "a.json:1:1: not valid JSON");
    EXPECT_EQ(error_of("{\"agent\": {\"radius\": 1e999}}").substr(0, 22), "a.json: not valid JSON");
    EXPECT_FALSE(error_of("{\"agent\": {\"radius\": nan}}").empty());
    EXPECT_FALSE(error_of("\xff\xfe{}").empty());
}

TEST(ConfigJson, GroundIsAddedWhereAreasLackIt) {
    const BakeConfig config = parsed(R"({"areas": {"water": {"id": 2, "cost": 10, "flags": 2}}})");
    ASSERT_EQ(config.areas.size(), 2u);
    EXPECT_EQ(config.areas[0].name, "ground");
    EXPECT_EQ(config.areas[0].id, 63);
    EXPECT_EQ(config.areas[1].cost, 10);
    EXPECT_EQ(parsed(R"({"areas": {"ground": {"id": 1}}})").areas[0].id, 1);
}

TEST(ConfigJson, RulesKeepTheirOrder) {
    const BakeConfig config = parsed(R"({"rules": {"z*": "ground", "a*": null, "m": "ground"}})");
    ASSERT_EQ(config.rules.size(), 3u);
    EXPECT_EQ(config.rules[0].pattern, "z*");
    EXPECT_EQ(config.rules[1].pattern, "a*");
    EXPECT_FALSE(config.rules[1].area.has_value());
}

TEST(ConfigSet, ReachesEveryKey) {
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

TEST(ConfigSet, ErrorsAreThoseOfTheFile) {
    EXPECT_EQ(set_error("agent.radius", "-1"), "agent.radius: -1 is out of range; give a number from 0 to 1000000 [wu]");
    EXPECT_EQ(set_error("agent.radius", "wide"),
              "agent.radius: \"wide\" has the wrong type; give a number from 0 to 1000000 [wu]");
    EXPECT_EQ(set_error("tiles.origin", "1,2"),
              "tiles.origin: [1,2] has the wrong type; give [x, y, z], each from -1000000000 to 1000000000 [wu]");
    EXPECT_EQ(set_error("tiles.origin", "[0, 2e9, 0]"),
              "tiles.origin: [0,2000000000.0,0] is out of range; give [x, y, z], each from -1000000000 to 1000000000 [wu]");
    EXPECT_EQ(set_error("agent.radius", "1e999"),
              "agent.radius: \"1e999\" has the wrong type; give a number from 0 to 1000000 [wu]");
    EXPECT_EQ(
        set_error("agent.raduis", "1"),
        "agent.raduis: unknown key, its value is 1; the nearest known key is agent.radius (a number from 0 to 1000000 [wu])");
    EXPECT_EQ(set_error("areas.water.cost", "1"), "areas.water.id: it is missing; give a whole number from 1 to 63");
    EXPECT_EQ(set_error("volumes[3].radius", "1"), "volumes[3].radius: there is no such volume; give an index from 0 to 0");
    EXPECT_EQ(set_error("volumes[x]", "1"), "volumes[x]: there is no such volume; give an index from 0 to 0");
}

TEST(ConfigExplain, NamesEveryKeyWithWhatStagesMakeOfIt) {
    const Result<std::string> text = explain_config({});
    ASSERT_TRUE(text.ok());
    for (const ConfigKey& key : config_keys()) {
        EXPECT_NE(text->find(key.path + " = "), std::string::npos) << key.path;
        EXPECT_NE(text->find(key.expected()), std::string::npos) << key.path;
    }
    EXPECT_NE(text->find("agent.max_climb = 0.9  ->  4 vx, rounded down\n"
                         "    highest step the agent takes\n"
                         "    a number from 0 to 1000000 [wu]; --agent-max-climb\n"),
              std::string::npos)
        << *text;
    EXPECT_NE(text->find("regions.min_area = null  ->  64 cells\n"), std::string::npos);
    BakeConfig wrong;
    wrong.agent.radius = -1;
    EXPECT_FALSE(explain_config(wrong).ok());
}

}  // namespace
}  // namespace navspan
