#pragma once

#include <bit>
#include <limits>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/heap.h"

// What the searches for a corridor have in common: the request, the point that they can reach, and tests that they can skip.

namespace navspan {

struct CorridorRequest {
    SurfacePoint start;  ///< in an admitted polygon
    SurfacePoint goal;   ///< in an admitted polygon
    DVec3 requested_goal;          ///< where the goal was asked for: a partial corridor ends as near to it as it can [wu]
    const QueryFilter* filter = nullptr;  ///< not null
};

/// What a search under way knows, by whatever method.
struct SearchProgress {
    CorridorRequest request;
    SurfacePoint target;  ///< the goal, or the point that takes its place: on the start's island, then among what was reached
    uint32_t best_node = 0;  ///< the last node of the best way to the target so far
    uint32_t stamp = 0;      ///< of the scratch
    bool done = false;       ///< nothing can change any more
    uint64_t expanded = 0, pushed = 0;
};

/// One call of begin, step or finish: the search under way, and everything it looks at.
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
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    // links are numbered after half-edges
    bool is_link_number(uint32_t edge) const { return edge != kNoIndex && edge >= mesh_.edge_count(); }
    const OffMeshLink& link_of(uint32_t number) const { return mesh_.links[number - mesh_.edge_count()]; }

    const NavMesh& mesh_;
    const SearchEdge* edges_;  // of the mesh
    const QueryFilter& filter_;
    Scratch& scratch_;
    Search& search_;
    SearchHeap<Before, typename Scratch::HeapEntry> heap_;
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
        const AreaSummary& use = mesh.polygon_summary[size_t(std::countr_zero(rest))];
        if ((use.all_flags & filter.include_flags) == 0 || (use.any_flags & filter.exclude_flags) != 0) return false;
    }
    return true;
}

/// The goal, or where that is on another island the point of the start's island nearest to the wish.
inline SurfacePoint target_on_island(const NavMesh& mesh, const CorridorRequest& request) {
    const uint32_t island = island_of(mesh, request.start.polygon);
    if (island_of(mesh, request.goal.polygon) == island) return request.goal;
    const auto on_island = [&mesh, island](PolygonRef p) { return island_of(mesh, p) == island; };
    const auto nearest = find_nearest(mesh, request.requested_goal, {.filter = request.filter, .accept = on_island});
    return nearest ? *nearest : request.start;
}

/// Whether the end of a corridor is as good as the goal: a goal on the rim of two polygons may have been given the one that
/// cannot be reached.
inline bool reaches_goal(const NavMesh& mesh, const CorridorRequest& request, const SurfacePoint& end) {
    const double slack = 1e-9 * mesh.tiles[0]->frame.quantum;
    return end.polygon == request.goal.polygon || end.distance <= request.goal.distance + slack;
}

}  // namespace navspan
