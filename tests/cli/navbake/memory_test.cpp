// Tests navbake with little memory or disk space: remaining files, the flag --max-memory, and limits on the address space. The
// levels are written tile by tile.

#include <string>

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

TEST(Memory, StreamedLevelEqualsTheLevelMadeInMemory) {
    const TemporaryFolder folder;
    for (const char* size : {"0", "12"}) {
        expect_success(navbake({kCourtyard, "-q", "--tile-size", size, "-o", folder / "file.nav"}));
        const ProgramResult piped = navbake({kCourtyard, "-q", "--tile-size", size, "-o", "-"});
        expect_success(piped);
        EXPECT_TRUE(file_text(folder / "file.nav") == piped.out) << size;
        expect_success(navbake({kCourtyard, "-q", "--tile-size", size, "--check", "-o", folder / "checked.nav"}));
        EXPECT_TRUE(file_text(folder / "checked.nav") == piped.out) << size;
    }
    EXPECT_EQ(folder.names(), "checked.nav file.nav");
}

TEST(Memory, FullDiskKeepsTheOldLevelAndLeavesNoOtherFile) {
    const TemporaryFolder folder;
    const std::string level = folder.write("level.nav", "old");
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {kCourtyard, "-q", "--tile-size", "12", "-o", level};
    // A limit on the file size acts like a disk that becomes full near the start or in the middle of the file.
    for (const uint64_t most : {20'000u, 60'000u}) {
        call.file_size = most;
        expect_failure_with(run_program(call), 1, "cannot write ");
        EXPECT_EQ(folder.names(), "level.nav") << most;
        EXPECT_EQ(file_text(level), "old") << most;
    }
}

// Returns OBJ text of unconnected quads. Each face follows its vertices, so all arrays grow while the file is read.
std::string unconnected_quads(int rows, double side) {
    std::string text;
    for (int i = 0; i < rows * rows; ++i) {
        const std::string x0 = std::to_string(i % rows * side), x1 = std::to_string((i % rows + 1) * side);
        const std::string z0 = std::to_string(i / rows * side), z1 = std::to_string((i / rows + 1) * side);
        text += "v " + x0 + " 0 " + z0 + "\nv " + x0 + " 0 " + z1 + "\nv " + x1 + " 0 " + z1 + "\nv " + x1 + " 0 " + z0 +
                "\nf -4 -3 -2 -1\n";
    }
    return text;
}

// Limits on the address space for a series of bakes [byte].
struct Sweep {
    uint64_t step = 128 << 10, most = 256 << 20;
    int refused = 16;  // the bake must fail at this many limits or more
};

// Runs a program with increasing limits on the address space until eight runs have succeeded. Each run must succeed, or fail
// with exit code 1 and one line. Calls before_run() before each run and test(result) after it. `start` is a call with a missing
// file. If it does not end with exit code 3, the limit is too low to start the program, and a failure of the run is not tested.
template <class BeforeRun, class Test>
void test_limits(ProgramCall run, ProgramCall start, const Sweep& sweep, BeforeRun before_run, Test test) {
    int refused = 0, succeeded = 0;
    bool starts = false;
    for (uint64_t most = 8 << 20; succeeded < 8 && most < sweep.most && !testing::Test::HasFailure(); most += sweep.step) {
        SCOPED_TRACE("at most " + std::to_string(most) + " bytes");
        run.address_space = start.address_space = most;
        starts = starts || run_program(start).exit_code == 3;
        before_run();
        const ProgramResult result = run_program(run);
        succeeded += result.exit_code == 0;
        if (result.exit_code != 0 && starts) {
            expect_failure_with(result, 1, "error: ");
            ++refused;
        }
        test(result);
    }
    EXPECT_GE(refused, sweep.refused);
    EXPECT_EQ(succeeded, 8);
}

