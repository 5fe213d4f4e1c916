#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_mesh.h"
#include "support/text/random.h"

namespace navspan::support {

/// Bakes a level without tiles and with tiles. Every product of both bakes must satisfy its invariants, and both meshes must
/// have the same islands. In profile recast, the numbers of islands may differ, because Recast's simplification drops contours.
/// Describes the first fault, which may be the error of a bake. Returns an empty text if there is none.
/// @param tile_cells  side of a tile [cell]  @param random  chooses the points that are compared
/// @param meshes      if not null, receives the mesh without tiles and the mesh with tiles
std::string tiled_bake_fault(const TriangleSoup& soup, BakeConfig config, int32_t tile_cells, Random& random,
                             std::array<NavMesh, 2>* meshes = nullptr);

}  // namespace navspan::support
