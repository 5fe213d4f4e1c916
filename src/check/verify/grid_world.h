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
#include "navspan/core/result.h"

namespace navspan {

constexpr size_t kNoGridTile = size_t(-1);

/// Where the cells of a world come from, tile by tile.
struct GridSource {
    virtual ~GridSource() = default;
    virtual size_t tile_count() const = 0;                   ///< tiles come row by row
    virtual int32_t row(size_t tile) const = 0;              ///< ascending
    virtual size_t tile_at(int32_t x, int32_t z) const = 0;  ///< the tile of a cell, or kNoGridTile
    virtual Result<GridGraph> graph(size_t tile) = 0;        ///< the same each time
};

/// A cell of a world.
struct GridNode {
    size_t tile = 0;
    uint32_t cell = 0;  ///< in the tile's graph
    GridCell at;
    uint32_t island = 0;  ///< alike for all that is connected
};

struct GridPath {
    uint64_t cost = kNoCost;      ///< kNoCost: no way below the bound
    std::vector<GridCell> cells;  ///< from start to goal, if asked for
};

/// A grid that is never held whole: tiles are made when a search comes by and forgotten, least recently used first, when more
/// than `max_cells` are held (one tile always is). What is kept of all tiles: 12 bytes a tile and 12 a component of one.
/// A cell that is held takes 48 bytes, and one of the largest tile 16 more for the search.
class GridWorld {
public:
    static constexpr uint64_t kMaxCells = uint64_t{1} << 22;  ///< 200 MB

    /// Passes over all tiles once, to count cells and find what is connected. The source must live as long.
    /// Error: as the source's.
    static Result<GridWorld> open(GridSource& source, uint64_t max_cells = kMaxCells);

    uint64_t cell_count() const { return first_cell_.back(); }
    /// The k-th cell of the world, tile after tile. Error: as the source's.
    Result<GridNode> place(uint64_t k);
    /// How many cells are connected.
    uint64_t island_cells(uint32_t island) const { return cells_[island]; }

    /// Steps over seams that only one of two tiles knows of: none, unless tiles disagree about their common border.
    uint64_t broken_steps() const { return broken_steps_; }
    const std::vector<GridCell>& broken_positions() const { return broken_places_; }  ///< where the first of them begin

    /// The cheapest way between two cells. @param bound  ways that cost this or more are not looked for @param cells  list the
    /// way's cells, too Error: as the source's.
    Result<GridPath> find_path(const GridNode& start, const GridNode& goal, uint64_t bound = kNoCost, bool cells = false);

    uint64_t tiles_made() const { return tiles_made_; }  ///< how often a tile was asked of the source

private:
    struct LoadedTile {
        size_t tile = 0;
        GridGraph graph;
        std::vector<uint32_t> component;
        std::vector<uint32_t> border_cells;  ///< cells that can be stepped to from other tiles, in the order of GridCell
    };
    struct Seams;
    struct Entries;

    explicit GridWorld(GridSource& source) : source_(&source) {}
    Result<const LoadedTile*> load_tile(size_t tile);
    Status index_tile(size_t tile, Seams& seams);
    void compare_steps(std::vector<std::pair<GridCell, GridCell>> own, std::vector<std::pair<GridCell, GridCell>> expected_steps);
    void note_broken(const GridCell& from);
    Result<std::vector<GridCell>> trace(const std::map<size_t, Entries>& tiles, const GridNode& start, const GridNode& goal);

    GridSource* source_;
    uint64_t most_cells_ = kMaxCells, held_cells_ = 0, tiles_made_ = 0;
    std::list<LoadedTile> held_;  ///< most recently used first
    std::map<size_t, std::list<LoadedTile>::iterator> held_tile_;
    std::vector<uint64_t> first_cell_{0};       ///< tiles + 1: cells of the tiles before
    std::vector<uint32_t> first_component_{0};  ///< tiles + 1: components of the tiles before
    UnionFind islands_;                         ///< sets of connected components
    std::vector<uint64_t> cells_;               ///< per component that is a root of islands_: cells connected
    uint64_t broken_steps_ = 0;
    std::vector<GridCell> broken_places_;
    GridScratch scratch_;
};

}  // namespace navspan
