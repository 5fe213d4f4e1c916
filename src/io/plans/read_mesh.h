#pragma once

// Makes navigation meshes from polygon meshes, floor plans and grid maps without a bake.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/memory.h"
#include "navspan/bake/config.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The text of a file and its settings.
struct MeshText {
    std::string_view text;
    std::string name;  ///< path of the file, for messages
    const BakeConfig& config;
    NavMeshInfo info;
    double cell_size = 1;      ///< width of the cells of a grid map [wu]
    MemoryBudget budget = {};  ///< limit on the memory; `used` includes the text
};

/// Lattice steps per cell of a grid map if the agent's radius is above 0. Otherwise, a cell is one step.
constexpr int32_t kFineCellSteps = 256;

// Each function reads one format and appends to \p warnings. Error (input): invalid text. Error (usage): a rule names an
// unknown area. Error (failed): a plan is too wide for its lattice, or the file needs more memory than the budget allows.
Result<NavMesh> read_polygon_mesh(MeshText file, Warnings& warnings);
Result<NavMesh> read_floor_plan(MeshText file, Warnings& warnings);
Result<NavMesh> read_grid_map(MeshText file, Warnings& warnings);

}  // namespace navspan
