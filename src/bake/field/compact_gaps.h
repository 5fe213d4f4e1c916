#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/simd.h"
#include "navspan/bake/filters.h"
#include "navspan/bake/heightfield.h"
#include "navspan/core/lattice.h"

namespace navspan {

constexpr size_t kGapLanes = 8;  ///< columns of a block

// Heights are int16_t, or int32_t if the field or the agent is taller than kMaxHeightOf<int16_t>.

/// Eight numbers of type Height.
template <class Height>
using HeightLanes = Simd<Height, kGapLanes>;

/// Limit on floors, ceilings, agent height and climb for the type `Height` [vx]. The sum of two such values does not overflow.
template <class Height>
constexpr int32_t kMaxHeightOf = std::numeric_limits<Height>::max() / 2;

template <class Height>
HeightLanes<Height> splat_height(int32_t value) {
    return splat<HeightLanes<Height>>(value);
}

/// The counters of the filters and, optionally, the fate of each span.
struct FilterLog {
    FilterCounts changed;
    std::vector<SpanFate>* fates = nullptr;  ///< one entry for each solid span; null: not recorded

    /// Records the fate of a span. Precondition: `fates` is not null.
    void set_fate(const Heightfield& field, size_t column, int32_t top, SpanFate fate) const;
};

/// An open span that is too low for an agent. Has no links. Exists only if the filter `low_height` is off.
struct LowGap {
    size_t x = 0;
    uint16_t floor = 0, ceiling = 0;
    uint8_t area = 0;
};

/// The gaps of a row that are high enough for an agent, as a structure of arrays. Rank 0 contains the lowest gap of each
/// column, rank 1 the second lowest, and so on. Each array has eight columns of padding on both sides. Columns are grouped in
/// blocks of eight. A block has as many ranks as the column with the most gaps. If an adjacent block has more ranks, these
/// ranks can be read too: ceilings and floors are kSky, links are 0, and other values are invalid.
template <class Height>
struct GapRow {
    /// Ceiling of the highest gap of a column. A missing gap has this ceiling and this floor.
    static constexpr Height kSky = std::numeric_limits<Height>::max();

    size_t stride = 0;                 ///< number of values per array
    size_t capacity = 0;               ///< number of allocated ranks
    std::vector<Height> gaps;          ///< kArrays arrays per rank
    std::vector<uint8_t> linked;       ///< for each gap: link to the column on its left (0, kToSameRank or kToOtherRank)
    std::vector<uint32_t> span_index;  ///< index of each gap in the compact heightfield, or kNoIndex
    std::vector<Height> bottom;        ///< bottom of the lowest span of each column; kSky if there are no spans
    std::vector<uint16_t> ranks;       ///< number of ranks of each block; with one block of padding on both sides
    std::vector<LowGap> low;           ///< open spans that are too low for an agent, unordered

    static constexpr uint8_t kToSameRank = 1, kToOtherRank = 2;  // values of `linked`; 0: not linked

    /// The arrays of a rank, in the order in which `gaps` stores them.
    enum Array : size_t { kCeilings, kFloors, kAreas, kRightColumns, kDownColumns, kArrays };
    Height* array(size_t rank, Array a) { return gaps.data() + (kArrays * rank + a) * stride + kGapLanes; }
    const Height* array(size_t rank, Array a) const { return gaps.data() + (kArrays * rank + a) * stride + kGapLanes; }
    Height* ceilings(size_t rank) { return array(rank, kCeilings); }
    const Height* ceilings(size_t rank) const { return array(rank, kCeilings); }
    Height* floors(size_t rank) { return array(rank, kFloors); }
    const Height* floors(size_t rank) const { return array(rank, kFloors); }
    /// Area id of the floor, 0 = not walkable.
    Height* areas(size_t rank) { return array(rank, kAreas); }
    const Height* areas(size_t rank) const { return array(rank, kAreas); }
    /// Rank of the gap that an agent can step into; -1 if there is none. `right`: in the next column (+x). `down`: in the
    /// previous row (-z). Only valid for walkable floors.
    Height* right(size_t rank) { return array(rank, kRightColumns); }
    const Height* right(size_t rank) const { return array(rank, kRightColumns); }
    Height* down(size_t rank) { return array(rank, kDownColumns); }
    const Height* down(size_t rank) const { return array(rank, kDownColumns); }

    uint8_t* links(size_t rank) { return linked.data() + rank * stride + kGapLanes; }
    const uint8_t* links(size_t rank) const { return linked.data() + rank * stride + kGapLanes; }
    uint32_t* span_indices(size_t rank) { return span_index.data() + rank * stride + kGapLanes; }
    const uint32_t* span_indices(size_t rank) const { return span_index.data() + rank * stride + kGapLanes; }
    size_t ranks_of(size_t x) const { return ranks[(x + kGapLanes) / kGapLanes]; }

    /// Resets to a row of `width` columns without gaps.
    void open(size_t width);
    /// Allocates more ranks; keeps the gaps.
    void make_room(size_t max_ranks);
};

/// Collects the gaps of row z, with their areas after filter `low_hanging`. Counts the spans that the filters `low_hanging` and
/// `low_height` change. With LedgeTest::plain, a walkable span without headroom at the border of the grid is a ledge.
template <class Height>
void gather_gaps(const Heightfield& field, int32_t z, const FilterParams& params, GapRow<Height>& row, FilterLog& log);

/// True for the first and the last row of a grid. Walkable spans at the border of the grid are ledges. In a tile, these spans
/// lie in the halo.
inline bool is_border_row(const Grid& grid, int32_t z) {
    return z == 0 || z == grid.depth - 1;
}

/// The rows z - 2 to z + 2. Rows outside the grid are empty.
template <class Height>
struct RowNeighbourhood {
    int32_t z = 0;
    std::array<GapRow<Height>*, 5> rows{};

    GapRow<Height>& row() const { return *rows[2]; }
};

/// In the middle row, sets the areas of ledges to 0, and sets GapRow::right and GapRow::down. If FilterParams::link_climb is
/// above the agent's height, GapRow::right and GapRow::down are invalid.
template <class Height>
void find_ledges(const Heightfield& field, const RowNeighbourhood<Height>& rows, const FilterParams& params, FilterLog& log);

/// Same as filter_and_compact, without tests. Precondition: the voxels are those of rasterize_triangles.
FilteredField filter_columns(const Heightfield& solid, const FilterParams& params, std::vector<SpanFate>* fates,
                             Workers* workers);

/// Returns the largest height difference at which the slope-aware test keeps neighbouring spans walkable [vx]. This is the
/// larger of max_climb and max_slope_rise, rounded up. If FilterParams::link_climb is lower, ramps and stairs are cut into
/// unlinked rows.
int32_t slope_aware_climb(const LedgeParams& params);

}  // namespace navspan
