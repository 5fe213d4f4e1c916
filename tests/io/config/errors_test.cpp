// Tests the error messages for invalid configs and invalid values of --set.

#include <gtest/gtest.h>

#include "navspan/io/config_json.h"

namespace navspan {
namespace {

std::string config_error(std::string_view text) {
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

TEST(ConfigErrors, ALongKeyIsShortened) {
    const std::string name(100000, 'k');
    const auto config = parse_config("{\"" + name + "\": 1}", "a.json");
    ASSERT_FALSE(config.ok());
    EXPECT_EQ(config.error().message.find("a.json: " + name.substr(0, 100) + "...: unknown key"), 0u);
    EXPECT_LT(config.error().message.size(), 1000u);
}

TEST(ConfigErrors, NamePathValueRangeAndNearestKey) {
    const std::vector<std::pair<const char*, const char*>> cases{
        {R"({"agent": {"radus": 0.5}})",
         "a.json: agent.radus: unknown key, its value is 0.5; the nearest known key is agent.radius (a number from 0 to "
         "1000000 [wu])"},
        {R"({"agent": {"cell_size": 0.5}})",
         "a.json: agent.cell_size: unknown key, its value is 0.5; the nearest known key is voxels.cell_size (a number above 0 "
         "to 1000000 [wu])"},
        {R"({"cellSize": 0.5})",
         "a.json: cellSize: unknown key, its value is 0.5; the nearest known key is voxels.cell_size (a number above 0 to "
         "1000000 [wu])"},
        {R"({"agnt": {}})",
         "a.json: agnt: unknown key, its value is {}; the nearest known key is agent (with the keys radius, height, max_climb, "
         "max_slope)"},
        {R"({"agents": {}})",
         "a.json: agents: {} has the wrong type; give a list of agents [{\"name\": ..., \"radius\": ...}, ...]"},
        {R"({"agents": [{"name": 7}]})", "a.json: agents[0].name: 7 has the wrong type; give a name, such as \"human\""},
        {R"({"$schema": 3})", "a.json: $schema: 3 has the wrong type; give the address of the schema in quotes"},
        {R"({"agent.radius": 0.4})", "a.json: agent.radius: a key inside of agent; write {\"agent\": {\"radius\": 0.4}}"},
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
    };
    for (const auto& [text, message] : cases)
        EXPECT_EQ(config_error(text), message);
}

TEST(ConfigErrors, ReportInvalidAreasAndVolumes) {
    const std::vector<std::pair<const char*, const char*>> cases{
        {R"({"areas": {"water": {"cost": 2}}})", "a.json: areas.water.id: it is missing; give a whole number from 1 to 63"},
        {R"({"areas": {"water": {"id": 99}}})", "a.json: areas.water.id: 99 is out of range; give a whole number from 1 to 63"},
        {R"({"areas": {"water": {"id": 63}}})",
         "a.json: areas.water.id: 63 is already the id of area \"ground\"; give each area its own id"},
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
         "a.json: island_seeds[0]: a coordinate is out of range; give numbers from -1000000000 to 1000000000 [wu]"},
    };
    for (const auto& [text, message] : cases)
        EXPECT_EQ(config_error(text), message);
}

TEST(ConfigErrors, ReportInvalidLinksAndRepeatedKeys) {
    const std::vector<std::pair<const char*, const char*>> cases{
        {R"({"off_mesh_links": {}})",
         "a.json: off_mesh_links: {} has the wrong type; give a list of off-mesh links [{start, end, ...}, ...]"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0]}]})", "a.json: off_mesh_links[0].end: it is missing; give [x, y, z]"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "two_way": 1}]})",
         "a.json: off_mesh_links[0].two_way: 1 has the wrong type; give true or false"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "radius": -1}]})",
         "a.json: off_mesh_links[0].radius: -1 is out of range; give a number from 0 to 1000000000 [wu], or null"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "cost": "much"}]})",
         "a.json: off_mesh_links[0].cost: \"much\" has the wrong type; give a number from 0 [wu], or null"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 2e9, 0]}]})",
         "a.json: off_mesh_links[0].end: [1, 2000000000, 0] is out of range; give numbers from -1000000000 to 1000000000 [wu]"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "area": "mud"}]})",
         "a.json: off_mesh_links[0].area: \"mud\" is not an area; give one of: ground"},
        {R"({"off_mesh_links": [{"start": [0, 0, 0], "end": [1, 0, 0], "user_id": -1}]})",
         "a.json: off_mesh_links[0].user_id: -1 is out of range; give a whole number from 0 to 4294967295"},
        {R"({"volumes": [{"shape": "prism", "area": null, "points": [[0, 0], [1]], "min_y": 0, "max_y": 1}]})",
         "a.json: volumes[0].points[1]: [1] has the wrong type; give [x, z]"},
        {R"({"agent": {"radius": 1, "radius": 2}})", "a.json: agent.radius: the key is given twice; keep one"},
        {R"({"agent": {"max_slope": 45}, "agent": {}})", "a.json: agent: the key is given twice; keep one"},
    };
    for (const auto& [text, message] : cases)
        EXPECT_EQ(config_error(text), message);
}

TEST(ConfigErrors, NameThePositionOfBrokenJson) {
    EXPECT_EQ(config_error("{\n  \"agent\": {\n    \"radius\": 0.6,,\n"
                           "  }\n}\n")
                  .substr(0, 28),
              "a.json:3:19: not valid JSON:");
    EXPECT_EQ(config_error(""), "a.json: the file is empty; give JSON");
    EXPECT_EQ(config_error("{\"agent\": {\"radius\": 1e999}}").substr(0, 22), "a.json: not valid JSON");
    EXPECT_FALSE(config_error("{\"agent\": {\"radius\": nan}}").empty());
    EXPECT_FALSE(config_error("\xff\xfe{}").empty());
}

TEST(ConfigErrors, SetFlagErrorsEqualFileErrors) {
    EXPECT_EQ(set_error("areas.a\xef.id", "2"), "areas.a\\xef.id: the text is not UTF-8; give valid UTF-8");
    EXPECT_EQ(set_error("agents", "[{\"name\": \"\xff\"}]"), "agents: the text is not UTF-8; give valid UTF-8");
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
    EXPECT_EQ(set_error("off_mesh_links[3].radius", "1"),
              "off_mesh_links[3].radius: there is no such link; give an index from 0 to 0");
    EXPECT_EQ(set_error("island_seeds[3]", "[1, 2, 3]"), "island_seeds[3]: there is no such seed; give an index from 0 to 0");
}

}  // namespace
}  // namespace navspan
