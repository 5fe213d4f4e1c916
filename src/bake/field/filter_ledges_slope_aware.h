#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "navspan/bake/filters.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// Ceiling of the gap over the highest span.
constexpr int32_t kNoCeiling = std::numeric_limits<int32_t>::max() / 2;

/// True for the first and the last row of a grid. The ledge tests assume that there is no ground outside the grid. So each
/// walkable span in the first and last row, and in the first and last column, is a ledge. If the grid covers the whole
/// input, such a span would be a ledge in a larger grid too, because the added columns would be empty. In the grid of a tile,
/// such spans are in the halo. The slope-aware test applies this rule only to spans with enough headroom for an agent, the
/// plain test to all spans.
inline bool is_border_row(const Grid& grid, int32_t z) {
    return z == 0 || z == grid.depth - 1;
}

/// The slope-aware ledge test for single spans. Reads heights only, not areas.
class SlopeAwareLedges {
public:
    /// The free interval [floor, ceiling) above a span [vx].
    struct Gap {
        int32_t floor = 0, ceiling = 0;
    };

    SlopeAwareLedges(const Heightfield& field, const LedgeParams& params);

    /// True if the floor of a gap in cell (x, z) is a ledge. The gap must be high enough for an agent.
    bool is_ledge(int32_t x, int32_t z, Gap here) const;
    /// Drops up to this height never make a ledge [vx].
    int32_t step() const { return step_; }

private:
    Gap lowest_reachable(int32_t x, int32_t z, Gap from) const;
    bool is_slope(int32_t x, int32_t z, std::array<int32_t, 2> d, Gap here, Gap next) const;

    const Heightfield& field_;
    int32_t height_;  // clearance that an agent needs [vx]
    int32_t step_;
    int32_t slope_;  // drops deeper than both step_ and slope_ always make a ledge [vx]
};

}  // namespace navspan
