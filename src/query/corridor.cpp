// A*: which polygons to walk through.
//
// In: a start and a goal on the surface, and a filter. Out: the corridor. A node is a portal crossed into a polygon, placed at
// the portal's midpoint and numbered by the half-edge of the polygon entered; from it one reaches the other portals of that
// polygon, at the length of the way seen from above times the polygon's area cost. The graph is fixed, so the result is its
// cheapest path, whatever the order of the search (Hart, Nilsson, Raphael, 1968). The estimate of what follows is the straight
// line times the lowest admitted cost, which is never too much; a node found again more cheaply is simply pushed again, and the
// outdated entry skipped. The goal is no node: the best way to it so far is kept aside, and the search ends when nothing on the
// heap can beat it. Equal keys go by node number, so the answer depends on nothing but the mesh and the question. When the goal
// cannot be reached, the polygons that were reached are asked for the point nearest to it; where the goal is on another island
// that is asked first, which saves flooding the island. Weak case: midpoints stand for wide portals badly, so the corridor may
// not hold the shortest of all ways.

#include "navspan/query/corridor.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace navspan {
namespace {

// a place on the lattice of the world, seen from above
struct Place {
    double x = 0, z = 0;
};

double distance(Place a, Place b) {
    const double dx = a.x - b.x, dz = a.z - b.z;
    return std::sqrt(dx * dx + dz * dz);
}

Place lattice_place(const NavMesh& mesh, DVec3 world) {
    const TileFrame& f = mesh.tiles[0]->frame;
    return {(world.x - f.origin.x) / f.quantum, (world.z - f.origin.z) / f.quantum};
}

Place midpoint(const NavTile& tile, uint32_t edge, uint32_t next) {
    const HalfEdge &a = tile.half_edges[edge], &b = tile.half_edges[next];
    return {tile.frame.x0 + 0.5 * (double(a.x) + b.x), tile.frame.z0 + 0.5 * (double(a.z) + b.z)};
}

// a heap with four children per entry: shallower than with two, and the children lie side by side
using HeapEntry = SearchScratch::HeapEntry;

bool before(const HeapEntry& a, const HeapEntry& b) {
    return a.key < b.key || (a.key == b.key && a.id < b.id);
}

void push_entry(std::vector<HeapEntry>& heap, HeapEntry entry) {
    size_t i = heap.size();
    heap.push_back(entry);
    while (i > 0) {
        const size_t parent = (i - 1) / 4;
        if (!before(entry, heap[parent])) break;
        heap[i] = heap[parent];
        i = parent;
    }
    heap[i] = entry;
}

HeapEntry pop_entry(std::vector<HeapEntry>& heap) {
    const HeapEntry top = heap.front(), last = heap.back();
    heap.pop_back();
    const size_t n = heap.size();
    size_t i = 0;
    while (4 * i + 1 < n) {
        size_t least = 4 * i + 1;
        const size_t end = std::min(least + 4, n);
        for (size_t c = least + 1; c < end; ++c) {
            if (before(heap[c], heap[least])) least = c;
        }
        if (!before(heap[least], last)) break;
        heap[i] = heap[least];
        i = least;
    }
    if (n) heap[i] = last;
    return top;
}

class Search {
public:
    Search(const NavMesh& mesh, const CorridorRequest& request, SearchScratch& scratch, Corridor& corridor)
        : mesh_(mesh),
          filter_(*request.filter),
          scratch_(scratch),
          corridor_(corridor),
          start_(request.start),
          lowest_cost_(lowest_cost(mesh, filter_)) {
        if (scratch.nodes.size() < mesh.edge_count()) scratch.nodes.resize(mesh.edge_count());
        if (scratch.polygon_stamp.size() < mesh.polygon_count()) scratch.polygon_stamp.resize(mesh.polygon_count());
    }

    // true when the target was reached; the corridor then ends there
    bool run(const SurfacePoint& target) {
        begin(target);
        const Place from = lattice_place(mesh_, start_.position);
        if (start_.polygon == target.polygon) best_cost_ = distance(from, target_place_) * polygon_cost(start_.polygon);
        expand(start_.polygon, kNoNode, kNoNode, from, 0);
        while (!scratch_.heap.empty()) {
            const HeapEntry top = pop_entry(scratch_.heap);
            if (top.key >= best_cost_) break;
            const EdgeRef edge = edge_of(top.id);
            const NavTile& tile = *mesh_.tiles[edge.tile];
            const Place at = midpoint(tile, edge.edge, next_edge(tile, edge.edge));
            const double cost = scratch_.nodes[top.id].cost;
            if (top.key > cost + estimate(at)) continue;
            const PolygonRef polygon = polygon_at(mesh_, edge);
            if (polygon == target.polygon) offer(cost + distance(at, target_place_) * polygon_cost(polygon), top.id);
            expand(polygon, top.id, edge.edge, at, cost);
        }
        if (best_cost_ == kNever) return false;
        finish(target, best_node_);
        return true;
    }

