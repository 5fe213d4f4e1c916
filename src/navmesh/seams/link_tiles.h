#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

struct LinkParams {
    uint64_t min_island_cells = 0;       ///< of tiles that know their borders, islands there with fewer cells are dropped
    unsigned threads = 1;                ///< 0: all the machine has; shows nowhere in the result
    std::vector<LinkRequest> links = {};  ///< off-mesh links to place: each end on the nearest ground within its radius
    /// Gets a "link_lost" for each of them that finds no ground, "seed_lost" for seeds alike, "found_links_lost".
    Warnings* warnings = nullptr;
    IslandRules islands = {};                     ///< which islands stay, once links are placed
    std::vector<PrunedIsland>* pruned = nullptr;  ///< if not null, gets the islands that do not
    UnplacedLinks* unplaced = nullptr;            ///< if not null, gets what the tiles found and the mesh has not
    bool all_islands = false;  ///< no tile dropped an island for its size: then such links are a "found_links_lost"
};

/// link_tiles of nav_mesh.h with parameters.
Result<NavMesh> link_tiles(std::vector<NavTile> tiles, NavMeshInfo info, const LinkParams& params);

}  // namespace navspan
