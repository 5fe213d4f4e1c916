#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check/verify/grid_search.h"
#include "core/union_find.h"
#include "navspan/core/no_index.h"
#include "navspan/core/result.h"

namespace navspan {

/// Provides the graph of each tile of a world.
struct GridSource {
    virtual ~GridSource() = default;
    virtual size_t tile_count() const = 0;                   ///< tiles are ordered row by row
    virtual int32_t row(size_t tile) const = 0;              ///< row of the tile; never decreases with the tile index
    virtual size_t tile_at(int32_t x, int32_t z) const = 0;  ///< index of the tile that contains a cell, or kNoIndex
    virtual Result<GridGraph> graph(size_t tile) = 0;        ///< must return the same graph in every call
};

/// A cell of a world.
struct GridNode {
    size_t tile = 0;
    uint32_t cell = 0;  ///< index of the cell in the tile's graph
    GridCell at;
    uint32_t island = 0;  ///< number of the connected component
};

struct GridPath {
    uint64_t cost = kNoCost;      ///< cost of the path; kNoCost: no path costs less than the bound
    std::vector<GridCell> cells;  ///< cells of the path from start to goal, if requested
};

/// A grid that need not fit in memory. Tiles are loaded on demand. If the loaded tiles have more than `max_cells` cells in
/// total, the least recently used tiles are unloaded. The tile that was loaded last is always kept.
/// Memory: 12 bytes per tile, 12 bytes per connected component of a tile, 48 bytes per loaded cell, and 16 bytes per cell of
/// the largest tile for the search.
class GridWorld {
public:
    static constexpr uint64_t kMaxCells = uint64_t{1} << 22;  ///< default of max_cells [cell]; this many cells use 200 MB

    /// Loads every tile once to count cells and find connected components. The source must outlive the world. Error: errors of
    /// the source.
    static Result<GridWorld> open(GridSource& source, uint64_t max_cells = kMaxCells);

    uint64_t cell_count() const { return first_cell_.back(); }
    /// Returns cell k of the world. Cells are numbered tile by tile. Error: errors of the source.
    Result<GridNode> cell_at(uint64_t k);
    uint64_t island_cells(uint32_t island) const { return cells_[island]; }

    /// Number of broken steps between tiles. A step out of a tile is broken if no other tile contains its end, or if the
    /// reverse step is missing.
    uint64_t broken_steps() const { return broken_steps_; }
    const std::vector<GridCell>& broken_positions() const { return broken_places_; }  ///< start cells of the first broken steps

    /// Finds the cheapest path between two cells. Error: errors of the source.
    /// @param bound  paths that cost `bound` or more are ignored
    /// @param cells  true: also lists the cells of the path
    Result<GridPath> find_path(const GridNode& start, const GridNode& goal, uint64_t bound = kNoCost, bool cells = false);

private:
    struct LoadedTile {
        size_t tile = 0;
        GridGraph graph;
        std::vector<uint32_t> component;
        std::vector<uint32_t> border_cells;  ///< cells with steps to other tiles, sorted by GridCell
    };
    struct Seams;
    struct Entries;

    explicit GridWorld(GridSource& source) : source_(&source) {}
    Result<const LoadedTile*> load_tile(size_t tile);
    Status index_tile(size_t tile, Seams& seams);
    void compare_steps(std::vector<std::pair<GridCell, GridCell>> own,
                       std::vector<std::pair<GridCell, GridCell>> expected_steps);
    void note_broken(const GridCell& from);
    Result<std::vector<GridCell>> trace(const std::map<size_t, Entries>& tiles, const GridNode& start, const GridNode& goal);

    GridSource* source_;
    uint64_t most_cells_ = kMaxCells, held_cells_ = 0;
    std::list<LoadedTile> held_;  ///< loaded tiles, most recently used first
    std::map<size_t, std::list<LoadedTile>::iterator> held_tile_;
    std::vector<uint64_t> first_cell_{0};       ///< prefix sum: number of cells before tile i; the last entry is the total
    std::vector<uint32_t> first_component_{0};  ///< prefix sum of the component counts of tiles
    UnionFind islands_;                         ///< connected components of tiles, joined across seams
    std::vector<uint64_t> cells_;               ///< number of cells of each island, at the island's root in islands_
    uint64_t broken_steps_ = 0;
    std::vector<GridCell> broken_places_;
    GridScratch scratch_;
};

}  // namespace navspan
