// A*: which polygons to walk through.
//
// In: a start and a goal on the surface, and a filter. Out: the corridor. A node is a portal crossed into a polygon, placed at
// the portal's midpoint and numbered by the half-edge of the polygon entered; from it one reaches the other portals of that
// polygon, at the length of the way seen from above times the polygon's area cost. The graph is fixed, so the result is its
// cheapest path, whatever the order of the search (Hart, Nilsson, Raphael, 1968). The estimate of what follows is the straight
// line times the lowest admitted cost, which is never too much; a node found again more cheaply is simply pushed again, and the
// outdated entry skipped. An off-mesh link is a node too, numbered after the half-edges and placed where the link ends; where
// one costs less than a walk of its length could, the estimate is lowered by as much. The goal is no node: the best way to it
// so far is kept aside, and the search ends when nothing on the heap can beat it. Equal keys go by node number, so the answer
// depends on nothing but the mesh and the question. When the goal cannot be reached, the polygons that were reached are asked
// for the point nearest to it; where the goal is on another island that is asked first, which saves flooding the island. Where
// some cheapest way enters no polygon twice, only the blocks of polygons between start and goal are searched
// (block_cut_tree.h); should the filter cut all ways through them, the search begins anew without that. Weak case: midpoints
// stand for wide portals badly, so the corridor may not hold the shortest of all ways.

#include "query/search/astar.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "navspan/core/no_index.h"
#include "navspan/navmesh/search_index.h"
#include "query/search/heap.h"

namespace navspan {
namespace {

// a place on the lattice of the world, seen from above
struct LatticePlace {
    double x = 0, z = 0;
};

double distance(LatticePlace a, LatticePlace b) {
    const double dx = a.x - b.x, dz = a.z - b.z;
    return std::sqrt(dx * dx + dz * dz);
}

LatticePlace lattice_place(const NavMesh& mesh, DVec3 world) {
    const TileFrame& f = mesh.tiles[0]->frame;
    return {(world.x - f.origin.x) / f.quantum, (world.z - f.origin.z) / f.quantum};
}

// of equal keys the least node comes first
using HeapEntry = AStarScratch::HeapEntry;
struct Before {
    bool operator()(const HeapEntry& a, const HeapEntry& b) const {
        return (a.key < b.key) | ((a.key == b.key) & (a.id < b.id));
    }
};

// a cost per distance of its ends, seen from above, that no way undercuts: of walking, or of links cheaper than a walk
double least_rate(const NavMesh& mesh, const QueryFilter& filter) {
    double least = lowest_cost(mesh, filter);
    if (mesh.links.empty()) return least;
    for (size_t area = 0; area < mesh.link_use.size(); ++area) {
        const AreaUse& use = mesh.link_use[area];
        const bool shut = (use.any_flags & filter.include_flags) == 0 || (use.all_flags & filter.exclude_flags) != 0 ||
                          (filter.excluded_areas >> area & 1) != 0;
        if (!shut && std::isfinite(use.cost_ratio)) least = std::min(least, use.cost_ratio * filter.area_cost[area]);
    }
    return least;
}

// one call of begin, step or finish: the state of the search, and everything it looks at
class CorridorSearcher {
public:
    CorridorSearcher(const NavMesh& mesh, AStarScratch& scratch, CorridorSearch& state)
        : mesh_(mesh),
          edges_(mesh.search_edges.data()),
          filter_(*state.request.filter),
          scratch_(scratch),
          state_(state),
          heap_(scratch.heap) {}

    void begin() {
        const size_t nodes = size_t{mesh_.edge_count()} + mesh_.links.size();
        if (scratch_.nodes.size() < nodes) scratch_.nodes.resize(nodes);
        if (scratch_.polygon_stamp.size() < mesh_.edge_count()) scratch_.polygon_stamp.resize(mesh_.edge_count());
        const uint32_t island = island_of(mesh_, state_.request.start.polygon);
        state_.least_rate = least_rate(mesh_, filter_);
        state_.admits_all = admits_all(mesh_, filter_, island);
        state_.pruned = !mesh_.blocks.empty() && pruning_is_exact(mesh_, filter_, island) && mark_blocks();
        state_.done = false;
        state_.expanded = state_.pushed = 0;
        begin_anew();
    }

    void step(uint64_t nodes) {
        target_place_ = lattice_place(mesh_, state_.target.position);
        target_edge_ = first_edge(mesh_, state_.target.polygon);
        while (!state_.done) {
            if (heap_.empty() || heap_.least().key >= state_.best_cost) {
                state_.done = !state_.pruned || state_.best_cost < kNever;
                if (state_.done) return;
                state_.pruned = false;
                begin_anew();
                continue;
            }
            if (nodes == 0) return;
            const HeapEntry top = heap_.take();
            const Arrival arrival = arrival_of(top.id);
            const double cost = scratch_.nodes[top.id].cost;
            if (top.key > cost + estimate(arrival.at)) continue;
            if (edges_[arrival.edge].first == target_edge_) offer(arrival, cost, top.id);
            expand(arrival.edge, top.id, arrival.at, cost);
            --nodes;
        }
    }

