#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/obstacle.h"
#include "navspan/bake/tile_window.h"
#include "navspan/core/result.h"

namespace navspan {

/// A rectangle of tiles. The upper bounds are inclusive; the rectangle is empty if one of them is below its lower bound.
struct TileRectangle {
    int32_t x0 = std::numeric_limits<int32_t>::max(), z0 = x0;
    int32_t x1 = std::numeric_limits<int32_t>::min(), z1 = x1;

    bool is_empty() const { return x1 < x0 || z1 < z0; }
    bool contains(int32_t x, int32_t z) const { return x >= x0 && x <= x1 && z >= z0 && z <= z1; }
    TileRectangle join(const TileRectangle& o) const {
        return {std::min(x0, o.x0), std::min(z0, o.z0), std::max(x1, o.x1), std::max(z1, o.z1)};
    }
    TileRectangle clip(const TileRectangle& o) const {
        return {std::max(x0, o.x0), std::max(z0, o.z0), std::min(x1, o.x1), std::min(z1, o.z1)};
    }
};

/// Tests that the triangles of obstacles are on the lattice. Error (failed): a vertex is farther than kMaxLattice cells or
/// height steps from the origin.
Status check_extent(const TriangleSoup& soup, const Lattice& lattice);

/// Returns the tiles whose windows touch the bounding box of a triangle, as plan_tiles does. Coordinates beyond the lattice
/// count as its border.
TileRectangle tiles_of_triangle(const TriangleSoup& soup, size_t triangle, const VoxelConfig& config);

/// Returns the tiles of the level that the obstacles can change, ordered by (tile_z, tile_x). The time is proportional to the
/// number of these tiles. Precondition: config.tile_size > 0. Error (failed): an error of check_extent, or an obstacle
/// covers more than 2^20 tiles of the level.
Result<std::vector<TileWindow>> tiles_of_obstacles(std::span<const Obstacle> obstacles, const VoxelConfig& config,
                                                   const TileRectangle& level);

}  // namespace navspan
