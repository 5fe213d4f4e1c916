#pragma once

/// \file
/// Obstacles that can be added to a level at run time: boxes, cylinders, triangles and area volumes.
///
/// Given `LiveWorld& world`, with bake/live_world.h:
/// \code
/// const BoxObstacle crate{.center = {20, 0.5, 20}, .half_extents = {1, 0.5, 1}, .yaw = 30, .top_area = kDefaultArea};
/// const CylinderObstacle pillar{.center = {25, 0, 20}, .radius = 0.5, .height = 3};
/// if (!add_obstacle(world, crate) || !add_obstacle(world, pillar)) return;
/// if (!update_world(world)) return;  // bakes the affected tiles again
/// \endcode
///
/// Guarantees: equal obstacles in equal order give equal voxels on every machine. with_obstacles does not modify its arguments.
/// The library throws no exceptions itself; std::bad_alloc can propagate to the caller.
///
/// Caveats: most programs pass obstacles to add_obstacle (bake/live_world.h), which validates them. The functions in this
/// header validate nothing and ignore area volumes. Boxes and cylinders are filled; the space inside triangles is not.

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
    DVec3 half_extents;            ///< half the side lengths, before rotation [wu], > 0
    double yaw = 0;                ///< rotation, counter-clockwise seen from above [deg], -360..360
    uint8_t top_area = kNullArea;  ///< area id of its top; kNullArea: the top is not walkable
};

/// A solid upright cylinder. It is voxelized as a prism with 24 sides, circumscribed about the cylinder.
struct CylinderObstacle {
    DVec3 center;                  ///< centre of its base [wu]
    double radius = 0;             ///< radius [wu], > 0
    double height = 0;             ///< height [wu], > 0
    uint8_t top_area = kNullArea;  ///< area id of its top; kNullArea: the top is not walkable
};

/// Triangles that are treated like triangles of the level. The space inside is not filled. Vertices run counter-clockwise seen
/// from the upper side.
struct TriangleObstacle {
    std::vector<std::array<DVec3, 3>> triangles;  ///< corners [wu]
    uint8_t area = kNullArea;  ///< area id of triangles that face up and are not too steep; kNullArea: no triangle is walkable
};

/// An obstacle that can be added and removed at run time. Boxes, cylinders and triangles are voxelized: the ground next to them
/// is eroded, and their tops can be walkable. A volume only changes the area of existing ground.
using Obstacle = std::variant<BoxObstacle, CylinderObstacle, TriangleObstacle, AreaVolume>;

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
/// the heights of the obstacles. Error (usage): the numbers of triangles, obstacles and areas do not match.
Result<Heightfield> with_obstacles(const Heightfield& field, std::span<const Obstacle> obstacles,
                                   const ObstacleTriangles& triangles, std::span<const uint8_t> areas,
                                   const VoxelConfig& config);

}  // namespace navspan
