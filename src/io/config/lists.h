#pragma once

#include <optional>
#include <string>

#include "io/config/json.h"
#include "navspan/bake/config.h"

namespace navspan {

// Reads and writes the lists of a config as JSON.

/// Error message that starts with the JSON path of the wrong value, or nullopt.
using ConfigFault = std::optional<std::string>;

ConfigFault read_areas(const Json& json, std::vector<AreaConfig>& areas);
ConfigFault read_rules(const Json& json, std::vector<AreaRule>& rules);
ConfigFault read_volumes(const Json& json, std::vector<AreaVolume>& volumes);
ConfigFault read_off_mesh_links(const Json& json, std::vector<OffMeshLinkConfig>& links);
ConfigFault read_island_seeds(const Json& json, std::vector<DVec3>& seeds);
/// Reads the list of agents. A single agent becomes config.agent. An empty list clears config.agents and the name of
/// config.agent.
ConfigFault read_agents(const Json& json, BakeConfig& config);

Json areas_json(const std::vector<AreaConfig>& areas);
Json rules_json(const std::vector<AreaRule>& rules);
Json volumes_json(const std::vector<AreaVolume>& volumes);
Json off_mesh_links_json(const std::vector<OffMeshLinkConfig>& links);
Json island_seeds_json(const std::vector<DVec3>& seeds);
Json agents_json(const BakeConfig& config);

}  // namespace navspan
