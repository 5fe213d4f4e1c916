// Which floors of a row's gaps are ledges, and from which of them one can step into which neighbour.
//
// In: three rows of gaps. Out: the middle one without the areas of ledges, and with the gaps to the right and in the row
// before that its own are linked to, as far as their floors stay walkable.
//
// Both questions look at the lowest gap of each neighbour column into which an agent could move: the first one whose ceiling is
// high enough above the own floor, if its floor is low enough under the own ceiling. All gaps are as high as an agent, so
// nothing else has to be compared; and those above it have floors more than an agent's height above the own one, so while no
// climb is higher than that there is no other that could be stepped into. Gaps of the same rank lie side by side, and eight
// columns are judged at a time without branches. The slope-aware test does the same to find the few gaps with a drop at their
// side, and looks at those one by one.
//
// Weak case: a block of columns costs the product of its ranks and those of its neighbours, so towers of many floors are slow.
// Source of the tests: filter_ledges.cpp, filter_ledges_slope_aware.cpp.

#include <algorithm>
#include <cstddef>

#include "bake/field/compact_gaps.h"
#include "bake/field/filter_ledges_slope_aware.h"
#include "bake/voxelize/lanes.h"

namespace navspan {
namespace {

struct Limits {
    Lanes height, climb;               // the agent's
    Lanes highest_link, deepest_link;  // steps between linked gaps
};

// Where eight columns of a row have their gaps.
struct GapColumns {
    const int16_t* gaps;    // ceilings of the lowest ones
    const int16_t* bottom;  // the void under them
    size_t stride, ranks;

    GapColumns(const GapRow& row, ptrdiff_t x, size_t ranks_there)
        : gaps(row.ceilings(0) + x),
          bottom(row.bottom.data() + ptrdiff_t(kGapLanes) + x),
          stride(row.stride),
          ranks(ranks_there) {}
};

// What eight gaps of one rank see around them.
class GapSurroundings {
public:
    GapSurroundings(const int16_t* gaps, size_t stride, const Limits& limits)
        : limits_(limits),
          floor_(load<Lanes>(gaps + stride)),
          reach_(Lanes(HeightLanes(floor_) + HeightLanes(limits.height))),  // of no gap, in the sky: wraps around
          highest_(load<Lanes>(gaps) - limits.height) {}

    // Gives the rank of the gap that can be stepped into, or -1. A column without a gap of some rank has one in the sky there.
    Lanes look(const GapColumns& neighbours) {
        Lanes floor = all_lanes(GapRow::kSky), rank{};
        const int16_t* gaps = neighbours.gaps + 5 * neighbours.ranks * neighbours.stride;
        while (gaps != neighbours.gaps) {
            gaps -= 5 * neighbours.stride;
            const Lanes too_low = load<Lanes>(gaps) < reach_;
            floor = too_low ? floor : load<Lanes>(gaps + neighbours.stride);
            rank -= too_low;
        }
        const Lanes out_of_reach = floor > highest_, rise = (floor - floor_) & ~out_of_reach;
        see(rise);
        return rank | out_of_reach | too_far(rise);
    }

    // The same where all columns around have one gap or none, and so do the own ones: under the sky every floor is in reach,
    // and the one of a column without a gap is higher than any step.
    Lanes look_flat(const GapColumns& neighbours) {
        const Lanes rise = load<Lanes>(neighbours.gaps + neighbours.stride) - floor_;
        see(rise);
        return too_far(rise);
    }

    // a drop deeper than a climb is in the range of heights, too, so the range decides alone
    Lanes steep() const { return steps_ - lowest_ > limits_.climb; }
    Lanes drops_below(Lanes deepest) const { return lowest_ < deepest; }
    Lanes open_below(Lanes highest_bottom) const { return highest_bottom >= reach_; }

private:
    void see(Lanes rise) {
        lowest_ = least(lowest_, rise);
        steps_ = greatest(steps_, rise & (rise <= limits_.climb));
    }
    Lanes too_far(Lanes rise) const { return (rise > limits_.highest_link) | (rise < limits_.deepest_link); }

