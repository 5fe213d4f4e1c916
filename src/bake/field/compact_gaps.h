#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/simd.h"
#include "navspan/bake/filters.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

constexpr size_t kGapLanes = 8;  ///< columns of a block

// The pass over the solid field is written once for two number types of heights: int16_t for nearly all fields, and int32_t for
// fields or agents that are taller than kMaxHeightOf<int16_t>.

/// Eight numbers of type Height.
template <class Height>
using HeightLanes = Simd<Height, kGapLanes>;

/// Highest height, agent and climb of a field whose gaps are kept as `Height`: the sum of two does not overflow [vx].
template <class Height>
constexpr int32_t kMaxHeightOf = std::numeric_limits<Height>::max() / 2;

template <class Height>
HeightLanes<Height> splat_height(int32_t value) {
    return splat<HeightLanes<Height>>(value);
}

/// The counts of the filters, and the fates of spans if the caller wants them.
struct FilterLog {
    FilterCounts changed;
    std::vector<SpanFate>* fates = nullptr;  ///< per solid span, or null

    /// Sets the fate of the span of a column whose top is known. Only if there are fates.
    void set_fate(const Heightfield& field, size_t column, int32_t top, SpanFate fate) const;
};

/// An open span too low for an agent, which stays only if filter `low_height` is off. It has no links.
struct LowGap {
    size_t x = 0;
    uint16_t floor = 0, ceiling = 0;
    uint8_t area = 0;
};

/// The gaps of a row's columns that an agent fits into. The lowest gaps of all columns are stored side by side, then the second
/// lowest gaps, and so on: arrays rank by rank, with eight columns of padding on both sides of each array. The void under the
/// lowest span of a column is stored apart. Columns are grouped in blocks of eight. Beyond the ranks of a block only ceilings
/// and floors are read, up to the ranks of the adjacent blocks.
template <class Height>
struct GapRow {
    /// Ceiling of a column's highest gap; ceiling and floor if the column has no gap of the rank.
    static constexpr Height kSky = std::numeric_limits<Height>::max();

    size_t stride = 0;            ///< values of an array
    size_t capacity = 0;          ///< ranks there is memory for
    std::vector<Height> gaps;     ///< per rank five arrays, see below
    std::vector<uint8_t> linked;  ///< per rank and column: whether and how the gap is linked to the column on its left
    std::vector<uint32_t> place;  ///< per rank and column: index in the compact heightfield, or kNoIndex
    std::vector<Height> bottom;   ///< per column: bottom of its lowest span; kSky without spans
    std::vector<uint16_t> ranks;  ///< per block: gaps of its fullest column, one block of padding on both sides
    std::vector<LowGap> low;      ///< gaps an agent does not fit into that stay open, in no order

    static constexpr uint8_t kToSameRank = 1, kToOtherRank = 2;  // of `linked`; 0: not linked

    Height* array(size_t rank, size_t number) { return gaps.data() + (5 * rank + number) * stride + kGapLanes; }
    const Height* array(size_t rank, size_t number) const { return gaps.data() + (5 * rank + number) * stride + kGapLanes; }
    Height* ceilings(size_t rank) { return array(rank, 0); }
    const Height* ceilings(size_t rank) const { return array(rank, 0); }
    Height* floors(size_t rank) { return array(rank, 1); }
    const Height* floors(size_t rank) const { return array(rank, 1); }
    /// Area id of the floor, 0 = not walkable.
    Height* areas(size_t rank) { return array(rank, 2); }
    const Height* areas(size_t rank) const { return array(rank, 2); }
    /// Of walkable floors: rank of the gap that an agent can step into in the next column, of this row (right) or of the
    /// previous row (down); -1 if there is none.
    Height* right(size_t rank) { return array(rank, 3); }
    const Height* right(size_t rank) const { return array(rank, 3); }
    Height* down(size_t rank) { return array(rank, 4); }
    const Height* down(size_t rank) const { return array(rank, 4); }

    uint8_t* links(size_t rank) { return linked.data() + rank * stride + kGapLanes; }
    const uint8_t* links(size_t rank) const { return linked.data() + rank * stride + kGapLanes; }
    uint32_t* places(size_t rank) { return place.data() + rank * stride + kGapLanes; }
    const uint32_t* places(size_t rank) const { return place.data() + rank * stride + kGapLanes; }
    size_t ranks_of(size_t x) const { return ranks[(x + kGapLanes) / kGapLanes]; }

    /// A row of `width` columns without gaps.
    void open(size_t width);
    /// Makes room for more ranks; keeps the gaps.
    void make_room(size_t max_ranks);
};

/// Gathers the gaps of row z with the areas that they have after filter `low_hanging`, and counts what this filter and filter
/// `low_height` change.
template <class Height>
void gather_gaps(const Heightfield& field, int32_t z, const FilterParams& params, GapRow<Height>& row, FilterLog& log);

/// Row z and its neighbour rows.
template <class Height>
struct RowNeighbourhood {
    int32_t z = 0;
    const GapRow<Height>& down;
    GapRow<Height>& row;
    const GapRow<Height>& up;
};

/// Takes the areas of ledges in the middle one of three rows, and finds where an agent can step from its gaps to the right and
/// down if no link is higher than the agent.
template <class Height>
void find_ledges(const Heightfield& field, const RowNeighbourhood<Height>& rows, const FilterParams& params, FilterLog& log);

}  // namespace navspan
