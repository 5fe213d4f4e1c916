#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/marks.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan {

// What the queries that spread from polygon to polygon share.

/// Memory of the queries that spread from polygon to polygon, reused from call to call.
struct FloodScratch {
    struct Waiting {
        double key = 0;      ///< the smaller the sooner; equal ones by polygon
        PolygonRef polygon;  ///< waiting to be looked at
    };
    struct Point {
        double distance = 0;  ///< of the shortest way here so far [2^-20 lattice]
        uint32_t stamp = 0;   ///< the query that wrote this
    };
    struct Reached {
        double distance = 0;  ///< [2^-20 lattice]
        uint32_t id = 0;      ///< of the point
    };
    /// What a point sees through an edge, between the lines to two vertices.
    struct Cone {
        EdgeRef entry;           ///< of the polygon behind
        PlanePoint left, right;  ///< vertices
    };
    Marks marks;  ///< polygons of the mesh that the query in hand reached
    std::vector<Waiting> heap;
    std::vector<PolygonRef> reached;       ///< in the order of being reached
    std::vector<Point> points;             ///< of corners and links
    std::vector<Reached> queue;            ///< points, the nearest first
    std::vector<Cone> cones;               ///< to be looked through
    std::vector<PolygonRef> around;        ///< polygons that hold the point in hand
    Marks holding;                         ///< polygons that were found to hold the point in hand
    std::vector<double> polygon_distance;  ///< per polygon, where stamped [2^-20 lattice]
    std::vector<PolygonRef> listed;        ///< the result of collect_reachable, for sample_reachable
};

// what no filter means: one that excludes nothing
inline const QueryFilter kEveryPolygon{};

inline const QueryFilter& filter_or_default(const QueryFilter* filter) {
    return filter ? *filter : kEveryPolygon;
}

inline void begin_flood(const NavMesh& mesh, FloodScratch& scratch) {
    scratch.marks.begin(mesh.polygon_count());
    scratch.heap.clear();
    scratch.reached.clear();
}

inline bool is_marked(const NavMesh& mesh, const FloodScratch& scratch, PolygonRef polygon) {
    return scratch.marks.has(polygon_index(mesh, polygon));
}
// true the first time
inline bool mark(const NavMesh& mesh, FloodScratch& scratch, PolygonRef polygon) {
    return scratch.marks.add(polygon_index(mesh, polygon));
}

// the twin of an edge, where one may go there; else invalid
inline EdgeRef across(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = twin_of(mesh, edge);
    return twin.valid() && admits(filter, polygon_of(mesh, polygon_at(mesh, twin))) ? twin : EdgeRef{};
}

// the polygon across an edge, where one may go there; else invalid
inline PolygonRef neighbour(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = across(mesh, filter, edge);
    return twin.valid() ? polygon_at(mesh, twin) : PolygonRef{};
}

// Spreads over portals and off-mesh links in their direction, breadth first, until it reaches the goal, or over everything if
// the goal is invalid. True if it reached the goal.
// @param reached  receives the polygons, the start first; they are marked by their number in the mesh
inline bool reach(const NavMesh& mesh, const QueryFilter& filter, PolygonRef start, PolygonRef goal, Marks& marks,
                  std::vector<PolygonRef>& reached) {
    marks.begin(mesh.polygon_count());
    reached.clear();
    const auto go = [&](PolygonRef next) {
        if (next.valid() && marks.add(polygon_index(mesh, next))) reached.push_back(next);
        return next.valid() && next == goal;
    };
    if (go(start)) return true;
    for (size_t i = 0; i < reached.size(); ++i) {
        const PolygonRef ref = reached[i];
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

// seen from above, from a point of reference [lattice]
struct FlatEdge {
    FlatPoint a, b;
};

// a point of reference in the coordinates of a tile [lattice]
struct FlatView {
    double x = 0, z = 0;
    FlatView(const TileFrame& frame, DVec3 world) {
        const DVec3 local = to_local(frame, world);
        x = local.x;
        z = local.z;
    }
    FlatPoint point(const HalfEdge& e) const { return {e.x - x, e.z - z}; }
    FlatEdge edge(const NavTile& tile, uint32_t e) const {
        return {point(tile.half_edges[e]), point(tile.half_edges[next_edge(tile, e)])};
    }
};

// share of the edge at which it is nearest to the point of reference
inline double nearest_share(const FlatEdge& e) {
    const double dx = e.b.x - e.a.x, dz = e.b.z - e.a.z;
    const double t = -(e.a.x * dx + e.a.z * dz) / (dx * dx + dz * dz);
    return t <= 0 ? 0 : t >= 1 ? 1 : t;
}
inline FlatPoint point_at(const FlatEdge& e, double share) {
    if (share == 1) return e.b;
    return {e.a.x + share * (e.b.x - e.a.x), e.a.z + share * (e.b.z - e.a.z)};
}
inline double squared(FlatPoint p) {
    return p.x * p.x + p.z * p.z;
}
inline double squared_distance(const FlatEdge& e) {
    return squared(point_at(e, nearest_share(e)));
}

// the start and everything that can be reached from it over portals for which passes(EdgeRef) holds, into reached
template <class Passes>
void spread(const NavMesh& mesh, FloodScratch& scratch, PolygonRef start, const QueryFilter& filter, Passes passes) {
    begin_flood(mesh, scratch);
    mark(mesh, scratch, start);
    scratch.reached.push_back(start);
    for (size_t i = 0; i < scratch.reached.size(); ++i) {
        const PolygonRef ref = scratch.reached[i];
        const NavPolygon& polygon = polygon_of(mesh, ref);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const PolygonRef next = neighbour(mesh, filter, {ref.tile, e});
            if (!next.valid() || is_marked(mesh, scratch, next) || !passes(EdgeRef{ref.tile, e})) continue;
            mark(mesh, scratch, next);
            scratch.reached.push_back(next);
        }
    }
}

// the same over portals that touch a circle [lattice]
inline void spread_in_circle(const NavMesh& mesh, FloodScratch& scratch, PolygonRef start, const QueryFilter& filter,
                             DVec3 centre, double radius) {
    spread(mesh, scratch, start, filter, [&](EdgeRef e) {
        const NavTile& tile = *mesh.tiles[e.tile];
        return squared_distance(FlatView(tile.frame, centre).edge(tile, e.edge)) <= radius * radius;
    });
}

}  // namespace navspan
