#pragma once

#include <cstdint>

#include "navspan/bake/filters.h"
#include "navspan/bake/heightfield.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

// Slow reference versions of the filters, for tests and --check: one filter after the other, one span at a time, as the rules
// say. Each filter changes areas and fates and returns how many spans it changed.

uint32_t reference_low_hanging(Heightfield& field, int32_t walkable_climb);
uint32_t reference_ledges(Heightfield& field, LedgeTest test, const LedgeParams& params);
uint32_t reference_low_height(Heightfield& field, int32_t walkable_height);

/// Runs one filter if the parameters say so.
uint32_t reference_filter(Filter filter, Heightfield& field, const FilterParams& params);

/// The solid field after each filter, as derived from the fates of filter_and_compact: it keeps the invariants of a solid field
/// and equals the result of the reference filter.
/// @param solid  as rasterisation leaves it
void check_filters(const Heightfield& solid, const FilterParams& params, CheckReport& report);

}  // namespace navspan
