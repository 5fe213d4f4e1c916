// The slope-aware ledge test: a walkable span is a ledge if the ground on one side drops by more than a step or a walkable
// slope.
//
// In: the solid field and a gap.
// Out: true if the floor of the gap is a ledge.
// Idea: in each of the four neighbour columns, find the lowest gap into which an agent on the span could move (common free
// height of at least walkable_height). Heights are rounded to voxels, so a drop of d voxels is a true drop of more than d - 1
// voxels:
// - If the drop is at most max_climb, rounded up, it may be a step and makes no ledge. So stairs that the agent can climb keep
//   their cells, regardless of their alignment with the voxels.
// - If a deeper drop is at most the rise of the steepest walkable slope over one cell, rounded up, it may be part of a slope.
//   It makes no ledge if the ground directly before or after it also falls, by at least half as much and by no more than that
//   rise. A single high step between two level areas fails this test and makes a ledge.
// - An even deeper drop makes a ledge. So does a drop into a column without ground or outside the grid (is_border_row).
// A rise never makes a ledge: ground that is too steep is already excluded by the slope of its triangles.
// Source: new here; for the plain test, Mononen, Recast (2009).
// Weak cases: a cliff may be treated as a step if it is lower than max_climb, rounded up to voxels, plus one voxel.

#include "bake/field/filter_ledges_slope_aware.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

constexpr int32_t kVoid = -kNoCeiling;  // floor of a gap below the lowest span
constexpr size_t kShortColumn = 12;
constexpr double kStepEpsilon = 1e-9;  // subtracted before rounding up [vx], so that 3.0000000000000004 gives 3 steps, not 4

int32_t whole_steps(double height) {
    return int32_t(std::min(std::ceil(height - kStepEpsilon), double(kMaxHeight)));
}

}  // namespace

int32_t slope_aware_climb(const LedgeParams& params) {
    return std::max(whole_steps(params.max_climb), whole_steps(params.max_slope_rise));
}

SlopeAwareLedges::SlopeAwareLedges(const Heightfield& field, const LedgeParams& params)
    : field_(field),
      height_(params.walkable_height),
      step_(whole_steps(params.max_climb)),
      slope_(whole_steps(params.max_slope_rise)) {}

// Returns the lowest gap of the column that an agent in gap `from` can move into, or `from` itself if there is none (a wall).
inline SlopeAwareLedges::Gap SlopeAwareLedges::lowest_reachable(int32_t x, int32_t z, Gap from) const {
    // Outside the grid there is no ground, so the gap has no floor (see is_border_row).
    if (x < 0 || z < 0 || x >= field_.grid.width || z >= field_.grid.depth) return {kVoid, kNoCeiling};
    const std::span<const Span> spans = column_spans(field_, size_t(z) * size_t(field_.grid.width) + size_t(x));
    const auto is_too_low = [&](const Span& span) { return span.bottom - from.floor < height_; };
    auto first = spans.begin();
    // The lowest gaps of the column have ceilings that are too low for an agent on from.floor. In a long column, a binary
    // search skips these gaps.
    if (spans.size() > kShortColumn) first = std::partition_point(first, spans.end(), is_too_low);
    int32_t floor = first == spans.begin() ? kVoid : int32_t{first[-1].top};
    for (const Span& span : std::span(first, spans.end())) {
        // The agent can move into the gap if both gaps share a free height of at least walkable_height.
        if (std::min<int32_t>(span.bottom, from.ceiling) - std::max(floor, from.floor) >= height_) return {floor, span.bottom};
        floor = span.top;
    }
    // The gap above the highest span has no ceiling. If the agent cannot move into this gap either, the column is a wall.
    return from.ceiling - std::max(floor, from.floor) >= height_ ? Gap{floor, kNoCeiling} : from;
}

// True if the drop from `here` to `next` is part of a slope.
inline bool SlopeAwareLedges::is_slope(int32_t x, int32_t z, std::array<int32_t, 2> d, Gap here, Gap next) const {
    // The ground before `here` or after `next` continues the slope if its height changes by at least half of the drop (rounded
    // down), and by at least one voxel.
    const int32_t least = std::max(1, (here.floor - next.floor) / 2);
    const int32_t rise = lowest_reachable(x - d[0], z - d[1], here).floor - here.floor;
    // The cell on the side opposite to `next` is higher, but by no more than a walkable slope: the slope starts before `here`.
    if (rise >= least && rise <= slope_) return true;
    const int32_t drop = next.floor - lowest_reachable(x + 2 * d[0], z + 2 * d[1], next).floor;
    // The cell after `next` is lower, but by no more than a walkable slope: the slope continues after `next`.
    return drop >= least && drop <= slope_;
}

bool SlopeAwareLedges::is_ledge(int32_t x, int32_t z, Gap here) const {
    static constexpr std::array<std::array<int32_t, 2>, 4> kDirections{{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};
    for (const auto& d : kDirections) {
        const Gap next = lowest_reachable(x + d[0], z + d[1], here);
        const int32_t drop = here.floor - next.floor;
        // A rise, level ground or a drop that the agent can step down is no ledge.
        if (drop <= step_) continue;
        // A deeper drop is a ledge if it is steeper than the steepest walkable slope, or if neither the ground before it nor
        // the ground after it continues it as a slope.
        if (drop > slope_ || !is_slope(x, z, d, here, next)) return true;
    }
    return false;
}

}  // namespace navspan
