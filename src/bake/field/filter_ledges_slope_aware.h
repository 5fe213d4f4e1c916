#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "navspan/bake/filters.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// Ceiling of the gap over the highest span.
constexpr int32_t kSky = std::numeric_limits<int32_t>::max() / 2;

/// The border rule of the ledge tests. Outside the grid there is no ground, because the grid ends where the input does, and the
/// fate of a span must not change because something far away made the grid larger. So every walkable span in the first and the
/// last row, and in the first and the last column, is a ledge: by the plain test whatever its headroom, by the slope-aware test
/// if an agent fits under its ceiling.
inline bool is_border_row(const Grid& grid, int32_t z) {
    return z == 0 || z == grid.depth - 1;
}

/// The slope-aware ledge test of single spans. Reads heights only.
class SlopeAwareLedges {
public:
    /// The free heights [floor, ceiling) above a span [vx].
    struct Gap {
        int32_t floor = 0, ceiling = 0;
    };

    SlopeAwareLedges(const Heightfield& field, const LedgeParams& params);

    /// True if the floor of a gap of cell (x, z), high enough for an agent, is a ledge.
    bool is_ledge(int32_t x, int32_t z, Gap here) const;
    /// No drop up to this height makes a ledge [vx].
    int32_t step() const { return step_; }

private:
    Gap lowest_reachable(int32_t x, int32_t z, Gap from) const;
    bool goes_on(int32_t x, int32_t z, std::array<int32_t, 2> d, Gap here, Gap beside) const;

    const Heightfield& field_;
    int32_t height_;  // clearance an agent needs [vx]
    int32_t step_;
    int32_t slope_;  // every deeper drop makes a ledge [vx]
};

}  // namespace navspan
