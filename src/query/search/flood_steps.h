#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "navspan/query/flood.h"
#include "navspan/query/plane.h"

namespace navspan {

// What the queries that spread from polygon to polygon share.

// what no filter means: one that excludes nothing
inline const QueryFilter kEveryPolygon{};

inline const QueryFilter& filter_or_default(const QueryFilter* filter) {
    return filter ? *filter : kEveryPolygon;
}

inline void begin_flood(const NavMesh& mesh, FloodScratch& scratch) {
    if (scratch.polygon_stamp.size() < mesh.polygon_count()) scratch.polygon_stamp.resize(mesh.polygon_count());
    if (++scratch.stamp == 0) {
        std::fill(scratch.polygon_stamp.begin(), scratch.polygon_stamp.end(), 0u);
        scratch.stamp = 1;
    }
    scratch.heap.clear();
    scratch.reached.clear();
}

inline bool is_marked(const NavMesh& mesh, const FloodScratch& scratch, PolygonRef polygon) {
    return scratch.polygon_stamp[polygon_index(mesh, polygon)] == scratch.stamp;
}
// true the first time
inline bool mark(const NavMesh& mesh, FloodScratch& scratch, PolygonRef polygon) {
    uint32_t& stamp = scratch.polygon_stamp[polygon_index(mesh, polygon)];
    if (stamp == scratch.stamp) return false;
    stamp = scratch.stamp;
    return true;
}

// the polygon across an edge, where one may go there; else invalid
inline PolygonRef neighbour(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = twin_of(mesh, edge);
    if (!twin.valid()) return {};
    const PolygonRef next = polygon_at(mesh, twin);
    return admits(filter, polygon_of(mesh, next)) ? next : PolygonRef{};
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
void spread(const NavMesh& mesh, FloodScratch& scratch, const FloodRequest& request, Passes passes) {
    const QueryFilter& filter = filter_or_default(request.filter);
    begin_flood(mesh, scratch);
    mark(mesh, scratch, request.start);
    scratch.reached.push_back(request.start);
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

}  // namespace navspan
