// Finds ledges, and the gaps that an agent can step into.
//
// In: three rows of gaps.
// Out: the middle row with area 0 for ledges. For each gap of this row, the gap that an agent can step into in the next column,
// and the gap that it can step into in the previous row. A later stage links two such gaps if both floors stay walkable.
// Idea: both results depend on one gap per neighbour column: the lowest gap that an agent could move into. The candidate is the
// first gap, from the bottom up, whose ceiling is at least an agent's height above the agent's floor. The agent can move into
// the candidate if the floor of the candidate is at least an agent's height below the ceiling over the agent. All gaps are at
// least as high as an agent, so no other comparison is needed. All gaps above the candidate have floors more than an agent's
// height above the agent's floor, so they only matter if the agent climbs at least its own height. Gaps of the same rank are
// adjacent in memory, and eight columns are tested at a time without branches. The slope-aware test uses the same code to find
// the few gaps next to a drop, and then tests these one by one (filter_ledges_slope_aware.cpp).
// Source: Mikko Mononen, Recast (2009), the plain ledge test.
// Weak cases: the plain test compares heights over two cells. If the climb is below the rise over two cells, it removes cells
// of walkable ramps and stairs; this is why the slope-aware test exists. In a block with at most kFewRanks ranks, each gap
// is compared with all gaps of the neighbour columns. In a block with more ranks, gaps out of reach are skipped, but this saves
// little time if the floors of the block's columns are at very different heights.

#include <algorithm>
#include <cstddef>

#include "bake/field/compact_gaps.h"
#include "bake/field/filter_ledges_slope_aware.h"

namespace navspan {
namespace {

constexpr size_t kFewRanks = 12;

template <class Height>
struct Limits {
    HeightLanes<Height> height, climb;               // height and climb of the agent [vx]
    HeightLanes<Height> highest_link, deepest_link;  // limits of the step between linked gaps [vx]
    HeightLanes<Height> deepest;        // deepest drop that the slope-aware test always allows, as a negative rise or 0 [vx]
    HeightLanes<Height> highest_floor;  // highest floor of a linked gap: an agent on it must fit below kMaxHeight
};

// The gaps of eight columns of a row.
template <class Height>
struct GapColumns {
    const Height* gaps;  // ceilings of rank 0
    size_t ranks;
    size_t lowest = 0;  // gaps below this rank are out of reach for the current rank and all higher ranks

    GapColumns(const GapRow<Height>& row, ptrdiff_t x, size_t ranks_there) : gaps(row.ceilings(0) + x), ranks(ranks_there) {}
};

// Collects the floors around eight gaps of one rank.
template <class Height>
class GapSurroundings {
public:
    using Heights = HeightLanes<Height>;
    using Row = GapRow<Height>;

    GapSurroundings(const Height* gaps, size_t stride, const Limits<Height>& limits)
        : limits_(limits),
          stride_(stride),
          floor_(load<Heights>(gaps + Row::kFloors * stride)),
          reach_(plus_height(floor_)),
          highest_(load<Heights>(gaps) - limits.height) {}

    // Adds one neighbour column of each of the eight gaps. Returns, per lane, the rank of the gap that an agent can step into.
    // The result is -1 if there is none. If a column has no gap at some rank, its floor and ceiling there are kSky.
    Heights add_column(const GapColumns<Height>& neighbours) {
        Heights floor = splat_height<Height>(GapRow<Height>::kSky), rank{};
        const Height* gaps = neighbours.gaps + neighbours.ranks * Row::kArrays * stride_;
        while (gaps != neighbours.gaps) {
            gaps -= Row::kArrays * stride_;
            // An agent on floor_ can only move into a gap if its head fits under the ceiling there.
            const Heights too_low = load<Heights>(gaps) < reach_;
            floor = too_low ? floor : load<Heights>(gaps + Row::kFloors * stride_);
            rank -= too_low;
        }
        return step_to(floor, rank);
    }

    // Same as add_column() for columns with many gaps. Skips the ranks below the lowest gap in reach, and stops at the first
    // rank at which no ceiling is too low.
    Heights add_tall_column(GapColumns<Height>& neighbours) {
        const Heights sky = splat_height<Height>(GapRow<Height>::kSky), exists = floor_ != sky;
        const auto too_low_at = [&](size_t k) { return load<Heights>(ceilings(neighbours, k)) < reach_; };
        const auto is_empty_at = [&](size_t k) { return load<Heights>(floors(neighbours, k)) == sky; };
        size_t& lowest = neighbours.lowest;
        while (lowest < neighbours.ranks && !any(exists & ~too_low_at(lowest) & ~is_empty_at(lowest)))
            ++lowest;
        Heights floor = sky, rank = splat_height<Height>(int32_t(lowest));
        for (size_t k = lowest; k < neighbours.ranks; ++k) {
            const Heights too_low = too_low_at(k);
            floor = too_low ? floor : least(floor, load<Heights>(floors(neighbours, k)));
            rank -= too_low;
            if (!any(exists & too_low)) break;
        }
        return step_to(floor, rank);
    }

