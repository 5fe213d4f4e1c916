// Polygons within a walking distance.
//
// In: a point on the surface and a maximum distance.
// Out: the polygons within that distance, each with the length of the shortest path to its nearest point.
// Idea: Dijkstra's search visits roots: the start, corners (navmesh/mesh/corners.h) and ends of off-mesh links. From each
// root, cones of sight visit all polygons that the root sees. The distance of a polygon is the distance of the nearest visible
// point on its entry edge. Visible corners become roots.
// Source: Dijkstra, A note on two problems in connexion with graphs (1959).
// Weak cases: Among many scattered obstacles, every corner sees many other corners.

#include <algorithm>
#include <cmath>

#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/edge_at.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/query/reachable.h"
#include "query/search/flood.h"
#include "query/search/heap.h"
#include "query/search/plane.h"
#include "query/search/point_check.h"
#include "query/state.h"

namespace navspan {
namespace {

using EdgeCone = FloodScratch::EdgeCone;
using Reached = FloodScratch::Reached;

struct Nearer {
    bool operator()(const Reached& a, const Reached& b) const {
        return a.distance < b.distance || (a.distance == b.distance && a.id < b.id);
    }
};

FlatPoint offset(PlanePoint from, PlanePoint to) {
    return {double(to.x - from.x), double(to.z - from.z)};
}

double distance(PlanePoint a, PlanePoint b) {
    return std::sqrt(squared(offset(a, b)));
}

class DistanceSearch {
public:
    DistanceSearch(const NavMesh& mesh, FloodScratch& scratch, const DistanceRequest& request)
        : mesh_(mesh),
          scratch_(scratch),
          filter_(admission_filter(request.filter)),
          start_(request.start.polygon),
          unit_(tile_of(mesh, start_).frame.quantum / double(1 << kSubLatticeBits)),
          max_distance_(request.max_distance / unit_),
          heap_(scratch.queue) {
        const size_t points = size_t{mesh.edge_count()} + mesh.links.size();
        if (scratch.points.size() < points) scratch.points.resize(points);
        if (scratch.polygon_distance.size() < mesh.polygon_count()) scratch.polygon_distance.resize(mesh.polygon_count());
        begin_flood(mesh, scratch);
        heap_.clear();
    }

    void run(DVec3 start) {
        visit_visible(start_, snap_inside(mesh_, start_, start), 0);
        while (!heap_.empty()) {
            const Reached top = heap_.take();
            if (top.distance > scratch_.points[top.id].distance) continue;
            if (top.id >= mesh_.edge_count()) {
                const OffMeshLink& link = mesh_.links[top.id - mesh_.edge_count()];
                visit_visible(link.to, snap_inside(mesh_, link.to, link.end), top.distance);
            } else {
                const EdgeRef edge = edge_at(mesh_, top.id);
                visit_visible(polygon_at(mesh_, edge), plane_corner(*mesh_.tiles[edge.tile], edge.edge), top.distance);
            }
        }
    }

    void list(std::vector<ReachedPolygon>& polygons) const {
        for (const PolygonRef ref : scratch_.reached)
            polygons.push_back({ref, scratch_.polygon_distance[polygon_index(mesh_, ref)] * unit_});
        std::sort(polygons.begin(), polygons.end(), [&](const ReachedPolygon& a, const ReachedPolygon& b) {
            if (a.distance != b.distance) return a.distance < b.distance;
            if ((a.polygon == start_) != (b.polygon == start_)) return a.polygon == start_;
            return a.polygon < b.polygon;
        });
    }

private:
    void reach_polygon(PolygonRef ref, double length) {
        double& known = scratch_.polygon_distance[polygon_index(mesh_, ref)];
        if (mark(mesh_, scratch_, ref)) {
            known = length;
            scratch_.reached.push_back(ref);
        } else {
            known = std::min(known, length);
        }
    }

    void reach_point(uint32_t id, double length) {
        FloodScratch::PointDistance& point = scratch_.points[id];
        if (length > max_distance_ || (point.stamp == scratch_.marks.stamp && point.distance <= length)) return;
        point = {length, scratch_.marks.stamp};
        heap_.push({length, id});
    }

    // If the vertex at the start of an edge is a corner, records the path to the corner through the root. Precondition: the
    // root sees the vertex.
    void reach_visible_vertex(EdgeRef edge, PlanePoint vertex) {
        const uint32_t index = edge_index(mesh_, edge);
        if (vertex != root_ && is_corner(mesh_, filter_, index)) {
            reach_point(fan_id(mesh_, filter_, index), root_distance_ + distance(root_, vertex));
        }
    }

    template <class Sees>
    void reach_visible_links(PolygonRef polygon, Sees sees) {
        for (const OffMeshLink& link : links_from(mesh_, polygon)) {
            if (!admits(filter_, link) || !admits(filter_, polygon_of(mesh_, link.to))) continue;
            const PlanePoint start = snap_inside(mesh_, polygon, link.start);
            if (!sees(start)) continue;
            const double there = root_distance_ + distance(root_, start) + link.cost / unit_;
            reach_point(mesh_.edge_count() + uint32_t(&link - mesh_.links.data()), there);
        }
    }