    void finish(Corridor& corridor) {
        target_place_ = lattice_place(mesh_, state_.target.position);
        if (state_.best_cost == kNever) settle();
        trace(corridor);
    }

private:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    // how a polygon is come into at a node
    struct Arrival {
        uint32_t edge = 0;  // by which, or the first of the polygon
        LatticePlace at;
    };

    // false when the tree joins start and target by no way
    bool mark_blocks() {
        const uint32_t start = polygon_index(mesh_, state_.request.start.polygon);
        const uint32_t goal = polygon_index(mesh_, state_.target.polygon);
        return mark_way(mesh_.blocks, {&start, 1}, {&goal, 1}, scratch_.blocks);
    }

    void begin_anew() {
        if (++scratch_.stamp == 0) {
            for (AStarScratch::Node& node : scratch_.nodes)
                node.stamp = 0;
            std::fill(scratch_.polygon_stamp.begin(), scratch_.polygon_stamp.end(), 0u);
            scratch_.stamp = 1;
        }
        state_.stamp = scratch_.stamp;
        heap_.clear();
        state_.best_cost = kNever;
        state_.best_node = kNoIndex;
        target_place_ = lattice_place(mesh_, state_.target.position);
        const SurfacePoint& start = state_.request.start;
        const LatticePlace from = lattice_place(mesh_, start.position);
        if (start.polygon == state_.target.polygon) {
            state_.best_cost = distance(from, target_place_) * cost_in(first_edge(mesh_, start.polygon));
        }
        expand(first_edge(mesh_, start.polygon), kNoIndex, from, 0);
    }

    double cost_in(uint32_t edge) const { return filter_.area_cost[edges_[edge].area]; }
    double estimate(LatticePlace at) const { return distance(at, target_place_) * state_.least_rate; }
    bool is_link_node(uint32_t id) const { return id >= mesh_.edge_count(); }
    const OffMeshLink& link_of(uint32_t id) const { return mesh_.links[id - mesh_.edge_count()]; }

    LatticePlace midpoint(uint32_t edge) const {
        const SearchEdge& e = edges_[edge];
        const LatticePoint a = e.start, b = edges_[edge + 1 == e.end ? e.first : edge + 1].start;
        return {0.5 * (double(a.x) + b.x), 0.5 * (double(a.z) + b.z)};
    }

    Arrival arrival_of(uint32_t id) const {
        if (!is_link_node(id)) return {id, midpoint(id)};
        return {first_edge(mesh_, link_of(id).to), lattice_place(mesh_, link_of(id).end)};
    }

    // the target lies in the polygon of this node
    void offer(const Arrival& arrival, double cost_there, uint32_t id) {
        const double cost = cost_there + distance(arrival.at, target_place_) * cost_in(arrival.edge);
        if (cost >= state_.best_cost) return;
        state_.best_cost = cost;
        state_.best_node = id;
    }

    // reaches for the polygons across all edges of a polygon but the one it was entered by, the node `from`, and where its
    // links lead
    void expand(uint32_t edge, uint32_t from, LatticePlace at, double cost_so_far) {
        ++state_.expanded;
        const uint32_t first = edges_[edge].first, end = edges_[edge].end;
        scratch_.polygon_stamp[first] = scratch_.stamp;
        const double factor = cost_in(edge);
        for (uint32_t e = first; e < end; ++e) {
            const uint32_t twin = edges_[e].twin;
            if (twin == kNoIndex || e == from) continue;
            if (state_.pruned && !on_way(scratch_.blocks, edges_[e].block)) continue;
            if (!state_.admits_all && !admits(filter_, edges_[twin])) continue;
            const LatticePlace there = midpoint(e);
            reach(twin, from, there, cost_so_far + distance(at, there) * factor);
        }
        if (!mesh_.links.empty()) expand_links(edge, from, at, cost_so_far);
    }

    void expand_links(uint32_t edge, uint32_t from, LatticePlace at, double cost_so_far) {
        for (const OffMeshLink& link : links_from(mesh_, polygon_at(mesh_, edge_ref(mesh_, edge)))) {
            if (!admits(filter_, link) || !admits(filter_, polygon_of(mesh_, link.to))) continue;
            const auto number = uint32_t(&link - mesh_.links.data());
            if (state_.pruned && !on_way(scratch_.blocks, mesh_.blocks.link_block[number])) continue;
            const double walk = distance(at, lattice_place(mesh_, link.start)) * cost_in(edge);
            const double cost = cost_so_far + walk + link_cost(filter_, link) / mesh_.tiles[0]->frame.quantum;
            reach(mesh_.edge_count() + number, from, lattice_place(mesh_, link.end), cost);
        }
    }

