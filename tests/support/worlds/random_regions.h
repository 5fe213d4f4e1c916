#pragma once

#include <cstdint>
#include <string>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan::support {

struct RandomRegionsParams {
    uint32_t most_cells = 60;  ///< a region stops growing at a random size up to this
    double left_out = 0.0;     ///< share of regions whose spans end up without a region, as if too small
};

/// A partition as build_regions_* might make it, but wilder: every region grows from a random span over random borders while it
/// does not come to lie above itself, so borders are ragged, and islands, holes and touching corners are common.
RegionMap random_regions(const CompactHeightfield& field, uint64_t seed, const RandomRegionsParams& params);

}  // namespace navspan::support
