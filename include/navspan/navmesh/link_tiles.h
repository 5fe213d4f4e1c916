#pragma once

#include <cstdint>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

struct LinkParams {
    uint64_t min_island_cells = 0;  ///< of tiles that know their borders, islands there with fewer cells are dropped
    unsigned threads = 1;           ///< 0: all the machine has; shows nowhere in the result
};

/// link_tiles of nav_mesh.h on several threads: what is done tile by tile is spread over them.
Result<NavMesh> link_tiles(std::vector<NavTile> tiles, NavMeshInfo info, const LinkParams& params);

}  // namespace navspan
