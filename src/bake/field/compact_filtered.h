#pragma once

#include <cstdint>
#include <optional>

#include "bake/field/filters.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// Which filters are applied on the way to the compact heightfield; filter_low_height always is.
struct FilterParams {
    bool low_hanging = true;   ///< filter_low_hanging_obstacles
    bool slope_aware = false;  ///< filter_ledges_slope_aware instead of filter_ledges
    LedgeParams ledges;        ///< the agent's height and climb count for all filters
};

/// How many spans each filter changed.
struct FilterCounts {
    uint32_t low_hanging = 0, ledges = 0, low_height = 0;
    friend bool operator==(const FilterCounts&, const FilterCounts&) = default;
};

struct FilteredCompactHeightfield {
    CompactHeightfield field;
    FilterCounts changed;
};

/// What the three filters and build_compact_heightfield make of a solid field one after the other, in one pass over it that
/// leaves it as it is. Nothing when this pass cannot do it: heights above 16383 [vx], columns of more than 64 spans, agents
/// that climb as high as they are tall (plain ledge test) or links that climb higher, another walkable_height for links than
/// for filters, or more spans than a compact heightfield can hold; then the stages have to be taken one by one.
std::optional<FilteredCompactHeightfield> build_filtered_compact_heightfield(const Heightfield& field,
                                                                             const FilterParams& filters,
                                                                             const CompactParams& params);

}  // namespace navspan
