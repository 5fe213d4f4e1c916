#pragma once

/// \file
/// Query filters: which polygons and off-mesh links a query may use, and at what cost.
///
/// Given `const NavMesh& mesh`:
/// \code
/// QueryFilter filter = default_filter(mesh);
/// filter.area_cost[2] = 5;                    // a path in area 2 costs five times its length
/// filter.excluded_areas |= uint64_t{1} << 3;  // area 3 is an obstacle
/// filter.exclude_flags = 0x8000;              // polygons and links with this flag are obstacles
/// if (!validate_filter(filter)) return;
/// \endcode
///
/// Guarantees: a filter is a plain value without a reference to the mesh, so filters can be copied and shared between threads.
/// Throws nothing but std::bad_alloc.
///
/// Caveats: area ids belong to the config with which the mesh was baked. default_filter does not admit polygons and links that
/// have no flag. A default-constructed QueryFilter has cost 0 for all areas; start from default_filter instead.

#include <array>
#include <cstdint>

#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Largest cost factor of an area. The limit keeps path costs within the range of a double.
constexpr double kMaxCostFactor = 1e6;

/// Defines which polygons and links a query may use, and the cost of walking on them.
struct QueryFilter {
    std::array<double, 64> area_cost{};  ///< cost per unit of length walked on an area, indexed by area id, 0..kMaxCostFactor
    uint16_t include_flags = 0xffff;     ///< a polygon or link needs at least one of these flags
    uint16_t exclude_flags = 0;          ///< a polygon or link must have none of these flags
    uint64_t excluded_areas = 0;         ///< if bit i is set, polygons and links of area i are not admitted
};

/// Returns a filter that admits all polygons and links that have at least one flag. Costs come from the mesh's areas table; an
/// area that is not in the table costs 1.
QueryFilter default_filter(const NavMesh& mesh);

/// True if the filter admits the item: a NavPolygon, an OffMeshLink, or the polygon that a SearchEdge belongs to. False if
/// its area id is above 63.
template <class T>
bool admits(const QueryFilter& filter, const T& item) {
    return (item.flags & filter.include_flags) != 0 && (item.flags & filter.exclude_flags) == 0 && item.area < 64 &&
           (filter.excluded_areas >> item.area & 1) == 0;
}

/// Returns the lowest cost factor that the filter gives to an area of the mesh's areas table. Ignores the areas in
/// filter.excluded_areas. Returns 0 if no area remains.
double lowest_cost(const NavMesh& mesh, const QueryFilter& filter);

/// Tests the costs of a filter. Error (usage): an area cost is not a number from 0 to kMaxCostFactor.
Status validate_filter(const QueryFilter& filter);

}  // namespace navspan
