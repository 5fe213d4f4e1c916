#pragma once

#include <vector>

#include "navspan/navmesh/nav_tile.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Adds the drops and jumps that a tile found to the links that are to be placed.
void add_found_links(const NavTile& tile, std::vector<WantedLink>& wanted);

}  // namespace navspan
