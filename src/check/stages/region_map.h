#pragma once

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// The laws of a region map:
/// 1. one entry a span, one area and one cell count an id, ids dense: each of 1..region_count has a span;
/// 2. only walkable spans have a region, and those without are counted in small_spans;
/// 3. all spans of a region have its area, and there are as many as its cell count says;
/// 4. each region is connected through links between spans of its own;
/// 5. no region lies above itself: no column holds two of its spans.
void check_region_map(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

/// The law of sheets: where regions of one area are linked, the two share a column, so they could not have been one.
/// A map that is no region map at all is left to check_region_map.
void check_sheets(const CompactHeightfield& field, const RegionMap& map, CheckReport& report);

}  // namespace navspan
