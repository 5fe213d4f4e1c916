#include "support/oracles/exact_oracles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/union_find.h"
#include "support/checks/short_calls.h"

namespace navspan::support {
namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();

struct FinePoint {
    int64_t x = 0, z = 0;  // in world lattice coordinates [1/4 lattice]
};

FinePoint start_of(const NavMesh& mesh, EdgeRef e) {
    const LatticePoint p = lattice_point(*mesh.tiles[e.tile], e.edge);
    return {int64_t{p.x} * 4, int64_t{p.z} * 4};
}
FinePoint end_of(const NavMesh& mesh, EdgeRef e) {
    return start_of(mesh, {e.tile, next_edge(*mesh.tiles[e.tile], e.edge)});
}
int64_t turn_of(FinePoint a, FinePoint b, FinePoint c) {
    return (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
}
int64_t dot_of(FinePoint a, FinePoint b, FinePoint c) {
    return (b.x - a.x) * (c.x - a.x) + (b.z - a.z) * (c.z - a.z);
}

// A position on a segment, as a fraction of the segment's length: `over` is the numerator, `under` the denominator.
struct Fraction {
    int64_t over = 0, under = 1;
};
bool less(Fraction a, Fraction b) {
    return a.over * b.under < b.over * a.under;
}
struct Part {
    Fraction low{0, 1}, high{1, 1};
    bool empty() const { return less(high, low); }
};

// Clips a part of a segment to the points at which a linear function is not negative. f0 and f1 are the values of the function
// at the start and the end of the whole segment.
void clip(Part& part, int64_t f0, int64_t f1) {
    if (f0 < 0 && f1 < 0) part = {{1, 1}, {0, 1}};
    if (f0 < 0 && f1 >= 0 && less(part.low, {-f0, f1 - f0})) part.low = {-f0, f1 - f0};
    if (f0 >= 0 && f1 < 0 && less({f0, f0 - f1}, part.high)) part.high = {f0, f0 - f1};
}

// Returns the part of the segment p..q that lies on an edge.
Part part_on_edge(const NavMesh& mesh, EdgeRef e, FinePoint p, FinePoint q) {
    const FinePoint u = start_of(mesh, e), w = end_of(mesh, e);
    Part part;
    const int64_t p_turn = turn_of(u, w, p), q_turn = turn_of(u, w, q);
    clip(part, p_turn, q_turn);
    clip(part, -p_turn, -q_turn);
    clip(part, dot_of(u, w, p), dot_of(u, w, q));
    clip(part, dot_of(w, u, p), dot_of(w, u, q));
    return part;
}

// Returns the part of the segment p..q that lies in a polygon.
Part part_in_polygon(const NavMesh& mesh, PolygonRef ref, FinePoint p, FinePoint q) {
    Part part;
    const NavPolygon& polygon = polygon_of(mesh, ref);
    for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
        const FinePoint u = start_of(mesh, {ref.tile, e}), w = end_of(mesh, {ref.tile, e});
        clip(part, turn_of(u, w, p), turn_of(u, w, q));
    }
    return part;
}

template <typename Visit>
void for_each_exit(const NavMesh& mesh, const QueryFilter& filter, PolygonRef ref, Visit visit) {
    const NavPolygon& polygon = polygon_of(mesh, ref);
    for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
        const EdgeRef exit{ref.tile, e}, twin = twin_of(mesh, exit);
        if (twin.valid() && admits(filter, polygon_of(mesh, polygon_at(mesh, twin)))) visit(exit, polygon_at(mesh, twin));
    }
}

}  // namespace

DVec3 to_world(const NavMesh& mesh, const QuarterPoint& point) {
    const TileFrame& f = mesh.tiles[0]->frame;
    return {f.origin.x + f.quantum * (double(point.x) / 4), 0, f.origin.z + f.quantum * (double(point.z) / 4)};
}

