// Which floors of a row's gaps are ledges, and from which of them an agent can step into which neighbour.
//
// In: three rows of gaps. Out: the middle row without the areas of ledges, and for each of its gaps the gap to the right and
// the gap in the previous row that it is linked to if both floors stay walkable. Idea: both questions read the lowest gap of
// each neighbour column that an agent could move into: the first gap whose ceiling is high enough above the own floor, if its
// floor is low enough under the own ceiling. All gaps are as high as an agent, so nothing else has to be compared. The floors
// of all higher gaps are more than an agent's height above the own floor, so they matter only to an agent that climbs as high
// as it is tall. Gaps of the same rank are stored side by side, and eight columns are judged at a time without branches. The
// slope-aware test uses the same code to find the few gaps next to a drop, and judges these one by one
// (filter_ledges_slope_aware.cpp). Source: Mikko Mononen, Recast (2009), the plain ledge test. Weak cases: the plain test
// judges a range of heights that spans two cells, so ramps and stairs that are legal for the agent lose cells if the climb is
// below the rise over two cells; this is the reason for the slope-aware test. A block of columns costs the product of its ranks
// and its neighbours' ranks, so towers of many floors are slow.

#include <algorithm>
#include <cstddef>

#include "bake/field/compact_gaps.h"
#include "bake/field/filter_ledges_slope_aware.h"

namespace navspan {
namespace {

constexpr size_t kFewRanks = 12;

template <class Height>
struct Limits {
    HeightLanes<Height> height, climb;               // of the agent
    HeightLanes<Height> highest_link, deepest_link;  // steps between linked gaps
    HeightLanes<Height> deepest;                     // lowest step that the slope-aware test never judges
    HeightLanes<Height> highest_floor;               // of a linked gap: under the sky, clearance ends at kMaxHeight
};

// Where eight columns of a row have their gaps.
template <class Height>
struct GapColumns {
    const Height* gaps;  // ceilings of the lowest gaps
    size_t ranks;
    size_t lowest = 0;  // lower gaps are out of reach of all gaps of this rank or a higher one

    GapColumns(const GapRow<Height>& row, ptrdiff_t x, size_t ranks_there) : gaps(row.ceilings(0) + x), ranks(ranks_there) {}
};

// The ground around eight gaps of one rank.
template <class Height>
class GapSurroundings {
public:
    using Heights = HeightLanes<Height>;

    GapSurroundings(const Height* gaps, size_t stride, const Limits<Height>& limits)
        : limits_(limits),
          stride_(stride),
          floor_(load<Heights>(gaps + stride)),
          reach_(plus_height(floor_)),
          highest_(load<Heights>(gaps) - limits.height) {}

    // Adds a neighbour column. Returns the rank of the gap that can be stepped into, or -1. A column without a gap of some rank
    // has a gap in the sky there.
    Heights look(const GapColumns<Height>& neighbours) {
        Heights floor = splat_height<Height>(GapRow<Height>::kSky), rank{};
        const Height* gaps = neighbours.gaps + neighbours.ranks * 5 * stride_;
        while (gaps != neighbours.gaps) {
            gaps -= 5 * stride_;
            // the agent stands on the own floor: it can move into a gap only if its head fits under the ceiling there
            const Heights too_low = load<Heights>(gaps) < reach_;
            floor = too_low ? floor : load<Heights>(gaps + stride_);
            rank -= too_low;
        }
        return step_to(floor, rank);
    }

    // The same for columns of many gaps, which skips the gaps below the lowest one in reach, and those above the highest one.
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

    // The same if all columns around have at most one gap, and the own columns too: under the sky every floor is in reach, and
    // the floor of a column without a gap is higher than any step.
    Heights add_flat_column(const GapColumns<Height>& neighbours) {
        const Heights rise = load<Heights>(neighbours.gaps + stride_) - floor_;
        see(rise);
        return is_not_linked(rise);
    }

