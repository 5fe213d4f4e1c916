#pragma once

#include <cstdint>
#include <limits>

#include "navspan/bake/filters.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// Ceiling of the gap over the highest span.
constexpr int32_t kSky = std::numeric_limits<int32_t>::max() / 2;

/// Drops and rises of the slope-aware ledge test [vx].
struct SlopeAwareLimits {
    int32_t height = 0;  ///< clearance an agent needs
    int32_t step = 0;    ///< no drop up to this makes a ledge
    int32_t slope = 0;   ///< every drop beyond this does
};

SlopeAwareLimits slope_aware_limits(const LedgeParams& params);

/// Whether the gap [floor, ceiling) of cell (x, z), high enough for an agent, has a ledge at its side. Reads heights only.
bool is_slope_aware_ledge(const Heightfield& field, const SlopeAwareLimits& limits, int32_t x, int32_t z, int32_t floor,
                          int32_t ceiling);

}  // namespace navspan
