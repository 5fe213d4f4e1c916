// The exact shortest path: the Polyanya algorithm.
//
// In: a start and a goal on the surface, and a filter.
// Out: the corridor of the path of minimum horizontal length, and this length.
// Idea: Shortest paths bend only at corners of obstacles. A root is the start or such a corner. A node represents all paths
// that lead straight from a root through an interval of an edge. Nodes are expanded in the order of a lower bound on path
// length (bound.cpp). An unreachable goal is replaced by the nearest reachable point.
// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (IJCAI 2017).
// Weak cases: Rooms with many small obstacles have many roots.

#include "query/exact/exact.h"

#include <cassert>

#include "navmesh/graph/block_path.h"
#include "navmesh/mesh/trusted.h"
#include "query/exact/engine.h"
#include "query/search/flood.h"

namespace navspan {
void ExactEngine::begin() {
    const PolygonRef start = search_.request.start.polygon;
    const uint32_t island = trusted::island_of(mesh_, start);
    search_.rate = cost_per_length(mesh_, filter_, island);
    search_.all_admitted = admits_all(mesh_, filter_, island);
    search_.target_verified = search_.all_admitted && mesh_.links.empty();
    search_.done = search_.exhausted = false;
    search_.expanded = search_.pushed = 0;
    search_.direct = pruning_is_exact(mesh_, filter_, island);
    search_.prune = search_.options.use_blocks && search_.direct && !mesh_.blocks.empty();
    search_.skips_single_exits = search_.prune && mesh_.links.empty() && !lengths_;
    search_.link_bound = kInfinity;
    scratch_.slots.resize(std::max(scratch_.slots.size(), size_t{mesh_.edge_count()} + mesh_.links.size()));
    scratch_.stops.resize(std::max(scratch_.stops.size(), size_t{mesh_.edge_count()} / 64 + 1));
    restart();
}

// Starts a new search for search_.target, with empty nodes, roots and heap.
void ExactEngine::restart() {
    const SurfacePoint& start = search_.request.start;
    if (++scratch_.stamp == 0) {
        std::fill(scratch_.slots.begin(), scratch_.slots.end(), ExactScratch::Slot{});
        scratch_.stamp = 1;
    }
    search_.stamp = scratch_.stamp;
    scratch_.nodes.clear();
    scratch_.roots.clear();
    heap_.clear();
    search_.target_edge = first_edge(mesh_, search_.target.polygon);
    search_.goal = snap_inside(mesh_, search_.target.polygon, search_.target.position);
    search_.best_length = kInfinity;
    search_.best_node = kNoIndex;
    search_.next_check = search_.expanded + 64 + mesh_.polygon_count() / 4;
    set_link_bound();
    search_.use_landmarks = search_.options.use_landmarks && !mesh_.landmarks.empty() && search_.direct &&
                            trusted::island_of(mesh_, start.polygon) == trusted::island_of(mesh_, search_.target.polygon);
    if (search_.use_landmarks) set_landmark_goal(mesh_, search_.target.polygon, search_.goal, scratch_.landmark_goal);
    if (search_.prune) {
        const uint32_t from = trusted::polygon_index(mesh_, start.polygon),
                       to = trusted::polygon_index(mesh_, search_.target.polygon);
        mark_block_path(mesh_.blocks, from, to, scratch_.blocks);
        mark_block_joints();
    }
    const PlanePoint at = snap_inside(mesh_, start.polygon, start.position);
    scratch_.roots.push_back({at, at, 0, 0, false});
    scratch_.nodes.push_back({{}, {}, 0, uint32_t(Kind::inside), kNoIndex, kNoIndex});
    expand(0);
}

// Marks the polygons in which a path can pass from one block (biconnected component) to another. single_exit() must not use
// SearchEdge::only_exit there, because only_exit ignores exits to other blocks.
void ExactEngine::mark_block_joints() {
    for (const uint32_t edge : scratch_.stop_list)
        scratch_.stops[edge / 64] &= ~(uint64_t{1} << edge % 64);
    scratch_.stop_list.clear();
    const BlockCutTree& tree = mesh_.blocks;
    for (const PolygonRef end : {search_.request.start.polygon, search_.target.polygon}) {
        uint32_t block = tree.polygon_block[trusted::polygon_index(mesh_, end)];
        while (block != 0 && scratch_.blocks.has(block)) {
            const uint32_t parent = tree.block_parent[block];
            add_stop(polygon_ref(mesh_, parent));
            block = tree.polygon_block[parent];
        }
    }
}

void ExactEngine::add_stop(PolygonRef polygon) {
    const uint32_t edge = first_edge(mesh_, polygon);
    scratch_.stops[edge / 64] |= uint64_t{1} << edge % 64;
    scratch_.stop_list.push_back(edge);
}

// Sets link_bound: a lower bound on the length of all paths to the goal that start with a shortcut link. A shortcut link costs
// less than the straight line between its ends.
void ExactEngine::set_link_bound() {
    search_.link_bound = kInfinity;
    if (search_.direct) return;
    for (const OffMeshLink& link : mesh_.links) {
        if (!admits(filter_, link)) continue;
        const PlanePoint start = snap_inside(mesh_, link.from, link.start), end = snap_inside(mesh_, link.to, link.end);
        const double cost = link_length(link);
        if (cost < distance(start, end)) search_.link_bound = std::min(search_.link_bound, cost + distance(end, search_.goal));
    }
}

void ExactEngine::step(uint64_t nodes) {
    for (; !search_.done && nodes > 0; --nodes) {
        if (search_.exhausted) {
            search_.done = true;
            return;
        }
        if (heap_.empty() || heap_.least().key >= search_.best_length) {
            if (search_.best_length == kInfinity && !search_.target_verified) {
                verify_target();
                continue;
            }
            search_.done = true;
            return;
        }
        if (!search_.target_verified && search_.expanded >= search_.next_check) {
            verify_target();
            continue;
        }
        const ExactScratch::HeapEntry top = heap_.take();
        if (!scratch_.roots[scratch_.nodes[top.id].root].stale) expand(top.id);
    }
}

// Tests by a flood fill whether the target can be reached. If not, replaces the target by the reachable point nearest to
// requested_goal, and restarts the search.
void ExactEngine::verify_target() {
    search_.target_verified = true;
    const PolygonRef start = search_.request.start.polygon;
    if (reach(mesh_, filter_, start, search_.target.polygon, scratch_.flood, scratch_.queue)) return;
    const auto reached = [this](PolygonRef p) { return scratch_.flood.has(trusted::polygon_index(mesh_, p)); };
    const auto end = find_nearest(mesh_, search_.request.requested_goal, {.filter = &filter_, .accept = reached});
    search_.target = end ? *end : search_.request.start;
    restart();
}

void begin_exact(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options, ExactScratch& scratch,
                 ExactSearch& search) {
    assert(request.filter && request.start.polygon.valid() && request.goal.polygon.valid());
    assert(options.max_roots <= kMaxExactRoots);
    search.request = request;
    search.options = options;
    search.target = target_on_island(mesh, request);
    ExactEngine(mesh, scratch, search).begin();
}

bool step_exact(const NavMesh& mesh, ExactScratch& scratch, ExactSearch& search, uint64_t nodes) {
    assert(search.stamp == scratch.stamp);
    ExactEngine(mesh, scratch, search).step(nodes);
    return search.done;
}

void finish_exact(const NavMesh& mesh, ExactScratch& scratch, const ExactSearch& search, Corridor& corridor) {
    assert(search.stamp == scratch.stamp);
    ExactSearch last = search;
    ExactEngine(mesh, scratch, last).trace(corridor);
    corridor.complete = !search.exhausted && reaches_goal(mesh, search.request, corridor.end);
}

std::string exhausted_reason(const ExactOptions& options) {
    return "the exact search needs more than " + std::to_string(options.max_roots) +
           " corners, its limit; use the weighted method or A*";
}

Status find_exact_corridor(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options,
                           ExactScratch& scratch, Corridor& corridor) {
    ExactSearch search;
    begin_exact(mesh, request, options, scratch, search);
    step_exact(mesh, scratch, search, std::numeric_limits<uint64_t>::max());
    if (search.exhausted) return Error{ErrorKind::failed, exhausted_reason(options)};
    finish_exact(mesh, scratch, search, corridor);
    return Done{};
}

}  // namespace navspan
