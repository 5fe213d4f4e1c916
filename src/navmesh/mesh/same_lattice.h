#pragma once

#include <tuple>

#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// True if both tiles use the same lattice. The corners of the tiles may differ.
inline bool have_same_lattice(const TileFrame& a, const TileFrame& b) {
    return std::tie(a.origin, a.quantum, a.height_quantum) == std::tie(b.origin, b.quantum, b.height_quantum);
}

}  // namespace navspan
