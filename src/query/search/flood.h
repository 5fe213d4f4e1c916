#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/marks.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/plane.h"

namespace navspan {

// Helpers shared by the queries that flood fill the polygon graph.

/// Memory of the flood-fill queries, reused between calls.
struct FloodScratch {
    struct Waiting {
        double key = 0;      ///< priority, least first; ties are broken by polygon
        PolygonRef polygon;  ///< not visited yet
    };
    struct Point {
        double distance = 0;  ///< of the shortest path so far [2^-20 lattice]
        uint32_t stamp = 0;   ///< the query that wrote this point
    };
    struct Reached {
        double distance = 0;  ///< [2^-20 lattice]
        uint32_t id = 0;      ///< index into points
    };
    /// The cone that a point sees through an edge, bounded by the lines to two vertices.
    struct Cone {
        EdgeRef entry;           ///< edge of the polygon behind
        PlanePoint left, right;  ///< vertices on the sides
    };
    Marks marks;  ///< polygons reached by the current query
    std::vector<Waiting> heap;
    std::vector<PolygonRef> reached;       ///< in the order in which they were reached
    std::vector<Point> points;             ///< per corner and link
    std::vector<Reached> queue;            ///< heap of points, nearest first
    std::vector<Cone> cones;               ///< not visited yet
    std::vector<PolygonRef> around;        ///< polygons that contain the current point
    Marks holding;                         ///< the same polygons, as marks
    std::vector<double> polygon_distance;  ///< per polygon, valid if marked [2^-20 lattice]
    std::vector<PolygonRef> listed;        ///< the result of collect_reachable, for sample_reachable
};

// the default filter: admits every polygon
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
// Returns true the first time.
inline bool mark(const NavMesh& mesh, FloodScratch& scratch, PolygonRef polygon) {
    return scratch.marks.add(polygon_index(mesh, polygon));
}

// The twin of an edge if the filter admits the polygon there; invalid otherwise.
inline EdgeRef across(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = twin_of(mesh, edge);
    return twin.valid() && admits(filter, polygon_of(mesh, polygon_at(mesh, twin))) ? twin : EdgeRef{};
}

// The polygon across an edge if the filter admits it; invalid otherwise.
inline PolygonRef neighbour(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = across(mesh, filter, edge);
    return twin.valid() ? polygon_at(mesh, twin) : PolygonRef{};
}

// Flood fills over portals and off-mesh links in their direction, breadth first. Stops at the goal; if the goal is invalid,
// reaches everything. Returns true if the goal was reached.
// @param reached  receives the polygons, the start first
// @param marks    receives the same polygons, by their index in the mesh
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

// An edge seen from above, relative to a reference point [lattice].
struct FlatEdge {
    FlatPoint a, b;
};

// A reference point in the coordinates of a tile [lattice].
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

// Position on the edge nearest to the reference point, as a share of the edge.
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

// Fills `reached` with the start and all polygons that can be reached over portals for which passes(EdgeRef) is true.
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

// Spreads over the portals that touch a circle [lattice].
inline void flood_fill_circle(const NavMesh& mesh, FloodScratch& scratch, PolygonRef start, const QueryFilter& filter,
                              DVec3 centre, double radius) {
    spread(mesh, scratch, start, filter, [&](EdgeRef e) {
        const NavTile& tile = *mesh.tiles[e.tile];
        return squared_distance(FlatView(tile.frame, centre).edge(tile, e.edge)) <= radius * radius;
    });
}

}  // namespace navspan
