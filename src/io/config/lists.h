#pragma once

#include <optional>
#include <string>

#include "io/config/json.h"
#include "navspan/bake/config.h"

namespace navspan {

// The lists of a config as JSON: areas, rules, volumes, off-mesh links, seeds of islands and agents.

/// What is wrong with a config, in one line with its JSON path; or nothing.
using ConfigFault = std::optional<std::string>;

ConfigFault read_areas(const Json& json, std::vector<AreaConfig>& areas);
ConfigFault read_rules(const Json& json, std::vector<AreaRule>& rules);
ConfigFault read_volumes(const Json& json, std::vector<AreaVolume>& volumes);
ConfigFault read_off_mesh_links(const Json& json, std::vector<OffMeshLinkConfig>& links);
ConfigFault read_island_seeds(const Json& json, std::vector<DVec3>& seeds);
/// A list of one is the config's only agent, with its name; an empty one leaves the agent that there is without one.
ConfigFault read_agents(const Json& json, BakeConfig& config);

Json areas_json(const std::vector<AreaConfig>& areas);
Json rules_json(const std::vector<AreaRule>& rules);
Json volumes_json(const std::vector<AreaVolume>& volumes);
Json off_mesh_links_json(const std::vector<OffMeshLinkConfig>& links);
Json island_seeds_json(const std::vector<DVec3>& seeds);
/// All agents that have names.
Json agents_json(const BakeConfig& config);

}  // namespace navspan
