#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/obstacle.h"
#include "navspan/bake/rebuild_tile.h"
#include "navspan/bake/tile_window.h"
#include "navspan/core/result.h"

namespace navspan {

/// Returns the tiles that obstacles of a live world may change: the bounding rectangle of the level's tiles, extended by one
/// tile on each side. Precondition: all windows belong to one grid of tiles.
TileRectangle limits_of_obstacles(std::span<const std::shared_ptr<const TileSource>> sources);

/// Returns the tiles whose windows touch the bounding box of a triangle, as plan_tiles does. Coordinates beyond the lattice are
/// clamped to its border.
TileRectangle tiles_of_triangle(const TriangleSoup& soup, size_t triangle, const VoxelConfig& config);

/// Returns the tiles of `level` that the obstacles can change, ordered by (tile_z, tile_x). Precondition: config.tile_size > 0.
/// Error (failed): the bounding rectangle of an obstacle covers more than 2^20 tiles of `level`.
Result<std::vector<TileWindow>> tiles_of_obstacles(std::span<const Obstacle> obstacles, const VoxelConfig& config,
                                                   const TileRectangle& level);

}  // namespace navspan
