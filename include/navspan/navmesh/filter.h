#pragma once

#include <array>
#include <cstdint>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

constexpr double kMostCostFactor = 1e6;  ///< of any area: costs of paths stay far from what a double cannot hold

/// Which polygons a query may enter and what walking on them costs.
struct QueryFilter {
    std::array<double, 64> area_cost{};  ///< by area id: factor on the length walked there, 0..kMostCostFactor
    uint16_t include_flags = 0xffff;     ///< a polygon needs at least one of these flags
    uint16_t exclude_flags = 0;          ///< and none of these
    uint64_t excluded_areas = 0;         ///< bit id: polygons of this area are obstacles
};

/// The filter that admits everything at the costs of the mesh's areas table (1 where it says nothing).
QueryFilter default_filter(const NavMesh& mesh);

/// Whether the filter admits a NavPolygon, an OffMeshLink, or the polygon of a SearchEdge.
template <class T>
bool admits(const QueryFilter& filter, const T& item) {
    return (item.flags & filter.include_flags) != 0 && (item.flags & filter.exclude_flags) == 0 &&
           (filter.excluded_areas >> item.area & 1) == 0;
}

/// The lowest cost of any area of the mesh that the filter admits; 0 when it admits none.
double lowest_cost(const NavMesh& mesh, const QueryFilter& filter);

/// Error (usage): an area cost that is not a number from 0 to kMostCostFactor.
Status validate_filter(const QueryFilter& filter);

}  // namespace navspan
