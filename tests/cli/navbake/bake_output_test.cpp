// Tests the output of navbake apart from the level: progress, reports and pictures. A killed bake must leave no files behind.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/programs.h"
#include "common/cli.h"
#include "navbake/probes.h"
#include "navspan/core/byte_file.h"
#include "support/text/xml.h"

namespace navspan::cli_test {
namespace {

using Json = nlohmann::json;

TEST(Progress, ShowsABarOnATerminalAndLinesElsewhereIfVerbose) {
    const TemporaryFolder folder;
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {folder.write("scene.obj", square(10)), "-o", folder / "level.nav"};
    const ProgramResult result_line = run_program(call);
    expect_success(result_line);
    EXPECT_EQ(std::count(result_line.err.begin(), result_line.err.end(), '\n'), 1) << result_line.err;
    call.arguments.push_back("-v");
    const ProgramResult lines = run_program(call);
    call.arguments.pop_back();
    expect_success(lines);
    EXPECT_NE(lines.err.find("navbake: rasterize\n"), std::string::npos) << lines.err;
    EXPECT_EQ(lines.err.find_first_of("\r\033"), std::string::npos) << lines.err;
    EXPECT_EQ(lines.out, "");

    if (!has_pseudo_terminals()) GTEST_SKIP() << "this machine has no pseudo terminals";
    call.stderr_is_terminal = true;
    call.environment["TERM"] = "xterm";
    const ProgramResult bar = run_program(call);
    expect_success(bar);
    EXPECT_NE(bar.err.find("[##"), std::string::npos) << bar.err;
    EXPECT_NE(bar.err.find("rasterize"), std::string::npos);
    EXPECT_EQ(bar.err.find("navbake: rasterize"), std::string::npos) << bar.err;
    EXPECT_EQ(bar.out, "");

    call.arguments.push_back("--cell-size=-1");
    EXPECT_NE(run_program(call).err.find("navbake: \033[31merror:\033[0m "), std::string::npos);
    call.environment["NO_COLOR"] = "1";
    EXPECT_NE(run_program(call).err.find("navbake: error: "), std::string::npos);
    call.environment["NO_COLOR"].clear();
    call.arguments.back() = "--agent-radius=0.1";
    EXPECT_NE(run_program(call).err.find("navbake: \033[33mwarning:\033[0m "), std::string::npos);
    call.environment["TERM"] = "dumb";
    const ProgramResult dumb = run_program(call);
    expect_success(dumb);
    EXPECT_NE(dumb.err.find("navbake: warning: "), std::string::npos) << dumb.err;
    EXPECT_EQ(dumb.err.find('\033'), std::string::npos) << dumb.err;
    call.environment["TERM"] = "xterm";
    call.arguments.pop_back();

    for (const bool terminal : {false, true}) {
        call.stderr_is_terminal = terminal;
        call.arguments.push_back("-q");
        const ProgramResult quiet = run_program(call);
        call.arguments.pop_back();
        expect_success(quiet);
        EXPECT_EQ(quiet.err, "");
        EXPECT_EQ(quiet.out, "");
    }
}

TEST(Progress, TellsTheRemainingTimeOfLongWork) {
    using Seconds = std::chrono::duration<double>;
    using tools::remaining_text;
    EXPECT_EQ(remaining_text(Seconds(4.9), 0.5), "");
    EXPECT_EQ(remaining_text(Seconds(60), 0), "");
    EXPECT_EQ(remaining_text(Seconds(10), 0.2), ", about 40 s left");
    EXPECT_EQ(remaining_text(Seconds(60), 0.25), ", about 3 min left");
    // An untiled bake measures its progress in stages.
    EXPECT_EQ(tools::typical_share_before(Stage::mark_walkable), 0);
    for (int stage = 1; stage < kStageCount; ++stage)
        EXPECT_GE(tools::typical_share_before(Stage(stage)), tools::typical_share_before(Stage(stage - 1)));
    EXPECT_LT(tools::typical_share_before(Stage::nav_tile), 1);
}

TEST(Messages, CountsOfOneAreSingular) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10) + "f 1 1 2\n");
    const ProgramResult result = navbake({scene, "-v", "-o", folder / "level.nav"});
    expect_success(result);
    EXPECT_NE(result.err.find("warning: 1 triangle without area: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("1 polygon, "), std::string::npos) << result.err;
    for (const char* plural : {" 1 triangles", " 1 polygons", " 1 islands", " 1 regions", " 1 contours"})
        EXPECT_EQ(result.err.find(plural), std::string::npos) << plural << "\n" << result.err;
}

TEST(Verbose, TellsTheInputTheStagesAndTheMemory) {
    const TemporaryFolder folder;
    for (const std::vector<std::string>& tiles : {std::vector<std::string>{}, {"--tile-size", "10"}}) {
        std::vector<std::string> arguments{kCourtyard, "-v", "-o", folder / "level.nav"};
        arguments.insert(arguments.end(), tiles.begin(), tiles.end());
        const ProgramResult result = navbake(arguments);
        expect_success(result);
        for (const char* text :
             {"input: ", " triangles from ", " too steep, ", " ms  load\n", " ms  rasterize: ", " spans walkable",
              " spans after low-hanging obstacles, ", " ms  erode: ", " ms  regions: ", " ms  poly_mesh: ", " polygons\n",
              " ms  write\n", "peak memory ", " square units, "})
            EXPECT_NE(result.err.find(text), std::string::npos) << text << "\n" << result.err;
    }
}

TEST(Report, IsOneJsonDocumentOnStandardOutput) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    const ProgramResult result = navbake({scene, "-o", folder / "level.nav", "--report", "-"});
    expect_success(result);
    const Json json = Json::parse(result.out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << result.out;
    EXPECT_EQ(json["status"], "done");
    EXPECT_EQ(json["funnel"]["triangles"], 2);
    EXPECT_GT(json["funnel"]["polygons"], 0);
    EXPECT_GT(json["stages_ms"]["rasterize"], -1.0);
    EXPECT_EQ(json["output"]["sha256"].get<std::string>().size(), 64u);
    EXPECT_EQ(json["output"]["islands"].size(), 1u);

    expect_success(navbake({scene, "-o", folder / "level.nav", "-q", "--report", folder / "report.json"}));
    EXPECT_EQ(Json::parse(file_text(folder / "report.json"))["output"]["sha256"], json["output"]["sha256"]);
}

TEST(Report, IsWrittenForFailures) {
    const TemporaryFolder folder;
    const std::string report = folder / "report.json";
    EXPECT_EQ(navbake({folder.write("tiny.obj", square(1)), "-q", "-o", folder / "level.nav", "--report", report}).exit_code,
              1);
    const Json json = Json::parse(file_text(report), nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["status"], "failed");
    const std::string error = json["error"];
    EXPECT_NE(error.find("no walkable surface: removed by filter_ledges (12 of 16 spans "), std::string::npos) << error;
    EXPECT_NE(error.find("), then by erode (4 of 4 spans "), std::string::npos) << error;
    EXPECT_EQ(folder.names(), "report.json tiny.obj");
}

TEST(Report, ReportsThatTheLevelCannotBeWritten) {
    const TemporaryFolder folder;
    const std::string report = folder / "report.json";
    EXPECT_EQ(navbake({folder.write("scene.obj", square(10)), "-q", "-o", "/dev/full", "--report", report}).exit_code, 1);
    const Json json = Json::parse(file_text(report), nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["status"], "failed");
    EXPECT_EQ(json["error"], "cannot write /dev/full: No space left on device");
    EXPECT_TRUE(json["output"].is_null());
}

// Returns the sorted names of the pictures.
std::string pictures_of_bake(const TemporaryFolder& folder, const Arguments& more) {
    const std::string scene = folder.write("scene.obj", square(12));
    Arguments bake{scene, "-q", "-o", folder / "level.nav", "--pictures", folder / "new/stages"};
    bake.insert(bake.end(), more.begin(), more.end());
    expect_success(navbake(bake));
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "new/stages")) {
        names.insert(entry.path().filename().string());
        const std::string text = file_text(entry.path());
        if (entry.path().extension() == ".png") {
            EXPECT_EQ(text.substr(0, 8), "\x89PNG\r\n\x1a\n") << entry.path();
        } else {
            EXPECT_EQ(support::xml_error(text), "") << entry.path();
        }
    }
    std::filesystem::remove_all(folder / "new");
    std::string all;
    for (const std::string& name : names)
        all += name + " ";
    return all;
}

