#pragma once

#include <utility>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/filters.h"
#include "navspan/bake/heightfield.h"

namespace navspan::support {

struct OpenParams {
    int32_t walkable_height = 0;  ///< free height that an agent needs [vx], >= 1
    int32_t walkable_climb = 0;   ///< largest height difference between linked open spans [vx], >= 0
};

/// Builds the compact heightfield of a solid field with all filters off.
inline CompactHeightfield open_field(const Heightfield& solid, const OpenParams& params) {
    FilteredField open = filter_and_compact(solid, {.low_hanging = false,
                                                    .ledge_test = LedgeTest::off,
                                                    .low_height = false,
                                                    .agent = {.walkable_height = params.walkable_height},
                                                    .link_climb = params.walkable_climb});
    return *std::move(open.field);
}

/// Returns the parameters with which our filters work like Recast's three filters.
inline FilterParams recast_filters(int32_t walkable_height, int32_t walkable_climb) {
    return {.agent = {.walkable_height = walkable_height, .walkable_climb = walkable_climb}, .link_climb = walkable_climb};
}

/// Returns the solid field after the filters up to and including `last`.
inline Heightfield filtered(const Heightfield& solid, const FilterParams& params, Filter last = Filter::low_height) {
    std::vector<SpanFate> fates;
    filter_and_compact(solid, params, &fates);
    return filtered_heightfield(solid, fates, last);
}

}  // namespace navspan::support
