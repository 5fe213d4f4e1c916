// A* search for a corridor of polygons.
//
// In: a start and a goal on the surface, and a filter.
// Out: the corridor of a cheap path.
// Idea: Nodes are the midpoints of portals and the ends of off-mesh links. Walking costs the horizontal length times the area's
// cost. The heuristic is the straight-line distance times the lowest cost of any area or link. An unreachable goal is replaced
// by the nearest reachable point.
// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968).
// Weak cases: Midpoints represent wide portals poorly, so the corridor may miss the cheapest path.

#include "query/search/astar.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "navmesh/graph/block_path.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/edge_at.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/core/no_index.h"

namespace navspan {
namespace {

// A point seen from above [lattice], relative to the origin of the world's lattice.
struct LatticePosition {
    double x = 0, z = 0;
};

double distance(LatticePosition a, LatticePosition b) {
    const double dx = a.x - b.x, dz = a.z - b.z;
    return std::sqrt(dx * dx + dz * dz);
}

LatticePosition lattice_position(const NavMesh& mesh, DVec3 world) {
    const TileFrame& f = trusted::tile_at(mesh, 0).frame;
    return {(world.x - f.origin.x) / f.quantum, (world.z - f.origin.z) / f.quantum};
}

using HeapEntry = AStarScratch::HeapEntry;

struct Before {
    bool operator()(const HeapEntry& a, const HeapEntry& b) const {
        return (a.key < b.key) | ((a.key == b.key) & (a.id < b.id));
    }
};

// Lower bound on the ratio of a path's cost to the horizontal distance between its ends. Off-mesh links may lower the bound,
// because they may cost less than walking.
double min_cost_rate(const NavMesh& mesh, const QueryFilter& filter) {
    double least = lowest_cost(mesh, filter);
    if (mesh.links.empty()) return least;
    for (uint32_t area = 0; area < mesh.link_summary.size(); ++area) {
        const AreaSummary& use = mesh.link_summary[area];
        if (may_admit(filter, area, use) && std::isfinite(use.cost_ratio))
            least = std::min(least, use.cost_ratio * filter.area_cost[area]);
    }
    return least;
}

class CorridorSearcher : SearchEngine<AStarScratch, CorridorSearch, Before> {
public:
    using SearchEngine::SearchEngine;

    void begin() {
        const size_t nodes = size_t{mesh_.edge_count()} + mesh_.links.size();
        if (scratch_.nodes.size() < nodes) scratch_.nodes.resize(nodes);
        const uint32_t island = trusted::island_of(mesh_, search_.request.start.polygon);
        search_.min_cost_rate = min_cost_rate(mesh_, filter_);
        search_.admits_all = admits_all(mesh_, filter_, island);
        search_.pruned = !mesh_.blocks.empty() && pruning_is_exact(mesh_, filter_, island) && mark_blocks();
        search_.done = false;
        search_.expanded = search_.pushed = 0;
        restart();
    }

    void step(uint64_t nodes) {
        target_position_ = lattice_position(mesh_, search_.target.position);
        target_edge_ = first_edge(mesh_, search_.target.polygon);
        while (!search_.done) {
            if (heap_.empty() || heap_.least().key >= search_.best_cost) {
                search_.done = !search_.pruned || search_.best_cost < kInfinity;
                if (search_.done) return;
                search_.pruned = false;
                restart();
                continue;
            }
            if (nodes == 0) return;
            const HeapEntry top = heap_.take();
            const PolygonEntry entry = entry_of(top.id);
            const double cost = scratch_.nodes[top.id].cost;
            if (top.key > cost + estimate(entry.at)) continue;
            if (edges_[entry.edge].first == target_edge_) offer(entry, cost, top.id);
            expand(entry.edge, top.id, entry.at, cost);
            --nodes;
        }
    }

    void finish(Corridor& corridor) {
        target_position_ = lattice_position(mesh_, search_.target.position);
        if (search_.best_cost == kInfinity) settle();
        trace(corridor);
    }

private:
    // The point at which the search enters the polygon of a node.
    struct PolygonEntry {
        uint32_t edge = 0;  // half-edge by which the polygon is entered; after a link, the first half-edge of the polygon
        LatticePosition at;
    };

