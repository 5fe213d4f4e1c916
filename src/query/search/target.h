#pragma once

#include <bit>

#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"

// What the searches for a corridor have in common: the request, the point that they can reach, and tests that they can skip.

namespace navspan {

struct CorridorRequest {
    SurfacePoint start;  ///< in an admitted polygon
    SurfacePoint goal;   ///< in an admitted polygon
    DVec3 wish;          ///< where the goal was asked for: a partial corridor ends as near to it as it can [wu]
    const QueryFilter* filter = nullptr;  ///< not null
};

/// The first half-edge of a polygon, numbered over the whole mesh.
inline uint32_t first_edge(const NavMesh& mesh, PolygonRef polygon) {
    return edge_index(mesh, {polygon.tile, polygon_of(mesh, polygon).first_edge});
}

/// Whether the filter admits every polygon of an island, judged by area.
inline bool admits_all(const NavMesh& mesh, const QueryFilter& filter, uint32_t island) {
    const uint64_t areas = mesh.islands[island].areas;
    if (areas & filter.excluded_areas) return false;
    for (uint64_t rest = areas; rest; rest &= rest - 1) {
        const AreaUse& use = mesh.polygon_use[size_t(std::countr_zero(rest))];
        if ((use.all_flags & filter.include_flags) == 0 || (use.any_flags & filter.exclude_flags) != 0) return false;
    }
    return true;
}

/// The goal, or where that is on another island the point of the start's island nearest to the wish.
inline SurfacePoint target_on_island(const NavMesh& mesh, const CorridorRequest& request) {
    const uint32_t island = island_of(mesh, request.start.polygon);
    if (island_of(mesh, request.goal.polygon) == island) return request.goal;
    const auto on_island = [&mesh, island](PolygonRef p) { return island_of(mesh, p) == island; };
    const auto nearest = find_nearest(mesh, request.wish, {.filter = request.filter, .accept = on_island});
    return nearest ? *nearest : request.start;
}

/// Whether the end of a corridor is as good as the goal: a goal on the rim of two polygons may have been given the one that
/// cannot be reached.
inline bool reaches_goal(const NavMesh& mesh, const CorridorRequest& request, const SurfacePoint& end) {
    const double slack = 1e-9 * mesh.tiles[0]->frame.quantum;
    return end.polygon == request.goal.polygon || end.distance <= request.goal.distance + slack;
}

}  // namespace navspan
