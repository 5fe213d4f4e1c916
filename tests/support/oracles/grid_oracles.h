#pragma once

#include <cstdint>
#include <vector>

#include "check/verify/grid_search.h"
#include "check/verify/grid_world.h"
#include "navspan/core/no_index.h"

namespace navspan::support {

/// Returns random cells of a flat floor: 1 for walkable, otherwise 0. Each cell is walkable with probability `walkable`.
std::vector<uint8_t> random_cells(uint64_t seed, int32_t width, int32_t depth, double walkable);

/// Builds the grid graph of the walkable cells as one tile. Simple and slow: finds neighbours by their cell coordinates.
GridGraph grid_of(const std::vector<uint8_t>& cells, int32_t width, int32_t depth);

/// Returns the cost from cell `from` to every cell; kNoCost if there is no path. Relaxes all steps until no cost changes.
std::vector<uint64_t> slow_costs(const GridGraph& graph, uint32_t from);

/// A grid cut into tiles of `size` by `size` cells. A step to a cell of another tile becomes an exit of its start tile.
class CutGrid : public GridSource {
public:
    CutGrid(GridGraph whole, int32_t width, int32_t depth, int32_t size);
    size_t tile_count() const override { return size_t(columns_) * size_t(rows_); }
    int32_t row(size_t tile) const override { return int32_t(tile) / columns_; }
    size_t tile_at(int32_t x, int32_t z) const override {
        if (x < 0 || z < 0 || x / size_ >= columns_ || z / size_ >= rows_) return kNoIndex;
        return size_t(z / size_) * size_t(columns_) + size_t(x / size_);
    }
    Result<GridGraph> graph(size_t tile) override;

    GridGraph whole;
    size_t tile_missing_exit = kNoIndex;   ///< defect for tests: this tile lacks its first exit
    size_t tile_with_bad_exit = kNoIndex;  ///< defect for tests: this tile has an extra exit that leads out of the world
    uint64_t requests = 0;                 ///< number of tile requests

private:
    int32_t size_, columns_, rows_;
};

}  // namespace navspan::support