    // Same as add_column() if this column and all its neighbours have at most one gap. The only gap of a column has no ceiling,
    // so no ceiling is too low. In a column without a gap, the floor is kSky, which is higher than any step.
    Heights add_flat_column(const GapColumns<Height>& neighbours) {
        const Heights rise = load<Heights>(neighbours.gaps + Row::kFloors * stride_) - floor_;
        add_floor(rise);
        return is_not_linked(rise);
    }

    // Adds the higher gaps of a neighbour column. An agent that climbs at least its own height can step into them too.
    void add_higher_gaps(const GapColumns<Height>& neighbours) {
        for (size_t k = neighbours.lowest; k < neighbours.ranks; ++k) {
            const auto floor = load<Heights>(floors(neighbours, k));
            if (!any(floor <= highest_)) break;
            add_step((floor - floor_) & (load<Heights>(ceilings(neighbours, k)) >= reach_) & (floor <= highest_));
        }
    }

    // The plain test. A drop deeper than the climb is a ledge, because an agent that steps down cannot return. The surface is
    // too steep if the range of reachable floors exceeds the climb (for example, if one side is lower by the full climb and the
    // opposite side is higher), even if each single step is possible. Floors more than a climb above floor_ are walls and do
    // not count. The range also contains drops, so one comparison covers both conditions.
    Heights drops_or_is_steep() const { return steps_ - lowest_ > limits_.climb; }
    Heights drops_below(Heights deepest) const { return lowest_ < deepest; }
    // True if there is a drop into the void. The void is the space below the lowest span of a column, or a column without
    // spans.
    Heights is_open_below(Heights highest_bottom) const { return highest_bottom >= reach_; }

private:
    // kSky + height wraps around. The result is never used, because kSky as a floor means that there is no gap.
    Heights plus_height(Heights floor) const {
        using Unsigned = HeightLanes<std::make_unsigned_t<Height>>;
        return Heights(Unsigned(floor) + Unsigned(limits_.height));
    }
    const Height* ceilings(const GapColumns<Height>& columns, size_t rank) const {
        return columns.gaps + Row::kArrays * rank * stride_;
    }
    const Height* floors(const GapColumns<Height>& columns, size_t rank) const {
        return ceilings(columns, rank) + Row::kFloors * stride_;
    }
    // A neighbouring floor above highest_ is behind a wall: an agent on it does not fit below the ceiling over floor_. Such a
    // floor is neither a drop nor a step.
    Heights step_to(Heights floor, Heights rank) {
        const Heights out_of_reach = floor > highest_, rise = (floor - floor_) & ~out_of_reach;
        add_floor(rise);
        return rank | out_of_reach | is_not_linked(rise);
    }
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
    size_t stride_;
    // floor_: floors of the gaps. reach_: floor_ plus the height of the agent. highest_: highest floor from which the agent
    // fits below the ceiling over floor_. [vx]
    Heights floor_, reach_, highest_;
    // Both values refer to the floors of adjacent gaps that the agent can move to, as heights relative to floor_ [vx]. lowest_:
    // the lowest of these floors, or 0 if all are higher. steps_: the highest of these floors that is at most the climb above
    // floor_, or 0 if none of them is above floor_.
    Heights lowest_{}, steps_{};
};

// Finds the ledges of the middle row.
template <class Height>
class LedgeFinder {
public:
    LedgeFinder(const Heightfield& field, const RowNeighbourhood<Height>& rows, const FilterParams& params, FilterLog& log)
        : field_(field),
          rows_(rows),
          test_(params.ledge_test),
          climbs_own_height_(test_ == LedgeTest::plain && params.agent.walkable_climb >= params.agent.walkable_height),
          slope_aware_(field, params.agent),
          log_(log) {
        const auto clamped = [](int32_t value) { return std::min(value, kMaxHeightOf<Height>); };
        const int32_t height = clamped(params.agent.walkable_height), link = clamped(params.link_climb);
        limits_ = {.height = splat_height<Height>(height),
                   .climb = splat_height<Height>(clamped(params.agent.walkable_climb)),
                   .highest_link = splat_height<Height>(link),
                   .deepest_link = splat_height<Height>(-link),
                   .deepest = splat_height<Height>(-clamped(slope_aware_.step())),
                   .highest_floor = splat_height<Height>(kMaxHeight - height)};
    }

