#include "navspan/bake/compact_heightfield.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "bake/field/open_spans.h"
#include "check/stages/checks.h"
#include "support/checks/text_field.h"
#include "support/text/failures.h"
#include "support/worlds/open_field.h"
#include "support/worlds/random_fields.h"

namespace navspan {
namespace {

using support::Random;
using support::random_heightfield;
using support::RandomFieldParams;

// columns[x] has the spans of column x.
Heightfield row_of(const std::vector<std::vector<Span>>& columns) {
    Heightfield field;
    field.grid = {.x0 = 0, .z0 = 0, .y0 = 0, .width = int32_t(columns.size()), .depth = 1};
    for (const auto& column : columns) {
        field.first.push_back(uint32_t(field.spans.size()));
        field.spans.insert(field.spans.end(), column.begin(), column.end());
    }
    field.first.push_back(uint32_t(field.spans.size()));
    return field;
}

Span ground_span(int bottom, int top) {
    return {uint16_t(bottom), uint16_t(top), 63, SpanFate::walkable};
}
Span rock(int bottom, int top) {
    return {uint16_t(bottom), uint16_t(top), 0, SpanFate::steep};
}

std::string field_invariant_failures(const CompactHeightfield& field) {
    CheckReport report;
    check_compact_heightfield(field, report);
    return support::failures_of(report);
}

TEST(CompactHeightfield, EmptyInEmptyOut) {
    const CompactHeightfield none = support::open_field(Heightfield{}, {10, 4});
    EXPECT_EQ(none.span_count(), 0u);
    EXPECT_EQ(field_invariant_failures(none), "");

    Heightfield bare;
    bare.grid = {.x0 = 1, .z0 = 2, .y0 = 3, .width = 3, .depth = 2};
    bare.first.assign(7, 0);
    const CompactHeightfield empty = support::open_field(bare, {10, 4});
    EXPECT_EQ(empty.grid, bare.grid);
    EXPECT_EQ(empty.row_run, (std::vector<uint32_t>{0, 0, 0}));
    EXPECT_EQ(field_invariant_failures(empty), "");
}

TEST(CompactHeightfield, ClearanceReachesTheNextSolidSpanOrTheSky) {
    const auto field = support::open_field(row_of({{ground_span(0, 5), rock(17, 20), ground_span(30, 31)}}), {10, 4});
    ASSERT_EQ(field.span_count(), 2u);
    EXPECT_EQ(field.floor, (std::vector<uint16_t>{5, 31}));
    EXPECT_EQ(field.clearance, (std::vector<uint16_t>{12, uint16_t(kMaxHeight - 31)}));
}

TEST(CompactHeightfield, AStepOfExactlyTheClimbIsLinkedAndOneVoxelMoreIsNot) {
    const auto field = support::open_field(row_of({{ground_span(0, 5)}, {ground_span(0, 9)}, {ground_span(0, 14)}}), {10, 4});
    EXPECT_EQ(neighbour(field, 0, kRight), 1u);
    EXPECT_EQ(neighbour(field, 1, kRight), kNoIndex);
    EXPECT_EQ(field.runs.size(), 2u);
}

TEST(CompactHeightfield, ExactCommonClearanceIsLinkedAndOneVoxelLessIsNot) {
    const auto enough = support::open_field(row_of({{ground_span(0, 5), rock(16, 17)}, {ground_span(0, 6)}}), {10, 4});
    EXPECT_EQ(neighbour(enough, 0, kRight), 1u);
    const auto short_by_one = support::open_field(row_of({{ground_span(0, 5), rock(16, 17)}, {ground_span(0, 7)}}), {10, 4});
    EXPECT_EQ(neighbour(short_by_one, 0, kRight), kNoIndex);
}

TEST(CompactHeightfield, UnfilteredSpanWithoutHeadroomHasNoLinks) {
    const auto field =
        support::open_field(row_of({{ground_span(0, 5)}, {ground_span(0, 5), rock(9, 20)}, {ground_span(0, 5)}}), {10, 4});
    ASSERT_EQ(field.span_count(), 3u);
    EXPECT_EQ(field.links, (std::vector<uint8_t>{0, 0, 0}));
}

TEST(CompactHeightfield, StackedFloorsHaveSeparateRuns) {
    const std::vector<Span> two{ground_span(0, 5), ground_span(25, 26)};
    const auto field = support::open_field(row_of({two, two, two}), {10, 4});
    ASSERT_EQ(field.runs.size(), 2u);
    EXPECT_EQ(field.floor, (std::vector<uint16_t>{5, 5, 5, 26, 26, 26}));
    EXPECT_EQ(field_invariant_failures(field), "");
}

// An agent could step from a span to two floors of the adjacent cell. The links must still connect the spans within each
// storey.
TEST(CompactHeightfield, ClimbAboveHeightKeepsLinksSymmetricAndEveryStoreyConnected) {
    const std::vector<Span> two{ground_span(0, 5), ground_span(8, 9)};
    const auto field = support::open_field(row_of({two, two, two}), {2, 10});
    ASSERT_EQ(field.runs.size(), 2u);
    EXPECT_EQ(field.floor, (std::vector<uint16_t>{5, 5, 5, 9, 9, 9}));
    EXPECT_EQ(field_invariant_failures(field), "");
}

// Reference implementation: returns, for each span and direction, all spans that could be its neighbour.
std::map<std::pair<uint32_t, int>, std::vector<uint32_t>> possible_links(const CompactHeightfield& f) {
    std::vector<std::pair<int32_t, int32_t>> cell(f.span_count());
    for (int32_t z = 0; z < f.grid.depth; ++z) {
        for (uint32_t r = f.row_run[size_t(z)]; r < f.row_run[size_t(z) + 1]; ++r) {
            for (uint32_t k = 0; k < f.runs[r].length; ++k)
                cell[f.runs[r].first + k] = {f.runs[r].x0 + int32_t(k), z};
        }
    }
    std::map<std::pair<uint32_t, int>, std::vector<uint32_t>> links;
    const int dx[4] = {-1, 0, 1, 0}, dz[4] = {0, 1, 0, -1};
    for (uint32_t i = 0; i < f.span_count(); ++i) {
        for (uint32_t j = 0; j < f.span_count(); ++j) {
            const int bottom = std::max(f.floor[i], f.floor[j]);
            const int top = std::min(f.floor[i] + f.clearance[i], f.floor[j] + f.clearance[j]);
            if (top - bottom < f.walkable_height || std::abs(f.floor[i] - f.floor[j]) > f.walkable_climb) continue;
            for (int d = 0; d < 4; ++d) {
                if (cell[j] == std::pair{cell[i].first + dx[d], cell[i].second + dz[d]}) links[{i, d}].push_back(j);
            }
        }
    }
    return links;
}

TEST(CompactHeightfield, AllPossibleLinksExistIfClimbIsAtMostHeight) {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        // Every fourth field is open ground with long runs of spans. The other fields have several storeys.
        const bool open = seed % 4 == 0;
        const double gaps = open ? 0.01 : 0.05;
        const RandomFieldParams shape{.width = open ? 70 : 9,
                                      .depth = 8,
                                      .storeys = open ? 1 : 3,
                                      .storey_height = random.between(4, 14),
                                      .roll = 4,
                                      .jitter = random.between(0, 6),
                                      .holes = gaps,
                                      .walls = gaps,
                                      .null_area = gaps};
        const int32_t height = random.between(1, 10);
        const auto field = support::open_field(random_heightfield(random, shape), {height, random.between(0, height)});
        ASSERT_EQ(field_invariant_failures(field), "") << "seed " << seed << "\n"
                                                       << support::text_of_numbers(field, field.floor);
        const auto possible = possible_links(field);
        for (uint32_t i = 0; i < field.span_count(); ++i) {
            for (int d = 0; d < 4; ++d) {
                const auto it = possible.find({i, d});
                const size_t choices = it == possible.end() ? 0 : it->second.size();
                ASSERT_LE(choices, 1u) << "seed " << seed;
                ASSERT_EQ(neighbour(field, i, d), choices == 0 ? kNoIndex : it->second[0])
                    << "seed " << seed << " span " << i << " direction " << d << "\n"
                    << support::text_of_numbers(field, field.floor);
            }
        }
    }
}

TEST(CompactHeightfield, NothingIsWalkableForAnAgentTallerThanAllGaps) {
    const auto field = support::open_field(row_of(std::vector<std::vector<Span>>(40, {ground_span(0, 5)})), {70000, 4});
    EXPECT_EQ(field.links, std::vector<uint8_t>(40, 0));
}

TEST(CompactHeightfield, RandomFieldsKeepInvariantsAtAnyClimbAndHeight) {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        Random random(seed);
        const RandomFieldParams shape{.width = random.between(1, 30),
                                      .depth = random.between(1, 30),
                                      .storeys = random.between(1, 5),
                                      .storey_height = random.between(4, 20),
                                      .roll = random.between(0, 8),
                                      .jitter = random.between(0, 6),
                                      .holes = 0.1,
                                      .walls = 0.05,
                                      .null_area = 0.1};
        const Heightfield solid = random_heightfield(random, shape);
        const auto field = support::open_field(solid, {random.between(1, 20), random.between(0, 30)});
        ASSERT_EQ(field_invariant_failures(field), "") << "seed " << seed;
        const auto walkable = std::count_if(solid.spans.begin(), solid.spans.end(), [](const Span& s) { return s.area != 0; });
        ASSERT_EQ(int64_t{field.span_count()}, walkable) << "seed " << seed;
    }
}

