// Tests how the programs print the config and read it from files, flags and --set. Also tests invalid values.

#include "bake/config/keys.h"
#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

std::string number_range(const std::string& key) {
    return "; give " + find_config_key(key)->expected();
}

TEST(ConfigFlags, ExampleEqualsPrintConfigOutput) {
    const ProgramResult result = navbake({"--print-config"});
    expect_success(result);
    EXPECT_EQ(result.out, file_text(support::source_path("config.example.json")));
    EXPECT_EQ(result.err, "");
}

TEST(ConfigFlags, PrintedConfigGivesTheSameBytes) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", three_materials("grass", "water_deep"));
    const std::vector<Arguments> configs{
        {},
        {"--profile", "recast"},
        {"--config", support::source_path("data/configs/areas.json"), "--agent-max-climb", "0.1", "--contours-max-error", "0"},
        {"--config", support::source_path("data/configs/volumes.json")},
        {"--cell-size", "0.1", "--set",
         "volumes=[{\"shape\":\"cylinder\",\"area\":null,\"center\":[5,0,5],\"radius\":1,"
         "\"height\":2}]"}};
    for (Arguments flags : configs) {
        SCOPED_TRACE(flags.empty() ? "defaults" : flags[1]);
        Arguments print = flags;
        print.push_back("--print-config");
        const std::string config = folder.write("config.json", navbake(print).out);
        EXPECT_EQ(navbake({"--config", config, "--print-config"}).out, file_text(config));
        flags.insert(flags.begin(), {scene, "-q", "-o", folder / "a.nav"});
        expect_success(navbake(flags));
        expect_success(navbake({scene, "-q", "-o", folder / "b.nav", "--config", config}));
        EXPECT_TRUE(file_text(folder / "a.nav") == file_text(folder / "b.nav"));
    }
}

TEST(ConfigFlags, HelpAndExplanationListEveryKey) {
    const std::string help = words_of(navbake({"--help-all"}).out), explanation = navbake({"--explain-config"}).out;
    for (const ConfigKey& key : config_keys()) {
        EXPECT_NE(help.find(key.flag() + " "), std::string::npos) << key.path;
        EXPECT_NE(help.find(words_of(key.expected() + "; default ")), std::string::npos) << key.path;
        EXPECT_NE(explanation.find(key.path + " = "), std::string::npos) << key.path;
        EXPECT_NE(explanation.find(key.meaning), std::string::npos) << key.path;
        EXPECT_NE(explanation.find(key.expected()), std::string::npos) << key.path;
    }
    for (const char* name : {"\nareas\n", "\nrules\n", "\nvolumes\n"})
        EXPECT_NE(explanation.find(name), std::string::npos);
    EXPECT_NE(explanation.find("agent.max_climb = 0.9  ->  4 vx, rounded down; for ledges and links 5 vx, rounded up\n"),
              std::string::npos)
        << explanation;
    EXPECT_NE(navbake({"--explain-config", "--agent-max-climb", "0.4"}).out.find("agent.max_climb = 0.4  ->  2 vx"),
              std::string::npos);
}

TEST(ConfigFlags, FlagSetAndFileChangeTheSameKey) {
    const TemporaryFolder folder;
    const std::string by_flag = navbake({"--agent-max-climb", "0.4", "--print-config"}).out;
    EXPECT_NE(by_flag.find("\"max_climb\": 0.4"), std::string::npos);
    EXPECT_EQ(navbake({"--agent-max-climb=0.4", "--print-config"}).out, by_flag);
    EXPECT_EQ(navbake({"--set", "agent.max_climb=0.4", "--print-config"}).out, by_flag);
    const std::string file = folder.write("c.json", "{\"agent\": {\"max_climb\": 0.4}}");
    EXPECT_EQ(navbake({"--config", file, "--print-config"}).out, by_flag);
    EXPECT_EQ(navbake({"--config", file, "--agent-max-climb", "0.5", "--print-config"}).out,
              navbake({"--agent-max-climb", "0.5", "--print-config"}).out)
        << "a flag overrides the file";
    // Flags have short names.
    const std::string shorts =
        navbake({"--cell-size", "0.5", "--cell-height", "0.1", "--partition", "layers", "--print-config"}).out;
    EXPECT_EQ(shorts, navbake({"--voxels-cell-size", "0.5", "--voxels-cell-height", "0.1", "--regions-method", "layers",
                               "--print-config"})
                          .out);
    EXPECT_EQ(navbake({"--contours-max-error", "null", "--print-config"}).out, navbake({"--print-config"}).out);
}

struct Mistake {
    std::string key, value;  // value: JSON text
    std::string complaint;   // the part of the expected error message after the key
};

