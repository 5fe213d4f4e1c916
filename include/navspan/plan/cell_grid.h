#pragma once

/// \file
/// Makes a navigation mesh from a flat grid of walkable and blocked cells, as in games with tile maps.
///
/// \code
/// CellGrid grid;
/// grid.width = 3;
/// grid.depth = 2;
/// grid.areas = {63, 63, 63, 63, 0, 63};  // 0 = blocked
/// const Result<GroundPlan> plan = plan_of_cells(grid, {.cell_size = 0.5});
/// if (!plan) return;
/// NavMeshInfo info;
/// info.areas = {{"ground", 63, 1, 1.0}};
/// const Result<NavMesh> mesh = nav_mesh_from_plan(*plan, {}, info);
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
    std::vector<uint8_t> areas;  ///< area id of each cell, row by row: 1..63, or 0 if not walkable; width * depth entries

    /// Area id of the cell in column \p x and row \p z; 0 outside the grid, or if `areas` has no such entry.
    uint8_t area(int32_t x, int32_t z) const {
        if (x < 0 || z < 0 || x >= width || z >= depth) return 0;
        const size_t cell = size_t(z) * size_t(width) + size_t(x);
        return cell < areas.size() ? areas[cell] : 0;
    }
};

/// Parameters of plan_of_cells.
struct CellPlanParams {
    double cell_size = 1;        ///< side of a cell in the world [wu], > 0
    int32_t steps_per_cell = 1;  ///< lattice steps per side of a cell, >= 1; larger values erode more accurately
};

/// Returns a plan that covers exactly the walkable cells, with one shape per area. The rings of a shape are the outlines and
/// holes of its cells. A ring has vertices only at turns and visits no point twice. Let s be the cell size. In the world, cell
/// (x, z) is the square between (s * x, s * z) and (s * (x + 1), s * (z + 1)). Error (usage): a parameter is out of range, or
/// the grid does not have width * depth areas. Error (failed): a side of the grid exceeds kMaxTileExtent lattice steps.
Result<GroundPlan> plan_of_cells(const CellGrid& grid, const CellPlanParams& params);

}  // namespace navspan