    // Visits all polygons that are visible from `root`, a point of the given polygon.
    void visit_visible(PolygonRef polygon, PlanePoint root, double so_far) {
        root_ = root;
        root_distance_ = so_far;
        scratch_.is_root_polygon.begin(mesh_.polygon_count());
        scratch_.cones.clear();
        scratch_.root_polygons.assign(1, polygon);
        scratch_.is_root_polygon.add(polygon_index(mesh_, polygon));
        for (size_t i = 0; i < scratch_.root_polygons.size(); ++i)
            visit_root_polygon(scratch_.root_polygons[i]);
        while (!scratch_.cones.empty()) {
            const EdgeCone cone = scratch_.cones.back();
            scratch_.cones.pop_back();
            visit_cone(cone);
        }
    }

    // Visits a polygon that contains the root. Pushes a cone for each portal that has the root strictly on its left. If the
    // root lies on a portal, adds the polygon across that portal to `root_polygons`.
    void visit_root_polygon(PolygonRef ref) {
        reach_polygon(ref, root_distance_);
        reach_visible_links(ref, [](PlanePoint) { return true; });
        const NavTile& tile = tile_of(mesh_, ref);
        const NavPolygon& polygon = polygon_of(mesh_, ref);
        const bool admitted = admits(filter_, polygon);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const EdgeRef edge{ref.tile, e};
            const PlanePoint a = plane_corner(tile, e), b = plane_corner(tile, trusted::next_edge(tile, e));
            if (admitted) reach_visible_vertex(edge, a);
            const EdgeRef twin = across(mesh_, filter_, edge);
            if (!twin.valid()) continue;
            if (turn(a, b, root_) > 0) {
                scratch_.cones.push_back({twin, b, a});
            } else if (is_between(root_, a, b)) {
                const PolygonRef next = polygon_at(mesh_, twin);
                if (scratch_.is_root_polygon.add(polygon_index(mesh_, next))) scratch_.root_polygons.push_back(next);
            }
        }
    }

    bool is_in_cone(const EdgeCone& cone, PlanePoint p) const {
        return turn(root_, cone.right, p) >= 0 && turn(root_, cone.left, p) <= 0;
    }

    // Visits the polygon behind the cone's edge. Pushes a cone for each visible part of the polygon's other edges that can be
    // crossed.
    void visit_cone(const EdgeCone& cone) {
        const NavTile& tile = *mesh_.tiles[cone.entry.tile];
        const PolygonRef ref = polygon_at(mesh_, cone.entry);
        const double length = root_distance_ + nearest_seen(tile, cone);
        if (length > max_distance_) return;
        reach_polygon(ref, length);
        reach_visible_links(ref, [&](PlanePoint p) { return is_in_cone(cone, p); });
        const NavPolygon& polygon = tile.polygons[ref.polygon];
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const EdgeRef edge{ref.tile, e};
            const PlanePoint a = plane_corner(tile, e), b = plane_corner(tile, trusted::next_edge(tile, e));
            if (is_in_cone(cone, a)) reach_visible_vertex(edge, a);
            const EdgeRef twin = e == cone.entry.edge ? EdgeRef{} : across(mesh_, filter_, edge);
            if (!twin.valid()) continue;
            const PlanePoint right = turn(root_, cone.right, a) > 0 ? a : cone.right;
            const PlanePoint left = turn(root_, cone.left, b) < 0 ? b : cone.left;
            if (turn(root_, right, left) > 0) scratch_.cones.push_back({twin, left, right});
        }
    }

    // Distance from the root to the visible part of the cone's edge [2^-20 lattice]. Seen from the root, the edge runs from
    // left to right.
    double nearest_seen(const NavTile& tile, const EdgeCone& cone) const {
        const FlatEdge edge{offset(root_, plane_corner(tile, cone.entry.edge)),
                            offset(root_, plane_corner(tile, trusted::next_edge(tile, cone.entry.edge)))};
        const auto hit = [&](FlatPoint side) {
            const double at_a = side.x * edge.a.z - side.z * edge.a.x, at_b = side.x * edge.b.z - side.z * edge.b.x;
            return at_a == at_b ? 0 : std::clamp(at_a / (at_a - at_b), 0.0, 1.0);
        };
        const double from = hit(offset(root_, cone.left)), to = std::max(from, hit(offset(root_, cone.right)));
        return std::sqrt(squared(point_at(edge.a, edge.b, std::clamp(nearest_share(edge), from, to))));
    }

    const NavMesh& mesh_;
    FloodScratch& scratch_;
    const QueryFilter& filter_;
    PolygonRef start_;
    double unit_, max_distance_;  // unit_: step of the 2^-20 lattice [wu]; max_distance_: [2^-20 lattice]
    SearchHeap<Nearer, Reached> heap_;
    PlanePoint root_;           // the point from which visibility is computed
    double root_distance_ = 0;  // length of the shortest path to the root [2^-20 lattice]
};

}  // namespace

Status polygons_within_distance(const NavMesh& mesh, SearchScratch& scratch, const DistanceRequest& request,
                                std::vector<ReachedPolygon>& polygons) {
    polygons.clear();
    if (Status s = validate_point(request.start.position, "the start"); !s) return s;
    if (!(request.max_distance >= 0)) return Error{ErrorKind::usage, "the distance must be a number >= 0"};
    if (Status s = validate_surface_point(mesh, request.start); !s) return s;
    DistanceSearch search(mesh, scratch.state().flood, request);
    search.run(request.start.position);
    search.list(polygons);
    return Done{};
}

}  // namespace navspan
