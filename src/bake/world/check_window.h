#pragma once

#include "navspan/bake/heightfield.h"
#include "navspan/bake/tile_window.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"

namespace navspan {

/// Tests the sizes and the position of a window. Error (usage): a number is out of range.
Status check_window(const TileWindow& window);

/// Tests that the voxels have the cells of \p grid, and well-formed columns. Does not read grid.y0. Error (usage): the message
/// names the first error.
Status check_voxels(const Heightfield& solid, const Grid& grid);

}  // namespace navspan
