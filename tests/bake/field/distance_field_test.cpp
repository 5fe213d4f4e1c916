#include "bake/field/distance_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "bake/field/distance_blur.h"
#include "check/stages/checks.h"
#include "support/checks/short_calls.h"
#include "support/checks/text_field.h"
#include "support/oracles/field_oracles.h"
#include "support/text/failures.h"
#include "support/worlds/open_field.h"
#include "support/worlds/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::random_heightfield;
using support::RandomFieldParams;

CompactHeightfield random_rolling_field(Random& random, const support::OpenParams& agent) {
    const RandomFieldParams shape{.width = random.between(1, 50),
                                  .depth = random.between(1, 50),
                                  .storeys = random.between(1, 3),
                                  .storey_height = random.between(12, 24),
                                  .roll = random.between(0, 5),
                                  .jitter = random.between(0, 3),
                                  .holes = random.real(0, 0.01),
                                  .walls = random.real(0, 0.01),
                                  .null_area = random.real(0, 0.01),
                                  .areas = random.between(1, 4)};
    return support::open_field(random_heightfield(random, shape), agent);
}

std::string distance_invariant_failures(const CompactHeightfield& field, const DistanceField& distance) {
    CheckReport report;
    check_distance_field(field, distance, report);
    return support::failures_of(report);
}

TEST(DistanceField, EqualsTheSpanBySpanDefinitionOnRandomFields) {
    for (uint64_t seed = 1; seed <= 150; ++seed) {
        Random random(seed);
        const CompactHeightfield field = random_rolling_field(random, {random.between(1, 12), random.between(0, 12)});
        const DistanceField distance = build_distance_field(field);
        ASSERT_EQ(distance_invariant_failures(field, distance), "") << "seed " << seed << "\n"
                                                                    << support::text_of_numbers(field, distance.distance);
    }
}

TEST(DistanceField, LargestDistanceEqualsDijkstra) {
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        const CompactHeightfield field = random_rolling_field(random, {10, 2});
        const auto slow = support::chamfer_by_dijkstra(field, true);
        const uint32_t largest = slow.empty() ? 0 : *std::max_element(slow.begin(), slow.end());
        ASSERT_EQ(build_distance_field(field).max_distance, largest) << "seed " << seed;
    }
}

TEST(DistanceField, IsExactBelowAndAboveTheByteLimit) {
    // Distances up to 254 are stored in bytes; 255 is reserved.
    for (const int32_t size : {253, 254, 255, 256, 257, 259, 400}) {
        const CompactHeightfield field = support::flat_field(size, size, {10, 2});
        const DistanceField distance = build_distance_field(field);
        EXPECT_EQ(distance.max_distance, 2 * ((size - 1) / 2)) << size;
        EXPECT_EQ(distance_invariant_failures(field, distance), "") << size;
    }
}

TEST(DistanceField, SmallestShapeAtTheByteLimitIsExact) {
    // The ground is an octagon: all cells whose chamfer distance from the centre is less than `reach`.
    const int32_t size = 270, middle = size / 2;
    for (const int32_t reach : {254, 256, 258, 260, 262}) {
        CompactHeightfield field = support::flat_field(size, size, {10, 2});
        for (int32_t z = 0; z < size; ++z) {
            for (int32_t x = 0; x < size; ++x) {
                const int32_t dx = std::abs(x - middle), dz = std::abs(z - middle);
                if (dx + dz + std::max(dx, dz) >= reach) field.area[size_t(z * size + x)] = 0;
            }
        }
        const DistanceField distance = build_distance_field(field);
        EXPECT_GE(distance.max_distance, reach - 4) << reach;
        EXPECT_EQ(distance_invariant_failures(field, distance), "") << reach;
    }
}

// Tests the blur directly, because no bake has distances whose sum needs 32 bits. The blur must not change a linear slope.
template <class T>
void expect_means_of_a_slope(T longest) {
    const CompactHeightfield field = support::flat_field(40, 3, {10, 2});
    std::vector<T> padded(field.span_count() + 2 * kFetchPadding<T>, 0);
    T* const d = padded.data() + kFetchPadding<T>;
    for (uint32_t i = 0; i < field.span_count(); ++i)
        d[i] = T(longest - T(i % 40) - T(i / 40));
    std::vector<uint16_t> blurred(field.span_count());
    DistanceBlur<T, uint32_t>().run(field, list_neighbour_rows(field), {0, 3}, d, blurred.data());
    for (uint32_t x = 1; x < 39; ++x)
        EXPECT_EQ(blurred[40 + x], uint16_t(d[40 + x])) << x;
}

TEST(DistanceField, LongDistancesAreBlurredWithoutOverflow) {
    expect_means_of_a_slope<int16_t>(32700);
    expect_means_of_a_slope<uint16_t>(65535);
}

TEST(CheckDistanceField, ReportsTheDifferingSpan) {
    Random random(5);
    const CompactHeightfield field = random_rolling_field(random, {10, 2});
    DistanceField distance = build_distance_field(field);
    ASSERT_GT(field.span_count(), 3u);
    distance.distance[3] += 1;
    EXPECT_NE(distance_invariant_failures(field, distance).find("open span 3"), std::string::npos);
}

}  // namespace
}  // namespace navspan
