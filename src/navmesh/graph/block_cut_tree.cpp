// Builds the block-cut tree. Searches use it to skip ground that no optimal path to the goal crosses.
//
// In: the tiles, seams and links of a mesh.
// Out: the blocks (biconnected components) of the mesh's polygon graph, as a forest with one root per island.
// Idea: One depth-first search (Hopcroft, Tarjan) finds the blocks bottom-up. The blocks are then numbered in reverse, so that
// each block has a greater number than its parent block.
// Source: Hopcroft, Tarjan, Algorithm 447: efficient algorithms for graph manipulation (1973); Pochter, Zohar, Rosenschein,
// Felner, Search space reduction using swamp hierarchies (2010).
// Weak cases: Open ground with scattered obstacles is nearly all one block.

#include <algorithm>
#include <bit>
#include <cassert>

#include "navmesh/graph/block_path.h"
#include "navmesh/graph/islands.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {
namespace {

// Fills polygon_block and block_parent. Blocks are numbered from 1 in the order in which they are finished.
void find_blocks(const PolygonGraph& graph, BlockCutTree& tree) {
    struct Frame {
        uint32_t polygon, next;  // next: index of the next neighbour to visit
    };
    const auto polygons = uint32_t(graph.first.size() - 1);
    // order: position of each polygon in the order of visits, from 1; 0 if not visited.
    // low: lowest `order` of the polygons in a polygon's subtree and of their neighbours.
    // open: visited polygons that are not yet children of a block.
    std::vector<uint32_t> order(polygons), low(polygons), open;
    std::vector<Frame> stack;
    uint32_t visited = 0;
    const auto visit = [&](uint32_t p) {
        order[p] = low[p] = ++visited;
        open.push_back(p);
        stack.push_back({p, graph.first[p]});
    };
    for (uint32_t root = 0; root < polygons; ++root) {
        if (order[root]) continue;
        visit(root);
        while (true) {
            const uint32_t p = stack.back().polygon;
            if (stack.back().next < graph.first[p + 1]) {
                const uint32_t q = graph.neighbours[stack.back().next++];
                if (order[q]) {
                    low[p] = std::min(low[p], order[q]);
                } else {
                    visit(q);
                }
                continue;
            }
            stack.pop_back();
            if (stack.empty()) break;
            const uint32_t parent = stack.back().polygon;
            low[parent] = std::min(low[parent], low[p]);
            if (low[p] < order[parent]) continue;
            // A block is complete. Its parent polygon is the parent of p. Its children are p and every polygon that was visited
            // after p and is not yet the child of a block.
            const auto block = uint32_t(tree.block_parent.size());
            tree.block_parent.push_back(parent);
            uint32_t member;
            do {
                member = open.back();
                open.pop_back();
                tree.polygon_block[member] = block;
            } while (member != p);
        }
        open.clear();
    }
}

void renumber_top_down(BlockCutTree& tree) {
    const auto blocks = uint32_t(tree.block_parent.size());
    std::reverse(tree.block_parent.begin() + 1, tree.block_parent.end());
    for (uint32_t& block : tree.polygon_block) {
        if (block) block = blocks - block;
    }
    tree.block_depth.assign(blocks, 0);
    for (uint32_t b = 1; b < blocks; ++b)
        tree.block_depth[b] = tree.block_depth[tree.polygon_block[tree.block_parent[b]]] + 1;
}

std::optional<double> uniform_cost_of(const NavMesh& mesh, const QueryFilter& filter, uint64_t areas) {
    std::optional<double> cost;
    for (; areas; areas &= areas - 1) {
        const auto id = uint32_t(std::countr_zero(areas));
        if (!may_admit(filter, id, mesh.polygon_summary[id])) continue;
        if (cost && *cost != filter.area_cost[id]) return {};
        cost = filter.area_cost[id];
    }
    return cost ? cost : 0;
}

}  // namespace

uint32_t block_between(const BlockCutTree& tree, uint32_t p, uint32_t q) {
    if (p == q) return 0;
    const uint32_t a = tree.polygon_block[p], b = tree.polygon_block[q];
    return a == b || tree.block_parent[a] == q ? a : b;
}

BlockCutTree build_block_cut_tree(const PolygonGraph& graph) {
    BlockCutTree tree;
    tree.polygon_block.assign(graph.first.size() - 1, 0);
    tree.block_parent.assign(1, kNoIndex);
    find_blocks(graph, tree);
    renumber_top_down(tree);
    return tree;
}

BlockCutTree build_block_cut_tree(const NavMesh& mesh) {
    BlockCutTree tree = build_block_cut_tree(polygon_graph(mesh));
    tree.edge_block.assign(mesh.edge_count(), 0);
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (uint32_t e = 0; e < mesh.tiles[t]->half_edges.size(); ++e) {
            const EdgeRef twin = trusted::twin_of(mesh, {t, e});
            if (!twin.valid()) continue;
            tree.edge_block[trusted::edge_index(mesh, {t, e})] =
                block_between(tree, trusted::polygon_index(mesh, trusted::polygon_at(mesh, {t, e})),
                              trusted::polygon_index(mesh, trusted::polygon_at(mesh, twin)));
        }
    }
    for (const OffMeshLink& link : mesh.links)
        tree.link_block.push_back(
            block_between(tree, trusted::polygon_index(mesh, link.from), trusted::polygon_index(mesh, link.to)));
    return tree;
}

bool mark_block_path(const BlockCutTree& tree, uint32_t start, uint32_t goal, Marks& blocks) {
    assert(!tree.empty());
    blocks.begin(tree.block_parent.size());
    const auto depth = [&](uint32_t polygon) { return tree.block_depth[tree.polygon_block[polygon]]; };
    const auto climb = [&](uint32_t polygon) {
        const uint32_t block = tree.polygon_block[polygon];
        blocks.add(block);
        return tree.block_parent[block];
    };
    while (start != goal) {
        const uint32_t start_depth = depth(start), goal_depth = depth(goal);
        if (start_depth == 0 && goal_depth == 0) return false;
        if (start_depth >= goal_depth) start = climb(start);
        if (goal_depth >= start_depth) goal = climb(goal);
    }
    return true;
}

bool may_admit(const QueryFilter& filter, uint32_t area, const AreaSummary& use) {
    return !(filter.excluded_areas >> area & 1) && (use.any_flags & filter.include_flags) &&
           !(use.all_flags & filter.exclude_flags);
}

std::optional<double> uniform_cost(const NavMesh& mesh, const QueryFilter& filter, uint32_t island) {
    if (island >= mesh.islands.size()) return std::nullopt;
    return uniform_cost_of(mesh, filter, mesh.islands[island].areas);
}

bool pruning_is_exact(const NavMesh& mesh, const QueryFilter& filter, uint32_t island) {
    if (island >= mesh.islands.size()) return false;
    constexpr double tolerance = 1e-9;
    const std::optional<double> cost = uniform_cost(mesh, filter, island);
    if (!cost || mesh.links.empty()) return cost.has_value();
    for (uint32_t id = 0; id < 64; ++id) {
        if (!may_admit(filter, id, mesh.link_summary[id])) continue;
        if (mesh.link_summary[id].cost_ratio * filter.area_cost[id] < *cost * (1 - tolerance)) return false;
    }
    return true;
}

}  // namespace navspan
