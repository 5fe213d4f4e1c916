#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "query/hubs/via.h"

namespace navspan {

/// Merges adjacent polygons into regions until the index takes at most `max_bytes`. If that is impossible, merges as far as
/// possible. Fills the fields polygons, cones, regions, points, groups, via_vertex and via_distance of the index.
/// @param polygons  via-labels, ordered by direction, then by polygon; the work moves the labels out of the list
std::unique_ptr<SlicedWork> hub_region_work(const NavMesh& mesh, std::vector<PolygonVia>& polygons, uint64_t max_bytes,
                                            HubIndex& index);

/// True if a region has more than 65 536 points. The index is then not valid, because cones and via-labels refer to points by
/// 16-bit indices.
bool has_too_many_points(const HubIndex& index);

}  // namespace navspan
