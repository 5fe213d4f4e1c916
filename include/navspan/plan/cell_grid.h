#pragma once

/// \file
/// Makes a navigation mesh from a flat grid of walkable and blocked cells, as in games with tile maps.
///
/// \code
/// CellGrid grid;
/// grid.width = 3;
/// grid.depth = 2;
/// grid.areas = {63, 63, 63, 63, 0, 63};  // 0 = blocked
/// const GroundPlan plan = plan_of_cells(grid, {.cell_size = 0.5});
/// NavMeshInfo info;
/// info.areas = {{"ground", 63, 1, 1.0}};
/// const Result<NavMesh> mesh = nav_mesh_from_plan(plan, {}, info);
/// if (!mesh) return;
/// \endcode
///
/// Guarantees: without an agent radius, the polygons cover exactly the walkable cells. Deterministic. Throws nothing but
/// std::bad_alloc.
///
/// Caveats: two walkable cells that touch only at a corner are not connected.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "navspan/plan/plan.h"

namespace navspan {

/// A flat world of square cells, each walkable or blocked.
struct CellGrid {
    int32_t width = 0,           ///< extent in x [cell], >= 0
        depth = 0;               ///< extent in z [cell], >= 0
    std::vector<uint8_t> areas;  ///< row by row: area id 1..63, 0 = not walkable

    /// The area id of a cell; 0 outside the grid.
    uint8_t area(int32_t x, int32_t z) const {
        return x < 0 || z < 0 || x >= width || z >= depth ? 0 : areas[size_t(z) * size_t(width) + size_t(x)];
    }
};

/// How cells are placed in the world.
struct CellPlanParams {
    double cell_size = 1;        ///< side of a cell [wu], > 0
    int32_t steps_per_cell = 1;  ///< lattice steps per cell, >= 1; use more than 1 if the plan is eroded by a radius
};

/// Returns a plan that covers exactly the walkable cells, with one shape per area. Its rings are the outlines and holes of the
/// cells; they have vertices only where they turn, and visit no point twice. Cell (x, z) covers [x, x + 1) x [z, z + 1) cell
/// sizes of the world.
GroundPlan plan_of_cells(const CellGrid& grid, const CellPlanParams& params);

}  // namespace navspan