std::vector<Mistake> mistakes() {
    return {
        {"agent.radius", "-1", ": -1 is out of range" + number_range("agent.radius")},
        {"agent.radius", "\"wide\"", ": \"wide\" has the wrong type" + number_range("agent.radius")},
        {"agent.height", "0", ": 0 is out of range" + number_range("agent.height")},
        {"agent.max_slope", "90", ": 90 is out of range" + number_range("agent.max_slope")},
        {"agent.max_climb", "null", ": null has the wrong type" + number_range("agent.max_climb")},
        {"polygons.max_vertices", "2", ": 2 is out of range" + number_range("polygons.max_vertices")},
        {"polygons.max_vertices", "6.5", ": 6.5 is out of range" + number_range("polygons.max_vertices")},
        {"filters.low_height", "1", ": 1 has the wrong type; give true or false"},
        {"regions.method", "\"voronoi\"",
         ": \"voronoi\" is not one of its values; give \"watershed\", \"monotone\", \"layers\", \"sheets\" or null (sheets, in "
         "profile recast watershed)"},
    };
}

TEST(ConfigMistakes, ErrorsNamePathValueAndRange) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10)), level = folder / "level.nav";
    for (const Mistake& m : mistakes()) {
        SCOPED_TRACE(m.key + "=" + m.value);
        const size_t dot = m.key.find('.');
        const std::string file = folder.write(
            "config.json", "{\"" + m.key.substr(0, dot) + "\": {\"" + m.key.substr(dot + 1) + "\": " + m.value + "}}");
        const std::string said = m.key + m.complaint;
        expect_failure(navbake({scene, "-o", level, "--config", file}), 2, "navbake: error: " + file + ": " + said);
        expect_failure(navbake({scene, "-o", level, "--set", m.key + "=" + m.value}), 2, "navbake: error: " + said);
        expect_failure(navbake({scene, "-o", level, find_config_key(m.key)->flag(), m.value}), 2, "navbake: error: " + said);
    }
    EXPECT_EQ(folder.names(), "config.json scene.obj");
}

TEST(ConfigMistakes, UnknownKeysSuggestTheNearestKey) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10)), level = folder / "level.nav";
    const std::string said =
        "agent.radus: unknown key, its value is 1; the nearest known key is agent.radius (a number from 0 to 1000000 [wu])";
    expect_failure(navbake({scene, "-o", level, "--set", "agent.radus=1"}), 2, "navbake: error: " + said);
    const std::string file = folder.write("config.json", "{\"agent\": {\"radus\": 1}}");
    expect_failure(navbake({scene, "-o", level, "--config", file}), 2, "navbake: error: " + file + ": " + said);
    expect_failure_with(navbake({scene, "-o", level, "--set", "tiles.sise=32"}), 2, "tiles.sise: unknown key");
}

TEST(ConfigMistakes, OtherMistakesAreErrors) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10)), level = folder / "level.nav";
    const auto set = [&](const std::string& text) { return navbake({scene, "-o", level, "--set", text}); };
    expect_failure(set("agent.radius"), 2,
                   "navbake: error: --set agent.radius: give KEY=VALUE, for example agent.max_climb=0.4");
    expect_failure_with(set("agent.radius="), 2, "agent.radius: \"\" has the wrong type");
    expect_failure_with(navbake({scene, "-o", level, "--agent-radius", ""}), 2, "agent.radius: \"\" has the wrong type");
    expect_failure(set("areas.water.id=99"), 2,
                   "navbake: error: areas.water.id: 99 is out of range; give a whole number from 1 to 63");
    expect_failure(set("rules.lava=nope"), 2,
                   "navbake: error: rules.lava: \"nope\" is not an area; give null (a hole) or one of: ground");
    expect_failure_with(set("volumes=[{\"shape\":\"ball\"}]"), 2, "volumes[0].shape: ");
    const auto with_file = [&](const std::string& text) {
        return navbake({scene, "-o", level, "--config", folder.write("c.json", text)});
    };
    expect_failure_with(with_file("{\"agent\": {\"radius\": 1,}}"), 2, folder / "c.json" + ":1:24: not valid JSON: ");
    expect_failure_with(with_file(""), 2, folder / "c.json");
    expect_failure_with(with_file("[1]"), 2, "give an object");
    expect_failure_with(with_file("{\"agent\": {\"radius\": 1, \"radius\": 2}}"), 2,
                        "agent.radius: the key is given twice; keep one");
    expect_failure(navbake({scene, "-o", level, "--config", folder / "none.json"}), 3,
                   "navbake: error: cannot read " + folder / "none.json" + ": No such file or directory");
    EXPECT_EQ(folder.names(), "c.json scene.obj");
}

}  // namespace
}  // namespace navspan::cli_test