TEST(CompactHeightfield, TooManyWalkableSpansAreAnErrorThatNamesTheLimit) {
    const Heightfield solid = row_of({{ground_span(0, 5), ground_span(7, 9), ground_span(25, 26)}, {ground_span(0, 5)}});
    FilterParams params{
        .ledge_test = LedgeTest::off, .agent = {.walkable_height = 10, .walkable_climb = 4}, .link_climb = 4, .max_spans = 3};
    EXPECT_TRUE(filter_and_compact(solid, params).field.ok()) << "one of four has no headroom";
    params.max_spans = 2;
    const FilteredField few = filter_and_compact(solid, params);
    ASSERT_FALSE(few.field.ok());
    EXPECT_EQ(few.field.error().message, "there are 3 walkable spans, and the limit is 2; raise voxels.cell_size");
    EXPECT_EQ(few.changed.low_height, 1u);
    params.low_height = false;
    params.max_spans = 3;
    EXPECT_FALSE(filter_and_compact(solid, params).field.ok());
}

TEST(CheckCompactHeightfield, ReportsBrokenInvariants) {
    const std::vector<Span> two{ground_span(0, 5), ground_span(25, 26)};
    const auto good = support::open_field(row_of({two, two, two}), {10, 4});
    auto one_sided = good;
    one_sided.links[1] = uint8_t(1u << kRight);
    EXPECT_NE(field_invariant_failures(one_sided).find("not mutual"), std::string::npos);
    auto high = good;
    high.floor[1] = 12;
    EXPECT_NE(field_invariant_failures(high).find("exceeds the climb"), std::string::npos);
    auto cut = good;
    cut.area.pop_back();
    EXPECT_NE(field_invariant_failures(cut).find("differ in length"), std::string::npos);
    auto order = good;
    std::swap(order.runs[0], order.runs[1]);
    EXPECT_NE(field_invariant_failures(order).find("out of place"), std::string::npos);
    auto short_runs = good;
    short_runs.runs.pop_back();
    --short_runs.row_run.back();
    EXPECT_NE(field_invariant_failures(short_runs).find("do not cover all open spans"), std::string::npos);
    auto unlinked = good;
    unlinked.links[0] = 0;
    unlinked.links[1] = uint8_t(1u << kRight);
    EXPECT_NE(field_invariant_failures(unlinked).find("could be linked"), std::string::npos);
}

}  // namespace
}  // namespace navspan
