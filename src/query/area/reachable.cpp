// What can be walked to.
//
// In: a polygon and a filter. Out: every polygon that a walker can get to from there, breadth first, over portals both ways
// and over off-mesh links in their direction. An island joins both ends of a link whatever its direction, so that polygons on
// different islands cannot reach each other, but polygons on one island need a search.

#include "navspan/query/reachable.h"

#include <cassert>

#include "query/search/flood.h"
#include "query/state.h"

namespace navspan {
namespace {

// spreads until it reaches the goal, or over everything if the goal is invalid; true if it reached the goal
bool reach(const NavMesh& mesh, FloodScratch& scratch, const FloodRequest& request, PolygonRef goal) {
    const QueryFilter& filter = filter_or_default(request.filter);
    begin_flood(mesh, scratch);
    const auto go = [&](PolygonRef next) {
        if (next.valid() && mark(mesh, scratch, next)) scratch.reached.push_back(next);
        return next.valid() && next == goal;
    };
    if (go(request.start)) return true;
    for (size_t i = 0; i < scratch.reached.size(); ++i) {
        const PolygonRef ref = scratch.reached[i];
        const NavPolygon& polygon = polygon_of(mesh, ref);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            if (go(neighbour(mesh, filter, {ref.tile, e}))) return true;
        }
        for (const OffMeshLink& link : links_from(mesh, ref)) {
            if (admits(filter, link) && admits(filter, polygon_of(mesh, link.to)) && go(link.to)) return true;
        }
    }
    return false;
}

}  // namespace

void collect_reachable(const NavMesh& mesh, SearchScratch& scratch, const FloodRequest& request, std::vector<PolygonRef>& out) {
    assert(request.start.valid());
    FloodScratch& flood = scratch.state().flood;
    reach(mesh, flood, request, {});
    out.assign(flood.reached.begin(), flood.reached.end());
}

bool is_reachable(const NavMesh& mesh, SearchScratch& scratch, const FloodRequest& request, PolygonRef goal) {
    assert(request.start.valid() && goal.valid());
    if (island_of(mesh, request.start) != island_of(mesh, goal)) return false;
    return reach(mesh, scratch.state().flood, request, goal);
}

double area_of(const NavMesh& mesh, std::span<const PolygonRef> polygons) {
    double sum = 0;
    for (const PolygonRef ref : polygons) {
        const double quantum = tile_of(mesh, ref).frame.quantum;
        sum += double(doubled_area(tile_of(mesh, ref), ref.polygon)) * 0.5 * (quantum * quantum);
    }
    return sum;
}

}  // namespace navspan