    // after a run that did not reach its target: ends the corridor at the reached point nearest to the wish
    void settle(DVec3 wish) {
        const uint32_t stamp = scratch_.stamp;
        const auto reached = [this, stamp](PolygonRef p) {
            return scratch_.polygon_stamp[mesh_.polygon_base[p.tile] + p.polygon] == stamp;
        };
        const std::optional<SurfacePoint> end = find_nearest(mesh_, wish, {.filter = &filter_, .accept = reached});
        if (!end) return finish(start_, kNoNode);
        target_place_ = lattice_place(mesh_, end->position);
        if (end->polygon == start_.polygon) {
            best_cost_ = distance(lattice_place(mesh_, start_.position), target_place_) * polygon_cost(start_.polygon);
        }
        const NavTile& tile = tile_of(mesh_, end->polygon);
        const NavPolygon& polygon = polygon_of(mesh_, end->polygon);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const uint32_t id = mesh_.edge_base[end->polygon.tile] + e;
            if (scratch_.nodes[id].stamp != stamp) continue;
            const Place at = midpoint(tile, e, next_edge(tile, e));
            offer(scratch_.nodes[id].cost + distance(at, target_place_) * polygon_cost(end->polygon), id);
        }
        finish(*end, best_node_);
    }

private:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    void begin(const SurfacePoint& target) {
        if (++scratch_.stamp == 0) {
            for (SearchScratch::Node& node : scratch_.nodes)
                node.stamp = 0;
            std::fill(scratch_.polygon_stamp.begin(), scratch_.polygon_stamp.end(), 0u);
            scratch_.stamp = 1;
        }
        scratch_.heap.clear();
        target_place_ = lattice_place(mesh_, target.position);
        best_cost_ = kNever;
        best_node_ = kNoNode;
    }

    double polygon_cost(PolygonRef polygon) const { return filter_.area_cost[polygon_of(mesh_, polygon).area]; }
    double estimate(Place at) const { return distance(at, target_place_) * lowest_cost_; }

    EdgeRef edge_of(uint32_t id) const {
        if (mesh_.tiles.size() == 1) return {0, id};
        const auto after = std::upper_bound(mesh_.edge_base.begin(), mesh_.edge_base.end(), id);
        const auto tile = uint32_t(after - mesh_.edge_base.begin() - 1);
        return {tile, id - mesh_.edge_base[tile]};
    }

    void offer(double cost, uint32_t node) {
        if (cost >= best_cost_) return;
        best_cost_ = cost;
        best_node_ = node;
    }

    // reaches for the polygons across all edges of a polygon but the one it was entered by
    void expand(PolygonRef ref, uint32_t from, uint32_t entered_by, Place at, double cost_so_far) {
        ++corridor_.expanded;
        scratch_.polygon_stamp[mesh_.polygon_base[ref.tile] + ref.polygon] = scratch_.stamp;
        const NavTile& tile = tile_of(mesh_, ref);
        const NavPolygon& polygon = polygon_of(mesh_, ref);
        const double factor = filter_.area_cost[polygon.area];
        const uint32_t end = polygon.first_edge + polygon.edge_count;
        for (uint32_t e = polygon.first_edge; e < end; ++e) {
            if (e == entered_by) continue;
            const EdgeRef twin = twin_of(mesh_, {ref.tile, e});
            if (!twin.valid() || !admits(filter_, polygon_of(mesh_, polygon_at(mesh_, twin)))) continue;
            const Place there = midpoint(tile, e, e + 1 == end ? polygon.first_edge : e + 1);
            const double cost = cost_so_far + distance(at, there) * factor;
            const uint32_t id = mesh_.edge_base[twin.tile] + twin.edge;
            SearchScratch::Node& node = scratch_.nodes[id];
            if (node.stamp == scratch_.stamp && node.cost <= cost) continue;
            node = {cost, from, scratch_.stamp};
            push_entry(scratch_.heap, {cost + estimate(there), id});
            ++corridor_.pushed;
        }
    }

    void finish(const SurfacePoint& end, uint32_t node) {
        corridor_.portals.clear();
        corridor_.polygons.clear();
        for (uint32_t id = node; id != kNoNode; id = scratch_.nodes[id].parent) {
            const EdgeRef entered = edge_of(id);
            corridor_.polygons.push_back(polygon_at(mesh_, entered));
            corridor_.portals.push_back(twin_of(mesh_, entered));
        }
        corridor_.polygons.push_back(start_.polygon);
        std::reverse(corridor_.portals.begin(), corridor_.portals.end());
        std::reverse(corridor_.polygons.begin(), corridor_.polygons.end());
        corridor_.end = end;
        corridor_.cost = best_cost_ == kNever ? 0 : best_cost_ * mesh_.tiles[0]->frame.quantum;
    }

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    SearchScratch& scratch_;
    Corridor& corridor_;
    SurfacePoint start_;
    double lowest_cost_;
    Place target_place_;
    double best_cost_ = kNever;
    uint32_t best_node_ = kNoNode;
};

}  // namespace

void find_corridor(const NavMesh& mesh, const CorridorRequest& request, SearchScratch& scratch, Corridor& corridor) {
    assert(request.filter && request.start.polygon.valid() && request.goal.polygon.valid());
    corridor.expanded = corridor.pushed = 0;
    Search search(mesh, request, scratch, corridor);
    SurfacePoint target = request.goal;
    const uint32_t island = island_of(mesh, request.start.polygon);
    if (island_of(mesh, target.polygon) != island) {
        const auto on_island = [&mesh, island](PolygonRef p) { return island_of(mesh, p) == island; };
        const auto nearest = find_nearest(mesh, request.wish, {.filter = request.filter, .accept = on_island});
        target = nearest ? *nearest : request.start;
    }
    if (!search.run(target)) search.settle(request.wish);

    // a goal on the rim of two polygons may have been given the one that cannot be reached
    const double slack = 1e-9 * mesh.tiles[0]->frame.quantum;
    corridor.complete = corridor.end.polygon == request.goal.polygon || corridor.end.distance <= request.goal.distance + slack;
}

}  // namespace navspan
