#pragma once

#include <cstdint>
#include <vector>

#include "query/hubs/via.h"

namespace navspan {

/// Merges adjacent polygons into regions until the index takes at most `max_bytes`. If that is impossible, merges as far as
/// possible. Fills the fields polygons, cones, regions, points, groups, via_vertex and via_distance of the index. Returns false
/// if more than 65 536 points would belong to one region.
bool build_hub_regions(const NavMesh& mesh, std::vector<PolygonVia> polygons, uint64_t max_bytes, HubIndex& index);

}  // namespace navspan
