// Shortest paths on a grid.
//
// In: cells with their eight neighbours, seeds (start cells with costs), and a goal.
// Out: the cost of the cheapest path and, in the scratch, the path.
// Idea: Plain A* with a binary heap, the octile distance as heuristic, and integer costs. Shares no code with the mesh searches
// that are verified by this search.
// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968); Sturtevant,
// Benchmarks for grid-based pathfinding (2012), for diagonal steps.
// Weak cases: On open ground, many paths have equal costs, and the search visits many cells.

#include "check/verify/grid_search.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace navspan {
namespace {

using GridHeapEntry = GridScratch::HeapEntry;

// Comparison for std::push_heap that puts the entry with the least key in front.
struct KeyGreater {
    bool operator()(const GridHeapEntry& a, const GridHeapEntry& b) const {
        return a.key != b.key ? a.key > b.key : a.cell > b.cell;
    }
};

// Starts a search with a new, even stamp. Nodes with final costs have this stamp plus 1. All stamps are reset before they
// overflow.
void begin(const GridGraph& graph, GridScratch& scratch) {
    if (scratch.nodes.size() < graph.cells.size()) scratch.nodes.resize(graph.cells.size());
    if (scratch.stamp >= 0xfffffffcu) {
        for (GridScratch::Node& node : scratch.nodes)
            node.stamp = 0;
        scratch.stamp = 0;
    }
    scratch.stamp += 2;
    scratch.heap.clear();
}

struct GridSearcher {
    const GridGraph& graph;
    const GridRequest& request;
    GridScratch& scratch;

    // Records a path to a cell if the path is cheaper than the known path. Ignores the path if the lower bound on its total
    // cost to the goal is not below request.bound.
    void offer(uint32_t cell, uint64_t cost, uint32_t parent) {
        GridScratch::Node& node = scratch.nodes[cell];
        if (node.stamp >= scratch.stamp && node.cost <= cost) return;
        const uint64_t key = cost + octile_cost(graph.cells[cell], request.towards);
        if (key >= request.bound) return;
        node = {cost, parent, scratch.stamp};
        scratch.heap.push_back({key, cell});
        std::push_heap(scratch.heap.begin(), scratch.heap.end(), KeyGreater());
    }

    uint32_t take() {
        std::pop_heap(scratch.heap.begin(), scratch.heap.end(), KeyGreater());
        const uint32_t cell = scratch.heap.back().cell;
        scratch.heap.pop_back();
        return cell;
    }

    void expand(uint32_t cell) {
        const uint64_t cost = scratch.nodes[cell].cost;
        const std::array<uint32_t, 8>& neighbours = graph.neighbours[cell];
        for (size_t direction = 0; direction < 8; ++direction) {
            if (neighbours[direction] != kNoIndex)
                offer(neighbours[direction], cost + (direction < 4 ? kStraightCost : kDiagonalCost), cell);
        }
    }

    uint64_t run() {
        for (const GridSeed& seed : request.seeds)
            offer(seed.cell, seed.cost, kNoIndex);
        while (!scratch.heap.empty()) {
            const uint32_t cell = take();
            GridScratch::Node& node = scratch.nodes[cell];
            // Skip a cell that was expanded before. The heuristic is consistent, so the first removal of a cell from the heap
            // has the lowest cost.
            if (node.stamp > scratch.stamp) continue;
            node.stamp = scratch.stamp + 1;
            if (cell == request.goal) return node.cost;
            expand(cell);
        }
        return kNoCost;
    }
};

}  // namespace

uint64_t octile_cost(const GridCell& a, const GridCell& b) {
    const uint64_t dx = uint64_t(std::abs(int64_t{a.x} - b.x)), dz = uint64_t(std::abs(int64_t{a.z} - b.z));
    const uint64_t diagonal = std::min(dx, dz);
    return diagonal * kDiagonalCost + (std::max(dx, dz) - diagonal) * kStraightCost;
}

uint32_t label_components(const GridGraph& graph, std::vector<uint32_t>& component) {
    component.assign(graph.cells.size(), kNoIndex);
    uint32_t count = 0;
    std::vector<uint32_t> open;
    for (uint32_t first = 0; first < graph.cell_count(); ++first) {
        if (component[first] != kNoIndex) continue;
        component[first] = count;
        open.push_back(first);
        while (!open.empty()) {
            const uint32_t cell = open.back();
            open.pop_back();
            // Diagonal steps do not change the components: two straight steps connect the same cells.
            for (const uint32_t next : graph.neighbours[cell]) {
                if (next == kNoIndex || component[next] != kNoIndex) continue;
                component[next] = count;
                open.push_back(next);
            }
        }
        ++count;
    }
    return count;
}

uint64_t search_grid(const GridGraph& graph, const GridRequest& request, GridScratch& scratch) {
    assert(graph.neighbours.size() == graph.cells.size());
    begin(graph, scratch);
    return GridSearcher{graph, request, scratch}.run();
}

std::vector<uint32_t> trace_cells(const GridScratch& scratch, uint32_t cell) {
    std::vector<uint32_t> cells;
    for (; cell != kNoIndex; cell = scratch.nodes[cell].parent)
        cells.push_back(cell);
    std::reverse(cells.begin(), cells.end());
    return cells;
}

}  // namespace navspan
