// Tests navbench: it reports every error before any measurement, with the same exit codes as navbake.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "programs.h"
#include "support/builders/obj_builder.h"

namespace navspan::cli_test {
namespace {

class Navbench : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(program_)) GTEST_SKIP() << "librecast was not found, so there is no navbench";
        if (kUnderAddressSanitizer) GTEST_SKIP() << "navbench counts allocations itself";
    }
    ProgramResult navbench(const Arguments& arguments) const {
        ProgramCall call;
        call.program = program_;
        call.arguments = arguments;
        call.timeout = 300;  // a Debug build is slow
        return support::run_program(call);
    }

private:
    std::string program_ = support::program_path("navbench");
};

TEST_F(Navbench, ListsBenchmarksIfNoneIsNamed) {
    expect_failure(
        navbench({}), 2,
        "navbench: error: no benchmark; give one of bake, kinds, process, scoreboard, tiles, query, rebuild, live, growth, "
        "agents or warnings; see --help");
    expect_failure(navbench({"bakes"}), 2, "navbench: error: bakes: not expected here; see --help");
}

TEST_F(Navbench, UsageErrorsAreOneLine) {
    expect_failure(navbench({"scoreboard"}), 2, "navbench: error: scenes is required; see --help");
    expect_failure(navbench({"growth", "--round", "3"}), 2, "navbench: error: --round: unknown flag; did you mean --rounds?");
    expect_failure(navbench({"growth", "--vertices", "3"}), 2,
                   "navbench: error: --vertices: 3 is not a whole number from 12 to 1000000; see --help");
    expect_failure(navbench({"bake", kCourtyard, "--cell-size", "-1"}), 2,
                   "navbench: error: --cell-size: -1 is not a number above 0; see --help");
    expect_failure(navbench({"bake", kCourtyard, "--profile", "exact"}), 2,
                   "navbench: error: --profile: exact is not known; give recast or accurate; see --help");
    expect_failure(
        navbench({"query", kCourtyard, "--only", "paths"}), 2,
        "navbench: error: --only: paths is not known; give nearest, path, exact, methods, raycast or move; see --help");
}

TEST_F(Navbench, RefusesFlagsWithoutEffect) {
    for (const char* flag : {"--pairs", "--seed"}) {
        expect_failure(navbench({"query", kCourtyard, "--paths", "a.paths", flag, "7"}), 2,
                       std::string("navbench: error: ") + flag + " is not used by --paths; leave it out");
    }
    for (const Arguments& flag : {Arguments{"--seed", "7"}, Arguments{"--only", "maze"}}) {
        expect_failure(navbench({"process", kCourtyard, flag[0], flag[1]}), 2,
                       "navbench: error: " + flag[0] + " only applies to --kinds; leave it out");
    }
}

TEST_F(Navbench, ScoreboardReportsErrorsBeforeMeasuring) {
    const TemporaryFolder folder;
    const std::string missing = folder / "missing";
    for (const char* cells : {"0.3", "0x0.2", "infx0.2", "0.3x0.2x"}) {
        const ProgramResult result = navbench({"scoreboard", kCourtyard, "--cells", cells});
        expect_failure(
            result, 2,
            std::string("navbench: error: --cells: ") + cells + " is not the side and height of a cell [wu], as 0.3x0.2");
        EXPECT_EQ(result.out, "");
    }
    const ProgramResult results = navbench({"scoreboard", kCourtyard, "--results", missing + "/board"});
    expect_failure(
        results, 1,
        "navbench: error: cannot write " + missing + "/board-times.csv: there is no folder " + missing + "; create it first");
    EXPECT_EQ(results.out, "");
    for (const char* command : {"scoreboard", "bake", "tiles", "rebuild", "agents", "query"}) {
        const ProgramResult json = navbench({command, kCourtyard, "--json", missing + "/x.json"});
        expect_failure(
            json, 1,
            "navbench: error: cannot write " + missing + "/x.json: there is no folder " + missing + "; create it first");
        EXPECT_EQ(json.out, "") << command;
    }
}

TEST_F(Navbench, ScoreboardListsEveryCaseSeparately) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "a");
    std::filesystem::create_directory(folder / "b");
    const std::string large = folder.write("a/level.obj", square(12)), tiny = folder.write("b/level.obj", square(1));
    expect_success(navbench({"scoreboard", tiny, large, "--cells", "0.5x0.25", "0.5x0.5", "--partition", "sheets", "--rounds",
                             "1", "--pairs", "5", "--results", folder / "board"}));
    const std::string times = file_text(folder / "board-times.csv"), marks = file_text(folder / "board-marks.csv");
    EXPECT_EQ(times.substr(0, 2), "# ");
    for (const std::string& scene : {large, tiny}) {
        EXPECT_NE(times.find("\n" + scene + ",0.5,0.25,sheets,"), std::string::npos) << times;
        EXPECT_NE(marks.find(scene + " 0.5x0.25 "), std::string::npos) << marks;
        EXPECT_NE(marks.find(scene + " 0.5x0.5 "), std::string::npos) << marks;
    }
    // The small square has no walkable ground. The worst height error must be the error of the large square.
    const size_t height = marks.find("mean height error");
    ASSERT_NE(height, std::string::npos) << marks;
    const std::string line = marks.substr(height, marks.find('\n', height) - height);
    EXPECT_NE(line.find(large), std::string::npos) << line;
    // librecast has no stage mark_volumes, so the ratio must be empty.
    const size_t stage = times.find(",mark_volumes,");
    ASSERT_NE(stage, std::string::npos) << times;
    const std::string row = times.substr(stage, times.find('\n', stage) - stage);
    EXPECT_EQ(row.substr(row.size() - 3), ",,1") << row;
}

