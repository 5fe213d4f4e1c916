// Tests that the polygons of a meadow map are convex and fill the ring exactly.

#include "polygon/meadow_map.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/predicates.h"
#include "polygon/ring.h"
#include "support/worlds/random_plans.h"

namespace navspan {
namespace {

using Ring = std::vector<LatticePoint>;

void expect_pieces(const Ring& ring, const ConvexPartition& pieces) {
    EXPECT_TRUE(pieces.rest.empty());
    int64_t area = 0;
    for (size_t p = 0; p + 1 < pieces.first.size(); ++p) {
        Ring piece;
        for (uint32_t k = pieces.first[p]; k < pieces.first[p + 1]; ++k)
            piece.push_back(ring[pieces.corners[k]]);
        const size_t n = piece.size();
        ASSERT_GE(n, 3u);
        for (size_t i = 0; i < n; ++i)
            ASSERT_GE(orient2d(piece[i], piece[(i + 1) % n], piece[(i + 2) % n]), 0);
        area += doubled_area(piece);
    }
    ASSERT_EQ(area, doubled_area(ring));
}

TEST(MeadowMap, ConvexRingIsOnePolygon) {
    const Ring ring{{0, 0}, {0, 2}, {0, 4}, {4, 4}, {4, 0}};
    const ConvexPartition pieces = partition_meadow_map(ring);
    expect_pieces(ring, pieces);
    EXPECT_EQ(pieces.first.size(), 2u);
}

TEST(MeadowMap, OneReflexVertexNeedsOneCut) {
    const Ring ring{{0, 0}, {0, 4}, {2, 4}, {2, 2}, {4, 2}, {4, 0}};
    const ConvexPartition pieces = partition_meadow_map(ring);
    expect_pieces(ring, pieces);
    EXPECT_EQ(pieces.first.size(), 3u);
}

TEST(MeadowMap, RandomStarsAreDecomposedIntoConvexPolygons) {
    for (uint64_t seed = 1; seed <= support::rounds(300); ++seed) {
        support::Random random(seed);
        Ring ring = support::random_star(random, {0, 0}, 40, 30);
        if (doubled_area(ring) < 0) ring = Ring(ring.rbegin(), ring.rend());
        expect_pieces(ring, partition_meadow_map(ring));
        ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan
