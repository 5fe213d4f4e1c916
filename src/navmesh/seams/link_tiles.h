#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

struct LinkTilesParams {
    uint64_t min_island_cells = 0;        ///< drops islands that reach a seam and have fewer cells; needs border records
    unsigned threads = 1;                 ///< 0: all hardware threads; does not affect the result
    std::vector<LinkRequest> links = {};  ///< off-mesh links to place; each end snaps to the nearest ground within its reach
    /// If not null, receives "link_lost" for requested links without ground, "seed_lost" for seeds without ground, and
    /// "found_links_lost" for generated links without ground.
    Warnings* warnings = nullptr;
    IslandRules islands = {};                     ///< rules for removing islands; applied after the links are placed
    std::vector<PrunedIsland>* pruned = nullptr;  ///< if not null, receives the removed islands
    UnplacedLinks* unplaced = nullptr;            ///< if not null, receives the counts of generated links that were not placed
    /// True if the tiles still have their small islands. If false, "found_links_lost" is not reported, because generated links
    /// may lead to islands that the bake has removed.
    bool all_islands = false;
};

/// Like link_tiles in nav_mesh.h, with additional parameters.
Result<NavMesh> link_tiles(std::vector<NavTile> tiles, NavMeshInfo info, const LinkTilesParams& params);

}  // namespace navspan
