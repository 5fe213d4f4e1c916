#pragma once

#include <cstdint>
#include <string>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan::support {

struct RandomRegionsParams {
    uint32_t max_cells = 60;  ///< upper limit of the random size at which a region stops growing
    double left_out = 0.0;    ///< fraction of regions whose spans end up without a region, as if the region were too small
};

/// Builds a random partition. Every region grows from a random span into randomly selected neighbours, and never overlaps
/// itself vertically. Ragged borders, islands, holes and touching corners are more common than in a partition by
/// build_regions_*.
RegionMap random_regions(const CompactHeightfield& field, uint64_t seed, const RandomRegionsParams& params);

}  // namespace navspan::support
