#pragma once

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// Returns the fraction of the segment start..end, seen from above, that can be walked over admitted polygons, 0..1.
///
/// Computes the exact part of the segment in every polygon and on every portal. Wherever the segment touches a portal,
/// continues in the polygon behind the portal. Takes quadratic time. If the segment passes a vertex at which several floors
/// meet, uses the floor on which the segment gets farthest. Requires that start_polygon contains `start`, and that both ends
/// are near the mesh and have coordinates that are multiples of 2^-20 lattice units.
double ray_fraction(const NavMesh& mesh, const QueryFilter& filter, PolygonRef start_polygon, DVec3 start, DVec3 end);

}  // namespace navspan::support
