// What can be walked to.
//
// In: a polygon and a filter. Out: every polygon that a walker can get to from there, breadth first, over portals both ways
// and over off-mesh links in their direction. Islands, which take links both ways, only tell what cannot be reached.

#include "navspan/query/flood.h"

#include <cassert>

#include "query/search/flood_steps.h"

namespace navspan {
namespace {

// spreads until the goal is found, or everywhere where there is none; true when it was found
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

void collect_reachable(const NavMesh& mesh, FloodScratch& scratch, const FloodRequest& request, std::vector<PolygonRef>& out) {
    assert(request.start.valid());
    reach(mesh, scratch, request, {});
    out.assign(scratch.reached.begin(), scratch.reached.end());
}

bool is_reachable(const NavMesh& mesh, FloodScratch& scratch, const FloodRequest& request, PolygonRef goal) {
    assert(request.start.valid() && goal.valid());
    if (island_of(mesh, request.start) != island_of(mesh, goal)) return false;
    return reach(mesh, scratch, request, goal);
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
