#pragma once

#include "check/verify/grid_search.h"
#include "check/verify/grid_world.h"
#include "navspan/plan/cell_grid.h"

namespace navspan {

/// Builds a graph of all cells at whose centre a disc fits, with links to their neighbours. The disc also fits along each link.
/// @param clearance  radius of the disc [cell], >= 0
/// @param admitted   mask of area ids: cells of these areas are walkable
GridGraph grid_of_cells(const CellGrid& grid, double clearance, uint64_t admitted);

/// A grid as a world with a single tile. The grid must outlive this object. Parameters as for grid_of_cells.
class CellGridSource : public GridSource {
public:
    CellGridSource(const CellGrid& grid, double clearance, uint64_t admitted)
        : grid_(&grid), clearance_(clearance), admitted_(admitted) {}
    size_t tile_count() const override { return 1; }
    int32_t row(size_t) const override { return 0; }
    size_t tile_at(int32_t, int32_t) const override { return 0; }
    Result<GridGraph> graph(size_t) override { return grid_of_cells(*grid_, clearance_, admitted_); }

private:
    const CellGrid* grid_;
    double clearance_;
    uint64_t admitted_;
};

}  // namespace navspan
