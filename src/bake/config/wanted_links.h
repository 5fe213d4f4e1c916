#pragma once

#include <vector>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// Returns the off-mesh links of a valid config as requests for LinkTilesParams::links (navmesh/seams/link_tiles.h).
std::vector<LinkRequest> wanted_links(const BakeConfig& config);

/// Returns the off-mesh links of a valid config for a live mesh. Each two-way link becomes two one-way links.
std::vector<OffMeshLink> off_mesh_links_for_live_mesh(const BakeConfig& config);

/// Returns the island rules of a valid config. A seed may be at most agent.height away from the ground.
IslandRules island_rules(const BakeConfig& config);

/// Checks that a config removes no islands. A mesh with replaceable tiles keeps all its islands.
/// @return an error of kind usage if the config removes islands
Status check_keeps_all_islands(const BakeConfig& config);

}  // namespace navspan
