#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "navspan/plan/plan.h"

namespace navspan {

/// A flat world of square cells, each walkable or not: what games with maps of characters have.
struct CellGrid {
    int32_t width = 0, depth = 0;  ///< [cell], >= 0
    std::vector<uint8_t> areas;    ///< row after row: area id 1..63, 0 = not walkable

    /// The area of a cell; 0 beyond the grid.
    uint8_t area(int32_t x, int32_t z) const {
        return x < 0 || z < 0 || x >= width || z >= depth ? 0 : areas[size_t(z) * size_t(width) + size_t(x)];
    }
};

/// How cells lie in the world.
struct CellPlanParams {
    double cell_size = 1;        ///< side of a cell [wu], > 0
    int32_t steps_per_cell = 1;  ///< lattice steps in a cell, >= 1: more than one where a radius is taken off the ground
};

/// The plan that covers exactly the walkable cells: a shape for each area, with the outlines and holes of its cells as rings
/// that have corners only where they turn and visit no point twice. Cell (x, z) covers [x, x + 1) x [z, z + 1) cell sizes of
/// the world.
GroundPlan plan_of_cells(const CellGrid& grid, const CellPlanParams& params);

}  // namespace navspan
