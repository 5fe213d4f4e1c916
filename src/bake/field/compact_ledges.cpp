// Finds ledges, and the gaps that the agent can step into.
//
// In: a row of gaps (free intervals above solid spans), and the two rows on each side.
// Out: the row with area 0 for ledges. For each gap, the neighbours in +x and in -z that the agent can step into.
// Idea: In each neighbour column, find the lowest gap that the agent can move into. If the drop to its floor is too deep, the
// agent's floor is a ledge. The slope-aware test reads further cells to keep walkable slopes.
// Source: Mononen, Recast (2009), for the plain test.
// Weak cases: The plain test also removes cells of walkable slopes. The slope-aware test may accept cliffs slightly above
// max_climb.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "bake/field/compact_gaps.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

constexpr size_t kFewRanks = 12;
constexpr double kStepEpsilon = 1e-9;  // subtracted before rounding up, so that 3.0000000000000004 gives 3 steps, not 4 [vx]

int32_t whole_steps(double height) {
    return height > 0 ? int32_t(std::min(std::ceil(height - kStepEpsilon), double(kMaxHeight))) : 0;
}

template <class Height>
struct Limits {
    HeightLanes<Height> height, climb;               // height and climb of the agent [vx]
    HeightLanes<Height> highest_link, deepest_link;  // limits on the rise between linked gaps [vx]
    // For the slope-aware test [vx]: drops up to `step` never make a ledge; drops deeper than both `step` and `slope` always
    // do.
    HeightLanes<Height> step, slope;
    HeightLanes<Height> highest_floor;  // upper limit on the floors of linked gaps: an agent must fit below kMaxHeight
};

// One gap per lane. A lane without a gap has the floor kSky.
template <class Height>
struct Gaps {
    HeightLanes<Height> floor, ceiling, rank;
};

// A floor of kSky means no gap. The sum then wraps around, but the result is ignored.
template <class Height>
HeightLanes<Height> add_height(HeightLanes<Height> floor, HeightLanes<Height> height) {
    using Unsigned = HeightLanes<std::make_unsigned_t<Height>>;
    return HeightLanes<Height>(Unsigned(floor) + Unsigned(height));
}

template <class Height>
struct GapColumns {
    using Heights = HeightLanes<Height>;
    using Row = GapRow<Height>;

    const Height* gaps;    // ceilings of rank 0
    const Height* bottom;  // see GapRow::bottom
    size_t stride, ranks;
    size_t lowest = 0;  // gaps of lower ranks are too low for this query and all later queries

    GapColumns(const Row& row, ptrdiff_t x, size_t ranks_there)
        : gaps(row.ceilings(0) + x),
          bottom(row.bottom.data() + ptrdiff_t(kGapLanes) + x),
          stride(row.stride),
          ranks(ranks_there) {}
    const Height* ceilings(size_t rank) const { return gaps + Row::kArrays * rank * stride; }
    const Height* floors(size_t rank) const { return ceilings(rank) + Row::kFloors * stride; }

    // For each lane, returns the column's lowest gap whose ceiling is not below `reach`, the top of the agent's head. If there
    // is none, floor and ceiling are kSky. `exists` is true for each lane with an agent. kTall skips ranks that no agent can
    // reach.
    template <bool kTall>
    Gaps<Height> lowest_in_reach(Heights reach, Heights exists) {
        if constexpr (kTall) {
            const size_t end_rank = skip_ranks(reach, exists);
            Gaps<Height> found = search(ceilings(lowest), ceilings(end_rank), reach);
            found.rank += splat_height<Height>(int32_t(lowest));
            return found;
        } else {
            return search(gaps, ceilings(ranks), reach);
        }
    }

