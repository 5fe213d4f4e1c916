#pragma once

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// Returns how far a walk from `start` gets on the segment start..end, as a fraction 0..1, seen from above. The walk may only
/// use admitted polygons.
///
/// Computes exactly which part of the segment lies on each polygon and portal. If the segment touches a portal, the walk can
/// continue in the polygon behind the portal. If several floors meet at a vertex on the segment, uses the floor on which the
/// walk gets farthest. Takes quadratic time.
///
/// Requires that start_polygon contains `start`, and that both ends are near the mesh. The coordinates of both ends must be
/// multiples of 2^-20 lattice units.
double ray_fraction(const NavMesh& mesh, const QueryFilter& filter, PolygonRef start_polygon, DVec3 start, DVec3 end);

}  // namespace navspan::support
