#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"

namespace navspan {

/// Costs of a straight and a diagonal step. Their ratio is sqrt(2) with a relative error below 1.2e-12. Sums are exact
/// integers.
constexpr uint64_t kStraightCost = 470832, kDiagonalCost = 665857;
constexpr uint64_t kNoCost = 0xffffffffffffffffu;  ///< no path

/// A walkable floor of a lattice cell. A lattice cell with several floors has one GridCell per floor.
struct GridCell {
    int32_t z = 0, x = 0;  ///< [lattice cell]
    int32_t floor = 0;     ///< height of the floor [lattice step]; 0 in flat grids
    friend auto operator<=>(const GridCell&, const GridCell&) = default;
};

/// Cell offsets of the eight steps out of a cell. Steps 0 to 3 have the order of Direction: -x, +z, +x, -z. Step 4 + d is the
/// diagonal between step d and step (d + 1) % 4.
constexpr std::array<int, 8> kExitX{-1, 0, 1, 0, -1, 1, 1, -1}, kExitZ{0, 1, 0, -1, 1, 1, -1, -1};

/// A step from a cell of one tile to a cell of another tile.
struct GridExit {
    uint32_t cell = 0;  ///< start of the step
    uint8_t step = 0;   ///< index into kExitX
    GridCell to;
};

/// The cells of a tile with their neighbours. Around a diagonal step, there are two detours of two straight steps each. The
/// diagonal step exists only if both detours exist and end on the same floor. Every step has a reverse step.
struct GridGraph {
    std::vector<GridCell> cells;
    std::vector<std::array<uint32_t, 8>> neighbours;  ///< end cell of each step, or kNoIndex
    std::vector<GridExit> exits;                      ///< steps to other tiles, sorted by cell, then step

    uint32_t cell_count() const { return uint32_t(cells.size()); }
};

/// Lower bound on the cost between two cells: the cost without obstacles, ignoring floors.
uint64_t octile_cost(const GridCell& a, const GridCell& b);

/// Converts the cost of a path to its length [cell].
inline double grid_length(uint64_t cost) {
    return double(cost) / double(kStraightCost);
}

/// Labels each cell with its connected component. Returns the number of components. Components are numbered from 0, in order of
/// their smallest cell index.
uint32_t label_components(const GridGraph& graph, std::vector<uint32_t>& component);

/// A start cell of a search, and the cost of reaching it.
struct GridSeed {
    uint32_t cell = 0;
    uint64_t cost = 0;
};

struct GridRequest {
    std::span<const GridSeed> seeds;
    uint32_t goal = kNoIndex;  ///< goal cell; kNoIndex: visit all cells within the bound
    GridCell towards;          ///< goal position, even if the goal is in another tile
    uint64_t bound = kNoCost;  ///< paths to the goal that cost `bound` or more are ignored
};

/// Reusable memory of a search. A node is valid only if the current search wrote its stamp.
struct GridScratch {
    struct Node {
        uint64_t cost = 0;
        uint32_t parent = kNoIndex;  ///< previous cell, kNoIndex at a seed
        uint32_t stamp = 0;          ///< stamp of the search that wrote this node, plus 1 if the cost is final
    };
    struct HeapEntry {
        uint64_t key = 0;  ///< cost from the start plus a lower bound on the cost to the goal
        uint32_t cell = 0;
    };
    std::vector<Node> nodes;
    std::vector<HeapEntry> heap;  ///< binary heap, least key on top; ties by smallest cell index
    uint32_t stamp = 0;           ///< stamp of the current search, even
};

/// Runs A* from the seeds to the goal. Returns the cost of the cheapest path. Returns kNoCost if request.goal is kNoIndex, or
/// if no path costs less than the bound.
/// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968).
uint64_t search_grid(const GridGraph& graph, const GridRequest& request, GridScratch& scratch);

/// Cost that the last search found for a cell; kNoCost if the cell was not reached.
inline uint64_t cost_of(const GridScratch& scratch, uint32_t cell) {
    const GridScratch::Node& node = scratch.nodes[cell];
    return node.stamp >= scratch.stamp ? node.cost : kNoCost;
}

/// Returns the path of the last search from a seed to `cell`, including both ends. The last search must have reached `cell`.
std::vector<uint32_t> trace_cells(const GridScratch& scratch, uint32_t cell);

}  // namespace navspan
