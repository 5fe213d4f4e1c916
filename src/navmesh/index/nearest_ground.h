#pragma once

#include <optional>

#include "navspan/navmesh/nearest.h"

namespace navspan {

/// As find_nearest, but for the placement of off-mesh links: admits all polygons, even polygons without flags.
std::optional<SurfacePoint> find_nearest_ground(const NavMesh& mesh, DVec3 point, double max_distance);

}  // namespace navspan
