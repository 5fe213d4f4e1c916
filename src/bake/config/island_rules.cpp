#include "navspan/bake/island_rules.h"

namespace navspan {

IslandRules island_rules(const BakeConfig& config) {
    return {.seeds = config.island_seeds,
            .seed_reach = config.agent.height,
            .min_area = config.islands.min_area,
            .keep_largest = uint32_t(config.islands.keep_largest)};
}

Status check_keeps_all_islands(const BakeConfig& config) {
    if (island_rules(config).keeps_all()) return Done{};
    return Error{ErrorKind::usage,
                 "islands.min_area, islands.keep_largest and island_seeds: a world that changes tile by tile keeps all its "
                 "islands; leave them out"};
}

}  // namespace navspan
