// Finds walls around a point by horizontal distance.
//
// In: a point on the surface and a radius.
// Out: the nearest wall, or all walls within the radius.
// Idea: The search for the nearest wall crosses the nearest portal first. The search stops if the next portal is farther away
// than the nearest wall found. To find all walls, a flood fill crosses all portals within the radius.
// Source: Dijkstra, A note on two problems in connexion with graphs (1959).
// Weak cases: On open ground without walls, the search visits all polygons within the radius.

#include "navspan/query/walls.h"

#include <algorithm>
#include <cmath>

#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/flood.h"
#include "query/search/point_check.h"
#include "query/search/surface_walk.h"
#include "query/state.h"

namespace navspan {
namespace {

Status validate_request(const WallRequest& request) {
    if (Status s = validate_point(request.start.position, "the point"); !s) return s;
    if (!(request.radius >= 0)) return Error{ErrorKind::usage, "the radius must be a number >= 0"};
    return Done{};
}

using WaitingPolygon = FloodScratch::WaitingPolygon;

DVec3 on_surface(const NavMesh& mesh, EdgeRef edge, double share) {
    DVec3 p = EdgeLine(mesh, edge).point(share);
    p.y = polygon_height(mesh, trusted::polygon_at(mesh, edge), p.x, p.z);
    return p;
}

struct BestWall {
    double squared = 0;  // squared distance [lattice^2]
    EdgeRef edge;
};

struct WallSearch {
    const NavMesh& mesh;
    const QueryFilter& filter;
    DVec3 start;  // [wu]
    const FloodScratch& flood;
};

// Updates `best` with the walls of a polygon. Pushes each unvisited neighbour whose portal is no farther away than `best`.
void visit_edges(const WallSearch& search, PolygonRef ref, WaitingHeap& heap, BestWall& best) {
    const NavTile& tile = trusted::tile_of(search.mesh, ref);
    const NavPolygon& polygon = tile.polygons[ref.polygon];
    const FlatView view(tile.frame, search.start);
    const uint32_t end = polygon.first_edge + polygon.edge_count;
    FlatPoint a = view.point(tile.half_edges[end - 1]);
    for (uint32_t i = 0, e = end - 1; i < polygon.edge_count; ++i) {
        const FlatPoint b = view.point(tile.half_edges[polygon.first_edge + i]);
        const double distance = squared_distance({a, b});
        const EdgeRef edge{ref.tile, e};
        a = b;
        e = polygon.first_edge + i;
        if (distance > best.squared) continue;
        const PolygonRef next = neighbour(search.mesh, search.filter, edge);
        if (!next.valid()) {
            if (distance < best.squared || !best.edge.valid() || edge < best.edge) best = {distance, edge};
        } else if (!is_marked(search.mesh, search.flood, next)) {
            heap.push({distance, next});
        }
    }
}

// Computes the part of an edge within `radius` [lattice] of the origin, as fractions `from` and `to` of the edge.
void clip(const FlatEdge& e, double radius, double& from, double& to) {
    const double dx = e.b.x - e.a.x, dz = e.b.z - e.a.z, dd = dx * dx + dz * dz;
    const double middle = -(e.a.x * dx + e.a.z * dz) / dd, off = (e.a.x * dz - e.a.z * dx) / std::sqrt(dd);
    const double reach = std::sqrt(std::max(radius * radius - off * off, 0.0) / dd);
    from = std::clamp(middle - reach, 0.0, 1.0);
    to = std::clamp(middle + reach, from, 1.0);
}

}  // namespace

Status find_nearest_wall(const NavMesh& mesh, SearchScratch& scratch, const WallRequest& request, NearestWall& wall) {
    if (Status s = validate_request(request); !s) return s;
    if (Status s = validate_surface_point(mesh, request.start); !s) return s;
    const TileFrame& frame = trusted::tile_of(mesh, request.start.polygon).frame;
    const double radius = request.radius / frame.quantum;
    BestWall best{radius * radius, {}};
    FloodScratch& flood = scratch.state().flood;
    begin_flood(mesh, flood);
    const WallSearch search{mesh, admission_filter(request.filter), request.start.position, flood};
    WaitingHeap heap(flood.heap);
    heap.push({0, request.start.polygon});
    while (!heap.empty()) {
        const WaitingPolygon next = heap.take();
        // Stop: the visited polygons cover the disc around the point up to the nearest wall.
        if (next.key > best.squared) break;
        if (mark(mesh, flood, next.polygon)) visit_edges(search, next.polygon, heap, best);
    }
    wall = {.found = false, .distance = request.radius, .position = {}, .normal = {}, .edge = {}};
    if (!best.edge.valid()) return Done{};

    const NavTile& tile = *mesh.tiles[best.edge.tile];
    const FlatEdge edge = FlatView(tile.frame, request.start.position).edge(tile, best.edge.edge);
    const double share = nearest_share(edge), distance = std::sqrt(best.squared);
    const FlatPoint p = point_at(edge.a, edge.b, share);
    wall.found = true;
    wall.edge = best.edge;
    wall.distance = distance * frame.quantum;
    wall.position = on_surface(mesh, best.edge, share);
    if (distance > 1e-6) {
        wall.normal = {-p.x / distance, 0, -p.z / distance};
    } else {
        const double dx = edge.b.x - edge.a.x, dz = edge.b.z - edge.a.z, length = std::sqrt(dx * dx + dz * dz);
        wall.normal = {dz / length, 0, -dx / length};
    }
    return Done{};
}

Status find_walls(const NavMesh& mesh, SearchScratch& scratch, const WallRequest& request, std::vector<WallSegment>& walls) {
    walls.clear();
    if (Status s = validate_request(request); !s) return s;
    if (Status s = validate_surface_point(mesh, request.start); !s) return s;
    const QueryFilter& filter = admission_filter(request.filter);
    const double quantum = trusted::tile_of(mesh, request.start.polygon).frame.quantum, radius = request.radius / quantum;
    FloodScratch& flood = scratch.state().flood;
    flood_fill_circle(mesh, flood, request.start.polygon, filter, request.start.position, radius);
    for (const PolygonRef ref : flood.reached) {
        const NavPolygon& polygon = trusted::polygon_of(mesh, ref);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const EdgeRef edge{ref.tile, e};
            if (neighbour(mesh, filter, edge).valid()) continue;
            const NavTile& tile = *mesh.tiles[ref.tile];
            const FlatEdge flat = FlatView(tile.frame, request.start.position).edge(tile, e);
            const double distance = squared_distance(flat);
            if (distance > radius * radius) continue;
            double from = 0, to = 1;
            if (std::isfinite(radius)) clip(flat, radius, from, to);
            walls.push_back({on_surface(mesh, edge, from), on_surface(mesh, edge, to), edge, std::sqrt(distance) * quantum});
        }
    }
    std::sort(walls.begin(), walls.end(), [](const WallSegment& a, const WallSegment& b) {
        return a.distance < b.distance || (a.distance == b.distance && a.edge < b.edge);
    });
    return Done{};
}

}  // namespace navspan
