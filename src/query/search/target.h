#pragma once

#include <bit>
#include <limits>

#include "navmesh/mesh/trusted.h"
#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/heap.h"

// Parts shared by the corridor searches: the request, the reachable target, and shortcuts for filter tests.

namespace navspan {

struct CorridorRequest {
    SurfacePoint start;                   ///< in an admitted polygon
    SurfacePoint goal;                    ///< in an admitted polygon
    DVec3 requested_goal;                 ///< the goal before snapping; a partial path ends at the nearest reachable point [wu]
    const QueryFilter* filter = nullptr;  ///< not null
};

/// The part of the state of a search that all methods have in common.
struct SearchProgress {
    CorridorRequest request;
    SurfacePoint target;     ///< the goal or, if it cannot be reached, the nearest point that can be reached
    uint32_t best_node = 0;  ///< the last node of the best known path to the target
    uint32_t stamp = 0;      ///< stamp of the scratch when the search began or last restarted
    bool done = false;       ///< the result is final
    uint64_t expanded = 0, pushed = 0;
};

/// Base class of the search algorithms. An object exists only during one call of begin, step or finish.
template <class Scratch, class Search, class Before>
class SearchEngine {
public:
    SearchEngine(const NavMesh& mesh, Scratch& scratch, Search& search)
        : mesh_(mesh),
          edges_(mesh.search_edges.data()),
          filter_(*search.request.filter),
          scratch_(scratch),
          search_(search),
          heap_(scratch.heap) {}

protected:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();

    // Half-edges and off-mesh links share one numbering: first all half-edges of the mesh, then all off-mesh links.
    bool is_link_number(uint32_t edge) const { return edge != kNoIndex && edge >= mesh_.edge_count(); }
    const OffMeshLink& link_of(uint32_t number) const { return mesh_.links[number - mesh_.edge_count()]; }

    const NavMesh& mesh_;
    const SearchEdge* edges_;
    const QueryFilter& filter_;
    Scratch& scratch_;
    Search& search_;
    SearchHeap<Before, typename Scratch::HeapEntry> heap_;
};

/// Index among all half-edges of the mesh.
inline uint32_t first_edge(const NavMesh& mesh, PolygonRef polygon) {
    return trusted::edge_index(mesh, {polygon.tile, trusted::polygon_of(mesh, polygon).first_edge});
}

/// True only if the filter admits all polygons (or links) of an area. Reads only their summary, so the result may be false even
/// if all of them are admitted.
inline bool admits_all(const QueryFilter& filter, uint32_t area, const AreaSummary& use) {
    return !(filter.excluded_areas >> area & 1) && (use.all_flags & filter.include_flags) &&
           !(use.any_flags & filter.exclude_flags);
}

/// True only if the filter admits every polygon of an island. The summaries include other islands, so the result may be false
/// even if all polygons are admitted.
inline bool admits_all(const NavMesh& mesh, const QueryFilter& filter, uint32_t island) {
    for (uint64_t rest = mesh.islands[island].areas; rest; rest &= rest - 1) {
        const auto area = uint32_t(std::countr_zero(rest));
        if (!admits_all(filter, area, mesh.polygon_summary[area])) return false;
    }
    return true;
}

/// Common cost factor of the admitted areas of an island. Returns 1 if there is no common factor or if it is 0, because callers
/// divide by the result.
inline double cost_per_length(const NavMesh& mesh, const QueryFilter& filter, uint32_t island) {
    const double cost = uniform_cost(mesh, filter, island).value_or(0);
    return cost > 0 ? cost : 1;
}

/// Returns the goal if it is on the start's island. Otherwise returns the admitted point of this island nearest to
/// requested_goal.
inline SurfacePoint target_on_island(const NavMesh& mesh, const CorridorRequest& request) {
    const uint32_t island = trusted::island_of(mesh, request.start.polygon);
    if (trusted::island_of(mesh, request.goal.polygon) == island) return request.goal;
    const auto on_island = [&mesh, island](PolygonRef p) { return trusted::island_of(mesh, p) == island; };
    const auto nearest = find_nearest(mesh, request.requested_goal, {.filter = request.filter, .accept = on_island});
    return nearest ? *nearest : request.start;
}

/// True if the corridor ends in the goal's polygon. Also true if its end is no farther from the requested goal than the snapped
/// goal. This case occurs if the snapped goal is on the border of two polygons and only one of them is reachable.
inline bool reaches_goal(const NavMesh& mesh, const CorridorRequest& request, const SurfacePoint& end) {
    const double slack = 1e-9 * trusted::tile_at(mesh, 0).frame.quantum;
    return end.polygon == request.goal.polygon || end.distance <= request.goal.distance + slack;
}

}  // namespace navspan
