#include "core/predicates.h"

#include <gtest/gtest.h>

namespace navspan {
namespace {

TEST(Predicates, TurningFromPlusXToMinusZIsCounterClockwiseSeenFromAbove) {
    EXPECT_GT(orient2d({0, 0}, {1, 0}, {0, -1}), 0);
    EXPECT_LT(orient2d({0, 0}, {1, 0}, {0, 1}), 0);
    EXPECT_TRUE(is_collinear({0, 0}, {1, 1}, {7, 7}));
}

TEST(Predicates, AreExactAtTheLimitsOfTheirRange) {
    const int32_t far = 1 << 30;
    EXPECT_EQ(orient2d({-far, -far}, {far, far}, {far - 1, far - 1}), 0);
    EXPECT_GT(orient2d({-far, -far}, {far, far}, {far - 1, far - 2}), 0);
    EXPECT_LT(orient2d({-far, -far}, {far, far}, {far - 2, far - 1}), 0);
}

}  // namespace
}  // namespace navspan
