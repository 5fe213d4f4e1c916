// Converts the off-mesh links and the island rules of a config for linking.
//
// In: a valid config.
// Out: off-mesh links and island rules.
// Idea: An off-mesh link without flags gets the flags of its area. A link without a search radius gets the agent's radius, but
// at least one cell.
// Source: own method.
// Weak cases: none known.

#include "bake/config/wanted_links.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "navspan/bake/area_rules.h"

namespace navspan {

std::vector<LinkRequest> wanted_links(const BakeConfig& config) {
    const double reach = std::max(config.agent.radius, config.voxels.cell_size);
    std::vector<LinkRequest> wanted;
    for (size_t i = 0; i < config.off_mesh_links.size(); ++i) {
        const OffMeshLinkConfig& from = config.off_mesh_links[i];
        LinkRequest& to = wanted.emplace_back();
        to.name = "off_mesh_links[" + std::to_string(i) + "]";
        to.two_way = from.two_way;
        to.link.start = from.start;
        to.link.end = from.end;
        to.link.cost = from.cost.value_or(kCostIsLength);
        to.link.radius = from.radius.value_or(reach);
        to.link.user_id = from.user_id;
        const AreaConfig* const area = find_area(config.areas, from.area);
        assert(area);  // check_config ensures that the area exists
        to.link.area = area->id;
        to.link.flags = from.flags.value_or(area->flags);
    }
    return wanted;
}

std::vector<OffMeshLink> off_mesh_links_for_live_mesh(const BakeConfig& config) {
    std::vector<OffMeshLink> links;
    for (const LinkRequest& wanted : wanted_links(config)) {
        links.push_back(wanted.link);
        if (wanted.two_way) links.push_back(reversed(wanted.link));
    }
    return links;
}

IslandRules island_rules(const BakeConfig& config) {
    return {.seeds = config.island_seeds,
            .seed_reach = config.agent.height,
            .min_area = config.islands.min_area,
            .keep_largest = uint32_t(config.islands.keep_largest)};
}

Status check_keeps_all_islands(const BakeConfig& config) {
    if (island_rules(config).keeps_all()) return Done{};
    return Error{ErrorKind::usage,
                 "islands.min_area, islands.keep_largest and island_seeds: a world whose tiles can be replaced keeps all its "
                 "islands; leave them out"};
}

}  // namespace navspan
