// Tests the output of navquery as text, JSON and pictures, and its errors for invalid points and areas.

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/programs.h"
#include "support/text/xml.h"

namespace navspan::cli_test {
namespace {

using Json = nlohmann::json;

Json json_of(const ProgramResult& result) {
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1) << result.out;
    return Json::parse(result.out, nullptr, false);
}

TEST(Query, TextContainsStatusLengthsAndPoints) {
    const BakedSquare baked;
    const ProgramResult result = navquery({baked.level, "--from", "2,0,2", "--to", "8,0,8"});
    expect_success(result);
    EXPECT_EQ(result.out,
              "complete\n"
              "length 8.485 seen from above, 8.485 along the ground; 2 points, 1 polygon, 1 node\n"
              "       2.000        0.000        2.000\n"
              "       8.000        0.000        8.000\n");
    EXPECT_EQ(navquery({baked.level, "--from", "2,0,2", "--to", "8,0,8", "-q"}).out, "");
}

TEST(Query, JsonHasAllDocumentedKeys) {
    const TemporaryFolder folder;
    expect_success(navbake({kCourtyard, "-q", "-o", folder / "level.nav"}));
    const ProgramResult result = navquery({folder / "level.nav", "--from", "46,-3.2,22", "--to", "46,0.8,22", "--json"});
    expect_success(result);
    const Json json = json_of(result);
    EXPECT_EQ(json["status"], "complete");
    EXPECT_GT(json["points"].size(), 2u);
    double xz = 0;
    for (size_t i = 1; i < json["points"].size(); ++i) {
        const auto a = json["points"][i - 1].get<std::array<double, 3>>(), b = json["points"][i].get<std::array<double, 3>>();
        xz += std::hypot(b[0] - a[0], b[2] - a[2]);
    }
    EXPECT_NEAR(json["length_xz"].get<double>(), xz, 1e-6);
    EXPECT_GT(json["length_3d"].get<double>(), xz);
    EXPECT_GT(json["polygons"].size(), 5u);
    EXPECT_GE(json["nodes"].get<int>(), 5);
}

TEST(Query, EqualStartAndGoalIsAPath) {
    const BakedSquare baked;
    const ProgramResult result = navquery({baked.level, "--from", "5,0,5", "--to", "5,0,5", "--json"});
    expect_success(result);
    const Json json = json_of(result);
    EXPECT_EQ(json["length_xz"], 0);
    EXPECT_EQ(json["length_3d"], 0);
    EXPECT_EQ(json["points"].size(), 2u);
}

TEST(Query, ReportsSnappedPointsFarOutside) {
    const BakedSquare baked;
    const ProgramResult result = navquery({baked.level, "--from", "-1000,0,5", "--to", "5,50,5", "--snap", "1e4"});
    expect_success(result);
    EXPECT_NE(result.out.find("the start lies 1000."), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("the goal lies 50.000 from the nearest ground\n"), std::string::npos) << result.out;
    EXPECT_EQ(navquery({baked.level, "--from", "-1000,0,5", "--to", "5,0,5", "--snap", "999"}).exit_code, 5);
    EXPECT_EQ(navquery({baked.level, "--from", "-1000,0,5", "--to", "5,0,5", "--snap", "1002"}).exit_code, 0);
    EXPECT_EQ(navquery({baked.level, "--from", "1e14,0,-1e14", "--to", "5,0,5", "--snap", "1e15"}).exit_code, 0);
}

TEST(Query, RefusesInvalidPoints) {
    const BakedSquare baked;
    for (const char* point : {"nan,0,0", "1,2", "1,2,3,4", "", "a,b,c", "1, 2, 3", "inf,0,0", "1,,3", "1e999,0,0"}) {
        SCOPED_TRACE(point);
        expect_failure(
            navquery({baked.level, "--from", point, "--to", "1,0,1"}), 2,
            std::string("navquery: error: --from ") + point + ": give three finite numbers as x,y,z, for example 1.5,0,-4");
    }
    expect_failure(navquery({baked.level, "--from", "1e300,0,0", "--to", "1,0,1"}), 2,
                   "navquery: error: the start must be three finite numbers within 1e15");
    expect_failure(navquery({baked.level, "--to", "1,0,1"}), 2, "navquery: error: --from is required; see --help");
    expect_failure(navquery({baked.level, "--from", "3", "-0.5", "25"}), 2,
                   "navquery: error: -0.5: not expected here; write a point as x,y,z without spaces");
    for (const char* snap : {"-1", "nan", "abc"}) {
        expect_failure(navquery({baked.level, "--from", "1,0,1", "--to", "1,0,1", "--snap", snap}), 2,
                       std::string("navquery: error: --snap: ") + snap + " is not a number from 0; see --help");
    }
}

TEST(Query, SceneFilesAreToBeBakedFirst) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    expect_failure(
        navquery({scene}), 3,
        "navquery: error: " + scene + ": not a .nav file: it does not begin with NAVSPAN; bake it with navbake first");
}