    // Returns false if the block-cut tree does not connect start and target.
    bool mark_blocks() {
        const uint32_t start = trusted::polygon_index(mesh_, search_.request.start.polygon);
        const uint32_t goal = trusted::polygon_index(mesh_, search_.target.polygon);
        return mark_block_path(mesh_.blocks, start, goal, scratch_.blocks);
    }

    void restart() {
        scratch_.entered.begin(mesh_.edge_count());
        search_.stamp = scratch_.entered.stamp;
        if (search_.stamp == 1) {
            for (AStarScratch::Node& node : scratch_.nodes)
                node.stamp = 0;
        }
        heap_.clear();
        search_.best_cost = kInfinity;
        search_.best_node = kNoIndex;
        target_position_ = lattice_position(mesh_, search_.target.position);
        const SurfacePoint& start = search_.request.start;
        const LatticePosition from = lattice_position(mesh_, start.position);
        if (start.polygon == search_.target.polygon) {
            search_.best_cost = distance(from, target_position_) * cost_in(first_edge(mesh_, start.polygon));
        }
        expand(first_edge(mesh_, start.polygon), kNoIndex, from, 0);
    }

    double cost_in(uint32_t edge) const { return filter_.area_cost[edges_[edge].area]; }
    double estimate(LatticePosition at) const { return distance(at, target_position_) * search_.min_cost_rate; }

    LatticePosition midpoint(uint32_t edge) const {
        const LatticePoint a = edges_[edge].start, b = edges_[ring_after(edges_, edge)].start;
        return {0.5 * (double(a.x) + b.x), 0.5 * (double(a.z) + b.z)};
    }

    PolygonEntry entry_of(uint32_t id) const {
        if (!is_link_number(id)) return {id, midpoint(id)};
        return {first_edge(mesh_, link_of(id).to), lattice_position(mesh_, link_of(id).end)};
    }

    // Called for a node whose polygon contains the target. Updates the best known path.
    void offer(const PolygonEntry& entry, double cost_there, uint32_t id) {
        const double cost = cost_there + distance(entry.at, target_position_) * cost_in(entry.edge);
        if (cost >= search_.best_cost) return;
        search_.best_cost = cost;
        search_.best_node = id;
    }

    // Expands node `from`, by which the search entered a polygon (kNoIndex at the start). `edge` is any half-edge of the
    // polygon. Calls reach() for the links that start in the polygon, and for its portals other than `from`.
    void expand(uint32_t edge, uint32_t from, LatticePosition at, double cost_so_far) {
        ++search_.expanded;
        const uint32_t first = edges_[edge].first, end = edges_[edge].end;
        scratch_.entered.add(first);
        const double factor = cost_in(edge);
        for (uint32_t e = first; e < end; ++e) {
            const uint32_t twin = edges_[e].twin;
            if (twin == kNoIndex || e == from) continue;
            if (search_.pruned && !scratch_.blocks.has(edges_[e].block)) continue;
            if (!search_.admits_all && !admits(filter_, edges_[twin])) continue;
            const LatticePosition there = midpoint(e);
            reach(twin, from, there, cost_so_far + distance(at, there) * factor);
        }
        if (!mesh_.links.empty()) expand_links(edge, from, at, cost_so_far);
    }

    void expand_links(uint32_t edge, uint32_t from, LatticePosition at, double cost_so_far) {
        for (const OffMeshLink& link : trusted::links_from(mesh_, trusted::polygon_at(mesh_, edge_at(mesh_, edge)))) {
            if (!admits(filter_, link) || !admits(filter_, trusted::polygon_of(mesh_, link.to))) continue;
            const auto number = uint32_t(&link - mesh_.links.data());
            if (search_.pruned && !scratch_.blocks.has(mesh_.blocks.link_block[number])) continue;
            const double walk = distance(at, lattice_position(mesh_, link.start)) * cost_in(edge);
            const double cost = cost_so_far + walk + link_cost(filter_, link) / trusted::tile_at(mesh_, 0).frame.quantum;
            reach(mesh_.edge_count() + number, from, lattice_position(mesh_, link.end), cost);
        }
    }