    // Raises `lowest` to the first rank that an agent can reach, by binary search: the ceilings of a column ascend, and the
    // highest gap has the ceiling kSky.
    void find_lowest(Heights reach, Heights exists) {
        const Heights with_gaps = exists & (load<Heights>(floors(0)) != splat_height<Height>(Row::kSky));
        for (size_t end = ranks; lowest < end;) {
            const size_t middle = lowest + (end - lowest) / 2;
            const bool reached = any(with_gaps & (load<Heights>(ceilings(middle)) >= reach));
            (reached ? end : lowest) = reached ? middle : middle + 1;
        }
    }

private:
    Gaps<Height> search(const Height* first, const Height* rank, Heights reach) const {
        Gaps<Height> found{splat_height<Height>(Row::kSky), splat_height<Height>(Row::kSky), Heights{}};
        while (rank != first) {
            rank -= Row::kArrays * stride;
            const auto ceiling = load<Heights>(rank);
            const Heights too_low = ceiling < reach;
            found.floor = too_low ? found.floor : load<Heights>(rank + Row::kFloors * stride);
            found.ceiling = too_low ? found.ceiling : ceiling;
            found.rank -= too_low;
        }
        return found;
    }

    // Raises `lowest` to the first rank that an agent can reach. Returns the end of the ranks to search.
    size_t skip_ranks(Heights reach, Heights exists) {
        const Heights sky = splat_height<Height>(Row::kSky);
        const auto too_low = [&](size_t k) { return load<Heights>(ceilings(k)) < reach; };
        while (lowest < ranks && !any(exists & ~too_low(lowest) & (load<Heights>(floors(lowest)) != sky)))
            ++lowest;
        size_t end_rank = lowest;
        while (end_rank < ranks && any(exists & too_low(end_rank)))
            ++end_rank;
        return std::min(end_rank + 1, ranks);
    }
};

// The gaps of one rank in eight columns. For each gap: the lowest adjacent floor that an agent can move to, and the highest
// such floor within the climb.
template <class Height>
class GapSurroundings {
public:
    using Heights = HeightLanes<Height>;
    using Row = GapRow<Height>;

    GapSurroundings(const Height* gaps, size_t stride, const Limits<Height>& limits)
        : limits_(limits),
          floor_(load<Heights>(gaps + Row::kFloors * stride)),
          reach_(add_height<Height>(floor_, limits.height)),
          highest_(load<Heights>(gaps) - limits.height) {}

    // Updates lowest_ and steps_ with one neighbour column for each lane. Returns the rank of the gap that an agent can step
    // into, or -1 if there is none.
    template <bool kTall>
    Heights add_column(GapColumns<Height>& neighbours) {
        const auto next = neighbours.template lowest_in_reach<kTall>(reach_, floor_ != splat_height<Height>(Row::kSky));
        // Floors above highest_ are out of reach: the agent would not fit below the ceiling over floor_.
        const Heights out_of_reach = next.floor > highest_, rise = (next.floor - floor_) & ~out_of_reach;
        add_floor(rise);
        return next.rank | out_of_reach | is_not_linked(rise);
    }

    // Faster version of add_column() for columns with at most one gap, which is open to the sky. A missing gap has the floor
    // kSky, which is higher than any step.
    Heights add_flat_column(const GapColumns<Height>& neighbours) {
        const Heights rise = load<Heights>(neighbours.floors(0)) - floor_;
        add_floor(rise);
        return is_not_linked(rise);
    }

    // Adds the gaps above the lowest reachable gap of a neighbour column. Only needed for agents that climb at least their own
    // height.
    void add_higher_gaps(const GapColumns<Height>& neighbours) {
        for (size_t k = neighbours.lowest; k < neighbours.ranks; ++k) {
            const auto floor = load<Heights>(neighbours.floors(k));
            if (!any(floor <= highest_)) break;
            add_step((floor - floor_) & (load<Heights>(neighbours.ceilings(k)) >= reach_) & (floor <= highest_));
        }
    }