    void reach(uint32_t id, uint32_t from, LatticePlace there, double cost) {
        AStarScratch::Node& node = scratch_.nodes[id];
        if (node.stamp == scratch_.stamp && node.cost <= cost) return;
        node = {cost, from, scratch_.stamp};
        heap_.push({cost + estimate(there), id});
        ++state_.pushed;
    }

    // the target was not reached: the reached point nearest to the wish takes its place
    void settle() {
        const uint32_t stamp = scratch_.stamp;
        const auto reached = [this, stamp](PolygonRef p) { return scratch_.polygon_stamp[first_edge(mesh_, p)] == stamp; };
        const SurfacePoint& start = state_.request.start;
        const auto end = find_nearest(mesh_, state_.request.wish, {.filter = &filter_, .accept = reached});
        state_.target = end ? *end : start;
        const PolygonRef last = state_.target.polygon;
        target_place_ = lattice_place(mesh_, state_.target.position);
        if (last == start.polygon) {
            state_.best_cost = distance(lattice_place(mesh_, start.position), target_place_) * cost_in(first_edge(mesh_, last));
        }
        const auto offer_node = [&](uint32_t id) {
            if (scratch_.nodes[id].stamp == stamp) offer(arrival_of(id), scratch_.nodes[id].cost, id);
        };
        const NavPolygon& polygon = polygon_of(mesh_, last);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e)
            offer_node(mesh_.edge_base[last.tile] + e);
        for (uint32_t i = 0; i < mesh_.links.size(); ++i) {
            if (mesh_.links[i].to == last) offer_node(mesh_.edge_count() + i);
        }
    }

    void trace(Corridor& corridor) const {
        size_t portals = 0;
        for (uint32_t id = state_.best_node; id != kNoIndex; id = scratch_.nodes[id].parent)
            ++portals;
        corridor.portals.resize(portals);
        corridor.polygons.resize(portals + 1);
        for (uint32_t id = state_.best_node; id != kNoIndex; id = scratch_.nodes[id].parent, --portals) {
            if (is_link_node(id)) {
                corridor.portals[portals - 1] = {kLinkTile, id - mesh_.edge_count()};
                corridor.polygons[portals] = link_of(id).to;
            } else {
                const EdgeRef entered = edge_ref(mesh_, id);
                corridor.portals[portals - 1] = twin_of(mesh_, entered);
                corridor.polygons[portals] = polygon_at(mesh_, entered);
            }
        }
        corridor.polygons[0] = state_.request.start.polygon;
        corridor.end = state_.target;
        corridor.cost = state_.best_cost == kNever ? 0 : state_.best_cost * mesh_.tiles[0]->frame.quantum;
        corridor.expanded = state_.expanded;
        corridor.pushed = state_.pushed;
    }

    const NavMesh& mesh_;
    const SearchEdge* edges_;  // of the mesh
    const QueryFilter& filter_;
    AStarScratch& scratch_;
    CorridorSearch& state_;
    SearchHeap<Before, HeapEntry> heap_;
    LatticePlace target_place_;
    uint32_t target_edge_ = 0;  // the first of the target's polygon
};

}  // namespace

void begin_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch, CorridorSearch& search) {
    assert(request.filter && request.start.polygon.valid() && request.goal.polygon.valid());
    search.request = request;
    search.target = target_on_island(mesh, request);
    CorridorSearcher(mesh, scratch, search).begin();
}

bool step_corridor(const NavMesh& mesh, AStarScratch& scratch, CorridorSearch& search, uint64_t nodes) {
    assert(search.stamp == scratch.stamp);
    CorridorSearcher(mesh, scratch, search).step(nodes);
    return search.done;
}

void finish_corridor(const NavMesh& mesh, AStarScratch& scratch, const CorridorSearch& search, Corridor& corridor) {
    assert(search.stamp == scratch.stamp);
    CorridorSearch last = search;
    CorridorSearcher(mesh, scratch, last).finish(corridor);
    corridor.complete = reaches_goal(mesh, search.request, corridor.end);
}

void find_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch, Corridor& corridor) {
    CorridorSearch search;
    begin_corridor(mesh, request, scratch, search);
    step_corridor(mesh, scratch, search, std::numeric_limits<uint64_t>::max());
    finish_corridor(mesh, scratch, search, corridor);
}

}  // namespace navspan
