#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_mesh.h"
#include "support/text/random.h"

namespace navspan::support {

/// A bake of tiled_bake_fault.
struct CheckedBake {
    NavMesh mesh;
    /// True if the bake reported that it lost ground or links (contours_trouble, poly_mesh_trouble). Possible only if
    /// contours.refine is off.
    bool loses_ground = false;
};

/// Bakes a level without tiles and with tiles. Every product must satisfy its invariants, and both meshes must have the same
/// islands. Islands are not compared if a bake of profile recast lost ground or links. They are also not compared if the
/// watershed of the untiled bake creates no regions. This happens if all ground is at most two cells wide. Returns a
/// description of the first fault, possibly an error of a bake; empty if there is none.
/// @param tile_cells  side of a tile [cell]
/// @param random      chooses the points that are compared
/// @param bakes       if not null, receives the bake without tiles and the bake with tiles
std::string tiled_bake_fault(const TriangleSoup& soup, BakeConfig config, int32_t tile_cells, Random& random,
                             std::array<CheckedBake, 2>* bakes = nullptr);

}  // namespace navspan::support
