// Corners: where shortest paths may turn.
//
// In: polygons and their twins. Out: for the start of every half-edge the fan of polygons it belongs to, by the number of
// one of its half-edges, and whether a path may turn there; and the range of half-edges of its polygon. A fan is walked
// half-edge by half-edge: crossing a half-edge that starts at the vertex leads to the next one clockwise. Where that ends at
// a wall the fan is open and its vertex lies on an obstacle; where it comes back it is closed, and the number of its sectors
// that hold one fixed direction says how often it goes round: once in the plane, more often where a ramp winds about the
// vertex (Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh, 2017, has only the plane). All in exact
// integers. A filter that leaves polygons out opens fans and parts them; where the polygons of a fan differ that is found
// out when it is asked.

#include "navspan/navmesh/corners.h"

#include "navspan/core/predicates.h"

namespace navspan {
namespace {

constexpr uint32_t kUnnamed = 0xffffffffu;

uint32_t edge_number(const NavMesh& mesh, EdgeRef e) {
    return mesh.edge_base[e.tile] + e.edge;
}

EdgeRef next_around(const NavMesh& mesh, EdgeRef twin) {
    return {twin.tile, next_edge(*mesh.tiles[twin.tile], twin.edge)};
}

EdgeRef previous_edge(const NavMesh& mesh, EdgeRef e) {
    const NavPolygon& p = polygon_of(mesh, polygon_at(mesh, e));
    return {e.tile, e.edge == p.first_edge ? p.first_edge + p.edge_count - 1 : e.edge - 1};
}

LatticePoint start_of(const NavMesh& mesh, EdgeRef e) {
    return lattice_point(*mesh.tiles[e.tile], e.edge);
}
LatticePoint end_of(const NavMesh& mesh, EdgeRef e) {
    return start_of(mesh, next_around(mesh, e));
}

// whether the polygon of e, seen from the start of e, spreads over the direction to a point; its first side counts, its other
// side does not
bool spreads_over(const NavMesh& mesh, EdgeRef e, LatticePoint target) {
    const LatticePoint at = start_of(mesh, e), first = end_of(mesh, e), last = start_of(mesh, previous_edge(mesh, e));
    const int64_t turn = orient2d(at, first, target);
    if (turn == 0) {
        const int64_t ahead =
            (int64_t{first.x} - at.x) * (int64_t{target.x} - at.x) + (int64_t{first.z} - at.z) * (int64_t{target.z} - at.z);
        return ahead > 0;
    }
    return turn > 0 && orient2d(at, target, last) > 0;
}

bool alike(const NavPolygon& a, const NavPolygon& b) {
    return a.area == b.area && a.flags == b.flags;
}

// names the fan of a half-edge all around
void name_fan(NavMesh& mesh, EdgeRef first) {
    const NavPolygon& sample = polygon_of(mesh, polygon_at(mesh, first));
    // clockwise to the wall, or once round
    EdgeRef e = first;
    bool open = false;
    while (true) {
        const EdgeRef twin = twin_of(mesh, e);
        open = !twin.valid();
        if (open) break;
        e = next_around(mesh, twin);
        if (e == first) break;
    }
    const EdgeRef begin = e;
    const LatticePoint ahead = end_of(mesh, begin);
    // counter-clockwise to the other wall, or once round
    uint32_t rounds = 0;
    bool mixed = false;
    const auto visit = [&](auto&& what) {
        e = begin;
        while (true) {
            what(e);
            e = twin_of(mesh, previous_edge(mesh, e));
            if (!e.valid() || e == begin) break;
        }
    };
    visit([&](EdgeRef at) {
        rounds += spreads_over(mesh, at, ahead);
        mixed = mixed || !alike(sample, polygon_of(mesh, polygon_at(mesh, at)));
    });
    const auto kind = uint8_t((open || rounds > 1 ? kTurnable : 0) | (mixed ? kMixedPolygons : 0));
    const uint32_t name = edge_number(mesh, begin);
    visit([&](EdgeRef at) {
        mesh.corners.fan[edge_number(mesh, at)] = name;
        mesh.corners.kind[edge_number(mesh, at)] = kind;
    });
}

// the last half-edge clockwise of the admitted part of a fan; the half-edge itself, and closed, when all of it is admitted
EdgeRef clockwise_end(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge, bool& closed) {
    EdgeRef e = edge;
    while (true) {
        const EdgeRef twin = twin_of(mesh, e);
        closed = false;
        if (!twin.valid() || !admits(filter, polygon_of(mesh, polygon_at(mesh, twin)))) return e;
        e = next_around(mesh, twin);
        closed = e == edge;
        if (closed) return e;
    }
}

}  // namespace

void find_corners(NavMesh& mesh) {
    mesh.corners.fan.assign(mesh.edge_count(), kUnnamed);
    mesh.corners.kind.assign(mesh.edge_count(), 0);
    mesh.corners.ring.clear();
    mesh.corners.ring.reserve(mesh.edge_count());
    for (const auto& tile : mesh.tiles) {
        for (const NavPolygon& p : tile->polygons)
            mesh.corners.ring.insert(mesh.corners.ring.end(), p.edge_count, {p.first_edge, p.first_edge + p.edge_count});
    }
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (uint32_t e = 0; e < mesh.tiles[t]->half_edges.size(); ++e) {
            if (mesh.corners.fan[mesh.edge_base[t] + e] == kUnnamed) name_fan(mesh, {t, e});
        }
    }
}

bool is_corner(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const uint8_t kind = mesh.corners.kind[edge_number(mesh, edge)];
    if (kind & kTurnable) return true;
    if (!(kind & kMixedPolygons)) return false;
    bool closed = false;
    clockwise_end(mesh, filter, edge, closed);
    return !closed;
}

uint32_t corner_name(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const uint32_t number = edge_number(mesh, edge);
    if (!(mesh.corners.kind[number] & kMixedPolygons)) return mesh.corners.fan[number];
    bool closed = false;
    const EdgeRef end = clockwise_end(mesh, filter, edge, closed);
    return closed ? mesh.corners.fan[number] : edge_number(mesh, end);
}

}  // namespace navspan