VisibilityGraph::VisibilityGraph(const NavMesh& mesh, const QueryFilter& filter) : mesh_(mesh), filter_(filter) {
    add_fans();
    add_links();
    step_.assign(nodes_.size(), std::vector<double>(nodes_.size(), kNoPath));
    for (size_t i = 0; i < nodes_.size(); ++i) {
        for (size_t j = 0; j < nodes_.size(); ++j) {
            if (sees(nodes_[i], nodes_[j])) step_[i][j] = distance(nodes_[i], nodes_[j]);
        }
    }
    for (const auto& [start, cost] : link_steps_)
        step_[start][start + 1] = std::min(step_[start][start + 1], cost);
}

void VisibilityGraph::add_fans() {
    UnionFind fans(mesh_.edge_count());
    const auto number = [&](EdgeRef e) { return mesh_.edge_offset[e.tile] + e.edge; };
    const auto each_edge = [&](auto visit) {
        for (uint32_t t = 0; t < mesh_.tiles.size(); ++t) {
            for (uint32_t e = 0; e < mesh_.tiles[t]->half_edges.size(); ++e) {
                if (admits(filter_, polygon_of(mesh_, polygon_at(mesh_, {t, e})))) visit(EdgeRef{t, e});
            }
        }
    };
    each_edge([&](EdgeRef e) {
        const EdgeRef twin = twin_of(mesh_, e);
        if (!twin.valid() || !admits(filter_, polygon_of(mesh_, polygon_at(mesh_, twin)))) return;
        const EdgeRef other{twin.tile, next_edge(*mesh_.tiles[twin.tile], twin.edge)};
        fans.unite(number(e), number(other));
    });
    std::map<uint32_t, size_t> node;
    each_edge([&](EdgeRef e) {
        const auto [at, is_new] = node.try_emplace(fans.find(number(e)), nodes_.size());
        const FinePoint p = start_of(mesh_, e);
        if (is_new) nodes_.push_back({p.x, p.z, {}});
        nodes_[at->second].polygons.push_back(polygon_index(mesh_, polygon_at(mesh_, e)));
    });
}

void VisibilityGraph::add_links() {
    const TileFrame& f = mesh_.tiles[0]->frame;
    const auto point = [&](PolygonRef polygon, DVec3 p) {
        return QuarterPoint{polygon, std::llround((p.x - f.origin.x) / f.quantum * 4),
                            std::llround((p.z - f.origin.z) / f.quantum * 4)};
    };
    for (const OffMeshLink& link : mesh_.links) {
        const bool ends = admits(filter_, polygon_of(mesh_, link.from)) && admits(filter_, polygon_of(mesh_, link.to));
        if (!ends || !admits(filter_, link)) continue;
        link_steps_.emplace_back(nodes_.size(), link.cost * filter_.area_cost[link.area]);
        nodes_.push_back(node_of(point(link.from, link.start)));
        nodes_.push_back(node_of(point(link.to, link.end)));
    }
}

VisibilityGraph::Node VisibilityGraph::node_of(const QuarterPoint& point) const {
    Node node{point.x, point.z, {polygon_index(mesh_, point.polygon)}};
    const FinePoint p{point.x, point.z};
    for (size_t i = 0; i < node.polygons.size(); ++i) {
        for_each_exit(mesh_, filter_, polygon_ref(mesh_, node.polygons[i]), [&](EdgeRef exit, PolygonRef next) {
            if (part_on_edge(mesh_, exit, p, p).empty()) return;
            const uint32_t index = polygon_index(mesh_, next);
            if (std::find(node.polygons.begin(), node.polygons.end(), index) == node.polygons.end())
                node.polygons.push_back(index);
        });
    }
    return node;
}

