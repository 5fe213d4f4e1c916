#pragma once

#include <vector>

#include "navspan/bake/config.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// The off-mesh links of a valid config for link_tiles: nulls are resolved, areas are ids.
std::vector<LinkRequest> wanted_links(const BakeConfig& config);

/// The off-mesh links of a valid config for live meshes: a two-way link becomes two links.
std::vector<OffMeshLink> off_mesh_links_for_live_mesh(const BakeConfig& config);

/// The island rules of a valid config. A seed may be as far from the ground as the agent is tall.
IslandRules island_rules(const BakeConfig& config);

/// Checks that a config keeps all islands, as worlds that change tile by tile must. Error (usage): it does not.
Status check_keeps_all_islands(const BakeConfig& config);

}  // namespace navspan
