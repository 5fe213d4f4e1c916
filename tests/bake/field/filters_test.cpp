// Compares filter_and_compact, which runs all filters in one pass, with simple separate filters, for all settings.

#include "navspan/bake/filters.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "check/stages/checks.h"
#include "support/text/failures.h"
#include "support/worlds/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::random_heightfield;
using support::RandomFieldParams;

// Describes the first difference between filter_and_compact and the reference; empty if there is none. Adds the filter counts
// to `sum`.
std::string difference_from_reference(const Heightfield& solid, const FilterParams& params, FilterCounts* sum = nullptr) {
    std::vector<SpanFate> fates;
    const FilteredField made = filter_and_compact(solid, params), again = filter_and_compact(solid, params, &fates);
    Heightfield expected = solid;
    FilterCounts changed;
    changed.low_hanging = reference_filter(Filter::low_hanging, expected, params);
    if (filtered_heightfield(solid, fates, Filter::low_hanging).spans != expected.spans) return "fates of low obstacles";
    changed.ledges = reference_filter(Filter::ledges, expected, params);
    if (filtered_heightfield(solid, fates, Filter::ledges).spans != expected.spans) return "fates of ledges";
    changed.low_height = reference_filter(Filter::low_height, expected, params);
    if (filtered_heightfield(solid, fates, Filter::low_height).spans != expected.spans) return "fates of low heights";
    if (made.changed != changed) return "counts";
    if (again.changed != changed) return "counts with fates";
    CheckReport report;
    for (const FilteredField* filtered : {&made, &again}) {
        const CompactHeightfield& field = *filtered->field;
        if (field.walkable_height != params.agent.walkable_height || field.walkable_climb != params.link_climb) return "limits";
        check_compact_heightfield(field, report);
        check_compact_against_reference(expected, field, report);
    }
    if (!report.ok()) return support::failures_of(report);
    if (sum) {
        sum->low_hanging += changed.low_hanging;
        sum->ledges += changed.ledges;
        sum->low_height += changed.low_height;
    }
    return "";
}

FilterParams random_filter_params(Random& random) {
    constexpr LedgeTest kTests[] = {LedgeTest::off, LedgeTest::plain, LedgeTest::slope_aware};
    const int32_t height = random.between(1, 20), climb = random.between(0, 30);
    return {.low_hanging = random.between(0, 3) > 0,
            .ledge_test = kTests[random.between(0, 2)],
            .low_height = random.between(0, 3) > 0,
            .agent = {.walkable_height = height,
                      .walkable_climb = climb,
                      .max_climb = climb + 0.5,
                      .max_slope_rise = random.between(0, 40) * 0.25},
            .link_climb = random.between(0, 30)};
}

RandomFieldParams random_shape(Random& random) {
    return {.width = random.between(1, 70),
            .depth = random.between(1, 20),
            .storeys = random.between(1, 6),
            .storey_height = random.between(4, 20),
            .roll = random.between(0, 8),
            .jitter = random.between(0, 6),
            .holes = random.between(0, 2) * 0.3};
}

TEST(Filters, EqualTheReferenceAtEverySetting) {
    FilterCounts sum;
    for (uint64_t seed = 0; seed < 1000; ++seed) {
        Random random(seed);
        const Heightfield solid = random_heightfield(random, random_shape(random));
        ASSERT_EQ(difference_from_reference(solid, random_filter_params(random), &sum), "") << "seed " << seed;
    }
    EXPECT_GT(sum.low_hanging, 0u);
    EXPECT_GT(sum.ledges, 0u);
    EXPECT_GT(sum.low_height, 0u);
}

// Scales all heights by `factor`, then shifts them so that the highest span ends at `highest` [vx].
void scale_and_shift(Heightfield& solid, int32_t factor, int32_t highest) {
    int32_t top = 0;
    for (const Span& span : solid.spans)
        top = std::max<int32_t>(top, span.top * factor);
    for (Span& span : solid.spans) {
        span.bottom = uint16_t(span.bottom * factor + highest - top);
        span.top = uint16_t(span.top * factor + highest - top);
    }
}

TEST(Filters, EqualTheReferenceAtAnyHeight) {
    for (uint64_t seed = 0; seed < 400; ++seed) {
        Random random(seed);
        Heightfield solid = random_heightfield(random, random_shape(random));
        FilterParams params = random_filter_params(random);
        const int32_t factor = random.between(0, 1) > 0 ? 1 : random.between(1, 300);
        constexpr int32_t kHighest[] = {16383, 16384, 32767, 32768, 65535};
        const int32_t highest = kHighest[random.between(0, 4)];
        if (solid.spans.empty() || factor * 200 > highest) continue;
        scale_and_shift(solid, factor, highest);
        if (random.between(0, 1) > 0) {
            params.agent.walkable_height *= factor;
            params.agent.walkable_climb *= factor;
            params.agent.max_climb *= factor;
            params.agent.max_slope_rise *= factor;
            params.link_climb *= factor;
        }
        ASSERT_EQ(difference_from_reference(solid, params), "") << "seed " << seed;
    }
}

