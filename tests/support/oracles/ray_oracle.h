#pragma once

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// How far a straight line goes over the polygons, seen from above, 0..1: the exact piece of it in every polygon, and from
/// polygon to polygon wherever it touches the portal between them. Without any walking, in quadratic time. Both ends must lie
/// on the 2^-20 lattice and near the mesh, the start in the polygon. (Where floors wind around a corner it takes the way that
/// goes farthest.)
double ray_share(const NavMesh& mesh, const QueryFilter& filter, PolygonRef start_polygon, DVec3 start, DVec3 end);

}  // namespace navspan::support
