#pragma once

#include <cstdint>
#include <string>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan::support {

struct RandomRegionsParams {
    uint32_t max_cells = 60;  ///< each region stops growing at a random size from 1 to max_cells [cell]
    double left_out = 0.0;    ///< fraction of regions that are removed, as if they were too small
};

/// Builds a random partition. Every region grows from a random span into random neighbours and never overlaps itself
/// vertically. Unlike build_regions_*, this gives many ragged borders, islands, holes and regions that touch at corners.
RegionMap random_regions(const CompactHeightfield& field, uint64_t seed, const RandomRegionsParams& params);

}  // namespace navspan::support