    // The plain test: a gap is a ledge if a drop is deeper than the climb, or if the reachable floors differ by more than the
    // climb. One comparison is sufficient, because lowest_ <= 0 <= steps_.
    Heights drops_or_is_steep() const { return steps_ - lowest_ > limits_.climb; }
    // The first part of the slope-aware test (see slope_aware_ledges).
    Heights drops_below_step() const { return lowest_ < -limits_.step; }
    // True if the agent would fall below the lowest span of a column, or into a column without spans.
    Heights is_open_below(Heights highest_bottom) const { return highest_bottom >= reach_; }

private:
    void add_floor(Heights rise) {
        lowest_ = least(lowest_, rise);
        add_step(rise);
    }
    void add_step(Heights rise) { steps_ = greatest(steps_, rise & (rise <= limits_.climb)); }
    Heights is_not_linked(Heights rise) const {
        const Heights too_far = (rise > limits_.highest_link) | (rise < limits_.deepest_link);
        if constexpr (kMaxHeightOf<Height> <= kMaxHeight / 2) return too_far;
        return too_far | (greatest(rise + floor_, floor_) > limits_.highest_floor);
    }

    const Limits<Height>& limits_;
    // [vx] floor_: floors of the gaps. reach_: floor_ plus the height of the agent. highest_: highest floor that the agent can
    // move to.
    Heights floor_, reach_, highest_;
    // Adjacent floors that the agent can move to, relative to floor_ [vx]. lowest_: the lowest floor, or 0 if none is lower.
    // steps_: the highest floor within the climb, or 0 if none is higher.
    Heights lowest_{}, steps_{};
};

template <class Height>
class LedgeFinder {
public:
    LedgeFinder(const Heightfield& field, const RowNeighbourhood<Height>& rows, const FilterParams& params, FilterLog& log)
        : field_(field),
          rows_(rows),
          test_(params.ledge_test),
          climbs_own_height_(test_ == LedgeTest::plain && params.agent.walkable_climb >= params.agent.walkable_height),
          log_(log) {
        const auto clamped = [](int32_t value) { return std::min(value, kMaxHeightOf<Height>); };
        const int32_t height = clamped(params.agent.walkable_height), link = clamped(params.link_climb);
        limits_ = {.height = splat_height<Height>(height),
                   .climb = splat_height<Height>(clamped(params.agent.walkable_climb)),
                   .highest_link = splat_height<Height>(link),
                   .deepest_link = splat_height<Height>(-link),
                   .step = splat_height<Height>(clamped(whole_steps(params.agent.max_climb))),
                   .slope = splat_height<Height>(clamped(whole_steps(params.agent.max_slope_rise))),
                   .highest_floor = splat_height<Height>(kMaxHeight - height)};
    }

    void test_row() {
        // A local copy is faster: the compiler knows that stores to the row do not change it.
        const Limits<Height> limits = limits_;
        const std::vector<uint16_t>& ranks = rows_.row().ranks;
        for (size_t block = 1; block + 1 < ranks.size(); ++block) {
            if (ranks[block] == 0) continue;
            if (climbs_own_height_ || ranks[block] > kFewRanks) {
                test_rare_block(block);
            } else {
                test_block<false>(block, limits);
            }
        }
    }

private:
    using Heights = HeightLanes<Height>;
    using Row = GapRow<Height>;

    [[gnu::noinline]] void test_rare_block(size_t block) { test_block<true>(block, limits_); }

