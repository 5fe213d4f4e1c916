#pragma once

#include "navspan/bake/config.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

/// Which islands a valid config keeps. A seed may be as far from the ground as the agent is tall.
IslandRules island_rules(const BakeConfig& config);

/// For worlds that change tile by tile, which cannot tell what an island will be. Error (usage): the config does not keep all.
Status check_keeps_all_islands(const BakeConfig& config);

}  // namespace navspan
