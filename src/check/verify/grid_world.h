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

/// Makes the cells of a world, tile by tile.
struct GridSource {
    virtual ~GridSource() = default;
    virtual size_t tile_count() const = 0;                   ///< tiles are ordered row by row
    virtual int32_t row(size_t tile) const = 0;              ///< ascending
    virtual size_t tile_at(int32_t x, int32_t z) const = 0;  ///< the tile of a cell, or kNoIndex
    virtual Result<GridGraph> graph(size_t tile) = 0;        ///< gives the same result every time
};

/// A cell of a world.
struct GridNode {
    size_t tile = 0;
    uint32_t cell = 0;  ///< in the tile's graph
    GridCell at;
    uint32_t island = 0;  ///< same number for all connected cells
};

struct GridPath {
    uint64_t cost = kNoCost;      ///< kNoCost: no path below the bound
    std::vector<GridCell> cells;  ///< from start to goal, if requested
};

/// A grid that is never completely in memory. Tiles are made when a search visits them; the least recently used are dropped
/// while more than `max_cells` are held (one tile always stays). Memory: 12 bytes per tile and per component of a tile, 48 per
/// held cell, and 16 more per cell of the largest tile for the search.
class GridWorld {
public:
    static constexpr uint64_t kMaxCells = uint64_t{1} << 22;  ///< 200 MB

    /// Visits all tiles once, to count cells and find connected components. The source must outlive the world. Error: as the
    /// source's.
    static Result<GridWorld> open(GridSource& source, uint64_t max_cells = kMaxCells);

    uint64_t cell_count() const { return first_cell_.back(); }
    /// The k-th cell of the world, in the order of tiles. Error: as the source's.
    Result<GridNode> place(uint64_t k);
    /// Number of cells of an island.
    uint64_t island_cells(uint32_t island) const { return cells_[island]; }

    /// Number of steps over seams that only one of two tiles has; 0 unless tiles disagree about their common border.
    uint64_t broken_steps() const { return broken_steps_; }
    const std::vector<GridCell>& broken_positions() const { return broken_places_; }  ///< start cells of the first of them

    /// Finds the cheapest path between two cells. @param bound  ignore paths that cost this or more @param cells  also list the
    /// cells of the path. Error: as the source's.
    Result<GridPath> find_path(const GridNode& start, const GridNode& goal, uint64_t bound = kNoCost, bool cells = false);

private:
    struct LoadedTile {
        size_t tile = 0;
        GridGraph graph;
        std::vector<uint32_t> component;
        std::vector<uint32_t> border_cells;  ///< cells with steps to other tiles, in the order of GridCell
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
    std::list<LoadedTile> held_;  ///< most recently used first
    std::map<size_t, std::list<LoadedTile>::iterator> held_tile_;
    std::vector<uint64_t> first_cell_{0};       ///< tiles + 1: number of cells in the tiles before
    std::vector<uint32_t> first_component_{0};  ///< tiles + 1: number of components in the tiles before
    UnionFind islands_;                         ///< sets of connected components
    std::vector<uint64_t> cells_;               ///< per root component of islands_: number of connected cells
    uint64_t broken_steps_ = 0;
    std::vector<GridCell> broken_places_;
    GridScratch scratch_;
};

}  // namespace navspan
