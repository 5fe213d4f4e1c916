#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/obstacle.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"

namespace navspan {

/// The surfaces of several obstacles as triangles. A volume has no triangles.
struct ObstacleTriangles {
    TriangleSoup soup;               ///< triangles of all obstacles
    std::vector<uint32_t> obstacle;  ///< index of the obstacle of each triangle
};
/// Returns the triangles of all obstacles, in the order of the obstacles.
ObstacleTriangles obstacle_triangles(std::span<const Obstacle> obstacles);

/// Returns a copy of a solid heightfield with the obstacles voxelized into it, in the order of \p obstacles. Boxes and
/// cylinders are filled. \p triangles contains the triangles of the obstacles to add (see obstacle_triangles). \p areas has one
/// entry for each triangle: the area id if the triangle is walkable, else kNullArea. Precondition: the grid of \p field covers
/// the heights of the obstacles. Errors: as rasterize_triangles.
Result<Heightfield> with_obstacles(const Heightfield& field, std::span<const Obstacle> obstacles,
                                   const ObstacleTriangles& triangles, std::span<const uint8_t> areas,
                                   const VoxelConfig& config);

}  // namespace navspan
