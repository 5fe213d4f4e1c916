#include "support/oracles/path_oracles.h"

#include <cmath>
#include <limits>

namespace navspan::support {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Flat {
    double x = 0, z = 0;
};
Flat flat(DVec3 p) {
    return {p.x, p.z};
}
double distance(Flat a, Flat b) {
    return std::hypot(a.x - b.x, a.z - b.z);
}

// The search graph has a node for each half-edge, followed by a node for each link. A path reaches the node of a half-edge by
// entering the half-edge's polygon across it. A path reaches the node of a link at the link's end.
struct Graph {
    const NavMesh& mesh;
    const QueryFilter& filter;

    Flat midpoint(EdgeRef e) const {
        const NavTile& tile = *mesh.tiles[e.tile];
        const LatticePoint a = lattice_point(tile, e.edge), b = lattice_point(tile, next_edge(tile, e.edge));
        const TileFrame& f = tile.frame;
        return {f.origin.x + f.quantum * (a.x + b.x) / 2, f.origin.z + f.quantum * (a.z + b.z) / 2};
    }
    double cost(PolygonRef p) const { return filter.area_cost[polygon_of(mesh, p).area]; }
};

// True if the straight line between two points crosses all portals between them in order.
bool sees(PlanePoint from, PlanePoint to, std::span<const Portal> between) {
    const double dx = double(to.x - from.x), dz = double(to.z - from.z), dd = dx * dx + dz * dz;
    double before = 0;
    for (const Portal& portal : between) {
        const double lx = double(portal.left.x - from.x), lz = double(portal.left.z - from.z);
        const double rx = double(portal.right.x - from.x), rz = double(portal.right.z - from.z);
        const double l = dz * lx - dx * lz, r = dz * rx - dx * rz;  // > 0: left of the line
        if (l < 0 || r > 0) return false;
        if (dd == 0) {
            // Both points are the same. The line crosses the portal if this point lies on the portal.
            if (lx * rx + lz * rz > 0) return false;
            continue;
        }
        const auto along = [&](double x, double z) { return (x * dx + z * dz) / dd; };
        if (l == r) {
            // The portal is collinear with the line, so any common point can be the crossing. Choose the first common point
            // that is not before the previous crossing.
            const double a = along(lx, lz), b = along(rx, rz);
            const double t = std::max(std::min(a, b), before);
            if (t > std::max(a, b) + 1e-12 || t > 1 + 1e-12) return false;
            before = t;
            continue;
        }
        const double u = l / (l - r);
        const double t = along(lx + u * (rx - lx), lz + u * (rz - lz));
        if (t < before - 1e-12 || t > 1 + 1e-12) return false;
        before = std::max(before, t);
    }
    return true;
}

}  // namespace

std::optional<double> dijkstra_cost(const NavMesh& mesh, const QueryFilter& filter, const SurfacePoint& start,
                                    const SurfacePoint& goal) {
    const Graph graph{mesh, filter};
    std::vector<double> cost(mesh.edge_count() + mesh.links.size(), kNever);
    std::vector<bool> done(cost.size(), false);
    double best =
        start.polygon == goal.polygon ? distance(flat(start.position), flat(goal.position)) * graph.cost(goal.polygon) : kNever;
    const auto relax = [&](PolygonRef polygon, Flat at, double so_far) {
        if (polygon == goal.polygon) best = std::min(best, so_far + distance(at, flat(goal.position)) * graph.cost(polygon));
        const NavPolygon& p = polygon_of(mesh, polygon);
        for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
            const EdgeRef twin = twin_of(mesh, {polygon.tile, e});
            if (!twin.valid() || !admits(filter, polygon_of(mesh, polygon_at(mesh, twin)))) continue;
            double& other = cost[mesh.edge_offset[twin.tile] + twin.edge];
            other = std::min(other, so_far + distance(at, graph.midpoint(twin)) * graph.cost(polygon));
        }
        for (size_t i = 0; i < mesh.links.size(); ++i) {
            const OffMeshLink& link = mesh.links[i];
            if (link.from != polygon || !admits(filter, link) || !admits(filter, polygon_of(mesh, link.to))) continue;
            double& other = cost[mesh.edge_count() + i];
            const double walk = distance(at, flat(link.start)) * graph.cost(polygon);
            other = std::min(other, so_far + walk + link.cost * filter.area_cost[link.area]);
        }
    };
    relax(start.polygon, flat(start.position), 0);
    while (true) {
        uint32_t least = kNoIndex;
        EdgeRef edge;
        for (uint32_t id = mesh.edge_count(); id < cost.size(); ++id) {
            if (done[id] || cost[id] == kNever || (least != kNoIndex && cost[id] >= cost[least])) continue;
            least = id;
            edge = {kLinkTile, id - mesh.edge_count()};
        }
        for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
            for (uint32_t e = 0; e < mesh.tiles[t]->half_edges.size(); ++e) {
                const uint32_t id = mesh.edge_offset[t] + e;
                if (done[id] || cost[id] == kNever || (least != kNoIndex && cost[id] >= cost[least])) continue;
                least = id;
                edge = {t, e};
            }
        }
        if (least == kNoIndex) break;
        done[least] = true;
        if (is_link(edge)) {
            relax(mesh.links[edge.edge].to, flat(mesh.links[edge.edge].end), cost[least]);
        } else {
            relax(polygon_at(mesh, edge), graph.midpoint(edge), cost[least]);
        }
    }
    if (best == kNever) return std::nullopt;
    return best;
}

double shortest_line(PlanePoint start, PlanePoint goal, std::span<const Portal> portals) {
    struct Node {
        PlanePoint point;
        size_t crossed_on_arrival;  // number of portals that a path crosses before it arrives at the point
        size_t crossed_on_leaving;  // crossed_on_arrival, plus 1 if the point is the end of a portal
        double length = kNever;
    };
    std::vector<Node> nodes{{start, 0, 0, 0}};
    for (size_t i = 0; i < portals.size(); ++i) {
        nodes.push_back({portals[i].left, i, i + 1});
        nodes.push_back({portals[i].right, i, i + 1});
    }
    nodes.push_back({goal, portals.size(), portals.size()});
    for (size_t j = 1; j < nodes.size(); ++j) {
        for (size_t i = 0; i < j; ++i) {
            if (nodes[i].crossed_on_leaving > nodes[j].crossed_on_arrival) continue;
            const double length = nodes[i].length + std::hypot(double(nodes[i].point.x - nodes[j].point.x),
                                                               double(nodes[i].point.z - nodes[j].point.z));
            if (length >= nodes[j].length) continue;
            if (sees(nodes[i].point, nodes[j].point,
                     portals.subspan(nodes[i].crossed_on_leaving, nodes[j].crossed_on_arrival - nodes[i].crossed_on_leaving))) {
                nodes[j].length = length;
            }
        }
    }
    return nodes.back().length;
}

}  // namespace navspan::support
