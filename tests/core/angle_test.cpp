#include "core/angle.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navspan {
namespace {

TEST(Angle, IsCloseToTheCLibrary) {
    for (double d = -360; d <= 360; d += 0.37) {
        const long double radians = static_cast<long double>(d) * 3.14159265358979323846264L / 180;
        EXPECT_NEAR(sin_degrees(d), double(std::sin(radians)), 1e-15) << d;
        EXPECT_NEAR(cos_degrees(d), double(std::cos(radians)), 1e-15) << d;
    }
}

TEST(Angle, IsExactAtQuarterTurns) {
    EXPECT_EQ(sin_degrees(0), 0);
    EXPECT_EQ(sin_degrees(90), 1);
    EXPECT_EQ(sin_degrees(180), 0);
    EXPECT_EQ(sin_degrees(270), -1);
    EXPECT_EQ(cos_degrees(0), 1);
    EXPECT_EQ(cos_degrees(90), 0);
    EXPECT_EQ(cos_degrees(-180), -1);
}

TEST(Angle, OfHugeOrInfiniteAnglesIsZeroOrNan) {
    EXPECT_EQ(sin_degrees(1e300), 0);
    EXPECT_EQ(cos_degrees(-1e300), 1);
    for (const double wrong : {HUGE_VAL, -HUGE_VAL, double(NAN)})
        EXPECT_TRUE(std::isnan(sin_degrees(wrong)) && std::isnan(cos_degrees(wrong)));
}

}  // namespace
}  // namespace navspan
