#pragma once

#include <cstddef>
#include <cstdint>

#include "navbench/recast/tiles.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::bench {

/// Counts seam defects. A seam defect is a cell side on a tile border with an unlinked edge in both tiles. The heights of the
/// two edges differ by at most max_climb [wu].
/// @param tile_size  side of a tile [cell]
size_t seam_defects(const NavMesh& mesh, int32_t tile_size, double max_climb);
/// Counts the seam defects of a Detour mesh. Stores its polygon count in `polygons`.
size_t detour_defects(const dtNavMesh& mesh, const RecastWorld& world, double max_climb, size_t& polygons);

}  // namespace navspan::bench