TEST(Pictures, EveryStageHasAPicture) {
    const TemporaryFolder folder;
    const std::string before =
        "01_mark_walkable.png 02_rasterize.png 03_filter_low_hanging.png 04_filter_ledges.png 05_filter_low_height.png "
        "06_compact_heightfield.png 07_erode.png 08_mark_volumes.png ";
    const std::string regions = "09_regions.png 10_contours.svg 11_poly_mesh.svg 12_detail_mesh.svg 13_nav_tile.svg ";
    const std::string distances =
        "09_distance_field.png 10_regions.png 11_contours.svg 12_poly_mesh.svg 13_detail_mesh.svg 14_nav_tile.svg ";
    for (const char* profile : {"accurate", "recast"}) {
        for (const char* partition : {"watershed", "monotone", "layers", "sheets"}) {
            // Only the watershed needs a distance field.
            const std::string& after = partition == std::string("watershed") ? distances : regions;
            EXPECT_EQ(pictures_of_bake(folder, {"--profile", profile, "--partition", partition}), before + after);
        }
    }
    EXPECT_EQ(pictures_of_bake(folder, {}), before + regions);
    EXPECT_EQ(pictures_of_bake(folder, {"--profile", "recast"}), before + distances);
}

TEST(Pictures, AreRemovedOnInterrupt) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "old");
    folder.write("old/mine.txt", "");
    for (const char* place : {"new/stages", "old"}) {
        for (const char* delay : {"0", "0.1", "0.3"}) {
            const std::string bake = kNavbake + " " + kCourtyard + " --tile-size 5 -q -o level.nav --pictures " + place;
            const std::string first_picture =
                std::string("until ls ") + place + "/tile_* > /dev/null 2>&1 || ! kill -0 $!; do sleep 0.01; done";
            const ProgramResult result =
                shell(bake + " & " + first_picture + "; sleep " + delay + "; kill -INT $!; wait $!", folder.path());
            EXPECT_EQ(result.exit_code, 130) << result.err;
            EXPECT_EQ(folder.names(), "old");
            EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "old"), {}), 1);
        }
    }
}

