#pragma once

#include <span>

#include "bake/live/obstacle.h"
#include "navspan/bake/obstacle.h"
#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"

namespace navspan {

/// The space around a tile in which obstacles can affect the tile.
struct ClipSpace {
    DVec3 min,  ///< minimum corner [wu]
        max;    ///< maximum corner [wu]
};

/// Same as obstacle_triangles, but an obstacle that extends beyond the lattice, above the space or below it is clipped to the
/// space. Inside the space, the clipped obstacle equals the original, except for rounding errors. If the top of a box or
/// cylinder is clipped, the top is not walkable.
ObstacleTriangles clipped_obstacle_triangles(std::span<const Obstacle> obstacles, const Lattice& lattice,
                                             const ClipSpace& space);

}  // namespace navspan