    // @tparam kRare  true: columns have many gaps, or the agent climbs at least its own height
    template <bool kRare>
    void test_block(size_t block, const Limits<Height>& limits) {
        GapRow<Height>& row = rows_.row();
        const size_t ranks = row.ranks[block];
        const auto x = ptrdiff_t((block - 1) * kGapLanes);
        GapColumns<Height> left = columns(block, -1, 0), right = columns(block, 1, 0);
        GapColumns<Height> above = columns(block, 0, 1), below = columns(block, 0, -1);
        const bool flat = (left.ranks | right.ranks) == 1 && above.ranks == 1 && below.ranks == 1;
        const auto bottom_of = [](const GapColumns<Height>& of) { return load<Heights>(of.bottom); };
        const Heights bottom =
            greatest(greatest(bottom_of(left), bottom_of(right)), greatest(bottom_of(above), bottom_of(below)));
        const size_t stride = row.stride;
        Height* gaps = row.ceilings(0) + x;
        for (size_t rank = 0; rank < ranks; ++rank, gaps += Row::kArrays * stride) {
            const auto areas = load<Heights>(gaps + Row::kAreas * stride);
            if (!any(areas)) continue;
            GapSurroundings<Height> seen(gaps, stride, limits);
            if (flat) {
                seen.add_flat_column(left);
                seen.add_flat_column(above);
                store(gaps + Row::kRightColumns * stride, seen.add_flat_column(right));
                store(gaps + Row::kDownColumns * stride, seen.add_flat_column(below));
            } else {
                seen.template add_column<kRare>(left);
                seen.template add_column<kRare>(above);
                store(gaps + Row::kRightColumns * stride, seen.template add_column<kRare>(right));
                store(gaps + Row::kDownColumns * stride, seen.template add_column<kRare>(below));
            }
            if (kRare && climbs_own_height_) {
                seen.add_higher_gaps(left);
                seen.add_higher_gaps(above);
                seen.add_higher_gaps(right);
                seen.add_higher_gaps(below);
            }
            const Heights open = seen.is_open_below(bottom);
            Heights ledges = areas != Heights{};
            if (test_ == LedgeTest::slope_aware) {
                ledges &= open | seen.drops_below_step();
            } else {
                ledges &= open | seen.drops_or_is_steep();
            }
            if (any(ledges) && test_ != LedgeTest::off) remove(rank, block, ledges);
        }
    }

    // Returns the columns that are offset by (dx, dz) cells from the columns of a block.
    [[gnu::always_inline]] GapColumns<Height> columns(size_t block, int dx, int dz) const {
        const GapRow<Height>& row = *rows_.rows[size_t(2 + dz)];
        size_t ranks = row.ranks[block];
        if (dx != 0) ranks = std::max<size_t>(ranks, row.ranks[dx < 0 ? block - 1 : block + 1]);
        return {row, ptrdiff_t((block - 1) * kGapLanes) + dx, ranks};
    }

    // For each lane of `lanes`, returns the column's lowest gap that an agent in gap `from` can move into. If the agent would
    // fall below the lowest span, the floor is kVoid. If the column is a wall, returns `from`.
    Gaps<Height> lowest_reachable(GapColumns<Height> columns, const Gaps<Height>& from, Heights lanes) const {
        const Heights reach = add_height<Height>(from.floor, limits_.height);
        const bool tall = columns.ranks > kFewRanks;
        if (tall) columns.find_lowest(reach, lanes);
        Gaps<Height> next =
            tall ? columns.template lowest_in_reach<true>(reach, lanes) : columns.template lowest_in_reach<false>(reach, lanes);
        const Heights is_wall = next.floor > from.ceiling - limits_.height;
        next.floor = is_wall ? from.floor : next.floor;
        next.ceiling = is_wall ? from.ceiling : next.ceiling;
        next.floor = load<Heights>(columns.bottom) >= reach ? splat_height<Height>(kVoid) : next.floor;
        return next;
    }

