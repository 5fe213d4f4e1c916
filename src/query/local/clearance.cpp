// Measures how close a path comes to a wall.
//
// In: the steps of a path along the ground, and a radius.
// Out: the smallest horizontal distance from the path to a wall, if it is within the radius.
// Idea: For each segment of the path, a search crosses the nearest portal first. The search stops when the next portal is
// farther away than the nearest wall found. The distance of that wall limits the search for the next segment.
// Source: Dijkstra, A note on two problems in connexion with graphs (1959).
// Weak cases: Far from walls, every segment visits all polygons within the radius.

#include <algorithm>
#include <cmath>

#include "navmesh/mesh/trusted.h"
#include "navspan/query/walls.h"
#include "query/search/flood.h"
#include "query/search/point_check.h"
#include "query/state.h"

namespace navspan {
namespace {

using WaitingPolygon = FloodScratch::WaitingPolygon;

Status validate_request(const NavMesh& mesh, const ClearanceRequest& request) {
    if (!(request.radius >= 0)) return Error{ErrorKind::usage, "the radius must be a number >= 0"};
    for (const SurfaceStep& step : request.steps) {
        if (Status s = validate_point(step.position, "a step"); !s) return s;
        const SurfacePoint point{.polygon = step.polygon, .position = step.position, .revision = step.revision};
        if (Status s = validate_surface_point(mesh, point); !s) return s;
    }
    return Done{};
}

double flat_cross(FlatPoint a, FlatPoint b) {
    return a.x * b.z - a.z * b.x;
}
FlatPoint difference(FlatPoint a, FlatPoint b) {
    return {a.x - b.x, a.z - b.z};
}
double squared_point_distance(const FlatEdge& e, FlatPoint p) {
    return squared(difference(point_at(e.a, e.b, nearest_share(e.a, e.b, p)), p));
}

// True if the interiors of two segments cross.
bool cross_each_other(const FlatEdge& e, const FlatEdge& f) {
    const FlatPoint along_e = difference(e.b, e.a), along_f = difference(f.b, f.a);
    return flat_cross(along_e, difference(f.a, e.a)) * flat_cross(along_e, difference(f.b, e.a)) < 0 &&
           flat_cross(along_f, difference(e.a, f.a)) * flat_cross(along_f, difference(e.b, f.a)) < 0;
}

// Squared distance between two segments. The segment `path` may have length 0.
double squared_segment_distance(const FlatEdge& edge, const FlatEdge& path) {
    double least = std::min(squared_point_distance(edge, path.a), squared_point_distance(edge, path.b));
    if (path.a == path.b) return least;
    if (cross_each_other(edge, path)) return 0;
    least = std::min(least, squared_point_distance(path, edge.a));
    return std::min(least, squared_point_distance(path, edge.b));
}

struct ClosestWall {
    double squared = 0;  // squared distance [lattice^2]
    size_t step = 0;
    EdgeRef edge;
};

// Updates `best` with the walls around the segment from `from` to `to`.
void visit_segment(const NavMesh& mesh, const QueryFilter& filter, FloodScratch& flood, const SurfaceStep& from, DVec3 to,
                   size_t step, ClosestWall& best) {
    begin_flood(mesh, flood);
    WaitingHeap heap(flood.heap);
    heap.push({0, from.polygon});
    while (!heap.empty()) {
        const WaitingPolygon waiting = heap.take();
        if (waiting.key > best.squared) break;
        if (!mark(mesh, flood, waiting.polygon)) continue;
        const NavTile& tile = trusted::tile_of(mesh, waiting.polygon);
        const NavPolygon& polygon = trusted::polygon_of(mesh, waiting.polygon);
        const FlatView view(tile.frame, from.position), end(tile.frame, to);
        const FlatEdge path{{0, 0}, {end.x - view.x, end.z - view.z}};
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const EdgeRef edge{waiting.polygon.tile, e};
            const double distance = squared_segment_distance(view.edge(tile, e), path);
            if (distance > best.squared) continue;
            const PolygonRef next = neighbour(mesh, filter, edge);
            if (next.valid()) {
                if (!is_marked(mesh, flood, next)) heap.push({distance, next});
            } else if (distance < best.squared || !best.edge.valid()) {
                best = {distance, step, edge};
            }
        }
    }
}

}  // namespace

Status measure_clearance(const NavMesh& mesh, SearchScratch& scratch, const ClearanceRequest& request,
                         PathClearance& clearance) {
    clearance = {.found = false, .distance = request.radius, .step = 0, .edge = {}};
    if (Status s = validate_request(mesh, request); !s) return s;
    if (request.steps.empty()) return Done{};
    const QueryFilter& filter = admission_filter(request.filter);
    const double quantum = trusted::tile_of(mesh, request.steps[0].polygon).frame.quantum, radius = request.radius / quantum;
    ClosestWall best{radius * radius, 0, {}};
    for (size_t i = 0; i < request.steps.size(); ++i) {
        const SurfaceStep& from = request.steps[i];
        const bool ends = from.begins_link || i + 1 == request.steps.size();
        visit_segment(mesh, filter, scratch.state().flood, from, ends ? from.position : request.steps[i + 1].position, i, best);
    }
    if (best.edge.valid())
        clearance = {
            .found = true, .distance = std::sqrt(best.squared) * quantum, .step = uint32_t(best.step), .edge = best.edge};
    return Done{};
}

}  // namespace navspan
