#include <gtest/gtest.h>

#include "navbake/output/messages.h"

namespace navspan::tools {
namespace {

LevelBake bake_of(uint64_t polygons, size_t warnings = 0) {
    LevelBake bake;
    bake.facts.emplace_back().polygons = polygons;
    bake.report.warnings.resize(warnings);
    return bake;
}

NavbakeOptions with(bool NavbakeOptions::*flag) {
    NavbakeOptions options;
    options.*flag = true;
    return options;
}

NavbakeOptions strict_options() {
    NavbakeOptions options;
    options.strictness.strict = true;
    return options;
}

// A bake breaks an invariant only if the program has a bug. The test therefore sets the number of failures itself.
TEST(BakeVerdict, ABrokenInvariantIsExitCodeSix) {
    LevelBake bake = bake_of(0, 3);
    bake.checks.count = 1234;
    const Verdict refusal = verdict(strict_options(), bake);
    EXPECT_EQ(refusal.code, kCheckFailed);
    EXPECT_EQ(int(kCheckFailed), 6);
    EXPECT_EQ(refusal.why, "1 234 broken invariants; this is a bug in navbake, please report it");
}

TEST(BakeVerdict, MostSevereFaultDeterminesTheExitCode) {
    EXPECT_EQ(verdict(NavbakeOptions(), bake_of(5, 2)).code, kDone);
    EXPECT_EQ(verdict(NavbakeOptions(), bake_of(0)).code, kFailed);
    EXPECT_EQ(verdict(with(&NavbakeOptions::allow_empty), bake_of(0)).code, kDone);
    NavbakeOptions shard;
    shard.shard.emplace();
    EXPECT_EQ(verdict(shard, bake_of(0)).code, kDone);
    EXPECT_EQ(verdict(with(&NavbakeOptions::merge), bake_of(0)).why,
              "no walkable surface in any shard; use --allow-empty to write the empty mesh");
    EXPECT_EQ(verdict(strict_options(), bake_of(0, 2)).code, kFailed);
    EXPECT_EQ(verdict(strict_options(), bake_of(5, 2)).code, kWarned);
    EXPECT_EQ(verdict(strict_options(), bake_of(5)).code, kDone);
    EXPECT_EQ(verdict(strict_options(), bake_of(5, 1)).why, "1 warning under --strict; nothing was written");
}

TEST(BakeVerdict, MeshThatDiffersFromItsVoxelsIsExitCodeSix) {
    LevelBake bake = bake_of(5);
    bake.report.verified.emplace().findings.resize(2);
    const Verdict refusal = verdict(NavbakeOptions(), bake);
    EXPECT_EQ(refusal.code, kCheckFailed);
    EXPECT_EQ(refusal.why, "the mesh and its voxels differ in 2 places (--verify); nothing was written");
}

}  // namespace
}  // namespace navspan::tools