// Bakes with increasing limits on the address space. Each bake must write the whole level or keep the old one.
// @param name  of the file with the scene
void test_bake_limits(const std::string& name, const std::string& scene, const Arguments& arguments, const Sweep& sweep) {
    if (kUnderAddressSanitizer) GTEST_SKIP() << "the address space cannot be limited";
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    ProgramCall bake, start;
    bake.program = start.program = kNavbake;
    bake.arguments = {folder.write(name, scene), "-q", "--tile-size", "12", "-o", level};
    bake.arguments.insert(bake.arguments.end(), arguments.begin(), arguments.end());
    start.arguments = {folder / "missing.obj", "-o", level};
    expect_success(run_program(bake));
    const std::string whole = file_text(level);
    test_limits(
        bake, start, sweep, [&] { folder.write("level.nav", "old"); },
        [&](const ProgramResult& result) {
            EXPECT_TRUE(file_text(level) == (result.exit_code == 0 ? whole : "old"));
            EXPECT_EQ(folder.names(), "level.nav " + name);
        });
}

TEST(Memory, AnyLimitGivesTheWholeLevelOrKeepsTheOldLevel) {
    test_bake_limits("scene.obj", unconnected_quads(110, 0.45), {"--threads", "1"}, {});
}

// One statement continues on the next line. tinyobjloader therefore reads the file instead of the fast parser.
TEST(Memory, AnyLimitGivesTheWholeLevelOrKeepsTheOldLevelIfStatementsAreUnusual) {
    test_bake_limits("scene.obj", "v 0 0 \\\n0\n" + unconnected_quads(110, 0.45), {"--threads", "1"}, {});
}

// Each thread reserves address space for its stack and its heap, so this test needs larger limits than those with one thread.
TEST(Memory, AnyLimitGivesTheWholeLevelOrKeepsTheOldLevelOnAllCores) {
    test_bake_limits("scene.obj", unconnected_quads(110, 0.45), {}, {.step = 1 << 20, .most = uint64_t{1} << 30, .refused = 4});
}

TEST(Memory, AnyLimitGivesTheWholeLevelOfAHeightmapOrKeepsTheOldLevel) {
    test_bake_limits("scene.png", file_text(support::source_path("data/heightmaps/hills.png")),
                     {"--heightmap-size", "64,64", "--heightmap-height", "12", "--threads", "1"}, {.step = 512 << 10});
}

TEST(Memory, AnyLimitLetsNavqueryAnswerOrFailWithOneLine) {
    if (kUnderAddressSanitizer) GTEST_SKIP() << "the address space cannot be limited";
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_success(navbake({kCourtyard, "-q", "-o", level}));
    ProgramCall query, start;
    query.program = start.program = kNavquery;
    query.arguments = {level, "--from", "3,0,25", "--to", "57.5,2.4,10.5"};
    start.arguments = {folder / "missing.nav", "--from", "3,0,25", "--to", "57.5,2.4,10.5"};
    const std::string answer = run_program(query).out;
    ASSERT_NE(answer, "");
    test_limits(
        query, start, {.step = 32 << 10, .refused = 0}, [] {},
        [&](const ProgramResult& result) { EXPECT_EQ(result.out, result.exit_code == 0 ? answer : ""); });
}

TEST(Memory, ErrorForTooLittleMemoryNamesASufficientLimit) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    const ProgramResult refused = navbake({kCourtyard, "-q", "--max-memory", "4M", "-o", level});
    expect_failure_with(refused, 1, "the bake may take 4 MB of memory but needs about ");
    EXPECT_EQ(folder.names(), "");
    const size_t at = refused.err.find("needs about ") + 12;
    const std::string enough = refused.err.substr(at, refused.err.find(" MB", at) - at) + "M";
    expect_success(navbake({kCourtyard, "-q", "--max-memory", enough, "-o", level}));
    EXPECT_EQ(folder.names(), "level.nav");
}