    // The slope-aware test. Returns the lanes of `drops` that are ledges. A rise never makes a ledge.
    Heights slope_aware_ledges(size_t rank, size_t block, Heights drops) const {
        const size_t x = (block - 1) * kGapLanes;
        const GapRow<Height>& row = *rows_.rows[2];
        const Gaps<Height> here{load<Heights>(row.floors(rank) + x) & drops, load<Heights>(row.ceilings(rank) + x), Heights{}};
        static constexpr std::array<std::array<int, 2>, 4> kSides{{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};
        std::array<Gaps<Height>, 4> next;
        Heights ledges = ~drops;
        for (size_t side = 0; side < kSides.size(); ++side) {
            next[side] = lowest_reachable(columns(block, kSides[side][0], kSides[side][1]), here, drops);
            // The drop is too deep for both a step and a walkable slope. This includes columns without ground and cells outside
            // the grid (kVoid).
            ledges |= (here.floor - next[side].floor > limits_.step) & (here.floor - next[side].floor > limits_.slope);
        }
        for (size_t side = 0; side < kSides.size(); ++side) {
            const Heights drop = here.floor - next[side].floor, half = greatest(drop >> 1, splat_height<Height>(1));
            // A fall continues the slope of the drop if it is at least 1, at least half as deep, and walkable.
            const auto is_slope = [&](Heights fall) { return (fall >= half) & (fall <= limits_.slope); };
            // A drop of at most limits_.step may be a step of stairs. A deeper drop is part of a slope if the ground before it
            // falls in the same direction.
            const Heights fall_before = next[(side + 2) % 4].floor - here.floor;
            const Heights high_steps = (drop > limits_.step) & ~is_slope(fall_before) & ~ledges;
            if (!any(high_steps)) continue;
            const auto after =
                lowest_reachable(columns(block, 2 * kSides[side][0], 2 * kSides[side][1]), next[side], high_steps);
            // The drop is also part of a slope if the ground behind it falls in the same direction.
            ledges |= high_steps & ~is_slope(next[side].floor - after.floor);
        }
        return ledges & drops;
    }

    [[gnu::noinline]] void remove(size_t rank, size_t block, Heights ledges) {
        if (test_ == LedgeTest::slope_aware) ledges = slope_aware_ledges(rank, block, ledges);
        GapRow<Height>& row = rows_.row();
        const size_t x = (block - 1) * kGapLanes;
        Height* const areas = row.areas(rank) + x;
        store(areas, load<Heights>(areas) & ~ledges);
        const U8x8 bytes = __builtin_convertvector(ledges, U8x8);
        log_.changed.ledges += uint32_t((load<uint64_t>(&bytes) & kByteOnes) * kByteOnes >> 56);
        for (size_t lane = 0; log_.fates && lane < kGapLanes; ++lane) {
            const size_t column = size_t(rows_.z) * size_t(field_.grid.width) + x + lane;
            if (ledges[lane] != 0) log_.set_fate(field_, column, row.floors(rank)[x + lane], SpanFate::ledge);
        }
    }

    static constexpr int32_t kVoid = -kMaxHeightOf<Height>;  // stands for the space below the lowest span

    const Heightfield& field_;
    const RowNeighbourhood<Height> rows_;
    LedgeTest test_;
    bool climbs_own_height_;  // only for the plain test: true if the agent climbs at least its own height
    FilterLog& log_;
    Limits<Height> limits_;
};

// Makes all floors of a column at the border of the grid unwalkable (see is_border_row).
template <class Height>
void remove_border_column(const Heightfield& field, int32_t z, GapRow<Height>& row, size_t x, FilterLog& log) {
    for (size_t rank = 0; rank < row.ranks_of(x); ++rank) {
        Height& area = row.areas(rank)[x];
        if (area == 0) continue;
        area = 0;
        ++log.changed.ledges;
        if (log.fates) log.set_fate(field, size_t(z) * size_t(field.grid.width) + x, row.floors(rank)[x], SpanFate::ledge);
    }
}

}  // namespace

int32_t slope_aware_climb(const LedgeParams& params) {
    return std::max(whole_steps(params.max_climb), whole_steps(params.max_slope_rise));
}

template <class Height>
void find_ledges(const Heightfield& field, const RowNeighbourhood<Height>& rows, const FilterParams& params, FilterLog& log) {
    if (params.ledge_test != LedgeTest::off) {
        const auto width = size_t(field.grid.width);
        const bool border_row = is_border_row(field.grid, rows.z);
        for (size_t x = 0; x < width; x += border_row || x + 1 == width ? 1 : width - 1)
            remove_border_column(field, rows.z, rows.row(), x, log);
        if (border_row) return;
    }
    LedgeFinder<Height>(field, rows, params, log).test_row();
}

template void find_ledges(const Heightfield&, const RowNeighbourhood<int16_t>&, const FilterParams&, FilterLog&);
template void find_ledges(const Heightfield&, const RowNeighbourhood<int32_t>&, const FilterParams&, FilterLog&);

}  // namespace navspan
