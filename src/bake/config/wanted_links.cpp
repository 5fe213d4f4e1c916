// From the links that a config lists to those that linking places.
//
// In: a config. Out: one wanted link for each of its off-mesh links, with its area's id and flags, and how far the ground may
// be from its ends: the agent's radius, since the mesh ends that far from walls and drops, but not less than a cell, which an
// agent without a size would have.

#include "bake/config/wanted_links.h"

#include <algorithm>
#include <string>

namespace navspan {

std::vector<WantedLink> wanted_links(const BakeConfig& config) {
    const double reach = std::max(config.agent.radius, config.voxels.cell_size);
    std::vector<WantedLink> wanted;
    for (size_t i = 0; i < config.off_mesh_links.size(); ++i) {
        const OffMeshLinkConfig& from = config.off_mesh_links[i];
        WantedLink& to = wanted.emplace_back();
        to.name = "off_mesh_links[" + std::to_string(i) + "]";
        to.two_way = from.two_way;
        to.link.start = from.start;
        to.link.end = from.end;
        to.link.cost = from.cost.value_or(kCostIsLength);
        to.link.radius = from.radius.value_or(reach);
        to.link.user_id = from.user_id;
        for (const AreaConfig& area : config.areas) {
            if (area.name != from.area) continue;
            to.link.area = area.id;
            to.link.flags = from.flags.value_or(area.flags);
        }
    }
    return wanted;
}

std::vector<OffMeshLink> live_links(const BakeConfig& config) {
    std::vector<OffMeshLink> links;
    for (const WantedLink& wanted : wanted_links(config)) {
        links.push_back(wanted.link);
        if (wanted.two_way) links.push_back(reversed(wanted.link));
    }
    return links;
}

}  // namespace navspan
