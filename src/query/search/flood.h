#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/marks.h"
#include "navmesh/mesh/admission_filter.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/heap.h"
#include "query/search/plane.h"

namespace navspan {

// Helpers shared by the queries that flood fill the polygon graph.

/// Memory of the flood-fill queries, reused between calls.
struct FloodScratch {
    struct WaitingPolygon {
        /// Squared distance from the centre of the search to the portal that leads to the polygon [lattice^2]. The heap yields
        /// the lowest key first.
        double key = 0;
        PolygonRef polygon;  ///< the polygon to visit; breaks ties between equal keys
    };
    struct PointDistance {
        double distance = 0;  ///< length of the shortest known path [2^-20 lattice]
        uint32_t stamp = 0;   ///< stamp of the query that wrote this point
    };
    struct Reached {
        double distance = 0;  ///< length of the path to the point [2^-20 lattice]
        uint32_t id = 0;      ///< index into points
    };
    /// The view from a root point through an edge, between the rays from the root through two vertices.
    struct EdgeCone {
        EdgeRef entry;           ///< half-edge by which the cone enters the next polygon
        PlanePoint left, right;  ///< vertices on the two sides of the cone
    };
    Marks marks;  ///< polygons reached by the current query
    std::vector<WaitingPolygon> heap;
    std::vector<PolygonRef> reached;        ///< polygons reached by the current query, in the order of the flood fill
    std::vector<PointDistance> points;      ///< index: fan_id() of a corner, or number of half-edges plus index of a link
    std::vector<Reached> queue;             ///< heap of points, nearest first
    std::vector<EdgeCone> cones;            ///< stack of cones not visited yet
    std::vector<PolygonRef> root_polygons;  ///< polygons that contain the root point
    Marks is_root_polygon;                  ///< the polygons in `root_polygons`, as a set
    std::vector<double> polygon_distance;   ///< distance from the start to each polygon in `marks` [2^-20 lattice]
    std::vector<PolygonRef> listed;         ///< the result of collect_reachable, for sample_reachable
};

struct NearerPolygon {
    bool operator()(const FloodScratch::WaitingPolygon& a, const FloodScratch::WaitingPolygon& b) const {
        return a.key < b.key || (a.key == b.key && a.polygon < b.polygon);
    }
};
using WaitingHeap = SearchHeap<NearerPolygon, FloodScratch::WaitingPolygon>;

inline void begin_flood(const NavMesh& mesh, FloodScratch& scratch) {
    scratch.marks.begin(mesh.polygon_count());
    scratch.heap.clear();
    scratch.reached.clear();
}

inline bool is_marked(const NavMesh& mesh, const FloodScratch& scratch, PolygonRef polygon) {
    return scratch.marks.has(trusted::polygon_index(mesh, polygon));
}
// Returns true if the polygon was not marked before.
inline bool mark(const NavMesh& mesh, FloodScratch& scratch, PolygonRef polygon) {
    return scratch.marks.add(trusted::polygon_index(mesh, polygon));
}

// The twin of an edge if the filter admits the twin's polygon; invalid otherwise.
inline EdgeRef across(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = trusted::twin_of(mesh, edge);
    return twin.valid() && admits(filter, trusted::polygon_of(mesh, trusted::polygon_at(mesh, twin))) ? twin : EdgeRef{};
}

// The polygon across an edge if the filter admits the polygon; invalid otherwise.
inline PolygonRef neighbour(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = across(mesh, filter, edge);
    return twin.valid() ? trusted::polygon_at(mesh, twin) : PolygonRef{};
}

// Breadth-first flood fill from the start through portals and along off-mesh links in their direction. Stops when it reaches
// the goal, and returns true if it did. If the goal is an invalid reference, visits all reachable polygons.
// @param reached  receives the reached polygons, the start first
// @param marks    receives the reached polygons, by their index in the mesh
inline bool reach(const NavMesh& mesh, const QueryFilter& filter, PolygonRef start, PolygonRef goal, Marks& marks,
                  std::vector<PolygonRef>& reached) {
    marks.begin(mesh.polygon_count());
    reached.clear();
    const auto go = [&](PolygonRef next) {
        if (next.valid() && marks.add(trusted::polygon_index(mesh, next))) reached.push_back(next);
        return next.valid() && next == goal;
    };
    if (go(start)) return true;
    for (size_t i = 0; i < reached.size(); ++i) {
        const PolygonRef ref = reached[i];
        const NavPolygon& polygon = trusted::polygon_of(mesh, ref);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            if (go(neighbour(mesh, filter, {ref.tile, e}))) return true;
        }
        for (const OffMeshLink& link : trusted::links_from(mesh, ref)) {
            if (admits(filter, link) && admits(filter, trusted::polygon_of(mesh, link.to)) && go(link.to)) return true;
        }
    }
    return false;
}

// An edge seen from above, relative to the reference point of a FlatView [lattice].
struct FlatEdge {
    FlatPoint a, b;
};

// Converts points of a tile to coordinates relative to a reference point. (x, z) is the reference point relative to the tile's
// corner [lattice].
struct FlatView {
    double x = 0, z = 0;
    FlatView(const TileFrame& frame, DVec3 world) {
        const DVec3 local = to_local(frame, world);
        x = local.x;
        z = local.z;
    }
    FlatPoint point(const HalfEdge& e) const { return {e.x - x, e.z - z}; }
    FlatEdge edge(const NavTile& tile, uint32_t e) const {
        return {point(tile.half_edges[e]), point(tile.half_edges[trusted::next_edge(tile, e)])};
    }
};

// Position on the edge, from 0 (start) to 1 (end), of the point nearest to the reference point.
inline double nearest_share(const FlatEdge& e) {
    return nearest_share(e.a, e.b, {});
}
inline double squared(FlatPoint p) {
    return p.x * p.x + p.z * p.z;
}
inline double squared_distance(const FlatEdge& e) {
    return squared(point_at(e.a, e.b, nearest_share(e)));
}

// Fills scratch.reached with the start and all polygons reachable through portals for which passes(portal) is true.
template <class Passes>
void spread(const NavMesh& mesh, FloodScratch& scratch, PolygonRef start, const QueryFilter& filter, Passes passes) {
    begin_flood(mesh, scratch);
    mark(mesh, scratch, start);
    scratch.reached.push_back(start);
    for (size_t i = 0; i < scratch.reached.size(); ++i) {
        const PolygonRef ref = scratch.reached[i];
        const NavPolygon& polygon = trusted::polygon_of(mesh, ref);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const PolygonRef next = neighbour(mesh, filter, {ref.tile, e});
            if (!next.valid() || is_marked(mesh, scratch, next) || !passes(EdgeRef{ref.tile, e})) continue;
            mark(mesh, scratch, next);
            scratch.reached.push_back(next);
        }
    }
}

// Fills scratch.reached with the start and all polygons reachable through portals that touch a circle, seen from above. The
// centre is in world units, the radius in lattice units.
inline void flood_fill_circle(const NavMesh& mesh, FloodScratch& scratch, PolygonRef start, const QueryFilter& filter,
                              DVec3 centre, double radius) {
    spread(mesh, scratch, start, filter, [&](EdgeRef e) {
        const NavTile& tile = *mesh.tiles[e.tile];
        return squared_distance(FlatView(tile.frame, centre).edge(tile, e.edge)) <= radius * radius;
    });
}

}  // namespace navspan