    void reach(uint32_t id, uint32_t from, LatticePosition there, double cost) {
        AStarScratch::Node& node = scratch_.nodes[id];
        if (node.stamp == scratch_.entered.stamp && node.cost <= cost) return;
        node = {cost, from, scratch_.entered.stamp};
        heap_.push({cost + estimate(there), id});
        ++search_.pushed;
    }

    // Called if the target was not reached. Replaces the target by the point of the expanded polygons nearest to
    // requested_goal.
    void settle() {
        const auto reached = [this](PolygonRef p) { return scratch_.entered.has(first_edge(mesh_, p)); };
        const SurfacePoint& start = search_.request.start;
        const auto end = find_nearest(mesh_, search_.request.requested_goal, {.filter = &filter_, .accept = reached});
        search_.target = end ? *end : start;
        const PolygonRef last = search_.target.polygon;
        target_position_ = lattice_position(mesh_, search_.target.position);
        if (last == start.polygon) {
            search_.best_cost =
                distance(lattice_position(mesh_, start.position), target_position_) * cost_in(first_edge(mesh_, last));
        }
        const auto offer_node = [&](uint32_t id) {
            if (scratch_.nodes[id].stamp == search_.stamp) offer(entry_of(id), scratch_.nodes[id].cost, id);
        };
        const NavPolygon& polygon = trusted::polygon_of(mesh_, last);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e)
            offer_node(mesh_.edge_offset[last.tile] + e);
        for (uint32_t i = 0; i < mesh_.links.size(); ++i) {
            if (mesh_.links[i].to == last) offer_node(mesh_.edge_count() + i);
        }
    }

    void trace(Corridor& corridor) const {
        size_t portals = 0;
        for (uint32_t id = search_.best_node; id != kNoIndex; id = scratch_.nodes[id].parent)
            ++portals;
        corridor.portals.resize(portals);
        corridor.polygons.resize(portals + 1);
        for (uint32_t id = search_.best_node; id != kNoIndex; id = scratch_.nodes[id].parent, --portals) {
            if (is_link_number(id)) {
                corridor.portals[portals - 1] = {kLinkTile, id - mesh_.edge_count()};
                corridor.polygons[portals] = link_of(id).to;
            } else {
                const EdgeRef entered = edge_at(mesh_, id);
                corridor.portals[portals - 1] = trusted::twin_of(mesh_, entered);
                corridor.polygons[portals] = trusted::polygon_at(mesh_, entered);
            }
        }
        corridor.polygons[0] = search_.request.start.polygon;
        corridor.end = search_.target;
        corridor.cost = search_.best_cost == kInfinity ? 0 : search_.best_cost * trusted::tile_at(mesh_, 0).frame.quantum;
        corridor.expanded = search_.expanded;
        corridor.pushed = search_.pushed;
    }

    LatticePosition target_position_;
    uint32_t target_edge_ = 0;  // the first half-edge of the target's polygon
};

}  // namespace

void begin_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch, CorridorSearch& search) {
    assert(request.filter && request.start.polygon.valid() && request.goal.polygon.valid());
    search.request = request;
    search.target = target_on_island(mesh, request);
    CorridorSearcher(mesh, scratch, search).begin();
}

bool step_corridor(const NavMesh& mesh, AStarScratch& scratch, CorridorSearch& search, uint64_t nodes) {
    assert(search.stamp == scratch.entered.stamp);
    CorridorSearcher(mesh, scratch, search).step(nodes);
    return search.done;
}

void finish_corridor(const NavMesh& mesh, AStarScratch& scratch, const CorridorSearch& search, Corridor& corridor) {
    assert(search.stamp == scratch.entered.stamp);
    CorridorSearch last = search;
    CorridorSearcher(mesh, scratch, last).finish(corridor);
    corridor.complete = reaches_goal(mesh, search.request, corridor.end);
}

}  // namespace navspan