TEST(Memory, FewerThreadsGiveTheSameLevel) {
    const TemporaryFolder folder;
    expect_success(navbake({kCourtyard, "-q", "--tile-size", "12", "--threads", "8", "-o", folder / "many.nav"}));
    expect_success(
        navbake({kCourtyard, "-q", "--tile-size", "12", "--threads", "8", "--max-memory", "24M", "-o", folder / "few.nav"}));
    EXPECT_TRUE(file_text(folder / "many.nav") == file_text(folder / "few.nav"));
}

TEST(Memory, ShardsObeyTheLimit) {
    const TemporaryFolder folder;
    const auto bake = [&](const std::string& most) {
        return navbake({kCourtyard, "-q", "--tile-size", "12", "--shard", "1/2", "--max-memory", most, "-o", folder / "shard"});
    };
    expect_failure_with(bake("4M"), 1, "the bake may take 4 MB of memory but needs about ");
    EXPECT_EQ(folder.names(), "");
    expect_success(bake("200M"));
    EXPECT_EQ(folder.names(), "shard");
}

TEST(Memory, ReadersObeyTheLimit) {
    const TemporaryFolder folder;
    const auto bake = [&](const std::string& input, const std::string& most) {
        return navbake({input, "-q", "--max-memory", most, "-o", folder / "out.nav"});
    };
    std::string bars;
    for (int i = 0; i < 60; ++i) {
        const std::string low = std::to_string(2 * i), high = std::to_string(2 * i + 1);
        bars += (i ? ",[[[-1," : "[[[-1,") + low + "],[200," + low + "],[200," + high + "],[-1," + high + "],[-1," + low +
                "]]],[[[" + low + ",-1],[" + high + ",-1],[" + high + ",200],[" + low + ",200],[" + low + ",-1]]]";
    }
    const std::string plan = folder.write("bars.geojson", R"({"type": "MultiPolygon", "coordinates": [)" + bars + "]}");
    const std::string faces = folder.write("faces.obj", "v 0 0 0\nv 0 0 9\nv 9 0 0\nf" + std::string(20'000, ' ') + "1 2 3\n");
    expect_failure_with(bake(plan, "2M"), 1, "split the plan, or allow more with --max-memory");
    expect_failure_with(bake(faces, "100K"), 1, "kB of memory, but the limit is 100 kB; bake fewer or smaller");
    ProgramCall call;
    call.program = "/bin/sh";
    call.arguments = {"-c", "exec \"$0\" --input-format glb - -q --max-memory 10K -o \"$2\" < \"$1\"", kNavbake, faces,
                      folder / "out.nav"};
    const ProgramResult redirected = support::run_program(call);
    expect_failure_with(redirected, 1, "bytes would take 20 kB of memory, but the limit is 10 kB; give a smaller file");
    EXPECT_EQ(folder.names(), "bars.geojson faces.obj");
    expect_success(bake(plan, "300M"));
    expect_success(bake(faces, "100M"));
}

TEST(Memory, LimitAlsoHoldsForLevelsInMemory) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    const std::string mesh = folder / "level.obj";
    const std::vector<std::vector<std::string>> all{
        {"--check"}, {"--landmarks", "4"}, {"--hubs"}, {"--export", mesh}, {"--keep-tiles", "--tile-size", "24"}};
    for (const std::vector<std::string>& flags : all) {
        std::vector<std::string> arguments{kCourtyard, "-q", "-o", level, "--max-memory", "4M"};
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        expect_failure_with(navbake(arguments), 1, "the bake may take 4 MB of memory but needs about ");
        EXPECT_EQ(folder.names(), "") << flags[0];
        arguments[5] = "1G";
        expect_success(navbake(arguments));
        std::filesystem::remove(level);
        std::filesystem::remove(mesh);
    }
    expect_failure_with(navbake({kCourtyard, "--max-memory", "much", "-o", level}), 2, "much is not a size");
}

}  // namespace
}  // namespace navspan::cli_test
