#include "navspan/bake/distance_field.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "navspan/check/distance_field.h"
#include "navspan/debug/text_field.h"
#include "support/field_oracles.h"
#include "support/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::random_heightfield;
using support::RandomFieldParams;

CompactHeightfield random_field(Random& random, const CompactParams& agent) {
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
    return build_compact_heightfield(random_heightfield(random, shape), agent);
}

std::string failures(const CompactHeightfield& field, const DistanceField& distance) {
    CheckReport report;
    check_distance_field(field, distance, report);
    std::string text;
    for (const auto& line : report.failures)
        text += line + "\n";
    return text;
}

TEST(DistanceField, EqualsTheSpanBySpanDefinitionOnRandomFields) {
    for (uint64_t seed = 1; seed <= 150; ++seed) {
        Random random(seed);
        const CompactHeightfield field = random_field(random, {random.between(1, 12), random.between(0, 12)});
        const DistanceField distance = build_distance_field(field);
        ASSERT_EQ(failures(field, distance), "") << "seed " << seed << "\n" << text_of_numbers(field, distance.distance);
    }
}

TEST(DistanceField, LargestDistanceEqualsDijkstra) {
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        const CompactHeightfield field = random_field(random, {10, 2});
        const auto slow = support::chamfer_by_dijkstra(field, true);
        const uint32_t largest = slow.empty() ? 0 : *std::max_element(slow.begin(), slow.end());
        ASSERT_EQ(build_distance_field(field).max_distance, largest) << "seed " << seed;
    }
}

TEST(DistanceField, LongDistancesAreBlurredWithoutOverflow) {
    // 7300 * 9 passes 16 bits: the sums need more. A row that is its own neighbour on both sides is an endless strip; the first
    // row holds one span without neighbours.
    constexpr uint32_t kWidth = 7301 * 2;
    CompactHeightfield field;
    field.grid = {.x0 = 0, .z0 = 0, .y0 = 0, .width = int32_t(kWidth), .depth = 2};
    field.floor.assign(kWidth + 1, 4);
    field.clearance.assign(kWidth + 1, 100);
    field.area.assign(kWidth + 1, 63);
    field.links.assign(kWidth + 1, 15);
    field.links[0] = 0;
    field.links[1] &= uint8_t(~(1u << kLeft));
    field.links[kWidth] &= uint8_t(~(1u << kRight));
    field.up = {kNoSpan};
    for (uint32_t i = 1; i <= kWidth; ++i)
        field.up.push_back(i);
    field.down = field.up;
    field.runs = {{0, 1, 0}, {0, kWidth, 1}};
    field.row_run = {0, 1, 2};
    field.row_span = {0, 1, kWidth + 1};
    const DistanceField distance = build_distance_field(field);
    EXPECT_EQ(distance.max_distance, 2 * 7300);
    EXPECT_EQ(distance.distance[5001], 2 * 5000);
    EXPECT_EQ(failures(field, distance), "");
}

TEST(CheckDistanceField, NamesTheSpanThatDiffers) {
    Random random(5);
    const CompactHeightfield field = random_field(random, {10, 2});
    DistanceField distance = build_distance_field(field);
    ASSERT_GT(field.span_count(), 3u);
    distance.distance[3] += 1;
    EXPECT_NE(failures(field, distance).find("open span 3"), std::string::npos);
}

}  // namespace
}  // namespace navspan
