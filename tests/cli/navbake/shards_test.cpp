// Tests that independent processes can bake the shards of a level, and that navbake can merge them.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/programs.h"

namespace navspan::cli_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string bake_shard(const TemporaryFolder& folder, const std::string& name, const std::string& number, Arguments more = {}) {
    Arguments arguments{kCourtyard, "--tile-size", "10", "-q", "--shard", number, "-o", folder / name};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect_success(navbake(arguments));
    return folder / name;
}

ProgramResult merge(const TemporaryFolder& folder, const Arguments& shards, const Arguments& more = {}) {
    Arguments arguments{"merge"};
    arguments.insert(arguments.end(), shards.begin(), shards.end());
    arguments.insert(arguments.end(), {"-q", "-o", folder / "merged.nav"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return navbake(arguments);
}

TEST(Merge, EqualsASingleBake) {
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.nav";
    expect_success(navbake({kCourtyard, "--tile-size", "10", "-q", "-o", whole, "--report", folder / "whole.json"}));
    Arguments shards;
    for (const std::string number : {"3", "1", "2"})
        shards.push_back(bake_shard(folder, "part" + number, number + "/3", {"--threads", number, "--check"}));
    shards.push_back(bake_shard(folder, "again", "2/3"));
    expect_success(merge(folder, shards,
                         {"--report", folder / "merged.json", "--check", "--depfile", folder / "merged.d", "--threads", "3"}));
    EXPECT_TRUE(file_text(folder / "merged.nav") == file_text(whole));
    EXPECT_NE(file_text(folder / "merged.d").find("part3"), std::string::npos);

    const Json one = Json::parse(file_text(folder / "whole.json")), merged = Json::parse(file_text(folder / "merged.json"));
    EXPECT_EQ(merged["output"]["sha256"], one["output"]["sha256"]);
    EXPECT_EQ(merged["settings"], one["settings"]);
    EXPECT_EQ(merged["funnel"]["polygons"], one["funnel"]["polygons"]);
    EXPECT_EQ(merged["tiles"]["reused"], one["tiles"]["built"]);

    expect_success(navbake({kCourtyard, "--tile-size", "10", "-q", "-o", whole, "--landmarks", "2"}));
    expect_success(merge(folder, shards, {"--landmarks", "2"}));
    EXPECT_TRUE(file_text(folder / "merged.nav") == file_text(whole));
}

TEST(Merge, UsesACacheOfAnEarlierBake) {
    const TemporaryFolder folder;
    expect_success(navbake({kCourtyard, "--tile-size", "10", "-q", "-o", folder / "whole.nav", "--cache", folder / "cache"}));
    const Arguments more{"--cache", folder / "cache", "--report", folder / "r.json"};
    const std::string a = bake_shard(folder, "a", "1/2", more);
    EXPECT_EQ(Json::parse(file_text(folder / "r.json"))["tiles"]["built"], 0);
    EXPECT_EQ(Json::parse(file_text(folder / "r.json"))["output"]["format"], "shard");
    expect_success(merge(folder, {a, bake_shard(folder, "b", "2/2", more)}));
    EXPECT_TRUE(file_text(folder / "merged.nav") == file_text(folder / "whole.nav"));
}

TEST(Merge, ReportsInvalidShardSets) {
    const TemporaryFolder folder;
    const std::string a = bake_shard(folder, "a", "1/3"), b = bake_shard(folder, "b", "2/3"),
                      c = bake_shard(folder, "c", "3/3");
    const auto to_verdict = [&](const Arguments& shards, const std::string& why) {
        expect_failure(merge(folder, shards), 3, "navbake: error: " + why);
        EXPECT_FALSE(fs::exists(folder / "merged.nav"));
    };
    to_verdict({a, c}, "shard 2 of 3 is missing; give all shards");
    to_verdict({c}, "shards 1-2 of 3 are missing; give all shards");
    to_verdict({bake_shard(folder, "last", "5000/5000")}, "shards 1-4999 of 5000 are missing; give all shards");
    to_verdict({bake_shard(folder, "second", "2/4000000000"), bake_shard(folder, "fourth", "4/4000000000")},
               "shards 1, 3, 5-4000000000 of 4000000000 are missing; give all shards");
    const std::string foreign = bake_shard(folder, "foreign", "2/3", {"--agent-radius", "0.5"});
    to_verdict({a, foreign, c}, foreign + ": does not belong to " + a + ": it was baked with another config");
    const std::string of_four = bake_shard(folder, "of_four", "2/4");
    to_verdict({of_four, a, b}, of_four + ": does not belong to " + a + ": it is one of 4 shards, not of 3");
    const std::string scaled = bake_shard(folder, "scaled", "2/3", {"--scale", "1.01"});
    to_verdict({a, b, c, scaled}, scaled + ": does not belong to " + a + ": it was baked from another scene");
    to_verdict({a, b, folder / "none"}, "cannot read " + (folder / "none") + ": No such file or directory");
    to_verdict({a, b, kCourtyard}, std::string(kCourtyard) + ": not a shard of a level; give files that navbake --shard wrote");

    std::string bytes = file_text(b);
    bytes[bytes.size() / 2] ^= 1;
    folder.write("damaged", bytes);
    const ProgramResult damaged = merge(folder, {a, folder / "damaged", c});
    expect_failure_with(damaged, 3, (folder / "damaged") + ": damaged: tile (");
    folder.write("cut", file_text(b).substr(0, 5000));
    expect_failure_with(merge(folder, {a, folder / "cut", c}), 3, (folder / "cut") + ": cut short: 5000 bytes instead of ");
    expect_success(merge(folder, {a, b, c}));
}

TEST(Merge, HasItsOwnUsage) {
    const TemporaryFolder folder;
    expect_failure(navbake({"merge", "-o", folder / "x.nav"}), 2,
                   "navbake: error: no shards; give all files that navbake --shard wrote");
    expect_failure(navbake({"merge", folder / "a"}), 2, "navbake: error: no output; give -o FILE");
    expect_failure_with(navbake({"merge", folder / "a", "-o", folder / "x.nav", "--tile-size", "3"}), 2,
                        "--tile-size: unknown flag");
    const ProgramResult help = navbake({"merge", "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_NE(help.out.find("navbake merge [OPTIONS] [shards...]"), std::string::npos) << help.out;
    EXPECT_NE(navbake({"--help"}).out.find("navbake merge"), std::string::npos);
}

TEST(Shard, RefusesOptionsThatDoNotApply) {
    const TemporaryFolder folder;
    const std::string out = folder / "x.nav";
    expect_failure(navbake({kCourtyard, "-q", "-o", out, "--shard", "1/2"}), 2,
                   "navbake: error: --shard needs tiles; set --tile-size, for example 19.2");
    for (const std::string number : {"0/2", "3/2", "1", "1/", "/2", "1/2x", "-1/2", "a/b"}) {
        expect_failure_with(navbake({kCourtyard, "-q", "-o", out, "--tile-size", "10", "--shard=" + number}), 2,
                            number + " is not K/N, the K-th of N shards, with 1 <= K <= N");
    }
    expect_failure(navbake({kCourtyard, "-q", "-o", out, "--tile-size", "10", "--shard", "1/2", "--landmarks", "2"}), 2,
                   "navbake: error: --landmarks: a shard has no landmarks; give it to navbake merge");
    EXPECT_EQ(folder.names(), "");
}

// If there are more shards than tiles, the last shards are empty.
TEST(Shard, MayBeEmpty) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.obj", square(10));
    Arguments shards;
    for (int k = 1; k <= 9; ++k) {
        shards.push_back(folder / std::to_string(k));
        expect_success(navbake({scene, "-q", "--tile-size", "20", "--shard", std::to_string(k) + "/9", "-o", shards.back()}));
    }
    expect_success(navbake({scene, "-q", "--tile-size", "20", "-o", folder / "whole.nav"}));
    expect_success(merge(folder, shards));
    EXPECT_TRUE(file_text(folder / "merged.nav") == file_text(folder / "whole.nav"));
}

TEST(Shard, IsNotALevel) {
    const TemporaryFolder folder;
    const std::string shard = bake_shard(folder, "part.nav", "1/2");
    expect_failure(navquery({shard, "--info"}), 3,
                   "navquery: error: " + shard + ": a shard of a level, not a level; join all its shards with navbake merge");
}

bool answers(const std::string& command) {
    return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
}

ProgramResult run_script(const TemporaryFolder& folder, const std::string& name, const std::string& program,
                         const std::string& shards = "4") {
    ProgramCall call;
    call.program = "/bin/sh";
    call.arguments = {support::source_path("tools/" + name), shards, "level.nav", kCourtyard, "--tile-size", "10"};
    call.folder = folder.path();
    call.environment = {{"NAVBAKE", program}};
    return run_program(call);
}

// Returns the path of a script that runs navbake. For shard 3, the script kills itself unless a file named `fixed` exists.
std::string flaky_navbake(const TemporaryFolder& folder) {
    const std::string path =
        folder.write("flaky", std::string("#!/bin/sh\ncase \"$*\" in *'--shard 3/'*) [ -e '") + (folder / "fixed") +
                                  "' ] || kill -9 $$;; esac\nexec " + kNavbake + " \"$@\"\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
}

void expect_level_of_single_bake(const TemporaryFolder& folder) {
    expect_success(navbake({kCourtyard, "--tile-size", "10", "-q", "-o", folder / "single.nav"}));
    EXPECT_TRUE(file_text(folder / "level.nav") == file_text(folder / "single.nav"));
    EXPECT_FALSE(fs::exists(folder / "level.nav.shards-4"));
}

TEST(Engines, GnuParallelBakesShardsAndResumesAfterAFailure) {
    if (!answers("parallel --version")) GTEST_SKIP() << "GNU parallel is not installed";
    const TemporaryFolder folder;
    const std::string program = flaky_navbake(folder);
    EXPECT_NE(run_script(folder, "bake_parallel.sh", program).exit_code, 0);
    EXPECT_FALSE(fs::exists(folder / "level.nav"));
    folder.write("fixed", "");
    const ProgramResult again = run_script(folder, "bake_parallel.sh", program);
    EXPECT_EQ(again.exit_code, 0) << again.err;
    expect_level_of_single_bake(folder);
}

TEST(Engines, AnotherShardCountAfterAFailureRestarts) {
    if (!answers("parallel --version")) GTEST_SKIP() << "GNU parallel is not installed";
    const TemporaryFolder folder;
    const std::string program = flaky_navbake(folder);
    EXPECT_NE(run_script(folder, "bake_parallel.sh", program).exit_code, 0);
    folder.write("fixed", "");
    const ProgramResult again = run_script(folder, "bake_parallel.sh", program, "6");
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_TRUE(fs::exists(folder / "level.nav"));
    EXPECT_FALSE(fs::exists(folder / "level.nav.shards-6"));
    // A shard with other settings is still in the folder. The merge must fail.
    fs::create_directories(folder / "level.nav.shards-2");
    bake_shard(folder, "level.nav.shards-2/1.shard", "1/2", {"--agent-radius", "0.5"});
    const ProgramResult foreign = run_script(folder, "bake_parallel.sh", program, "2");
    EXPECT_EQ(foreign.exit_code, 1);
    EXPECT_NE(foreign.err.find("the shards are still in level.nav.shards-2; remove any damaged shard"), std::string::npos)
        << foreign.err;
}

TEST(Engines, SlurmBakesShardsAsAJobArray) {
    if (!answers("sinfo --noheader")) GTEST_SKIP() << "there is no Slurm cluster here";
    const TemporaryFolder folder;
    const auto run = [&](const std::string& program) {
        const ProgramResult result = run_script(folder, "bake_slurm.sh", program);
        ASSERT_EQ(result.exit_code, 0) << result.err;
        // Wait until the merge job, the last job, has ended.
        const std::string job = result.out.substr(0, result.out.find('\n'));
        ASSERT_TRUE(answers("for i in $(seq 50); do [ -z \"$(squeue -h -j " + job +
                            " 2> /dev/null)\" ] && exit 0; sleep 1; done; exit 1"));
    };
    const std::string program = flaky_navbake(folder);
    run(program);
    EXPECT_FALSE(fs::exists(folder / "level.nav"));
    folder.write("fixed", "");
    run(program);
    expect_level_of_single_bake(folder);
}

}  // namespace
}  // namespace navspan::cli_test
