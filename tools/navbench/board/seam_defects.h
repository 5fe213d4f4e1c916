#pragma once

#include <cstddef>
#include <cstdint>

#include "navbench/recast/tiles.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// Cells' sides on a border between two tiles where both have an edge, no higher apart than the agent climbs [wu], and neither
/// is linked. @param tile_size  [cell]
size_t seam_defects(const NavMesh& mesh, int32_t tile_size, double max_climb);
/// The same for a mesh of Detour's, and how many polygons it has.
size_t detour_defects(const dtNavMesh& mesh, const RecastWorld& world, double max_climb, size_t& polygons);

}  // namespace navspan::bench