    // Adds the higher gaps of a neighbour column. An agent that climbs as high as it is tall can step into them, too.
    void add_higher_gaps(const GapColumns<Height>& neighbours) {
        for (size_t k = neighbours.lowest; k < neighbours.ranks; ++k) {
            const auto floor = load<Heights>(floors(neighbours, k));
            if (!any(floor <= highest_)) break;
            add_step((floor - floor_) & (load<Heights>(ceilings(neighbours, k)) >= reach_) & (floor <= highest_));
        }
    }

    // The plain rule. A drop deeper than the climb: an agent that goes there cannot come back, so its edge must stay clear of
    // agents. A range of reachable floors wider than the climb, say one side a climb lower and the opposite side higher: the
    // surface is too steep to tell from a wall, even though each step of it is legal. Only floors within a climb above the own
    // floor count, because higher floors are walls. A drop is part of the range, so one comparison decides both.
    Heights drops_or_is_steep() const { return steps_ - lowest_ > limits_.climb; }
    Heights drops_below(Heights deepest) const { return lowest_ < deepest; }
    // The gap below the lowest span of a neighbour column, or a column without spans, is a drop into the void.
    Heights is_open_below(Heights highest_bottom) const { return highest_bottom >= reach_; }

private:
    // the sum of the sky and a height wraps around; no gap is there
    Heights plus_height(Heights floor) const {
        using Unsigned = HeightLanes<std::make_unsigned_t<Height>>;
        return Heights(Unsigned(floor) + Unsigned(limits_.height));
    }
    const Height* ceilings(const GapColumns<Height>& columns, size_t rank) const { return columns.gaps + 5 * rank * stride_; }
    const Height* floors(const GapColumns<Height>& columns, size_t rank) const { return ceilings(columns, rank) + stride_; }
    // A floor less than an agent's height under the own ceiling, or above it, is behind a wall: no drop and no step.
    Heights step_to(Heights floor, Heights rank) {
        const Heights out_of_reach = floor > highest_, rise = (floor - floor_) & ~out_of_reach;
        see(rise);
        return rank | out_of_reach | is_not_linked(rise);
    }
    void see(Heights rise) {
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
    Heights floor_, reach_, highest_;  // reach: where an agent's head is
    Heights lowest_{}, steps_{};       // lowest floor, highest floor within a climb; above the own floor
};

// The rows around a row, and what decides about ledges.
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
        const Limits<Height> limits = limits_;  // a copy, which stores to the row cannot change
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

    [[gnu::noinline]] void test_rare_block(size_t block) { test_block<true>(block, limits_); }

    // @tparam kRare  columns of many gaps, or an agent that climbs past them
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
        for (size_t rank = 0; rank < ranks; ++rank, gaps += 5 * stride) {
            const auto areas = load<Heights>(gaps + 2 * stride);
            if (!any(areas)) continue;
            GapSurroundings<Height> seen(gaps, stride, limits);
            if (flat) {
                seen.add_flat_column(left);
                seen.add_flat_column(above);
                store(gaps + 3 * stride, seen.add_flat_column(right));
                store(gaps + 4 * stride, seen.add_flat_column(below));
            } else if constexpr (kRare) {
                seen.add_tall_column(left);
                seen.add_tall_column(above);
                store(gaps + 3 * stride, seen.add_tall_column(right));
                store(gaps + 4 * stride, seen.add_tall_column(below));
            } else {
                seen.look(left);
                seen.look(above);
                store(gaps + 3 * stride, seen.look(right));
                store(gaps + 4 * stride, seen.look(below));
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

    // Of gaps next to a drop, those that are ledges by the slope-aware test.
    Heights slope_aware_ledges(size_t rank, size_t x, Heights drops) const {
        const GapRow<Height>& row = rows_.row;
        for (size_t lane = 0; lane < kGapLanes; ++lane) {
            if (drops[lane] == 0) continue;
            const Height floor = row.floors(rank)[x + lane], ceiling = row.ceilings(rank)[x + lane];
            const int32_t top = ceiling == GapRow<Height>::kSky ? kSky : int32_t{ceiling};
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
    bool climbs_own_height_;  // plain test, agent that climbs as high as it is tall
    SlopeAwareLedges slope_aware_;
    FilterLog& log_;
    Limits<Height> limits_;
};

// By the border rule (is_border_row), every gap at the border is next to a drop.
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
