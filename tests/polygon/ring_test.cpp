#include "polygon/ring.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/worlds/lattice_region.h"

namespace navspan {
namespace {

using support::Random;

TEST(Ring, AreaIsPositiveCounterClockwiseSeenFromAbove) {
    const std::vector<LatticePoint> square{{0, 0}, {0, 3}, {2, 3}, {2, 0}};
    EXPECT_EQ(doubled_area(square), 12);
    const std::vector<LatticePoint> back{{2, 0}, {2, 3}, {0, 3}, {0, 0}};
    EXPECT_EQ(doubled_area(back), -12);
    EXPECT_EQ(doubled_area({}), 0);
}

TEST(Ring, PointsInsideCountsOnlyDirectionsStrictlyBetweenTheEdges) {
    // At this convex corner, the inside is the quarter between the directions +x and -z.
    const LatticePoint v{0, 0}, after{5, 0}, before{0, -5};
    EXPECT_TRUE(direction_enters_ring(before, v, after, {1, -1}));
    EXPECT_FALSE(direction_enters_ring(before, v, after, {1, 0}));
    EXPECT_FALSE(direction_enters_ring(before, v, after, {0, -1}));
    EXPECT_FALSE(direction_enters_ring(before, v, after, {-1, 1}));
    // With the edges reversed, the inside is the other three quarters of the plane.
    EXPECT_FALSE(direction_enters_ring(after, v, before, {1, -1}));
    EXPECT_FALSE(direction_enters_ring(after, v, before, {1, 0}));
    EXPECT_TRUE(direction_enters_ring(after, v, before, {-1, 1}));
    // At a corner of 180 degrees, the inside is a half-plane.
    EXPECT_TRUE(direction_enters_ring({-1, 0}, v, {1, 0}, {0, -1}));
    EXPECT_FALSE(direction_enters_ring({-1, 0}, v, {1, 0}, {0, 1}));
    EXPECT_FALSE(direction_enters_ring({-1, 0}, v, {1, 0}, {2, 0}));
}

TEST(Ring, SegmentsTouchWhenTheyShareAPoint) {
    EXPECT_TRUE(segments_touch({0, 0}, {4, 4}, {0, 4}, {4, 0}));
    EXPECT_TRUE(segments_touch({0, 0}, {4, 4}, {2, 2}, {9, 0}));
    EXPECT_TRUE(segments_touch({0, 0}, {4, 4}, {4, 4}, {9, 0}));
    EXPECT_TRUE(segments_touch({0, 0}, {4, 4}, {1, 1}, {2, 2}));
    EXPECT_FALSE(segments_touch({0, 0}, {4, 4}, {5, 5}, {6, 6}));
    EXPECT_FALSE(segments_touch({0, 0}, {4, 4}, {3, 2}, {9, 0}));
}

TEST(Ring, SegmentsThatMeetInEndsDoNotConflict) {
    EXPECT_FALSE(segments_conflict({0, 0}, {4, 4}, {4, 4}, {9, 0}));
    EXPECT_FALSE(segments_conflict({0, 0}, {4, 4}, {4, 4}, {0, 0}));
    EXPECT_TRUE(segments_conflict({0, 0}, {4, 4}, {2, 2}, {9, 0}));
    EXPECT_TRUE(segments_conflict({0, 0}, {4, 4}, {0, 4}, {4, 0}));
    EXPECT_TRUE(segments_conflict({0, 0}, {4, 4}, {0, 0}, {2, 2}));
}

TEST(Ring, TracedRingsAreValid) {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const support::Rings rings = trace_rings(random_cells(random, 12, 12), &random);
        EXPECT_FALSE(support::have_conflict(rings)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan
