#pragma once

#include "navspan/core/lattice.h"

namespace navspan::support {

/// A lattice whose cells and voxels are the units of the world.
constexpr Lattice kUnitLattice{.origin = {0, 0, 0}, .cell_size = 1, .cell_height = 1};

}  // namespace navspan::support
