#pragma once

#include <vector>

#include "navspan/bake/config.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// The off-mesh links of a valid config as link_tiles takes them: every null resolved, areas by id.
std::vector<LinkRequest> wanted_links(const BakeConfig& config);

/// The same as live meshes take them: those that lead both ways are two.
std::vector<OffMeshLink> off_mesh_links_for_live_mesh(const BakeConfig& config);

/// Which islands a valid config keeps. A seed may be as far from the ground as the agent is tall.
IslandRules island_rules(const BakeConfig& config);

/// For worlds that change tile by tile, which cannot tell what an island will be. Error (usage): the config does not keep all.
Status check_keeps_all_islands(const BakeConfig& config);

}  // namespace navspan
