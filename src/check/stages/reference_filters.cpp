// Slow reference versions of the filters.
//
// In: a solid heightfield.
// Out: the heightfield after a filter, and a failure for each span with a different result in the bake.
// Idea: Applies the rule of each filter literally, span by span, without tables.
// Source: Mikko Mononen, Recast (2009). For the slope-aware test, see src/bake/field/compact_ledges.cpp.
// Weak cases: none known.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "check/stages/checks.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

// A gap is the free space above a span or below the lowest span of a column. kOpenSky is the ceiling of the highest gap.
// -kOpenSky is the floor of the lowest gap.
constexpr int32_t kOpenSky = std::numeric_limits<int32_t>::max() / 2;

size_t column_of(const Heightfield& field, int32_t x, int32_t z) {
    return size_t(z) * size_t(field.grid.width) + size_t(x);
}

int32_t ceiling_above(std::span<const Span> spans, size_t i) {
    return i + 1 < spans.size() ? int32_t{spans[i + 1].bottom} : kOpenSky;
}

// Calls visit(x, z, spans of the column) for each column.
template <class Visit>
void for_each_column(Heightfield& field, Visit visit) {
    for (int32_t z = 0; z < field.grid.depth; ++z)
        for (int32_t x = 0; x < field.grid.width; ++x)
            visit(x, z, column_spans(field, column_of(field, x, z)));
}

uint32_t remove(Span& span, SpanFate fate) {
    span.area = kNullArea;
    span.fate = fate;
    return 1;
}

// True if the floor of cell (x, z) is a ledge by Recast's rule. A floor is a ledge if the drop to an adjacent cell is deeper
// than walkable_climb. Let S be the floor and all adjacent floors that the agent can step to. The floor is also a ledge if two
// floors in S differ in height by more than walkable_climb.
bool is_plain_ledge(const Heightfield& field, int32_t x, int32_t z, int32_t floor, int32_t ceiling, const LedgeParams& params) {
    int32_t lowest = 0, highest = 0;
    for (const auto& [dx, dz] : {std::array{-1, 0}, {0, 1}, {1, 0}, {0, -1}}) {
        const std::span<const Span> spans = column_spans(field, column_of(field, x + dx, z + dz));
        for (size_t gap = 0; gap <= spans.size(); ++gap) {
            // The gap below the lowest span has no floor; the gap above the highest span has no ceiling.
            const int32_t gap_floor = gap == 0 ? -kOpenSky : int32_t{spans[gap - 1].top};
            const int32_t gap_ceiling = gap < spans.size() ? int32_t{spans[gap].bottom} : kOpenSky;
            // Skip the gap if the agent does not fit: the free height common to both cells is below walkable_height.
            if (std::min(ceiling, gap_ceiling) - std::max(floor, gap_floor) < params.walkable_height) continue;
            const int32_t rise = gap_floor - floor;
            // The drop into the gap is deeper than the climb.
            if (rise < -params.walkable_climb) return true;
            // The gap's floor is too high to climb: a wall.
            if (rise > params.walkable_climb) continue;
            // The agent can step into the gap.
            lowest = std::min(lowest, rise);
            highest = std::max(highest, rise);
        }
    }
    // The slope is too steep if the reachable floors differ in height by more than the climb.
    return highest - lowest > params.walkable_climb;
}

// A gap of a column (see kOpenSky) [vx].
struct OpenGap {
    int32_t floor = 0, ceiling = 0;
};

// Returns the lowest gap of cell (x, z) that an agent can enter from gap `from`. Returns `from` if a wall blocks the cell.
OpenGap lowest_adjacent_gap(const Heightfield& field, int32_t x, int32_t z, OpenGap from, int32_t walkable_height) {
    const bool is_outside = x < 0 || z < 0 || x >= field.grid.width || z >= field.grid.depth;
    const std::span<const Span> spans = is_outside ? std::span<const Span>() : column_spans(field, column_of(field, x, z));
    for (size_t i = 0; i <= spans.size(); ++i) {
        const OpenGap gap{i == 0 ? -kOpenSky : int32_t{spans[i - 1].top},
                          i < spans.size() ? int32_t{spans[i].bottom} : kOpenSky};
        if (std::min(gap.ceiling, from.ceiling) - std::max(gap.floor, from.floor) >= walkable_height) return gap;
    }
    return from;
}

