#pragma once

#include <cstddef>
#include <cstdint>

#include "navspan/core/vec.h"

namespace navspan {

/// The integer lattice of cells and height steps, common to all tiles. Its origin does not depend on the bounds of the scene,
/// so moving an object affects only cells near the object.
struct Lattice {
    DVec3 origin;              ///< world position of lattice point (0, 0, 0) [wu]
    double cell_size = 0.3;    ///< side of a cell in x and z [wu], > 0
    double cell_height = 0.2;  ///< height of one voxel [wu], > 0
    /// Memberwise comparison.
    friend bool operator==(const Lattice&, const Lattice&) = default;
};

/// A rectangle of lattice cells. All bake stages store coordinates relative to its corner. Cell (0, 0) of the grid is the
/// square [x0, x0 + 1) x [z0, z0 + 1) of the lattice. Height 0 of the grid is lattice step y0.
struct Grid {
    int32_t x0 = 0,     ///< lattice x of the corner [cell]
        z0 = 0;         ///< lattice z of the corner [cell]
    int32_t y0 = 0;     ///< lattice y of height 0 of the grid [vx]
    int32_t width = 0,  ///< extent in x [cell], >= 0
        depth = 0;      ///< extent in z [cell], >= 0
    /// Memberwise comparison.
    friend bool operator==(const Grid&, const Grid&) = default;
};

/// Number of cells of a grid.
inline uint64_t cell_count(const Grid& grid) {
    return uint64_t(grid.width) * uint64_t(grid.depth);
}

/// World position of the grid's corner at height 0 [wu].
inline DVec3 grid_corner(const Lattice& lattice, const Grid& grid) {
    return {lattice.origin.x + lattice.cell_size * grid.x0, lattice.origin.y + lattice.cell_height * grid.y0,
            lattice.origin.z + lattice.cell_size * grid.z0};
}

/// True if tile a comes before tile b in the order by tile_z, then by tile_x. Compares any types that have these two members.
inline constexpr auto is_tile_before = [](const auto& a, const auto& b) {
    return a.tile_z != b.tile_z ? a.tile_z < b.tile_z : a.tile_x < b.tile_x;
};

}  // namespace navspan
