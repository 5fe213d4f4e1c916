#include "navspan/core/angle.h"

#include <gtest/gtest.h>

#include <cmath>

namespace navspan {
namespace {

TEST(Angle, AgreesWithTheCLibrary) {
    for (double d = -720; d <= 720; d += 0.37) {
        EXPECT_NEAR(sin_degrees(d), std::sin(d * M_PI / 180), 2e-15) << d;
        EXPECT_NEAR(cos_degrees(d), std::cos(d * M_PI / 180), 2e-15) << d;
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

}  // namespace
}  // namespace navspan
