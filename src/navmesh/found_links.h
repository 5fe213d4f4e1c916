#pragma once

// Drops and jumps that tiles found, on their way to become off-mesh links. Not public.

#include <vector>

#include "navspan/navmesh/nav_tile.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Adds a tile's links to those that are to be placed.
void add_found_links(const NavTile& tile, std::vector<WantedLink>& wanted);

}  // namespace navspan
