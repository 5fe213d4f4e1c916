#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compact_rows.h"
#include "navspan/bake/compact_filtered.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// Highest height, agent and climb that gaps can have, so that sums of two fit 16 bits [vx].
constexpr int32_t kHighestGap = 16383;

/// The gaps of a row's columns that an agent fits into. The lowest gaps of all columns lie side by side, then the second lowest
/// ones, and so on: rank by rank three arrays, eight columns of padding on both sides of each. The void under a column's lowest
/// span is kept apart.
struct GapRow {
    static constexpr size_t kLanes = 8;     // columns of a block
    static constexpr int16_t kSky = 32767;  // ceiling of a column's highest gap
    static constexpr int16_t kNoGap = -1;   // ceiling where a column has no gap of this rank

    size_t stride = 0;            ///< values of an array
    std::vector<int16_t> gaps;    ///< per rank and column: ceiling; floor; area id of the floor, 0 = not walkable
    std::vector<int16_t> bottom;  ///< per column: bottom of its lowest span; kSky without spans
    std::vector<uint16_t> ranks;  ///< per block: gaps of its fullest column, one block of padding on both sides

    int16_t* ceilings(size_t rank) { return gaps.data() + 3 * rank * stride + kLanes; }
    const int16_t* ceilings(size_t rank) const { return gaps.data() + 3 * rank * stride + kLanes; }
    const int16_t* floors(size_t rank) const { return ceilings(rank) + stride; }
    int16_t* areas(size_t rank) { return ceilings(rank) + 2 * stride; }
    const int16_t* areas(size_t rank) const { return ceilings(rank) + 2 * stride; }
    size_t ranks_of(size_t x) const { return ranks[(x + kLanes) / kLanes]; }
};

/// Gathers the gaps of row z with the areas that they have after the low hanging filter. Counts what that filter changes and
/// the walkable spans without room for an agent. Returns false when a column has too many spans to handle them that way.
bool gather_gaps(const Heightfield& field, int32_t z, const FilterParams& filters, GapRow& row, FilterCounts& changed);

/// Takes the areas of ledges in the middle one of three rows.
void remove_ledges(const Heightfield& field, int32_t z, const GapRow& down, GapRow& row, const GapRow& up,
                   const FilterParams& filters, FilterCounts& changed);

/// Takes the areas of all of a row that the grid ends beside.
void remove_border_row(GapRow& row, FilterCounts& changed);

/// The gaps above walkable floors, column by column.
void list_open_spans(const GapRow& row, size_t width, OpenRow& out);

}  // namespace navspan
