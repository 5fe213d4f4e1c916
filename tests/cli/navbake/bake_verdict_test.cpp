#include "navbake/verdict.h"

#include <gtest/gtest.h>

namespace navspan::tools {
namespace {

Refusal verdict(const BakeOutcome& outcome, const BakeDemands& demands = {}) {
    return judge(outcome, demands, [] { return std::string("no ground"); });
}

// Without a bug, no scene can break an invariant, so this test calls verdict directly.
TEST(BakeVerdict, ABrokenInvariantIsExitCodeSix) {
    const Refusal refusal = verdict({.broken_invariants = 1234, .polygons = 0, .warnings = 3}, {.strict = true});
    EXPECT_EQ(refusal.code, kCheckFailed);
    EXPECT_EQ(int(kCheckFailed), 6);
    EXPECT_EQ(refusal.why, "1 234 broken invariants: this is a bug in navbake, please report it");
}

TEST(BakeVerdict, TheGravestFaultDecides) {
    EXPECT_EQ(verdict({.polygons = 5, .warnings = 2}).code, kDone);
    EXPECT_EQ(verdict({.polygons = 0}).code, kFailed);
    EXPECT_EQ(verdict({.polygons = 0}, {.allow_empty = true}).code, kDone);
    EXPECT_EQ(verdict({.polygons = 0}).why, "no ground; --allow-empty writes the empty mesh");
    EXPECT_EQ(verdict({.polygons = 5, .warnings = 2}, {.strict = true}).code, kWarned);
    EXPECT_EQ(verdict({.polygons = 5}, {.strict = true}).code, kDone);
    EXPECT_EQ(verdict({.polygons = 5, .warnings = 1}, {.strict = true}).why, "1 warning under --strict: nothing written");
    EXPECT_EQ(verdict({.polygons = 5, .interrupted = true}).code, kInterrupted);
}

TEST(BakeVerdict, AMeshThatIsNotLikeItsVoxelsIsExitCodeSix) {
    const Refusal refusal = verdict({.verify_faults = 2, .polygons = 5});
    EXPECT_EQ(refusal.code, kCheckFailed);
    EXPECT_EQ(refusal.why, "the mesh and the grid it was made from differ in 2 places (--verify): nothing written");
}

}  // namespace
}  // namespace navspan::tools
