// Tests --preset, --units and --suggest.

#include <array>
#include <nlohmann/json.hpp>

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

using Json = nlohmann::json;

const std::string kTwoAgents = R"({"agents": [{"name": "human", "radius": 0.5, "height": 2.5},
                                              {"name": "rat", "radius": 0.2, "height": 1}]})";

TEST(Presets, UnitsAreAScale) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("s.obj", square(1000)), by_unit = folder / "unit.nav",
                      by_scale = folder / "scale.nav";
    expect_success(navbake({scene, "-q", "-o", by_unit, "--units", "cm"}));
    expect_success(navbake({scene, "-q", "-o", by_scale, "--scale", "0.01"}));
    EXPECT_TRUE(file_text(by_unit) == file_text(by_scale));
    for (const char* scale : {"1", "2"}) {
        expect_failure_with(navbake({scene, "-q", "-o", by_unit, "--units", "cm", "--scale", scale}), 2,
                            "--units: both set the scale");
    }
    expect_failure_with(navbake({scene, "-q", "-o", by_unit, "--units", "yard"}), 2, "yard is not a unit; give m, cm");
}

TEST(Presets, SetAgentUnitsAndAxis) {
    const TemporaryFolder folder;
    const std::string part = folder.write("part.obj", square(10)), other = folder.write("b.glb", "x");
    expect_failure_with(navbake({part, other, "-o", folder / "l.nav", "--preset", "unreal"}), 2,
                        "b.glb; give --units and --up, or bake files of one format");
    const auto config = [](const Arguments& arguments) {
        Arguments all = arguments;
        all.push_back("--print-config");
        return Json::parse(navbake(all).out);
    };
    EXPECT_EQ(config({"--preset", "unreal"})["agent"]["height"], 1.44);
    EXPECT_EQ(config({"--preset", "unity"})["agent"]["max_climb"], 0.4);
    EXPECT_EQ(config({"--preset", "godot", "--agent-height", "3"})["agent"]["height"], 3);
    EXPECT_EQ(config({"--preset", "source"})["agent"]["max_slope"], 45.573);
    EXPECT_EQ(config({"--preset", "recast"}), config({}));
    // A floor in centimetres with z up
    const std::string scene = folder.write("s.obj", "v 0 0 0\nv 1000 0 0\nv 1000 1000 0\nv 0 1000 0\nf 1 2 3 4\n");
    const std::string level = folder / "level.nav";
    const ProgramResult baked = navbake({scene, "-o", level, "--strict", "--preset", "unreal"});
    expect_success(baked);
    expect_success(navquery({level, "--from", "2,0,-2", "--to", "8,0,-8"}));
    EXPECT_EQ(navbake({scene, "-q", "-o", level, "--preset", "unreal", "--up", "y"}).exit_code, 1) << "--up overrides it";
}

TEST(Presets, SuggestedConfigBakes) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    const ProgramResult suggested = navbake({kCourtyard, "--suggest"});
    expect_success(suggested);
    EXPECT_NE(suggested.out.find("// The level measures 64.19 x "), std::string::npos) << suggested.out;
    EXPECT_EQ(suggested.out.find("Caution"), std::string::npos) << suggested.out;
    expect_success(navbake({kCourtyard, "-q", "--strict", "-o", level, "--config", folder.write("c.json", suggested.out)}));
    const ProgramResult large = navbake({kCourtyard, "--suggest", "--scale", "100"});
    EXPECT_NE(large.out.find("// Caution: "), std::string::npos) << large.out;
    EXPECT_NE(large.out.find("\"tiles\": {\"size\": 38.4}"), std::string::npos) << large.out;
}

TEST(Presets, SuggestedConfigKeepsAllAgents) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav", two = folder.write("two.json", kTwoAgents);
    const ProgramResult suggested = navbake({kCourtyard, "--suggest", "--config", two});
    expect_success(suggested);
    EXPECT_NE(suggested.out.find("\"voxels\": {\"cell_size\": 0.1, "), std::string::npos) << "half of the rat's radius";
    const std::string config = folder.write("suggested.json", suggested.out);
    EXPECT_EQ(Json::parse(navbake({"--config", config, "--print-config"}).out)["agents"],
              Json::parse(navbake({"--config", two, "--print-config"}).out)["agents"]);
    expect_success(navbake({kCourtyard, "-q", "--strict", "-o", level, "--config", config}));
}

TEST(Presets, SuggestedConfigListsTheFlagsToRepeat) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("s.obj", "v 0 0 0\nv 1000 0 0\nv 1000 1000 0\nv 0 1000 0\nf 1 2 3 4\n");
    const std::string note = "// Give these flags with this config, which does not contain them: ";
    const ProgramResult preset = navbake({scene, "--suggest", "--preset", "unreal"});
    EXPECT_NE(preset.out.find(note + "--units cm --up z\n"), std::string::npos) << preset.out;
    expect_success(navbake({scene, "-q", "--strict", "-o", folder / "level.nav", "--config", folder.write("c.json", preset.out),
                            "--units", "cm", "--up", "z"}));
    EXPECT_NE(navbake({scene, "--suggest", "--scale", "0.01", "--flip"}).out.find(note + "--scale 0.01 --flip\n"),
              std::string::npos);
    EXPECT_EQ(navbake({kCourtyard, "--suggest"}).out.find(note), std::string::npos);
}

TEST(Presets, SuggestRefusesAnOutputFile) {
    const TemporaryFolder folder;
    expect_failure(navbake({kCourtyard, "--suggest", "-o", "config.json"}), 2,
                   "navbake: error: --suggest prints to standard output, not to config.json; leave out -o, and redirect "
                   "standard output: --suggest > config.json");
    expect_success(navbake({kCourtyard, "--suggest", "-o", "-"}));
}

TEST(Presets, OnlyOneConfigIsPrinted) {
    const std::array<std::string, 3> flags{"--suggest", "--print-config", "--explain-config"};
    for (size_t a = 0; a < flags.size(); ++a) {
        for (size_t b = a + 1; b < flags.size(); ++b) {
            expect_failure(
                navbake({kCourtyard, flags[b], flags[a]}), 2,
                "navbake: error: " + flags[a] + ": prints a config, and so does " + flags[b] + "; leave one of them out");
        }
    }
}

}  // namespace
}  // namespace navspan::cli_test
