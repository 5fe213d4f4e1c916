#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"

namespace navspan {

/// Costs of a straight and of a diagonal step. Sums are exact integers. The ratio equals the square root of 2 within a relative
/// error of 1.2e-12, which is also the largest relative error of a cost.
constexpr uint64_t kStraightCost = 470832, kDiagonalCost = 665857;
constexpr uint64_t kNoCost = 0xffffffffffffffffu;  ///< no path

/// A walkable cell of a grid in the world, or one of several floors in a column of cells.
struct GridCell {
    int32_t z = 0, x = 0;  ///< [lattice cell]
    int32_t floor = 0;     ///< height of the floor [lattice step]; 0 in flat grids
    friend auto operator<=>(const GridCell&, const GridCell&) = default;
};

/// The eight steps out of a cell: the four straight ones in the order of Direction (-x, +z, +x, -z), then the diagonals; 4 + d
/// is the diagonal between directions d and d + 1.
constexpr std::array<int, 8> kExitX{-1, 0, 1, 0, -1, 1, 1, -1}, kExitZ{0, 1, 0, -1, 1, 1, -1, -1};

/// A step from a cell of one tile to a cell of another.
struct GridExit {
    uint32_t cell = 0;  ///< start of the step
    uint8_t way = 0;
    GridCell to;
};

/// The cells of a tile, or of a world of one tile, with their neighbours. A diagonal step exists only if both ways around the
/// corner are walkable and end on the same floor. Steps are symmetric.
struct GridGraph {
    std::vector<GridCell> cells;
    std::vector<std::array<uint32_t, 8>> neighbours;  ///< per cell and step: a cell of this graph, or kNoIndex
    std::vector<GridExit> exits;                      ///< steps to other tiles, sorted by cell, then step

    uint32_t cell_count() const { return uint32_t(cells.size()); }
};

/// Lower bound on the cost between two cells: as many diagonal steps as possible, then straight ones.
uint64_t octile_cost(const GridCell& a, const GridCell& b);

/// Length of a path of this cost [cell].
inline double grid_length(uint64_t cost) {
    return double(cost) / double(kStraightCost);
}

/// Labels the connected components: numbers from 0, in the order of their lowest cells. Returns the number of components.
uint32_t label_components(const GridGraph& graph, std::vector<uint32_t>& component);

/// A start cell of a search, and the cost of reaching it.
struct GridSeed {
    uint32_t cell = 0;
    uint64_t cost = 0;
};

struct GridRequest {
    std::span<const GridSeed> seeds;
    uint32_t goal = kNoIndex;  ///< cell of this graph; kNoIndex: visit all cells within the bound
    GridCell towards;          ///< the goal, possibly outside this graph
    uint64_t bound = kNoCost;  ///< ignore paths to the goal that cost this or more
};

/// The reusable memory of a search. Entries are valid only if they have the current search's stamp, so nothing needs clearing.
struct GridScratch {
    struct Node {
        uint64_t cost = 0;
        uint32_t parent = kNoIndex;  ///< previous cell, kNoIndex at a seed
        uint32_t stamp = 0;          ///< stamp of the search that wrote this node; plus one once the cost is final
    };
    struct HeapEntry {
        uint64_t key = 0;  ///< cost so far plus the lower bound on the rest
        uint32_t cell = 0;
    };
    std::vector<Node> nodes;
    std::vector<HeapEntry> heap;  ///< binary, lowest key first, then lowest cell
    uint32_t stamp = 0;           ///< stamp of the current search, even
};

/// A* from the seeds to the goal. Returns the cost of the cheapest path, or kNoCost if no path costs less than the bound.
/// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968).
uint64_t search_grid(const GridGraph& graph, const GridRequest& request, GridScratch& scratch);

/// Cost that the last search found for a cell, kNoCost if it did not reach the cell.
inline uint64_t cost_of(const GridScratch& scratch, uint32_t cell) {
    const GridScratch::Node& node = scratch.nodes[cell];
    return node.stamp >= scratch.stamp ? node.cost : kNoCost;
}

/// The cells from a seed to a cell that the last search reached, both included.
std::vector<uint32_t> trace_cells(const GridScratch& scratch, uint32_t cell);

}  // namespace navspan
