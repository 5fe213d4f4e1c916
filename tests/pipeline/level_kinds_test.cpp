// Tests the generated levels. The bake of each kind must pass all checks. A level must depend only on its parameters and seed.

#include <gtest/gtest.h>

#include "check/stages/checks.h"
#include "navbench/kinds/kinds.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/hash.h"
#include "support/text/failures.h"

namespace navspan {
namespace {

TEST(LevelKinds, EveryKindBakesWithoutAFinding) {
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        for (const uint64_t seed : {1, 2}) {
            SCOPED_TRACE(std::string(kind.name) + ", seed " + std::to_string(seed));
            const TriangleSoup soup = bench::generate_level(kind, {}, seed);
            CheckProbe probe;
            const Result<NavTile> tile = bake_tile(soup, BakeConfig{}, &probe);
            ASSERT_TRUE(tile.ok()) << tile.error().message;
            EXPECT_GT(tile->polygons.size(), 0u);
            EXPECT_EQ(support::failures_of(probe.report), "");
        }
    }
}

TEST(LevelKinds, SeedsGiveDifferentLevels) {
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        const TriangleSoup first = bench::generate_level(kind, {}, 5), again = bench::generate_level(kind, {}, 5);
        EXPECT_EQ(first.vertices, again.vertices) << kind.name;
        EXPECT_EQ(first.triangles, again.triangles) << kind.name;
        EXPECT_NE(first.vertices, bench::generate_level(kind, {}, 6).vertices) << kind.name;
    }
}

// The number was recorded with g++ on x86-64. Other compilers may evaluate the arguments of a call in another order.
TEST(LevelKinds, LevelsAreEqualWithEveryCompiler) {
    uint64_t hash = 0;
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        const TriangleSoup soup = bench::generate_level(kind, {}, 1);
        hash = hash_bytes(std::as_bytes(std::span(soup.vertices)), hash);
        hash = hash_bytes(std::as_bytes(std::span(soup.triangles)), hash);
    }
    EXPECT_EQ(hash, 0xf4e366acb59d2432u);
}

}  // namespace
}  // namespace navspan