TEST(Query, RefusesUnknownAreas) {
    const BakedSquare baked;
    const auto query = [&](const char* flag, const char* value) {
        return navquery({baked.level, "--from", "2,0,2", "--to", "8,0,8", flag, value});
    };
    for (const char* flag : {"--include", "--exclude"}) {
        expect_failure(query(flag, "lava"), 2,
                       std::string("navquery: error: ") + flag + " lava: the level has no such area; give one of ground");
    }
    expect_failure(query("--cost", "lava=2"), 2,
                   "navquery: error: --cost lava: the level has no such area; give one of ground");
    for (const char* cost : {"ground", "ground=", "ground=-1", "ground=nan", "ground=x", "ground=1e307"}) {
        expect_failure(query("--cost", cost), 2,
                       std::string("navquery: error: --cost ") + cost +
                           ": give NAME=NUMBER with a number from 0 to 1000000, for example water=5");
    }
    EXPECT_EQ(query("--exclude", "ground").exit_code, 5);
}

TEST(Query, UnreachableGoalGivesThePathToTheNearestReachablePoint) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_success(navbake({folder.write("scene.obj", three_materials("a", "b")), "-q", "-o", level}));
    const ProgramResult result = navquery({level, "--from", "2,0,5", "--to", "45,0,5", "--json", "--svg", folder / "path.svg"});
    EXPECT_EQ(result.exit_code, 5);
    EXPECT_EQ(result.err, "");
    const Json json = json_of(result);
    EXPECT_EQ(json["status"], "partial");
    EXPECT_FALSE(json["reason"].get<std::string>().empty());
    EXPECT_NEAR(json["points"].back()[0].get<double>(), 19.4, 0.35) << "as far to the right as the ground reaches";
    EXPECT_EQ(support::xml_error(file_text(folder / "path.svg")), "");
    const double gap = json["gap"].get<double>();
    EXPECT_NEAR(gap, 45 - json["points"].back()[0].get<double>(), 0.1);
    char line[64];
    std::snprintf(line, sizeof line, "\nends %.3f from the goal\n", gap);
    const std::string text = navquery({level, "--from", "2,0,5", "--to", "45,0,5"}).out;
    EXPECT_NE(text.find(line), std::string::npos) << text;
}

TEST(Query, EmptyLevelHasNoPath) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_success(navbake({folder.write("tiny.obj", square(1)), "-q", "--allow-empty", "-o", level}));
    const ProgramResult result = navquery({level, "--from", "0,0,0", "--to", "1,0,1", "--svg", folder / "empty.svg"});
    EXPECT_EQ(result.exit_code, 5);
    EXPECT_EQ(result.out, "none: the mesh is empty\n");
    EXPECT_EQ(support::xml_error(file_text(folder / "empty.svg")), "");
}

TEST(Query, PicturesAreWellFormedAndNeverReplaceTheLevel) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav", picture = folder / "path.svg";
    expect_success(navbake({kCourtyard, "-q", "-o", level}));
    expect_success(navquery({level, "--from", "3,0,25", "--to", "18,3.2,15", "--svg", picture}));
    const std::string svg = file_text(picture);
    EXPECT_EQ(support::xml_error(svg), "");
    EXPECT_NE(svg.find("complete path, length "), std::string::npos);
    const std::string before = file_text(level);
    expect_failure(navquery({level, "--from", "3,0,25", "--to", "18,3.2,15", "--svg", level}), 2,
                   "navquery: error: --svg " + level + ": this is also the level; give another file");
    expect_failure_with(navquery({level, "--from", "3,0,25", "--to", "18,3.2,15", "--svg", folder / "no/p.svg"}), 1,
                        "create it first");
    EXPECT_TRUE(file_text(level) == before);
}

TEST(Query, ReportsClosedStandardOutput) {
    const BakedSquare baked;
    ProgramCall call;
    call.program = kNavquery;
    call.arguments = {baked.level, "--from", "2,0,2", "--to", "8,0,8"};
    call.stdout_is_closed_pipe = true;
    expect_failure(run_program(call), 1, "navquery: error: standard output: cannot write (disk full or closed pipe?)");
}

TEST(Query, HelpShowsUsageAndExitCodes) {
    for (const ProgramResult& help : {navquery({"--help"}), navbake({"--help"})}) {
        expect_success(help);
        EXPECT_EQ(help.err, "");
        EXPECT_NE(help.out.find("Exit codes: 0 "), std::string::npos);
    }
    EXPECT_NE(navquery({"--help"}).out.find("Usage: navquery "), std::string::npos);
    EXPECT_EQ(navquery({"--version"}).out.substr(0, 9), "navquery ");
    EXPECT_EQ(navbake({"--version"}).out.substr(0, 8), "navbake ");
}

}  // namespace
}  // namespace navspan::cli_test
