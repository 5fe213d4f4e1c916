#pragma once

#include <span>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// The checks of validate_nav_mesh, except the checks of derived data, landmarks and hub labels. Not public.

/// Checks each tile on its own. Then checks that all tiles share one lattice and are sorted by is_tile_before.
Status validate_each_tile(std::span<const NavTile* const> tiles, unsigned threads);

/// Checks the metadata of the mesh, and checks each tile. All other checks rely on this check.
Status validate_tiles(const NavMesh& mesh, unsigned threads);

/// Checks seams and links. The tiles must be valid.
Status validate_seams_and_links(const NavMesh& mesh);

}  // namespace navspan
