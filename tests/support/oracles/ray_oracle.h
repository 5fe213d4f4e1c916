#pragma once

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// Returns how far a straight line can go over the polygons, seen from above, as a fraction 0..1. Computes the exact part of
/// the line in every polygon and on every portal, and goes from polygon to polygon wherever the line touches their portal.
/// Takes quadratic time. Both ends must be on the 2^-20 lattice and near the mesh, and the start must be in the polygon. If
/// floors wind around a corner, it follows the floor that goes farthest.
double ray_fraction(const NavMesh& mesh, const QueryFilter& filter, PolygonRef start_polygon, DVec3 start, DVec3 end);

}  // namespace navspan::support