TEST(Filters, EqualTheReferenceAtAnyClimbAndAgentHeight) {
    for (const LedgeTest test : {LedgeTest::off, LedgeTest::plain, LedgeTest::slope_aware}) {
        for (const int32_t climb : {10, 16383, 16384, 32767, 32768, 40000, 65535, 1000000}) {
            for (const int32_t height : {10, 16383, 16384, 65535, 65536, 70000, 1000000}) {
                Random random{uint64_t(climb)};
                const Heightfield solid = random_heightfield(random, {.width = 30, .depth = 12, .storeys = 3, .jitter = 6});
                const FilterParams params{.ledge_test = test,
                                          .agent = {.walkable_height = height,
                                                    .walkable_climb = climb,
                                                    .max_climb = double(climb),
                                                    .max_slope_rise = 3},
                                          .link_climb = climb};
                EXPECT_EQ(difference_from_reference(solid, params), "") << climb << ", " << height;
            }
        }
    }
}

// Adjacent columns have similar spans, as in a level made of boxes. Some spans are low obstacles on the floor below.
TEST(Filters, EqualTheReferenceOnColumnsWithEqualSpanCounts) {
    FilterCounts sum;
    for (uint64_t seed = 0; seed < 400; ++seed) {
        Random random(seed);
        const int32_t width = random.between(8, 40), depth = random.between(3, 8), floors = random.between(1, 5);
        const int32_t odd_cells = random.between(0, 2) * 15, room = random.between(6, 14);
        Heightfield solid{.grid = {.width = width, .depth = depth}, .first = {0}, .spans = {}};
        for (int32_t cell = 0; cell < width * depth; ++cell) {
            int32_t bottom = 0;
            for (int32_t floor = 0; floor < floors; ++floor) {
                const bool odd = random.between(1, 100) <= odd_cells;
                const auto top = uint16_t(bottom + (odd ? random.between(1, 3) : 2));
                const uint8_t area = (floor + (odd ? 1 : 0)) % 2 == 0 ? 63 : 0;
                solid.spans.push_back({uint16_t(bottom), top, area, area ? SpanFate::walkable : SpanFate::steep});
                bottom = top + (floor % 2 == 0 ? 1 : room + (odd ? random.between(-2, 2) : 0));
            }
            solid.first.push_back(uint32_t(solid.spans.size()));
        }
        FilterParams params = random_filter_params(random);
        params.agent.walkable_height = 10;
        ASSERT_EQ(difference_from_reference(solid, params, &sum), "") << "seed " << seed;
    }
    EXPECT_GT(sum.low_hanging, 0u);
    EXPECT_GT(sum.low_height, 0u);
}

// floors[x] is the number of floors in column x.
Heightfield towers(const std::vector<int>& floors, int32_t storey_height) {
    Heightfield field{.grid = {.width = int32_t(floors.size()), .depth = 3}, .first = {0}, .spans = {}};
    for (int z = 0; z < 3; ++z) {
        for (const int count : floors) {
            for (int k = 0; k < count; ++k) {
                const int bottom = k * storey_height;
                field.spans.push_back({uint16_t(bottom), uint16_t(bottom + 2), 63, SpanFate::walkable});
            }
            field.first.push_back(uint32_t(field.spans.size()));
        }
    }
    return field;
}

TEST(Filters, EqualTheReferenceOnTowersOfManyFloors) {
    const LedgeParams agent{.walkable_height = 10, .walkable_climb = 4, .max_climb = 4, .max_slope_rise = 3};
    for (const int count : {63, 64, 65, 66, 300, 1000}) {
        for (const LedgeTest test : {LedgeTest::off, LedgeTest::plain, LedgeTest::slope_aware}) {
            for (const int32_t storey_height : {4, 20}) {
                const Heightfield solid = towers({1, 1, count, 1, 0, 2, count, count, count, count, 1}, storey_height);
                EXPECT_EQ(difference_from_reference(solid, {.ledge_test = test, .agent = agent, .link_climb = 4}), "")
                    << count << " floors";
            }
        }
    }
}

TEST(Filters, OneHighSpanDoesNotChangeOtherSpans) {
    const FilterParams params{
        .ledge_test = LedgeTest::off, .agent = {.walkable_height = 10, .walkable_climb = 4}, .link_climb = 4};
    for (size_t count = 1; count <= 35; ++count) {
        Heightfield flat = towers(std::vector<int>(count, 1), 20);
        for (size_t i = 0; i < count; ++i) {
            Heightfield high = flat;
            high.spans[i].top = 16384;
            EXPECT_EQ(difference_from_reference(high, params), "") << i << " of " << count;
        }
    }
}

TEST(Filters, EmptyInEmptyOut) {
    for (const Grid& grid :
         {Grid{}, Grid{.width = 0, .depth = 3}, Grid{.width = 3, .depth = 0}, Grid{.width = 3, .depth = 2}}) {
        const Heightfield empty{.grid = grid, .first = std::vector<uint32_t>(cell_count(grid) + 1, 0), .spans = {}};
        const FilteredField none = filter_and_compact(empty, {.agent = {.walkable_height = 10}});
        EXPECT_EQ(none.field->span_count(), 0u);
        EXPECT_EQ(none.field->row_run, std::vector<uint32_t>(size_t(grid.depth) + 1, 0));
        EXPECT_EQ(none.changed, FilterCounts{});
    }
}

}  // namespace
}  // namespace navspan
