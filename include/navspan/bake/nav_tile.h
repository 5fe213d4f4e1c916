#pragma once

#include <span>

#include "navspan/bake/config.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/core/lattice.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// Packs the polygons and their heights into a tile: half-edges with twins, flags from the areas.
/// @param areas  the config's areas: flags by area id
NavTile build_nav_tile(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice,
                       std::span<const AreaConfig> areas);

}  // namespace navspan
