// Query filters: costs by area, flags, areas left out.

#include "navspan/navmesh/filter.h"

#include <string>

namespace navspan {

QueryFilter default_filter(const NavMesh& mesh) {
    QueryFilter filter;
    filter.area_cost.fill(1);
    for (const NavArea& area : mesh.info.areas)
        filter.area_cost[area.id] = area.cost;
    return filter;
}

double lowest_cost(const NavMesh& mesh, const QueryFilter& filter) {
    double lowest = -1;
    for (const NavArea& area : mesh.info.areas) {
        if (filter.excluded_areas >> area.id & 1) continue;
        if (lowest < 0 || filter.area_cost[area.id] < lowest) lowest = filter.area_cost[area.id];
    }
    return lowest < 0 ? 0 : lowest;
}

Status validate_filter(const QueryFilter& filter) {
    for (size_t id = 0; id < filter.area_cost.size(); ++id) {
        if (filter.area_cost[id] >= 0 && filter.area_cost[id] <= kMostCostFactor) continue;
        return Error{ErrorKind::usage, "the cost of area " + std::to_string(id) + " must be a number from 0 to 1000000"};
    }
    return Done{};
}

}  // namespace navspan
