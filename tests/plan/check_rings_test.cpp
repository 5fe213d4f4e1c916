// Tests that an error in the rings of a plan is reported with the shape, the ring and the point.

#include "plan/check_rings.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/worlds/random_plans.h"

namespace navspan {
namespace {

using Ring = std::vector<LatticePoint>;

const Ring kWall{{0, 0}, {0, 20}, {20, 20}, {20, 0}};

std::optional<RingError> trouble(const std::vector<Ring>& rings) {
    GroundPlan plan;
    add_shape(plan, kPlainGround);
    add_ring(plan, Ring{{50, 50}, {50, 60}, {60, 60}});
    add_shape(plan, kPlainGround);
    for (const Ring& ring : rings)
        add_ring(plan, ring);
    return find_ring_error(plan);
}

void expect_trouble(const std::vector<Ring>& rings, const RingError& wanted) {
    const std::optional<RingError> found = trouble(rings);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->fault, wanted.fault);
    EXPECT_EQ(found->shape, 1u);
    EXPECT_EQ(found->ring, wanted.ring);
    EXPECT_EQ(found->point, wanted.point);
    EXPECT_EQ(found->other_ring, wanted.other_ring);
    EXPECT_EQ(found->other_point, wanted.other_point);
}

Ring box(int32_t x0, int32_t z0, int32_t x1, int32_t z1) {
    return {{x0, z0}, {x0, z1}, {x1, z1}, {x1, z0}};
}

TEST(CheckRings, ReportsFaultsOfARing) {
    expect_trouble({{{0, 0}, {1, 1}}}, {RingFault::short_ring, 1, 0, 0, 0, 0});
    expect_trouble({kWall, {{1, 1}, {5, 5}, {9, 1}, {5, 5}}}, {RingFault::repeat, 1, 1, 3, 0, 1});
    expect_trouble({{{0, 0}, {2, 2}, {1, 1}}}, {RingFault::flat, 1, 0, 0, 0, 0});
    // Test a bow tie, a ring that touches itself, and a ring that goes back along its own edge.
    expect_trouble({{{0, 0}, {9, 9}, {9, 0}, {0, 10}}}, {RingFault::crossing, 1, 0, 0, 0, 2});
    expect_trouble({{{0, 0}, {9, 0}, {5, 5}, {5, 0}, {0, 7}}}, {RingFault::crossing, 1, 0, 0, 0, 2});
    expect_trouble({{{0, 0}, {9, 0}, {5, 0}, {5, 9}}}, {RingFault::crossing, 1, 0, 0, 0, 1});
}

TEST(CheckRings, ReportsFaultsBetweenRings) {
    expect_trouble({kWall, box(15, 5, 25, 8)}, {RingFault::crossing, 1, 0, 2, 1, 1});
    expect_trouble({kWall, box(10, 5, 20, 8)}, {RingFault::crossing, 1, 0, 2, 1, 2});
    expect_trouble({kWall, box(30, 5, 35, 8)}, {RingFault::hole_outside, 1, 1, 0, 0, 0});
    expect_trouble({kWall, box(-5, -5, 25, 25)}, {RingFault::hole_outside, 1, 1, 0, 0, 0});
    expect_trouble({kWall, box(2, 2, 15, 15), box(4, 4, 6, 6)}, {RingFault::hole_in_hole, 1, 2, 0, 1, 0});
    expect_trouble({kWall, box(4, 4, 6, 6), box(2, 2, 15, 15)}, {RingFault::hole_in_hole, 1, 2, 0, 1, 0});
    // Both holes extend beyond the outline and pass through one of its corners.
    expect_trouble({kWall, {{10, 10}, {20, 20}, {25, 21}, {21, 25}, {20, 20}}}, {RingFault::repeat, 1, 1, 4, 0, 1});
    expect_trouble({{{0, 0}, {0, 20}, {10, 20}, {20, 20}, {20, 0}}, {{5, 10}, {10, 20}, {15, 25}, {15, 10}}},
                   {RingFault::crossing, 1, 0, 2, 1, 2});
}

TEST(CheckRings, RingsMayTouchInPoints) {
    EXPECT_FALSE(trouble({kWall}));
    EXPECT_FALSE(trouble({kWall, {{20, 20}, {5, 9}, {9, 5}}}));  // touches a corner
    EXPECT_FALSE(trouble({kWall, {{0, 10}, {5, 9}, {9, 12}}}));  // touches an edge
    EXPECT_FALSE(trouble({kWall, box(2, 2, 6, 6), box(6, 6, 9, 9)}));
}

TEST(CheckRings, RandomValidPlansHaveNoFaults) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        support::Random random(seed);
        EXPECT_FALSE(find_ring_error(support::random_plan(random).plan)) << "seed " << seed;
    }
}

TEST(CheckRings, RandomIntersectingPlansHaveFaults) {
    for (uint64_t seed = 1; seed <= support::rounds(200); ++seed) {
        support::Random random(seed);
        GroundPlan plan = support::random_plan(random, 3).plan;
        // Move a corner of the outline to the opposite side of the plan, so that edges cross.
        plan.points[0] = {-plan.points[0].x * 2, -plan.points[0].z - 1};
        EXPECT_TRUE(find_ring_error(plan)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace navspan
