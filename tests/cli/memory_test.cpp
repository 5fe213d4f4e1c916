// Levels that go to their file tile by tile: what is left behind, and --max-memory.

#include <string>

#include "programs.h"

namespace navspan::cli_test {
namespace {

TEST(Memory, ALevelWrittenTileByTileIsTheOneMadeInMemory) {
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

TEST(Memory, AFullDiskLeavesTheOldLevelAndNothingElse) {
    const TemporaryFolder folder;
    const std::string level = folder.write("level.nav", "old");
    ProgramCall call;
    call.program = kNavbake;
    call.arguments = {kCourtyard, "-q", "--tile-size", "12", "-o", level};
    // early, and in the middle
    for (const uint64_t most : {20'000u, 60'000u}) {
        call.file_size = most;
        expect_failure_with(run_program(call), 1, "cannot write ");
        EXPECT_EQ(folder.names(), "level.nav") << most;
        EXPECT_EQ(file_text(level), "old") << most;
    }
}

TEST(Memory, TooLittleMemoryIsRefusedWithTheNumberThatIsEnough) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    const ProgramResult refused = navbake({kCourtyard, "-q", "--max-memory", "1M", "-o", level});
    expect_failure_with(refused, 1, "the bake may take 1 MB of memory but needs about ");
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

TEST(Memory, ShardsKeepTheLimitToo) {
    const TemporaryFolder folder;
    const auto bake = [&](const std::string& most) {
        return navbake({kCourtyard, "-q", "--tile-size", "12", "--shard", "1/2", "--max-memory", most, "-o", folder / "shard"});
    };
    expect_failure_with(bake("1M"), 1, "the bake may take 1 MB of memory but needs about ");
    EXPECT_EQ(folder.names(), "");
    expect_success(bake("200M"));
    EXPECT_EQ(folder.names(), "shard");
}

TEST(Memory, WhatNeedsTheWholeMeshCannotKeepALimit) {
    const TemporaryFolder folder;
    const std::string level = folder / "level.nav";
    expect_failure(navbake({kCourtyard, "--max-memory", "1G", "--check", "-o", level}), 2,
                   "navbake: error: --max-memory: --check needs the whole mesh in memory, however large it gets; leave one of "
                   "them out");
    expect_failure(
        navbake({kCourtyard, "--max-memory", "1G", "--landmarks", "4", "-o", level}), 2,
        "navbake: error: --max-memory: --landmarks needs the whole mesh in memory, however large it gets; leave one of "
        "them out");
    expect_failure_with(navbake({kCourtyard, "--max-memory", "much", "-o", level}), 2, "much is not a size");
}

}  // namespace
}  // namespace navspan::cli_test