// True if one side of the floor has a drop that is deeper than max_climb and not part of a walkable slope. Limits are
// rounded up to voxels.
bool is_slope_aware_ledge(const Heightfield& field, int32_t x, int32_t z, OpenGap here, const LedgeParams& params) {
    constexpr double kRounding = 1e-9;
    const double step = std::ceil(params.max_climb - kRounding);
    // Rise of the steepest walkable slope over one cell.
    const double slope = std::min(std::ceil(params.max_slope_rise - kRounding), double(kMaxHeight));
    const auto gap_at = [&](int32_t other_x, int32_t other_z, OpenGap from) {
        return lowest_adjacent_gap(field, other_x, other_z, from, params.walkable_height);
    };
    for (const auto& [dx, dz] : {std::array{-1, 0}, {0, 1}, {1, 0}, {0, -1}}) {
        const OpenGap next = gap_at(x + dx, z + dz, here);
        const bool is_void = next.floor == -kOpenSky;
        const int32_t drop = here.floor - next.floor;
        // A rise, or a drop that may be a step of stairs.
        if (!is_void && drop <= step) continue;
        // The drop is too deep for a walkable slope, or leads to a cell without ground or outside the grid.
        if (is_void || drop > slope) return true;
        // A fall continues the slope of the drop if it is at least 1, at least half as deep, and walkable.
        const auto is_similar = [&](int32_t fall) { return fall >= 1 && fall >= drop / 2 && fall <= slope; };
        // The drop is part of a slope if the ground also falls one cell before or after it, in the same direction.
        const int32_t fall_before = gap_at(x - dx, z - dz, here).floor - here.floor;
        const int32_t fall_after = next.floor - gap_at(x + 2 * dx, z + 2 * dz, next).floor;
        if (!is_similar(fall_before) && !is_similar(fall_after)) return true;
    }
    return false;
}

uint32_t reference_low_hanging(Heightfield& field, int32_t walkable_climb) {
    const Heightfield before = field;
    uint32_t changed = 0;
    for_each_column(field, [&](int32_t x, int32_t z, std::span<Span> spans) {
        const std::span<const Span> old = column_spans(before, column_of(field, x, z));
        for (size_t i = 1; i < spans.size(); ++i) {
            if (old[i].area != kNullArea || old[i - 1].area == kNullArea) continue;
            if (old[i].top - old[i - 1].top > walkable_climb) continue;
            spans[i].area = old[i - 1].area;
            spans[i].fate = SpanFate::walkable;
            ++changed;
        }
    });
    return changed;
}

uint32_t reference_ledges(Heightfield& field, LedgeTest test, const LedgeParams& params) {
    const Heightfield& solid = field;  // the tests read only heights, so areas may change during the loop
    uint32_t changed = 0;
    for_each_column(field, [&](int32_t x, int32_t z, std::span<Span> spans) {
        // The plain test makes all spans at the border of the grid unwalkable (see is_border_row).
        const bool at_border = x == 0 || z == 0 || x == solid.grid.width - 1 || z == solid.grid.depth - 1;
        for (size_t i = 0; i < spans.size(); ++i) {
            if (spans[i].area == kNullArea) continue;
            const int32_t floor = spans[i].top, ceiling = ceiling_above(spans, i);
            if (test == LedgeTest::plain && at_border) {
                changed += remove(spans[i], SpanFate::ledge);
            } else if (ceiling - floor >= params.walkable_height) {
                const bool ledge = test == LedgeTest::plain ? is_plain_ledge(solid, x, z, floor, ceiling, params)
                                                            : is_slope_aware_ledge(solid, x, z, {floor, ceiling}, params);
                if (ledge) changed += remove(spans[i], SpanFate::ledge);
            }
        }
    });
    return changed;
}

uint32_t reference_low_height(Heightfield& field, int32_t walkable_height) {
    uint32_t changed = 0;
    for_each_column(field, [&](int32_t, int32_t, std::span<Span> spans) {
        for (size_t i = 0; i < spans.size(); ++i) {
            if (spans[i].area == kNullArea || ceiling_above(spans, i) - spans[i].top >= walkable_height) continue;
            changed += remove(spans[i], SpanFate::low_height);
        }
    });
    return changed;
}

}  // namespace

uint32_t reference_filter(Filter filter, Heightfield& field, const FilterParams& params) {
    switch (filter) {
        case Filter::low_hanging:
            return params.low_hanging ? reference_low_hanging(field, params.agent.walkable_climb) : 0;
        case Filter::ledges:
            return params.ledge_test == LedgeTest::off ? 0 : reference_ledges(field, params.ledge_test, params.agent);
        case Filter::low_height:
            break;
    }
    return params.low_height ? reference_low_height(field, params.agent.walkable_height) : 0;
}

void check_filters(const Heightfield& solid, std::span<const SpanFate> fates, const FilterParams& params, CheckReport& report) {
    constexpr std::array<const char*, 3> kNames{"filter_low_hanging", "filter_ledges", "filter_low_height"};
    if (fates.size() != solid.spans.size()) {
        fail(report,
             "filters: " + std::to_string(fates.size()) + " fates for " + std::to_string(solid.spans.size()) + " spans");
        return;
    }
    Heightfield expected = solid;
    for (const Filter filter : {Filter::low_hanging, Filter::ledges, Filter::low_height}) {
        const Heightfield made = filtered_heightfield(solid, fates, filter);
        check_heightfield(made, report);
        reference_filter(filter, expected, params);
        for (size_t i = 0; i < made.spans.size(); ++i) {
            if (made.spans[i] == expected.spans[i]) continue;
            const auto column = std::upper_bound(solid.first.begin(), solid.first.end(), uint32_t(i)) - solid.first.begin() - 1;
            fail(report, std::string(kNames[size_t(filter)]) + ": area " + std::to_string(made.spans[i].area) + " at cell (" +
                             std::to_string(column % solid.grid.width) + ", " + std::to_string(column / solid.grid.width) +
                             "), height " + std::to_string(made.spans[i].top) + "; by the rule it is " +
                             std::to_string(expected.spans[i].area));
        }
    }
}

}  // namespace navspan
