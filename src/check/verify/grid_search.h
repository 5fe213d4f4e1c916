#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"

namespace navspan {

/// What a step costs. Sums are exact integers; the ratio is the square root of 2 but for 1.2e-12 of it, so a cost is off by no
/// more than that.
constexpr uint64_t kStraightCost = 470832, kDiagonalCost = 665857;
constexpr uint64_t kNoCost = 0xffffffffffffffffu;  ///< "no way"

/// A walkable cell of a grid in the world, or one floor of several in a column of cells.
struct GridCell {
    int32_t z = 0, x = 0;  ///< [lattice cell]
    int32_t floor = 0;     ///< height of the floor [lattice step]; 0 in flat grids
    friend auto operator<=>(const GridCell&, const GridCell&) = default;
};

/// The eight ways out of a cell: the four straight ones as Direction has them (-x, +z, +x, -z); way 4 + d is the diagonal
/// between ways d and d + 1.
constexpr std::array<int, 8> kExitX{-1, 0, 1, 0, -1, 1, 1, -1}, kExitZ{0, 1, 0, -1, 1, 1, -1, -1};

/// A step from a cell of one tile to a cell of another.
struct GridExit {
    uint32_t cell = 0;  ///< where it begins
    uint8_t way = 0;
    GridCell to;
};

/// The cells of a tile, or of a world of one tile, with their neighbours. Diagonals are steps only where both ways round the
/// corner are walkable and meet on the same floor. Steps lead both ways.
struct GridGraph {
    std::vector<GridCell> cells;
    std::vector<std::array<uint32_t, 8>> neighbours;  ///< per cell and way: a cell of this graph, or kNoIndex
    std::vector<GridExit> exits;                      ///< steps to other tiles, by cell, then way

    uint32_t cell_count() const { return uint32_t(cells.size()); }
};

/// The least that a way between two cells can cost: diagonals as far as they go, then straight.
uint64_t octile_cost(const GridCell& a, const GridCell& b);

/// The length of ways that cost so much [cell].
inline double grid_length(uint64_t cost) {
    return double(cost) / double(kStraightCost);
}

/// Labels the cells by what is reachable from what: component numbers from 0, in the order of their lowest cells.
/// @return how many components
uint32_t label_components(const GridGraph& graph, std::vector<uint32_t>& component);

/// Where a search begins, and what it has cost to come there.
struct GridSeed {
    uint32_t cell = 0;
    uint64_t cost = 0;
};

struct GridRequest {
    std::span<const GridSeed> seeds;
    uint32_t goal = kNoIndex;  ///< cell of this graph, or kNoIndex: all that the bound leaves is visited
    GridCell towards;          ///< the goal, wherever it is
    uint64_t bound = kNoCost;  ///< ways to the goal that cost this or more are not looked for
};

/// The state of a search, kept between searches so that they allocate nothing. Entries count only if their stamp is that of the
/// search in hand; nothing is cleared.
struct GridScratch {
    struct Node {
        uint64_t cost = 0;
        uint32_t parent = kNoIndex;  ///< the cell before, kNoIndex at a seed
        uint32_t stamp = 0;          ///< the search that wrote this; one more when its cost is final
    };
    struct HeapEntry {
        uint64_t key = 0;  ///< cost so far plus the least that can follow
        uint32_t cell = 0;
    };
    std::vector<Node> nodes;
    std::vector<HeapEntry> heap;  ///< binary, least key first, then least cell
    uint32_t stamp = 0;           ///< of the search in hand, even
};

/// A* from the seeds to the goal: the cost of the cheapest way, or kNoCost where none costs less than the bound.
/// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968).
uint64_t search_grid(const GridGraph& graph, const GridRequest& request, GridScratch& scratch);

/// What the search just done found it costs to come to a cell, kNoCost where it did not get to.
inline uint64_t cost_of(const GridScratch& scratch, uint32_t cell) {
    const GridScratch::Node& node = scratch.nodes[cell];
    return node.stamp >= scratch.stamp ? node.cost : kNoCost;
}

/// The cells from a seed to a cell that the search just done got to, both included.
std::vector<uint32_t> trace_cells(const GridScratch& scratch, uint32_t cell);

}  // namespace navspan