TEST(Bake, KilledBakeLeavesNoFiles) {
    const TemporaryFolder folder;
    const auto made = [&] { return DiskFile::create_linkable(folder.path(), "file").ok(); };
    if (!made()) GTEST_SKIP() << "the file system does not support unnamed files";
    for (const char* delay : {"0.02", "0.05", "0.1", "0.2", "0.3"}) {
        const std::string bake = std::string(kNavbake) + " " + kCourtyard + " --cell-size 0.1 --tile-size 4 -q -o level.nav";
        shell(bake + " & sleep " + delay + "; kill -9 $!; wait $!", folder.path());
        std::filesystem::remove(folder / "level.nav");
        EXPECT_EQ(folder.names(), "");
    }
}

TEST(Report, ListsATimeForEveryStage) {
    const TemporaryFolder folder;
    const auto times = [&](const Arguments& more) {
        Arguments bake{kCourtyard, "-q", "-o", folder / "level.nav", "--report", folder / "report.json"};
        bake.insert(bake.end(), more.begin(), more.end());
        expect_success(navbake(bake));
        const auto report = nlohmann::ordered_json::parse(file_text(folder / "report.json"));
        std::string names;
        for (const auto& [name, ms] : report["stages_ms"].items())
            names += name + " ";
        return names;
    };
    const std::string after = "erode mark_volumes distance_field regions contours poly_mesh detail_mesh nav_tile link write ";
    EXPECT_EQ(times({}), "load mark_walkable rasterize filters_and_compact_heightfield " + after);
    EXPECT_EQ(times({"--tile-size", "20"}), "load mark_walkable rasterize filters_and_compact_heightfield " + after);
    EXPECT_EQ(times({"--check"}), "load mark_walkable rasterize filters_and_compact_heightfield " + after);
}

}  // namespace
}  // namespace navspan::cli_test
