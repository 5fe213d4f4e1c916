// A config with several agents as several configs with one each: what they are baked by, and what their meshes say of
// themselves. So a mesh from a run with others is the mesh that a run of its own gives.

#include "navspan/bake/config.h"

namespace navspan {

std::vector<BakeConfig> configs_of_agents(const BakeConfig& config) {
    if (config.agents.empty()) return {config};
    BakeConfig one = config;
    one.agents.clear();
    std::vector<BakeConfig> configs;
    for (const AgentConfig& agent : config.agents) {
        one.agent = agent;
        configs.push_back(one);
    }
    return configs;
}

}  // namespace navspan
