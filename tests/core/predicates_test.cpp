#include "core/predicates.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "navspan/core/hash.h"

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

#ifdef __SIZEOF_INT128__

__extension__ typedef __int128 Reference;

TwoLimbInt128 limbs(Reference value) {
    return {uint64_t(int64_t(value >> 64)), uint64_t(value)};
}

// Returns numbers near powers of two, random numbers of all lengths, and numbers at or next to the midpoint of two doubles.
std::vector<Reference> wide_numbers() {
    std::vector<Reference> numbers;
    for (const int bit : {0, 1, 31, 32, 33, 52, 53, 54, 62, 63, 64, 65, 96, 116, 117, 118, 126}) {
        for (const int offset : {-2, -1, 0, 1, 2}) {
            numbers.push_back((Reference{1} << bit) + offset);
            numbers.push_back(-numbers.back());
        }
    }
    RandomSequence random{1};
    for (int i = 0; i < 60; ++i) {
        const Reference value = Reference{int64_t(random.next())} * (Reference{1} << 63) + Reference{int64_t(random.next())};
        numbers.push_back(value >> random.next() % 127);
        const Reference halfway =
            Reference{int64_t(random.next() >> 11 | uint64_t{1} << 52)} * 2 + 1;  // 54 bits, the last is 1
        const Reference scaled = halfway * (Reference{1} << (1 + random.next() % 70));
        numbers.insert(numbers.end(), {scaled, scaled + 1, scaled - 1, -scaled, -scaled - 1});
    }
    return numbers;
}

TEST(TwoLimbInt128, HasTheResultsOfInt128) {
    const std::vector<Reference> numbers = wide_numbers();
    for (const Reference a : numbers) {
        EXPECT_EQ(limbs(-a), -limbs(a));
        EXPECT_EQ(int64_t(a), int64_t(limbs(a)));
        EXPECT_EQ(double(a), double(limbs(a)));
        TwoLimbInt128 less = limbs(a);
        EXPECT_EQ(limbs(a - 1), --less);
        for (const Reference b : numbers) {
            ASSERT_EQ(limbs(a / 2 + b / 2), limbs(a / 2) + limbs(b / 2));
            ASSERT_EQ(limbs(a / 2 - b / 2), limbs(a / 2) - limbs(b / 2));
            ASSERT_EQ(limbs(Reference{int64_t(a)} * int64_t(b)), limbs(Reference{int64_t(a)}) * limbs(Reference{int64_t(b)}));
            if (b != 0) {
                ASSERT_EQ(limbs(a / b), limbs(a) / limbs(b));
            }
            ASSERT_EQ(a < b, limbs(a) < limbs(b));
            ASSERT_EQ(a <= b, limbs(a) <= limbs(b));
            ASSERT_EQ(a == b, limbs(a) == limbs(b));
        }
        EXPECT_EQ(a > 0, limbs(a) > 0);
        EXPECT_EQ(limbs(2 * (a / 2)), 2 * limbs(a / 2));
    }
}

#endif

TEST(TwoLimbInt128, WrapsAround) {
    const TwoLimbInt128 lowest(uint64_t{1} << 63, 0);
    EXPECT_EQ(-lowest, lowest);
    EXPECT_EQ(lowest - 1, TwoLimbInt128(~uint64_t{0} >> 1, ~uint64_t{0}));
    EXPECT_EQ(double(lowest), -0x1p127);
    EXPECT_EQ(lowest / 1, lowest);
}

}  // namespace
}  // namespace navspan
