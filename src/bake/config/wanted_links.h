#pragma once

#include <vector>

#include "navspan/bake/config.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// The off-mesh links of a valid config as link_tiles takes them: every null resolved, areas by id.
std::vector<WantedLink> wanted_links(const BakeConfig& config);

/// The same as live meshes take them: those that lead both ways are two.
std::vector<OffMeshLink> live_links(const BakeConfig& config);

}  // namespace navspan