    void test_row() {
        const Limits<Height> limits = limits_;  // a local copy: the compiler can assume that stores to the row do not change it
        const std::vector<uint16_t>& ranks = rows_.row.ranks;
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
        const auto& [z, down, row, up] = rows_;
        const size_t ranks = row.ranks[block], before = row.ranks[block - 1], after = row.ranks[block + 1];
        const auto x = ptrdiff_t((block - 1) * kGapLanes);
        GapColumns<Height> left(row, x - 1, std::max(before, ranks)), right(row, x + 1, std::max(ranks, after));
        GapColumns<Height> above(up, x, up.ranks[block]), below(down, x, down.ranks[block]);
        const bool flat = (left.ranks | right.ranks) == 1 && above.ranks == 1 && below.ranks == 1;
        const auto bottom_at = [x](const GapRow<Height>& of, ptrdiff_t dx) {
            return load<Heights>(of.bottom.data() + ptrdiff_t(kGapLanes) + x + dx);
        };
        const Heights bottom =
            greatest(greatest(bottom_at(row, -1), bottom_at(row, 1)), greatest(bottom_at(up, 0), bottom_at(down, 0)));
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
            } else if constexpr (kRare) {
                seen.add_tall_column(left);
                seen.add_tall_column(above);
                store(gaps + Row::kRightColumns * stride, seen.add_tall_column(right));
                store(gaps + Row::kDownColumns * stride, seen.add_tall_column(below));
            } else {
                seen.add_column(left);
                seen.add_column(above);
                store(gaps + Row::kRightColumns * stride, seen.add_column(right));
                store(gaps + Row::kDownColumns * stride, seen.add_column(below));
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
                ledges &= open | seen.drops_below(limits.deepest);
            } else {
                ledges &= open | seen.drops_or_is_steep();
            }
            if (any(ledges) && test_ != LedgeTest::off) remove(rank, size_t(x), ledges);
        }
    }

    // Runs the slope-aware test on the gaps whose lanes are set in `drops`. Returns `drops` with only the lanes of ledges set.
    Heights slope_aware_ledges(size_t rank, size_t x, Heights drops) const {
        const GapRow<Height>& row = rows_.row;
        for (size_t lane = 0; lane < kGapLanes; ++lane) {
            if (drops[lane] == 0) continue;
            const Height floor = row.floors(rank)[x + lane], ceiling = row.ceilings(rank)[x + lane];
            const int32_t top = ceiling == GapRow<Height>::kSky ? kNoCeiling : int32_t{ceiling};
            drops[lane] = slope_aware_.is_ledge(int32_t(x + lane), rows_.z, {floor, top}) ? -1 : 0;
        }
        return drops;
    }

    [[gnu::noinline]] void remove(size_t rank, size_t x, Heights ledges) {
        GapRow<Height>& row = rows_.row;
        if (test_ == LedgeTest::slope_aware) ledges = slope_aware_ledges(rank, x, ledges);
        Height* const areas = row.areas(rank) + x;
        store(areas, load<Heights>(areas) & ~ledges);
        const U8x8 bytes = __builtin_convertvector(ledges, U8x8);
        log_.changed.ledges += uint32_t((load<uint64_t>(&bytes) & kByteOnes) * kByteOnes >> 56);
        for (size_t lane = 0; log_.fates && lane < kGapLanes; ++lane) {
            const size_t column = size_t(rows_.z) * size_t(field_.grid.width) + x + lane;
            if (ledges[lane] != 0) log_.set_fate(field_, column, row.floors(rank)[x + lane], SpanFate::ledge);
        }
    }

    const Heightfield& field_;
    const RowNeighbourhood<Height> rows_;
    LedgeTest test_;
    bool climbs_own_height_;  // true if the test is plain and the agent climbs at least its own height
    SlopeAwareLedges slope_aware_;
    FilterLog& log_;
    Limits<Height> limits_;
};

// Makes all floors of a column at the border of the grid unwalkable: they are next to a drop (see is_border_row).
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

template <class Height>
void find_ledges(const Heightfield& field, const RowNeighbourhood<Height>& rows, const FilterParams& params, FilterLog& log) {
    if (params.ledge_test != LedgeTest::off) {
        const auto width = size_t(field.grid.width);
        const bool border_row = is_border_row(field.grid, rows.z);
        for (size_t x = 0; x < width; x += border_row || x + 1 == width ? 1 : width - 1)
            remove_border_column(field, rows.z, rows.row, x, log);
        if (border_row) return;
    }
    LedgeFinder<Height>(field, rows, params, log).test_row();
}

template void find_ledges(const Heightfield&, const RowNeighbourhood<int16_t>&, const FilterParams&, FilterLog&);
template void find_ledges(const Heightfield&, const RowNeighbourhood<int32_t>&, const FilterParams&, FilterLog&);

}  // namespace navspan
