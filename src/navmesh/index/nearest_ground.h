#pragma once

#include <optional>

#include "navspan/navmesh/nearest.h"

namespace navspan {

/// As find_nearest, but admits all polygons, even polygons without flags. Finds the ground at the ends of off-mesh links.
std::optional<SurfacePoint> find_nearest_ground(const NavMesh& mesh, DVec3 point, double max_distance);

/// Prefetches the triangles near two points, before find_nearest is called for both. Their cache misses then overlap. Does
/// nothing if the mesh has several tiles.
void prefetch_nearest(const NavMesh& mesh, DVec3 first, DVec3 second);

}  // namespace navspan
