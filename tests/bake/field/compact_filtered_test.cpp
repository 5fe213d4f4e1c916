#include "bake/field/compact_filtered.h"

#include <gtest/gtest.h>

#include "navspan/bake/bake_tile.h"
#include "support/checks/text_field.h"
#include "support/scenes/scenes.h"
#include "support/worlds/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::random_heightfield;
using support::RandomFieldParams;

FilteredCompactHeightfield stage_by_stage(Heightfield field, const FilterParams& filters, const CompactParams& params) {
    FilterCounts changed;
    if (filters.low_hanging) changed.low_hanging = filter_low_hanging_obstacles(field, filters.ledges.walkable_climb);
    changed.ledges =
        filters.slope_aware ? filter_ledges_slope_aware(field, filters.ledges) : filter_ledges(field, filters.ledges);
    changed.low_height = filter_low_height(field, filters.ledges.walkable_height);
    return {build_compact_heightfield(field, params), changed};
}

std::string difference(const FilteredCompactHeightfield& a, const FilteredCompactHeightfield& b) {
    if (a.changed.low_hanging != b.changed.low_hanging) return "low hanging obstacles";
    if (a.changed.ledges != b.changed.ledges) return "ledges";
    if (a.changed.low_height != b.changed.low_height) return "low heights";
    const CompactHeightfield &f = a.field, &g = b.field;
    if (f.grid != g.grid || f.row_span != g.row_span || f.row_run != g.row_run) return "rows";
    if (f.floor != g.floor || f.clearance != g.clearance || f.area != g.area) return "spans";
    if (f.links != g.links || f.up != g.up || f.down != g.down) return "links";
    return "";
}

TEST(CompactFiltered, EqualsTheStagesOneByOne) {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const RandomFieldParams shape{.width = random.between(1, 70),
                                      .depth = random.between(1, 20),
                                      .storeys = random.between(1, 6),
                                      .storey_height = random.between(4, 20),
                                      .roll = random.between(0, 8),
                                      .jitter = random.between(0, 6),
                                      .holes = random.between(0, 2) * 0.3};
        const Heightfield solid = random_heightfield(random, shape);
        const int32_t height = random.between(1, 20), climb = random.between(0, height - 1);
        const FilterParams filters{.low_hanging = random.between(0, 3) > 0,
                                   .slope_aware = random.between(0, 1) > 0,
                                   .ledges = {.walkable_height = height,
                                              .walkable_climb = climb,
                                              .max_climb = climb + 0.5,
                                              .max_slope_rise = random.between(0, 40) * 0.25}};
        const CompactParams params{height, random.between(0, height)};
        const auto one_pass = build_filtered_compact_heightfield(solid, filters, params);
        ASSERT_TRUE(one_pass) << "seed " << seed;
        ASSERT_EQ(difference(*one_pass, stage_by_stage(solid, filters, params)), "") << "seed " << seed;
    }
}

// Neighbour columns alike, as over closed boxes: equally many spans, of the same heights here and there, some of them low
// obstacles on the floor below.
TEST(CompactFiltered, ColumnsWithEquallyManySpansEqualTheStages) {
    uint32_t lifted = 0, low = 0;
    for (uint64_t seed = 0; seed < 200; ++seed) {
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
        const FilterParams filters{
            .slope_aware = random.between(0, 1) > 0,
            .ledges = {.walkable_height = 10, .walkable_climb = 4, .max_climb = 4.5, .max_slope_rise = 2}};
        const auto one_pass = build_filtered_compact_heightfield(solid, filters, {10, 4});
        ASSERT_TRUE(one_pass) << "seed " << seed;
        ASSERT_EQ(difference(*one_pass, stage_by_stage(solid, filters, {10, 4})), "") << "seed " << seed;
        lifted += one_pass->changed.low_hanging;
        low += one_pass->changed.low_height;
    }
    EXPECT_GT(lifted, 0u);
    EXPECT_GT(low, 0u);
}

