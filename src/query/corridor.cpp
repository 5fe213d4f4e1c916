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

#include "navspan/query/corridor.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "navspan/navmesh/block_cut_tree.h"
#include "search_heap.h"

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

// of equal keys the least node comes first
using HeapEntry = SearchScratch::HeapEntry;
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

// the filter admits every polygon of an island
bool admits_all(const NavMesh& mesh, const QueryFilter& filter, uint32_t island) {
    const uint64_t areas = mesh.islands[island].areas;
    if (areas & filter.excluded_areas) return false;
    for (uint64_t rest = areas; rest; rest &= rest - 1) {
        const AreaUse& use = mesh.polygon_use[size_t(std::countr_zero(rest))];
        if ((use.all_flags & filter.include_flags) == 0 || (use.any_flags & filter.exclude_flags) != 0) return false;
    }
    return true;
}

// one call of begin, step or finish: the state of the search, and everything it looks at
class Search {
public:
    Search(const NavMesh& mesh, SearchScratch& scratch, CorridorSearch& state)
        : mesh_(mesh), filter_(*state.request.filter), scratch_(scratch), state_(state) {}

    void begin() {
        const size_t nodes = size_t{mesh_.edge_count()} + mesh_.links.size();
        if (scratch_.nodes.size() < nodes) scratch_.nodes.resize(nodes);
        if (scratch_.polygon_stamp.size() < mesh_.polygon_count()) scratch_.polygon_stamp.resize(mesh_.polygon_count());
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
        while (!state_.done) {
            if (scratch_.heap.empty() || scratch_.heap.front().key >= state_.best_cost) {
                state_.done = !state_.pruned || state_.best_cost < kNever;
                if (state_.done) return;
                state_.pruned = false;
                begin_anew();
                continue;
            }
            if (nodes == 0) return;
            const HeapEntry top = pop_search_heap<Before>(scratch_.heap);
            const Arrival arrival = arrival_of(top.id);
            const double cost = scratch_.nodes[top.id].cost;
            if (top.key > cost + estimate(arrival.at)) continue;
            if (arrival.polygon == state_.target.polygon) offer(arrival, cost, top.id);
            expand(arrival.polygon, top.id, arrival.entered_by, arrival.at, cost);
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
        PolygonRef polygon;
        uint32_t entered_by = kNoNode;  // its edge, if it was an edge
        Place at;
    };

    // false when the tree joins start and target by no way
    bool mark_blocks() {
        const uint32_t start = polygon_index(mesh_, state_.request.start.polygon);
        const uint32_t goal = polygon_index(mesh_, state_.target.polygon);
        return mark_way(mesh_.blocks, {&start, 1}, {&goal, 1}, scratch_.blocks);
    }

    void begin_anew() {
        if (++scratch_.stamp == 0) {
            for (SearchScratch::Node& node : scratch_.nodes)
                node.stamp = 0;
            std::fill(scratch_.polygon_stamp.begin(), scratch_.polygon_stamp.end(), 0u);
            scratch_.stamp = 1;
        }
        state_.stamp = scratch_.stamp;
        scratch_.heap.clear();
        state_.best_cost = kNever;
        state_.best_node = kNoNode;
        target_place_ = lattice_place(mesh_, state_.target.position);
        const SurfacePoint& start = state_.request.start;
        const Place from = lattice_place(mesh_, start.position);
        if (start.polygon == state_.target.polygon) {
            state_.best_cost = distance(from, target_place_) * polygon_cost(start.polygon);
        }
        expand(start.polygon, kNoNode, kNoNode, from, 0);
    }

    double polygon_cost(PolygonRef polygon) const { return filter_.area_cost[polygon_of(mesh_, polygon).area]; }
    double estimate(Place at) const { return distance(at, target_place_) * state_.least_rate; }
    bool is_link_node(uint32_t id) const { return id >= mesh_.edge_count(); }

    EdgeRef edge_of(uint32_t id) const {
        if (is_link_node(id)) return {kLinkTile, id - mesh_.edge_count()};
        if (mesh_.tiles.size() == 1) return {0, id};
        const auto after = std::upper_bound(mesh_.edge_base.begin(), mesh_.edge_base.end(), id);
        const auto tile = uint32_t(after - mesh_.edge_base.begin() - 1);
        return {tile, id - mesh_.edge_base[tile]};
    }

    Arrival arrival_of(uint32_t id) const {
        const EdgeRef edge = edge_of(id);
        if (is_link(edge)) {
            const OffMeshLink& link = mesh_.links[edge.edge];
            return {link.to, kNoNode, lattice_place(mesh_, link.end)};
        }
        const NavTile& tile = *mesh_.tiles[edge.tile];
        return {polygon_at(mesh_, edge), edge.edge, midpoint(tile, edge.edge, next_edge(tile, edge.edge))};
    }

    // the target lies in the polygon of this node
    void offer(const Arrival& arrival, double cost_there, uint32_t id) {
        const double cost = cost_there + distance(arrival.at, target_place_) * polygon_cost(arrival.polygon);
        if (cost >= state_.best_cost) return;
        state_.best_cost = cost;
        state_.best_node = id;
    }

    // reaches for the polygons across all edges of a polygon but the one it was entered by, and where its links lead
    void expand(PolygonRef ref, uint32_t from, uint32_t entered_by, Place at, double cost_so_far) {
        ++state_.expanded;
        scratch_.polygon_stamp[mesh_.polygon_base[ref.tile] + ref.polygon] = scratch_.stamp;
        const NavTile& tile = tile_of(mesh_, ref);
        const NavPolygon& polygon = polygon_of(mesh_, ref);
        const double factor = filter_.area_cost[polygon.area];
        const uint32_t end = polygon.first_edge + polygon.edge_count;
        const uint32_t first_id = mesh_.edge_base[ref.tile];
        for (uint32_t e = polygon.first_edge; e < end; ++e) {
            if (e == entered_by) continue;
            if (state_.pruned && !on_way(scratch_.blocks, mesh_.blocks.edge_block[first_id + e])) continue;
            const EdgeRef twin = twin_of(mesh_, {ref.tile, e});
            if (!twin.valid()) continue;
            if (!state_.admits_all && !admits(filter_, polygon_of(mesh_, polygon_at(mesh_, twin)))) continue;
            const Place there = midpoint(tile, e, e + 1 == end ? polygon.first_edge : e + 1);
            reach(mesh_.edge_base[twin.tile] + twin.edge, from, there, cost_so_far + distance(at, there) * factor);
        }
        for (const OffMeshLink& link : links_from(mesh_, ref)) {
            if (!admits(filter_, link) || !admits(filter_, polygon_of(mesh_, link.to))) continue;
            const auto number = uint32_t(&link - mesh_.links.data());
            if (state_.pruned && !on_way(scratch_.blocks, mesh_.blocks.link_block[number])) continue;
            const double walk = distance(at, lattice_place(mesh_, link.start)) * factor;
            const double cost = cost_so_far + walk + link_cost(filter_, link) / mesh_.tiles[0]->frame.quantum;
            reach(mesh_.edge_count() + number, from, lattice_place(mesh_, link.end), cost);
        }
    }

    void reach(uint32_t id, uint32_t from, Place there, double cost) {
        SearchScratch::Node& node = scratch_.nodes[id];
        if (node.stamp == scratch_.stamp && node.cost <= cost) return;
        node = {cost, from, scratch_.stamp};
        push_search_heap<Before>(scratch_.heap, HeapEntry{cost + estimate(there), id});
        ++state_.pushed;
    }

    // the target was not reached: the reached point nearest to the wish takes its place
    void settle() {
        const uint32_t stamp = scratch_.stamp;
        const auto reached = [this, stamp](PolygonRef p) {
            return scratch_.polygon_stamp[mesh_.polygon_base[p.tile] + p.polygon] == stamp;
        };
        const SurfacePoint& start = state_.request.start;
        const auto end = find_nearest(mesh_, state_.request.wish, {.filter = &filter_, .accept = reached});
        state_.target = end ? *end : start;
        const PolygonRef last = state_.target.polygon;
        target_place_ = lattice_place(mesh_, state_.target.position);
        if (last == start.polygon) {
            state_.best_cost = distance(lattice_place(mesh_, start.position), target_place_) * polygon_cost(last);
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
        corridor.portals.clear();
        corridor.polygons.clear();
        for (uint32_t id = state_.best_node; id != kNoNode; id = scratch_.nodes[id].parent) {
            const EdgeRef entered = edge_of(id);
            corridor.polygons.push_back(is_link(entered) ? mesh_.links[entered.edge].to : polygon_at(mesh_, entered));
            corridor.portals.push_back(is_link(entered) ? entered : twin_of(mesh_, entered));
        }
        corridor.polygons.push_back(state_.request.start.polygon);
        std::reverse(corridor.portals.begin(), corridor.portals.end());
        std::reverse(corridor.polygons.begin(), corridor.polygons.end());
        corridor.end = state_.target;
        corridor.cost = state_.best_cost == kNever ? 0 : state_.best_cost * mesh_.tiles[0]->frame.quantum;
        corridor.expanded = state_.expanded;
        corridor.pushed = state_.pushed;
    }

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    SearchScratch& scratch_;
    CorridorSearch& state_;
    Place target_place_;
};

}  // namespace

void begin_corridor(const NavMesh& mesh, const CorridorRequest& request, SearchScratch& scratch, CorridorSearch& search) {
    assert(request.filter && request.start.polygon.valid() && request.goal.polygon.valid());
    search.request = request;
    search.target = request.goal;
    const uint32_t island = island_of(mesh, request.start.polygon);
    if (island_of(mesh, search.target.polygon) != island) {
        const auto on_island = [&mesh, island](PolygonRef p) { return island_of(mesh, p) == island; };
        const auto nearest = find_nearest(mesh, request.wish, {.filter = request.filter, .accept = on_island});
        search.target = nearest ? *nearest : request.start;
    }
    Search(mesh, scratch, search).begin();
}

bool step_corridor(const NavMesh& mesh, SearchScratch& scratch, CorridorSearch& search, uint64_t nodes) {
    assert(search.stamp == scratch.stamp);
    Search(mesh, scratch, search).step(nodes);
    return search.done;
}

void finish_corridor(const NavMesh& mesh, SearchScratch& scratch, const CorridorSearch& search, Corridor& corridor) {
    assert(search.stamp == scratch.stamp);
    CorridorSearch last = search;
    Search(mesh, scratch, last).finish(corridor);
    // a goal on the rim of two polygons may have been given the one that cannot be reached
    const SurfacePoint& goal = search.request.goal;
    const double slack = 1e-9 * mesh.tiles[0]->frame.quantum;
    corridor.complete = corridor.end.polygon == goal.polygon || corridor.end.distance <= goal.distance + slack;
}

void find_corridor(const NavMesh& mesh, const CorridorRequest& request, SearchScratch& scratch, Corridor& corridor) {
    CorridorSearch search;
    begin_corridor(mesh, request, scratch, search);
    step_corridor(mesh, scratch, search, std::numeric_limits<uint64_t>::max());
    finish_corridor(mesh, scratch, search, corridor);
}

}  // namespace navspan
