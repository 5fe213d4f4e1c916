// Ledges, judged direction by direction: a walkable span is a ledge where the ground beside it drops further than a step or a
// walkable slope could explain.
//
// In and out: the solid field. For each of the four neighbour columns the lowest gap is taken into which an agent on the span
// could move (common free height of at least walkable_height). Heights are whole voxels, so a drop of d steps is a true drop of
// more than d - 1:
// - up to max_climb, rounded up, it may be a step: stairs of legal steps keep their cells however they fall on the voxels;
// - up to the rise of the steepest walkable slope over one cell, rounded up, it is a slope if the ground goes on like that: the
//   next cell drops, or the cell behind is higher, by at least half as much. A lone kerb is no slope;
// - deeper, or into a column without ground, it is a ledge.
// Outside the grid there is no ground either: the grid ends where the input does, and a span must not change its fate because
// something far away made the grid larger. A rise is never a ledge: what is too steep was told from the triangles'
// slope, not from voxels.
//
// Weak case: a cliff less than one voxel higher than max_climb is taken for a step.

#include "bake/field/filter_ledges_slope_aware.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

constexpr int32_t kVoid = -kSky;  // floor of the gap under the lowest span
constexpr double kStepHair = 1e-9;  // a climb of 0.6 / 0.2 is three steps, not a hair more

struct Gap {
    int32_t floor = 0, ceiling = 0;
};

int32_t whole_steps(double height) {
    return int32_t(std::min(std::ceil(height - kStepHair), double(kMaxHeight)));
}

class SlopeAwareLedges {
public:
    SlopeAwareLedges(const Heightfield& field, const SlopeAwareLimits& limits) : field_(field), limits_(limits) {}

    bool is_ledge(int32_t x, int32_t z, Gap here) const {
        for (const auto& d : kDirections) {
            const Gap beside = lowest_reachable(x + d[0], z + d[1], here);
            const int32_t drop = here.floor - beside.floor;
            if (drop <= limits_.step) continue;
            if (drop > limits_.slope || !goes_on(x, z, d, here, beside)) return true;
        }
        return false;
    }

private:
    static constexpr std::array<std::array<int32_t, 2>, 4> kDirections{{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};

    bool outside(int32_t x, int32_t z) const { return x < 0 || z < 0 || x >= field_.grid.width || z >= field_.grid.depth; }

    // The lowest gap of the column that shares enough height with `from`; from itself when there is none (a wall).
    Gap lowest_reachable(int32_t x, int32_t z, Gap from) const {
        if (outside(x, z)) return {kVoid, kSky};
        const std::span<const Span> spans = column_spans(field_, size_t(z) * size_t(field_.grid.width) + size_t(x));
        int32_t floor = kVoid;
        for (const Span& span : spans) {
            if (std::min<int32_t>(span.bottom, from.ceiling) - std::max(floor, from.floor) >= limits_.height) {
                return {floor, span.bottom};
            }
            floor = span.top;
        }
        return from.ceiling - std::max(floor, from.floor) >= limits_.height ? Gap{floor, kSky} : from;
    }

    // is the drop from `here` to `beside` part of a slope?
    bool goes_on(int32_t x, int32_t z, std::array<int32_t, 2> d, Gap here, Gap beside) const {
        const int32_t least = std::max(1, (here.floor - beside.floor) / 2);
        const int32_t rise = lowest_reachable(x - d[0], z - d[1], here).floor - here.floor;
        if (rise >= least && rise <= limits_.slope) return true;
        const int32_t drop = beside.floor - lowest_reachable(x + 2 * d[0], z + 2 * d[1], beside).floor;
        return drop >= least && drop <= limits_.slope;
    }

    const Heightfield& field_;
    SlopeAwareLimits limits_;
};

}  // namespace

int32_t slope_aware_climb(const LedgeParams& params) {
    return std::max(whole_steps(params.max_climb), whole_steps(params.max_slope_rise));
}

SlopeAwareLimits slope_aware_limits(const LedgeParams& params) {
    return {
        .height = params.walkable_height, .step = whole_steps(params.max_climb), .slope = whole_steps(params.max_slope_rise)};
}

bool is_slope_aware_ledge(const Heightfield& field, const SlopeAwareLimits& limits, int32_t x, int32_t z, int32_t floor,
                          int32_t ceiling) {
    return SlopeAwareLedges(field, limits).is_ledge(x, z, {floor, ceiling});
}

uint32_t filter_ledges_slope_aware(Heightfield& field, const LedgeParams& params) {
    const SlopeAwareLedges ledges(field, slope_aware_limits(params));
    uint32_t changed = 0;
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (int32_t x = 0; x < field.grid.width; ++x) {
            const std::span<Span> spans = column_spans(field, size_t(z) * size_t(field.grid.width) + size_t(x));
            for (size_t i = 0; i < spans.size(); ++i) {
                if (spans[i].area == kNullArea) continue;
                const int32_t ceiling = i + 1 < spans.size() ? int32_t{spans[i + 1].bottom} : kSky;
                if (ceiling - spans[i].top < params.walkable_height) continue;
                if (!ledges.is_ledge(x, z, {spans[i].top, ceiling})) continue;
                spans[i].area = kNullArea;
                spans[i].fate = SpanFate::ledge;
                ++changed;
            }
        }
    }
    return changed;
}

}  // namespace navspan
