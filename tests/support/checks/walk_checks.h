#pragma once

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/move.h"
#include "navspan/query/raycast.h"

namespace navspan::support {

/// The laws of a ray: its polygons are a chain of admitted ones joined by its portals; every point of the free way lies in the
/// chain, in order; the position is at the share t of the way and on the surface; a wall hit is a wall of the last polygon or
/// of one around the same corner, its normal is a unit vector that faces the ray.
void check_raycast(const NavMesh& mesh, const QueryFilter& filter, const RaycastRequest& request, const RaycastHit& hit,
                   CheckReport& report);

/// The laws of a move: its polygons are such a chain; every step lies in it; it ends in the last polygon, on the surface, no
/// farther from the end asked for than it began; lengths are the sums of steps, within what was allowed; where it ended by
/// itself no short ray leads nearer, and the same move from there stays there.
void check_move(const NavMesh& mesh, const QueryFilter& filter, const MoveRequest& request, const MoveResult& result,
                CheckReport& report);

}  // namespace navspan::support
