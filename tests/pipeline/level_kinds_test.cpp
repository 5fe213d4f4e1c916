// Tests the generated levels. The bake of each kind must pass all checks. A level must depend only on its parameters and seed.

#include <gtest/gtest.h>

#include "check/stages/checks.h"
#include "navbench/kinds/kinds.h"
#include "navspan/bake/bake_tile.h"
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

}  // namespace
}  // namespace navspan
