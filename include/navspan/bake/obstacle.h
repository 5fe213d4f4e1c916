#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/bake/volumes.h"
#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"

namespace navspan {

/// A solid box, rotated about the vertical axis through its centre.
struct BoxObstacle {
    DVec3 center;                  ///< centre [wu]
    DVec3 half_extents;            ///< half the size along its own axes [wu], > 0
    double yaw = 0;                ///< rotation, counter-clockwise seen from above [deg], -360..360
    uint8_t top_area = kNullArea;  ///< area id of its top; kNullArea: the top is not walkable
};

/// A solid upright cylinder. It is voxelised as the circumscribed prism with 24 sides.
struct CylinderObstacle {
    DVec3 center;                  ///< centre of its base [wu]
    double radius = 0;             ///< [wu], > 0
    double height = 0;             ///< [wu], > 0
    uint8_t top_area = kNullArea;  ///< area id of its top; kNullArea: the top is not walkable
};

/// Triangles like those of a level: hollow, counter-clockwise seen from their upper side.
struct TriangleObstacle {
    std::vector<std::array<DVec3, 3>> triangles;  ///< corners [wu]
    uint8_t area = kNullArea;  ///< area id of triangles that face up and are not too steep; kNullArea: not walkable
};

/// An obstacle that can be added and removed at run time. Solid shapes and triangles take part in all stages from voxelisation
/// on: ground near them is eroded, and their tops can be walkable. A volume only changes the area of existing ground.
using Obstacle = std::variant<BoxObstacle, CylinderObstacle, TriangleObstacle, AreaVolume>;

/// The surfaces of obstacles as triangles; volumes have none.
struct ObstacleTriangles {
    TriangleSoup soup;               ///< triangles of all obstacles
    std::vector<uint32_t> obstacle;  ///< per triangle: index of its obstacle
};
/// Returns the triangles of obstacles, in their order.
ObstacleTriangles obstacle_triangles(std::span<const Obstacle> obstacles);

/// Voxelises obstacles, in their order, into a copy of a solid heightfield. Triangles give the same voxels as if they were the
/// last triangles of the level; solid shapes are filled. \p triangles are the triangles of the obstacles to add. \p areas
/// holds, per triangle, its area id if it is walkable, else kNullArea. Precondition: the grid of \p field has room for the
/// heights of the obstacles.
Result<Heightfield> with_obstacles(const Heightfield& field, std::span<const Obstacle> obstacles,
                                   const ObstacleTriangles& triangles, std::span<const uint8_t> areas,
                                   const VoxelConfig& config);

}  // namespace navspan
