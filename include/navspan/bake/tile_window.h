#pragma once

#include <cstdint>

namespace navspan {

/// A rectangle of cells of a grid, the ends exclusive [cell].
struct CellRectangle {
    int32_t x0 = 0, z0 = 0, x1 = 0, z1 = 0;
    bool contains(int32_t x, int32_t z) const { return x >= x0 && x < x1 && z >= z0 && z < z1; }
};

/// The cells of one tile and the halo of neighbour cells that its stages must see.
struct TileWindow {
    int32_t tile_x = 0, tile_z = 0;  ///< place among the tiles
    int32_t x0 = 0, z0 = 0;          ///< first cell of the tile [lattice cell]
    int32_t size = 0;                ///< side of the tile [cell]
    int32_t halo = 0;                ///< cells seen beyond each side [cell]
    friend bool operator==(const TileWindow&, const TileWindow&) = default;
};

/// The order of tiles: by row, then by place in it.
inline bool is_tile_before(const TileWindow& a, const TileWindow& b) {
    return a.tile_z != b.tile_z ? a.tile_z < b.tile_z : a.tile_x < b.tile_x;
}

}  // namespace navspan