TEST(CompactFiltered, AnyClimbEqualsTheStages) {
    for (const int32_t climb : {10, 16383, 16384, 32767, 32768, 40000, 65535}) {
        Random random{uint64_t(climb)};
        const Heightfield solid = random_heightfield(random, {.width = 30, .depth = 12, .storeys = 3, .jitter = 6});
        const FilterParams filters{
            .slope_aware = true,
            .ledges = {.walkable_height = 10, .walkable_climb = climb, .max_climb = double(climb), .max_slope_rise = 3}};
        const auto one_pass = build_filtered_compact_heightfield(solid, filters, {10, 4});
        ASSERT_TRUE(one_pass);
        EXPECT_GT(one_pass->changed.low_hanging, 0u);
        EXPECT_EQ(difference(*one_pass, stage_by_stage(solid, filters, {10, 4})), "") << climb;
    }
}

TEST(CompactFiltered, NoHighSpanIsOverlooked) {
    const LedgeParams agent{.walkable_height = 10, .walkable_climb = 4, .max_climb = 4, .max_slope_rise = 3};
    for (size_t count = 1; count <= 35; ++count) {
        Heightfield flat{.grid = {.width = int32_t(count), .depth = 1}, .first = {0}, .spans = {}};
        for (size_t i = 0; i < count; ++i) {
            flat.spans.push_back({0, 2, 63, SpanFate::walkable});
            flat.first.push_back(uint32_t(i + 1));
        }
        EXPECT_TRUE(build_filtered_compact_heightfield(flat, {.ledges = agent}, {10, 4}));
        for (size_t i = 0; i < count; ++i) {
            Heightfield high = flat;
            high.spans[i].top = 16384;
            EXPECT_FALSE(build_filtered_compact_heightfield(high, {.ledges = agent}, {10, 4})) << i << " of " << count;
        }
    }
}

TEST(CompactFiltered, SaysWhatItCannotDo) {
    Random random(1);
    const Heightfield solid = random_heightfield(random, {.width = 12, .depth = 9});
    const auto can = [&](const Heightfield& field, const FilterParams& filters) {
        return build_filtered_compact_heightfield(field, filters, {10, 4}).has_value();
    };
    const LedgeParams agent{.walkable_height = 10, .walkable_climb = 4, .max_climb = 4, .max_slope_rise = 3};
    EXPECT_TRUE(can(solid, {.ledges = agent}));

    LedgeParams climber = agent;
    climber.walkable_climb = 10;
    EXPECT_FALSE(can(solid, {.ledges = climber}));
    EXPECT_TRUE(can(solid, {.slope_aware = true, .ledges = climber}));
    EXPECT_TRUE(build_filtered_compact_heightfield(solid, {.ledges = agent}, {10, 10}));
    EXPECT_FALSE(build_filtered_compact_heightfield(solid, {.ledges = agent}, {10, 11}));
    EXPECT_FALSE(build_filtered_compact_heightfield(solid, {.ledges = agent}, {9, 4}));

    LedgeParams giant = agent;
    giant.walkable_height = 20000;
    EXPECT_FALSE(can(solid, {.ledges = giant}));

    Heightfield high = solid;
    ASSERT_FALSE(high.spans.empty());
    high.spans.back().top = 40000;
    EXPECT_FALSE(can(high, {.ledges = agent}));

    Heightfield tower{.grid = {.width = 1, .depth = 1}, .first = {0, 65}, .spans = {}};
    for (uint16_t storey = 0; storey < 65; ++storey)
        tower.spans.push_back({uint16_t(20 * storey), uint16_t(20 * storey + 2), 63, SpanFate::walkable});
    EXPECT_FALSE(can(tower, {.ledges = agent}));
    tower.spans.pop_back();
    tower.first = {0, 64};
    EXPECT_TRUE(can(tower, {.ledges = agent}));
}

TEST(CompactFiltered, EmptyInEmptyOut) {
    const LedgeParams agent{.walkable_height = 10, .walkable_climb = 4, .max_climb = 4, .max_slope_rise = 3};
    const auto none = build_filtered_compact_heightfield(Heightfield{}, {.ledges = agent}, {10, 4});
    ASSERT_TRUE(none);
    EXPECT_EQ(none->field.span_count(), 0u);
    EXPECT_EQ(none->changed, FilterCounts{});
}

}  // namespace
}  // namespace navspan
