#pragma once

#include <string>

namespace navspan {

/// Returns the name of a tile for messages, for example "tile (3, 7)". A Tile has the fields tile_x and tile_z.
template <class Tile>
std::string tile_name(const Tile& tile) {
    return "tile (" + std::to_string(tile.tile_x) + ", " + std::to_string(tile.tile_z) + ")";
}

}  // namespace navspan
