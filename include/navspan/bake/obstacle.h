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
/// Guarantees: equal obstacles in equal order give equal voxels on every machine. The functions that take obstacles
/// (bake/live_world.h, bake/rebuild_tile.h) validate them.
///
/// Caveats: boxes and cylinders are filled; the space inside triangles is not.

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/bake/volumes.h"
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

}  // namespace navspan
