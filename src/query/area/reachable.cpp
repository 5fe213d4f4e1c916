// Polygons that can be reached on foot and over off-mesh links.
//
// In: a start polygon and a filter.
// Out: all polygons that can be reached from the start, in breadth-first order; or whether one goal polygon can be reached.
// Idea: A breadth-first search crosses portals in both directions, and links only in their own direction. No search is needed
// if the goal is on another island (connected component over portals and links).
// Source: Moore, The shortest path through a maze (1959), for breadth-first search.
// Weak cases: The search for one goal may visit the whole island.

#include "navspan/query/reachable.h"

#include "navmesh/graph/islands.h"
#include "query/search/flood.h"
#include "query/search/point_check.h"
#include "query/state.h"

namespace navspan {

Status collect_reachable(const NavMesh& mesh, SearchScratch& scratch, const ReachRequest& request,
                         std::vector<PolygonRef>& out) {
    out.clear();
    if (Status s = validate_surface_point(mesh, request.start); !s) return s;
    FloodScratch& flood = scratch.state().flood;
    reach(mesh, admission_filter(request.filter), request.start.polygon, {}, flood.marks, flood.reached);
    out.assign(flood.reached.begin(), flood.reached.end());
    return Done{};
}

bool is_reachable(const NavMesh& mesh, SearchScratch& scratch, const ReachRequest& request, const SurfacePoint& goal) {
    if (!has_point(mesh, request.start) || !has_point(mesh, goal)) return false;
    const PolygonRef from = request.start.polygon, to = goal.polygon;
    if (island_of(mesh, from) != island_of(mesh, to)) return false;
    FloodScratch& flood = scratch.state().flood;
    return reach(mesh, admission_filter(request.filter), from, to, flood.marks, flood.reached);
}

double area_of(const NavMesh& mesh, std::span<const PolygonRef> polygons) {
    double sum = 0;
    for (const PolygonRef ref : polygons)
        sum += has_polygon(mesh, ref) ? polygon_area(tile_of(mesh, ref), ref.polygon) : 0;
    return sum;
}

}  // namespace navspan
