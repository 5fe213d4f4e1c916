#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bake/field/compact_filtered.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

constexpr size_t kGapLanes = 8;  ///< columns of a block

/// Highest height, agent and climb that gaps can have, so that sums of two fit 16 bits [vx].
constexpr int32_t kHighestGap = 16383;

/// The gaps of a row's columns that an agent fits into. The lowest gaps of all columns lie side by side, then the second lowest
/// ones, and so on: arrays rank by rank, eight columns of padding on both sides of each. The void under a column's lowest span
/// is kept apart. Columns come in blocks of eight; what lies beyond the ranks of a block is not read, but for ceilings and
/// floors up to the ranks of the blocks beside it.
struct GapRow {
    static constexpr int16_t kSky = 32767;  // ceiling of a column's highest gap; ceiling and floor where there is no gap

    size_t stride = 0;            ///< values of an array
    size_t capacity = 0;          ///< ranks there is memory for
    std::vector<int16_t> gaps;    ///< per rank five arrays, see below
    std::vector<uint8_t> linked;  ///< per rank and column: whether and how the gap is linked to the column on its left
    std::vector<uint32_t> place;  ///< per rank and column: index in the compact heightfield, or kNoSpan
    std::vector<int16_t> bottom;  ///< per column: bottom of its lowest span; kSky without spans
    std::vector<uint16_t> ranks;  ///< per block: gaps of its fullest column, one block of padding on both sides

    static constexpr uint8_t kToSameRank = 1, kToOtherRank = 2;  // of `linked`; 0 where it is not

    int16_t* array(size_t rank, size_t number) { return gaps.data() + (5 * rank + number) * stride + kGapLanes; }
    const int16_t* array(size_t rank, size_t number) const { return gaps.data() + (5 * rank + number) * stride + kGapLanes; }
    int16_t* ceilings(size_t rank) { return array(rank, 0); }
    const int16_t* ceilings(size_t rank) const { return array(rank, 0); }
    int16_t* floors(size_t rank) { return array(rank, 1); }
    const int16_t* floors(size_t rank) const { return array(rank, 1); }
    /// Area id of the floor, 0 = not walkable.
    int16_t* areas(size_t rank) { return array(rank, 2); }
    const int16_t* areas(size_t rank) const { return array(rank, 2); }
    /// Of walkable floors: rank of the gap that an agent can step into in the next column, of this row or of the row before;
    /// -1 if there is none.
    int16_t* right(size_t rank) { return array(rank, 3); }
    const int16_t* right(size_t rank) const { return array(rank, 3); }
    int16_t* down(size_t rank) { return array(rank, 4); }
    const int16_t* down(size_t rank) const { return array(rank, 4); }

    uint8_t* links(size_t rank) { return linked.data() + rank * stride + kGapLanes; }
    const uint8_t* links(size_t rank) const { return linked.data() + rank * stride + kGapLanes; }
    uint32_t* places(size_t rank) { return place.data() + rank * stride + kGapLanes; }
    const uint32_t* places(size_t rank) const { return place.data() + rank * stride + kGapLanes; }
    size_t ranks_of(size_t x) const { return ranks[(x + kGapLanes) / kGapLanes]; }
};

/// Gathers the gaps of row z with the areas that they have after the low hanging filter. Counts what that filter changes and
/// the walkable spans without room for an agent. Returns false when a column has too many spans to handle them that way.
bool gather_gaps(const Heightfield& field, int32_t z, const FilterParams& filters, GapRow& row, FilterCounts& changed);

/// Takes the areas of ledges in the middle one of three rows, and finds where one can step from its gaps to the right and down.
/// @param climb  highest step between linked gaps [vx], at most as high as an agent
void remove_ledges(const Heightfield& field, int32_t z, const GapRow& down, GapRow& row, const GapRow& up,
                   const FilterParams& filters, int32_t climb, FilterCounts& changed);

/// Takes the areas of all of a row that the grid ends beside.
void remove_border_row(GapRow& row, FilterCounts& changed);

}  // namespace navspan
