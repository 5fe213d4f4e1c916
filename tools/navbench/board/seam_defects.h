#pragma once

#include <cstddef>
#include <cstdint>

#include "navbench/recast/tiles.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// Counts seam defects: cell sides on a border between two tiles where both have an edge, with heights that differ by at most
/// max_climb [wu], and neither edge is linked. @param tile_size  [cell]
size_t seam_defects(const NavMesh& mesh, int32_t tile_size, double max_climb);
/// The same for a Detour mesh. Also returns its number of polygons.
size_t detour_defects(const dtNavMesh& mesh, const RecastWorld& world, double max_climb, size_t& polygons);

}  // namespace navspan::bench
