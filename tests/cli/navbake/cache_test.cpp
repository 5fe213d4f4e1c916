// Tests bakes with a tile cache from the command line: --cache, --cache-max-size and --depfile.

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "cli/programs.h"
#include "navspan/core/file.h"

namespace navspan::cli_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Arguments tiled(Arguments more) {
    more.insert(more.begin(), {kCourtyard, "--tile-size", "8"});
    return more;
}

std::string fresh_bytes(const TemporaryFolder& folder) {
    expect_success(navbake(tiled({"-q", "-o", folder / "fresh.nav"})));
    return file_text(folder / "fresh.nav");
}

uint64_t bytes_in(const fs::path& folder) {
    uint64_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) bytes += entry.file_size();
    }
    return bytes;
}

bool has_program(const std::string& name) {
    return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

TEST(Cache, ASecondBakeReusesEveryTile) {
    const TemporaryFolder folder;
    const std::string fresh = fresh_bytes(folder), level = folder / "level.nav", report = folder / "report.json";
    const auto bake = [&](Arguments more) {
        more.insert(more.end(), {"-o", level, "--cache", folder / "cache", "--report", report});
        const ProgramResult result = navbake(tiled(more));
        expect_success(result);
        EXPECT_TRUE(file_text(level) == fresh);
        Json json = Json::parse(file_text(report));
        json["text"] = result.err.substr(result.err.rfind("; ") + 2);
        return json;
    };
    const Json first = bake({}), second = bake({}), checked = bake({"--check"}), third = bake({"--threads", "1"});
    const auto tiles = first["tiles"]["built"].get<int>();
    EXPECT_GT(tiles, 20);
    EXPECT_EQ(first["tiles"]["reused"], 0);
    EXPECT_EQ(second["tiles"]["built"], 0);
    EXPECT_EQ(second["tiles"]["reused"], tiles);
    EXPECT_EQ(second["tiles"]["empty"], first["tiles"]["empty"]);
    EXPECT_EQ(second["funnel"], first["funnel"]) << "a kept tile counts as a baked one";
    EXPECT_FALSE(second["stages_ms"].contains("rasterize"));
    EXPECT_EQ(checked["tiles"]["built"], tiles) << "what is not baked cannot be checked";
    EXPECT_EQ(third["tiles"]["built"], 0);
    EXPECT_EQ(second["text"], "0 tiles built, " + std::to_string(tiles) + " reused, " +
                                  std::to_string(first["tiles"]["empty"].get<int>()) + " empty\n");
}

TEST(Cache, SeveralProcessesMayShareAFolder) {
    const TemporaryFolder folder;
    const std::string fresh = fresh_bytes(folder);
    std::vector<ProgramResult> results(3);
    {
        std::vector<std::jthread> threads;
        for (size_t i = 0; i < results.size(); ++i) {
            threads.emplace_back([&, i] {
                results[i] =
                    navbake(tiled({"-q", "-o", folder / std::to_string(i), "--cache", folder / "cache", "--threads", "2"}));
            });
        }
    }
    for (size_t i = 0; i < results.size(); ++i) {
        expect_success(results[i]);
        EXPECT_EQ(results[i].err, "");
        EXPECT_TRUE(file_text(folder / std::to_string(i)) == fresh);
    }
}

TEST(Cache, KilledProcessLeavesAUsableCache) {
    const TemporaryFolder folder;
    const std::string fresh = fresh_bytes(folder);
    for (const char* delay : {"0.02", "0.05", "0.1", "0.2"}) {
        const std::string bake = std::string(kNavbake) + " " + kCourtyard + " --tile-size 8 -q -o level.nav --cache cache";
        shell(bake + " & sleep " + delay + "; kill -9 $!; wait $!", folder.path());
        fs::remove(folder / "level.nav");
        const ProgramResult again = navbake(tiled({"-q", "-o", folder / "level.nav", "--cache", folder / "cache"}));
        expect_success(again);
        EXPECT_EQ(again.err, "");
        EXPECT_TRUE(file_text(folder / "level.nav") == fresh);
        fs::remove_all(folder / "cache");
    }
}

TEST(Cache, FullDiskIsOnlyAWarning) {
    const TemporaryFolder folder;
    const std::string fresh = fresh_bytes(folder);
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = tiled({"-q", "-o", "-", "--cache", folder / "cache"});
    call.file_size = 500;
    const ProgramResult result = run_program(call);
    expect_success(result);
    EXPECT_TRUE(result.out == fresh);
    EXPECT_NE(result.err.find("tiles could not be stored: cannot write "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(".tile: File too large; "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("[cache_unwritten]"), std::string::npos) << result.err;
    call.arguments.push_back("--strict");
    EXPECT_EQ(run_program(call).exit_code, 4);
    call.file_size.reset();
    const ProgramResult later = run_program(call);
    expect_success(later);
    EXPECT_TRUE(later.out == fresh);
    EXPECT_EQ(later.err, "");
}

TEST(Cache, FolderThatCannotBeCreatedIsAnError) {
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "");
    const ProgramResult result = navbake(tiled({"-q", "-o", folder / "level.nav", "--cache", file}));
    expect_failure_with(result, 1, "navbake: error: cannot create the cache folder " + file);
    EXPECT_EQ(folder.names(), "file");
}

TEST(Cache, StaysWithinItsLimit) {
    const TemporaryFolder folder;
    const std::string fresh = fresh_bytes(folder);
    for (int i = 0; i < 2; ++i) {
        expect_success(
            navbake(tiled({"-q", "-o", folder / "level.nav", "--cache", folder / "cache", "--cache-max-size", "40K"})));
        EXPECT_LE(bytes_in(folder / "cache"), 40u * 1024);
        EXPECT_TRUE(file_text(folder / "level.nav") == fresh);
    }
    expect_failure_with(navbake(tiled({"-o", folder / "x.nav", "--cache", folder / "c", "--cache-max-size", "two"})), 2,
                        "two is not a size; give a number of bytes, or one with K, M, G or T, such as 2G");
    expect_failure_with(navbake(tiled({"-o", folder / "x.nav", "--cache-max-size", "2G"})), 2, "--cache");
}

// A bake must repeat the warnings of a cached tile. Otherwise --strict would succeed.
TEST(Cache, CachedTilesRepeatTheirWarnings) {
    const TemporaryFolder folder;
    const Arguments bake = tiled({"-q", "-o", folder / "level.nav", "--cache", folder / "cache", "--report",
                                  folder / "report.json", "--profile", "recast", "--contours-max-error", "6"});
    expect_success(navbake(bake));
    const Json first = Json::parse(file_text(folder / "report.json"));
    expect_success(navbake(bake));
    const Json second = Json::parse(file_text(folder / "report.json"));
    EXPECT_EQ(second["tiles"]["built"], 0);
    EXPECT_EQ(second["warnings"], first["warnings"]);
}

TEST(Cache, SizeLimitRequiresACache) {
    const TemporaryFolder folder;
    expect_failure(navbake({folder.write("a.obj", square(10)), "-o", folder / "a.nav", "--cache-max-size", "2G"}), 2,
                   "navbake: error: --cache-max-size only applies to --cache; leave it out");
    EXPECT_FALSE(fs::exists(folder / "a.nav"));
}

TEST(Depfile, NamesAllInputs) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("a b#1$.obj", square(10)), other = folder.write("c.obj", square(12));
    const std::string config = folder.write("config.json", "{}"), level = folder / "level.nav";
    expect_success(navbake({scene, other, "--config", config, "-q", "-o", level, "--depfile", folder / "level.d"}));
    EXPECT_EQ(file_text(folder / "level.d"),
              level + ": \\\n  " + (folder / "a\\ b\\#1$$.obj") + " \\\n  " + other + " \\\n  " + config + "\n");
    expect_success(navbake({scene, "-q", "-o", level, "--export", folder / "level.obj", "--depfile", folder / "both.d"}));
    EXPECT_EQ(file_text(folder / "both.d"),
              level + " " + (folder / "level.obj") + ": \\\n  " + (folder / "a\\ b\\#1$$.obj") + "\n");
    expect_failure(navbake({scene, "-q", "-o", "-", "--depfile", folder / "level.d"}), 2,
                   "navbake: error: --depfile: the level needs a file name; give -o FILE");
    expect_failure(navbake({scene, "-q", "-o", level, "--depfile", level}), 2,
                   "navbake: error: --depfile " + level + ": the level is written to the same file; give another file");
    expect_failure_with(navbake({folder.write("tiny.obj", square(1)), "-q", "-o", folder / "t", "--depfile", folder / "t.d"}),
                        1, "no walkable surface");
    EXPECT_FALSE(fs::exists(folder / "t.d"));
    expect_failure(navbake({scene, "-q", "-o", folder / "f", "--depfile", "/dev/full"}), 1,
                   "navbake: error: cannot write /dev/full: No space left on device");
    EXPECT_FALSE(fs::exists(folder / "f"));
}

// Tests file names with characters that have a special meaning in the syntax of Make or Ninja.
TEST(Depfile, RefusesUnrepresentableFileNamesBeforeTheBake) {
    const TemporaryFolder folder;
    const std::pair<const char*, const char*> names[] = {
        {"a=b.obj", "="},     {"a;b.obj", ";"},     {"a|b.obj", "|"},      {"it's.obj", "'"},
        {"a\"b.obj", "\""},   {"a&b.obj", "&"},     {"a*.obj", "*"},       {"a?.obj", "?"},
        {"a<b.obj", "<"},     {"a>b.obj", ">"},     {"a^b.obj", "^"},      {"a`b.obj", "`"},
        {"a\\#b.obj", "\\#"}, {"a\\:b.obj", "\\:"}, {"a\tb.obj", "a tab"}, {"a\nb.obj", "a line end"}};
    for (const auto& [name, what] : names) {
        const std::string scene = folder.write(name, square(10));
        expect_failure_with(navbake({scene, "-q", "-o", folder / "l.nav", "--depfile", folder / "l.d", "--report", "-"}), 2,
                            std::string(", because it has ") + what + " in it; rename the file");
        std::filesystem::remove(scene);
    }
    EXPECT_EQ(folder.names(), "");
}

// The build must bake the level in the first run and after each change of an input, but not otherwise.
void expect_rebuilds(const TemporaryFolder& folder, const std::string& build) {
    const auto run = [&] {
        const ProgramResult result = shell(build, folder.path());
        EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
        const bool baked = fs::exists(folder / "baked");
        fs::remove(folder / "baked");
        return baked;
    };
    EXPECT_TRUE(run());
    EXPECT_FALSE(run());
    for (const char* input : {"the scene #1 $.obj", "config.json"}) {
        fs::last_write_time(folder.path() / input, fs::file_time_type::clock::now() + std::chrono::seconds(2));
        EXPECT_TRUE(run()) << input;
        // Set the time of the input back, so that the level is newer again.
        fs::last_write_time(folder.path() / input, fs::file_time_type::clock::now() - std::chrono::hours(1));
        run();
        EXPECT_FALSE(run()) << input;
    }
}

std::string bake_command() {
    return std::string(kNavbake) +
           " 'the scene #1 $$.obj' --config config.json -q -o level.nav --depfile level.d && touch baked";
}

TEST(Depfile, IsReadByMake) {
    if (!has_program("make")) GTEST_SKIP() << "make is not installed";
    const TemporaryFolder folder;
    folder.write("the scene #1 $.obj", square(10));
    folder.write("config.json", "{}");
    folder.write("Makefile", "level.nav:\n\t" + bake_command() + "\n-include level.d\n");
    expect_rebuilds(folder, "make");
}

TEST(Depfile, IsReadByNinja) {
    if (!has_program("ninja")) GTEST_SKIP() << "ninja is not installed";
    const TemporaryFolder folder;
    folder.write("the scene #1 $.obj", square(10));
    folder.write("config.json", "{}");
    folder.write("build.ninja",
                 "rule bake\n  command = " + bake_command() + "\n  depfile = level.d\n  deps = gcc\nbuild level.nav: bake\n");
    expect_rebuilds(folder, "ninja");
}

}  // namespace
}  // namespace navspan::cli_test
