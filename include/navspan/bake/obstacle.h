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

/// A box, solid inside, turned about the vertical axis through its middle.
struct BoxObstacle {
    DVec3 center;                  ///< its middle [wu]
    DVec3 half_extents;            ///< half its size along its own axes [wu], > 0
    double yaw = 0;                ///< counter-clockwise seen from above [deg], -360..360
    uint8_t top_area = kNullArea;  ///< area id of its top; kNullArea: nobody walks there
};

/// An upright cylinder, solid inside: voxelised as the prism of 24 sides around it.
struct CylinderObstacle {
    DVec3 center;                  ///< middle of its base [wu]
    double radius = 0;             ///< [wu], > 0
    double height = 0;             ///< [wu], > 0
    uint8_t top_area = kNullArea;  ///< area id of its top; kNullArea: nobody walks there
};

/// Triangles as of a level: hollow, counter-clockwise seen from their upper side.
struct TriangleObstacle {
    std::vector<std::array<DVec3, 3>> triangles;  ///< [wu]
    uint8_t area = kNullArea;  ///< area id of those that face up and are not too steep; kNullArea: nobody walks there
};

/// Something that comes and goes at run time. Solid shapes and triangles take part in everything from voxelisation on: ground
/// near them is eroded, their tops can be walked on. A volume only gives ground that is there another area, or none.
using Obstacle = std::variant<BoxObstacle, CylinderObstacle, TriangleObstacle, AreaVolume>;

/// The sides of obstacles as triangles, and whose they are; volumes have none.
struct ObstacleTriangles {
    TriangleSoup soup;
    std::vector<uint32_t> obstacle;  ///< per triangle: index of its obstacle
};
ObstacleTriangles obstacle_triangles(std::span<const Obstacle> obstacles);

/// Voxelises obstacles into a solid heightfield that has room for their heights, in their order: triangles exactly as if they
/// had been voxelised after all others, shapes filled.
/// @param triangles  those of the obstacles that count
/// @param areas      per triangle: area id of its upper side, as mark_walkable_triangles gives it
Result<Heightfield> with_obstacles(const Heightfield& field, std::span<const Obstacle> obstacles,
                                   const ObstacleTriangles& triangles, std::span<const uint8_t> areas,
                                   const VoxelConfig& config);

}  // namespace navspan
