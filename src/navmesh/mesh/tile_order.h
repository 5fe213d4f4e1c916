#pragma once

#include <tuple>

#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// True if both tiles use the same lattice. The corners of the tiles may differ.
inline bool have_same_lattice(const TileFrame& a, const TileFrame& b) {
    return std::tie(a.origin, a.quantum, a.height_quantum) == std::tie(b.origin, b.quantum, b.height_quantum);
}

/// True if a comes before b in the order of tiles: by tile_z, then tile_x. Compares anything that has these two members.
inline constexpr auto is_tile_before = [](const auto& a, const auto& b) {
    return std::tie(a.tile_z, a.tile_x) < std::tie(b.tile_z, b.tile_x);
};

}  // namespace navspan