// True if the straight line between the nodes can be walked. Follows the line from polygon to polygon. Records for each polygon
// the smallest fraction of the line at which the line can enter the polygon.
bool VisibilityGraph::sees(const Node& from, const Node& to) const {
    const FinePoint p{from.x, from.z}, q{to.x, to.z};
    std::map<uint32_t, Fraction> reached;
    std::vector<uint32_t> queue;
    for (const uint32_t polygon : from.polygons) {
        reached[polygon] = {0, 1};
        queue.push_back(polygon);
    }
    while (!queue.empty()) {
        const uint32_t at = queue.back();
        queue.pop_back();
        const Fraction early = reached[at];
        for_each_exit(mesh_, filter_, polygon_ref(mesh_, at), [&](EdgeRef exit, PolygonRef next) {
            const Part part = part_on_edge(mesh_, exit, p, q);
            if (part.empty() || less(part.high, early)) return;
            const Fraction there = less(part.low, early) ? early : part.low;
            const auto [known, is_new] = reached.try_emplace(polygon_index(mesh_, next), there);
            if (!is_new && !less(there, known->second)) return;
            known->second = there;
            queue.push_back(polygon_index(mesh_, next));
        });
    }
    for (const uint32_t polygon : to.polygons) {
        if (reached.count(polygon) && !less(part_in_polygon(mesh_, polygon_ref(mesh_, polygon), p, q).high, {1, 1}))
            return true;
    }
    return false;
}

double VisibilityGraph::distance(const Node& a, const Node& b) const {
    return std::hypot(double(a.x - b.x), double(a.z - b.z)) / 4 * mesh_.tiles[0]->frame.quantum;
}

double VisibilityGraph::length(const QuarterPoint& start, const QuarterPoint& goal) const {
    const Node from = node_of(start), to = node_of(goal);
    double best = sees(from, to) ? distance(from, to) : kNoPath;
    std::vector<double> length(nodes_.size(), kNoPath);
    std::vector<bool> done(nodes_.size(), false);
    for (size_t i = 0; i < nodes_.size(); ++i) {
        if (sees(from, nodes_[i])) length[i] = distance(from, nodes_[i]);
    }
    while (true) {
        size_t least = nodes_.size();
        for (size_t i = 0; i < nodes_.size(); ++i) {
            if (!done[i] && length[i] < (least == nodes_.size() ? kNoPath : length[least])) least = i;
        }
        if (least == nodes_.size()) return best;
        done[least] = true;
        if (length[least] < best && sees(nodes_[least], to)) best = std::min(best, length[least] + distance(nodes_[least], to));
        for (size_t i = 0; i < nodes_.size(); ++i)
            length[i] = std::min(length[i], length[least] + step_[least][i]);
    }
}

double taut_length(const NavMesh& mesh, const QuarterPoint& start, const QuarterPoint& goal, std::span<const EdgeRef> portals) {
    const auto plane = [](const QuarterPoint& p) {
        return PlanePoint{p.x << (kSubLatticeBits - 2), p.z << (kSubLatticeBits - 2)};
    };
    std::vector<Portal> segments;
    for (const EdgeRef portal : portals) {
        const NavTile& tile = *mesh.tiles[portal.tile];
        segments.push_back(
            {plane_point(lattice_point(tile, next_edge(tile, portal.edge))), plane_point(lattice_point(tile, portal.edge))});
    }
    const std::vector<StringPoint> line = pull_string(plane(start), plane(goal), segments);
    double length = 0;
    for (size_t i = 0; i + 1 < line.size(); ++i) {
        length += std::hypot(double(line[i + 1].point.x - line[i].point.x), double(line[i + 1].point.z - line[i].point.z));
    }
    return length / double(1 << kSubLatticeBits) * mesh.tiles[0]->frame.quantum;
}

double shortest_of_all_corridors(const NavMesh& mesh, const QueryFilter& filter, const QuarterPoint& start,
                                 const QuarterPoint& goal) {
    double best = kNoPath;
    std::vector<bool> used(mesh.polygon_count(), false);
    std::vector<EdgeRef> portals;
    const auto visit = [&](auto&& self, PolygonRef at) -> void {
        if (at == goal.polygon) best = std::min(best, taut_length(mesh, start, goal, portals));
        used[polygon_index(mesh, at)] = true;
        for_each_exit(mesh, filter, at, [&](EdgeRef exit, PolygonRef next) {
            if (used[polygon_index(mesh, next)]) return;
            portals.push_back(exit);
            self(self, next);
            portals.pop_back();
        });
        used[polygon_index(mesh, at)] = false;
    };
    visit(visit, start.polygon);
    return best;
}

}  // namespace navspan::support