TEST_F(Navbench, ClearanceIgnoresStepsTheAgentClimbs) {
    support::ObjBuilder level("A desk with a screen, and a platform with stairs and fences");
    level.floor({0, 0, 0}, {16, 0, 8});
    level.box({2, 0, 2}, {4, 0.75, 3.2});
    level.box({2.6, 0.75, 2.1}, {3.4, 1.15, 2.15});
    level.box({8, 0, 3}, {14, 1.2, 7});
    level.stairs_z({10, 0, 1.2}, {12, 1.2, 3}, 6);
    level.wall_x({8, 1.2, 6.9}, {14, 2.3, 7});
    level.wall_z({8, 1.2, 3}, {8.1, 2.3, 7});
    const TemporaryFolder folder;
    const std::string scene = folder.write("level.obj", level.text()), json = folder / "board.json";
    expect_success(navbench({"scoreboard", scene, "--cells", "0.1x0.1", "--partition", "watershed", "--rounds", "1", "--pairs",
                             "2", "--json", json}));
    const auto board = nlohmann::json::parse(file_text(json));
    std::map<std::string, double> below;
    for (const auto& line : board["quality"]) {
        if (line["tiling"] == "solo") below[line["side"]] = line["clearance_below"];
    }
    EXPECT_EQ(below.at("accurate"), 0);
    EXPECT_GT(below.at("recast"), 0);  // librecast's simplification moves some contours towards walls
}

TEST_F(Navbench, ProcessComparesTimesAndMemoryOfPrograms) {
    const TemporaryFolder folder;
    const std::string level = folder.write("level.obj", square(12)), json = folder / "process.json";
    const ProgramResult result = navbench({"process", level, "--rounds", "1", "--json", json});
    expect_success(result);
    EXPECT_NE(result.out.find("level.obj at 0.3 "), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("\nwall, 2 threads"), std::string::npos) << result.out;
    const auto report = nlohmann::json::parse(file_text(json));
    for (const char* figure : {"cpu, 1 thread", "wall, 2 threads", "memory", "our MB", "recast MB"})
        EXPECT_GT(report["levels"][0][figure].get<double>(), 0) << figure;
    EXPECT_LT(report["levels"][0]["recast MB"].get<double>(), 100);
}

TEST_F(Navbench, ProcessNamesTheFailedCommand) {
    expect_failure(navbench({"process"}), 2, "navbench: error: give levels (.obj) or --kinds");
    const TemporaryFolder folder;
    const ProgramResult result = navbench({"process", folder / "none.obj"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("navspan_recast_process " + (folder / "none.obj")), std::string::npos) << result.err;
}

TEST_F(Navbench, KindsReportsItsResults) {
    const ProgramResult result = navbench({"kinds", "--only", "large_triangles", "--seed", "2", "--rounds", "1"});
    expect_success(result);
    for (const char* text : {", seed 2,", "\nlarge_triangles 64 at 0.1 ", "\nmedian ", "\ndefaults "})
        EXPECT_NE(result.out.find(text), std::string::npos) << text << "\n" << result.out;
}

TEST_F(Navbench, WarningsCountsLevelsAndKinds) {
    const ProgramResult result = navbench({"warnings", kCourtyard, "--only", "city", "--seed", "2"});
    expect_success(result);
    for (const char* text : {"\n| courtyard | 1 | 0 | 1 | 1 | 1 | 11 of 11 |\n| city | 15 | 0 | ", "\n| all | 16 | 0 | "})
        EXPECT_NE(result.out.find(text), std::string::npos) << text << "\n" << result.out;
}

TEST_F(Navbench, SeedOfACommitNeedsAWorkTree) {
    const TemporaryFolder folder;
    ProgramCall call;
    call.program = support::program_path("navbench");
    call.arguments = {"kinds", "--seed", "commit"};
    call.folder = folder.path();
    call.environment = {{"GIT_CEILING_DIRECTORIES", folder.path().parent_path().string()}};
    expect_failure(support::run_program(call), 2,
                   "navbench: error: --seed: there is no commit, because git finds no work tree here; give a number");
    expect_failure(navbench({"kinds", "--seed", "x"}), 2,
                   "navbench: error: --seed: x is neither commit nor a whole number below 2^64; see --help");
}

TEST_F(Navbench, UnreadableInputIsThree) {
    const TemporaryFolder folder;
    expect_failure(navbench({"bake", folder / "none.obj"}), 3,
                   "navbench: error: cannot read " + (folder / "none.obj") + ": No such file or directory");
    const std::string empty = folder.write("empty.obj", "");
    expect_failure(navbench({"scoreboard", empty}), 3, "navbench: error: " + empty + ": the file is empty");
}

TEST_F(Navbench, PairsBeyondTheWorldAreRefused) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10)), pairs = folder.write("pairs.txt", "1e30 5 6 6 1\n");
    expect_failure(navbench({"query", scene, "--paths", pairs, "--rounds", "1"}), 3,
                   "navbench: error: " + pairs + ": line 1: a coordinate is beyond 1e15");
}

TEST_F(Navbench, FiguresNameTheirEnvironment) {
    const TemporaryFolder folder;
    const std::string csv = folder / "growth.csv";
    const ProgramResult result = navbench({"growth", "--vertices", "100", "--rounds", "1", "--csv", csv});
    expect_success(result);
    EXPECT_EQ(result.err, "");
    // All measurements have the same number of vertices, so no exponent of growth can be computed.
    EXPECT_NE(result.out.find(" -\n"), std::string::npos) << result.out;
    const std::string text = file_text(csv);
    EXPECT_TRUE(text.find("; g++ ") != std::string::npos || text.find("; clang ") != std::string::npos) << text;
    EXPECT_NE(text.find("librecast"), std::string::npos) << text;
}

}  // namespace
}  // namespace navspan::cli_test