    const Limits& limits_;
    Lanes floor_, reach_, highest_;  // reach: how high a head gets
    Lanes lowest_{}, steps_{};
};

// of gaps with a drop at their side, those that are ledges
Lanes slope_aware_ledges(const Heightfield& field, const SlopeAwareLimits& limits, const GapRow& row, size_t rank, size_t x,
                         int32_t z, Lanes drops) {
    for (size_t lane = 0; lane < kGapLanes; ++lane) {
        if (drops[lane] == 0) continue;
        const int16_t floor = row.floors(rank)[x + lane], ceiling = row.ceilings(rank)[x + lane];
        const int32_t top = ceiling == GapRow::kSky ? 2 * kMaxHeight : ceiling;
        drops[lane] = is_slope_aware_ledge(field, limits, int32_t(x + lane), z, floor, top) ? -1 : 0;
    }
    return drops;
}

}  // namespace

void remove_ledges(const Heightfield& field, int32_t z, const GapRow& down, GapRow& row, const GapRow& up,
                   const FilterParams& filters, int32_t climb, FilterCounts& changed) {
    const SlopeAwareLimits slope_limits = slope_aware_limits(filters.ledges);
    const Lanes deepest = all_lanes(-std::min(slope_limits.step, kHighestGap));
    const Limits limits{.height = all_lanes(filters.ledges.walkable_height),
                        .climb = all_lanes(std::min(filters.ledges.walkable_climb, kHighestGap)),
                        .highest_link = all_lanes(climb),
                        .deepest_link = all_lanes(-climb)};
    const bool slope_aware = filters.slope_aware;
    const size_t stride = row.stride;
    uint32_t removed = 0;
    for (size_t block = 1; block + 1 < row.ranks.size(); ++block) {
        const size_t ranks = row.ranks[block], before = row.ranks[block - 1], after = row.ranks[block + 1];
        if (ranks == 0) continue;
        const auto x = ptrdiff_t((block - 1) * kGapLanes);
        const GapColumns left(row, x - 1, std::max(before, ranks)), right(row, x + 1, std::max(ranks, after));
        const GapColumns above(up, x, up.ranks[block]), below(down, x, down.ranks[block]);
        const bool flat = (left.ranks | right.ranks) == 1 && above.ranks == 1 && below.ranks == 1;
        const Lanes bottom = greatest(greatest(load<Lanes>(left.bottom), load<Lanes>(right.bottom)),
                                      greatest(load<Lanes>(above.bottom), load<Lanes>(below.bottom)));
        int16_t* gaps = row.ceilings(0) + x;
        for (size_t rank = 0; rank < ranks; ++rank, gaps += 5 * stride) {
            const auto areas = load<Lanes>(gaps + 2 * stride);
            if (!any(areas)) continue;
            GapSurroundings seen(gaps, stride, limits);
            if (flat) {
                seen.look_flat(left);
                seen.look_flat(above);
                store(gaps + 3 * stride, seen.look_flat(right));
                store(gaps + 4 * stride, seen.look_flat(below));
            } else {
                seen.look(left);
                seen.look(above);
                store(gaps + 3 * stride, seen.look(right));
                store(gaps + 4 * stride, seen.look(below));
            }
            Lanes ledges = areas != Lanes{};
            const Lanes open = seen.open_below(bottom);
            if (slope_aware) {
                ledges &= open | seen.drops_below(deepest);
            } else {
                ledges &= open | seen.steep();
            }
            if (!any(ledges)) continue;
            if (slope_aware) ledges = slope_aware_ledges(field, slope_limits, row, rank, size_t(x), z, ledges);
            store(gaps + 2 * stride, areas & ~ledges);
            for (size_t lane = 0; lane < kGapLanes; ++lane)
                removed += ledges[lane] != 0;
        }
    }
    changed.ledges += removed;
}

}  // namespace navspan
