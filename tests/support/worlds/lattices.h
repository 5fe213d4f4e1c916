#pragma once

#include "navspan/core/lattice.h"

namespace navspan::support {

/// A lattice with cells and height steps of one world unit.
constexpr Lattice kUnitLattice{.origin = {0, 0, 0}, .cell_size = 1, .cell_height = 1};

}  // namespace navspan::support
