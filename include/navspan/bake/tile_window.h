#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "navspan/core/lattice.h"

namespace navspan {

/// A rectangle of cells of a grid. The upper bounds are exclusive.
struct CellRectangle {
    int32_t x0 = 0,  ///< first cell in x [cell]
        z0 = 0,      ///< first cell in z [cell]
        x1 = 0,      ///< one past the last cell in x [cell]
        z1 = 0;      ///< one past the last cell in z [cell]
    /// True if the cell (x, z) is inside the rectangle.
    bool contains(int32_t x, int32_t z) const { return x >= x0 && x < x1 && z >= z0 && z < z1; }
};

/// A rectangle of tiles. The upper bounds are inclusive. A default-constructed rectangle is empty.
struct TileRectangle {
    int32_t x0 = std::numeric_limits<int32_t>::max(),  ///< lowest tile_x
        z0 = std::numeric_limits<int32_t>::max(),      ///< lowest tile_z
        x1 = std::numeric_limits<int32_t>::min(),      ///< highest tile_x
        z1 = std::numeric_limits<int32_t>::min();      ///< highest tile_z
    /// True if the rectangle has no tile.
    bool is_empty() const { return x1 < x0 || z1 < z0; }
    /// True if the tile (x, z) is in the rectangle.
    bool contains(int32_t x, int32_t z) const { return x >= x0 && x <= x1 && z >= z0 && z <= z1; }
    /// Number of columns of tiles; 0 if the rectangle is empty.
    uint64_t width() const { return is_empty() ? 0 : uint64_t(int64_t{x1} - x0) + 1; }
    /// Number of rows of tiles; 0 if the rectangle is empty.
    uint64_t depth() const { return is_empty() ? 0 : uint64_t(int64_t{z1} - z0) + 1; }
    /// Returns the smallest rectangle that contains both rectangles.
    TileRectangle join(const TileRectangle& o) const {
        return {std::min(x0, o.x0), std::min(z0, o.z0), std::max(x1, o.x1), std::max(z1, o.z1)};
    }
    /// Memberwise comparison.
    friend bool operator==(const TileRectangle&, const TileRectangle&) = default;
    /// Returns the tiles that are in both rectangles.
    TileRectangle clip(const TileRectangle& o) const {
        return {std::max(x0, o.x0), std::max(z0, o.z0), std::min(x1, o.x1), std::min(z1, o.z1)};
    }
};

/// The cells of one tile and of its halo, the band of cells around the tile that the stages also read.
struct TileWindow {
    int32_t tile_x = 0,  ///< column of the tile in the grid of tiles
        tile_z = 0;      ///< row of the tile in the grid of tiles
    int32_t x0 = 0,      ///< x of the first cell of the tile on the lattice [cell]
        z0 = 0;          ///< z of the first cell of the tile on the lattice [cell]
    int32_t size = 0;    ///< side of the tile [cell]
    int32_t halo = 0;    ///< width of the halo on each side [cell]
    /// Memberwise comparison.
    friend bool operator==(const TileWindow&, const TileWindow&) = default;
};

}  // namespace navspan
