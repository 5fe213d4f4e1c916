#pragma once

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/move.h"
#include "navspan/query/raycast.h"

namespace navspan::support {

/// Checks a raycast result. The polygons are a chain of admitted polygons joined by portals. The ray up to the hit passes these
/// polygons in order. The position is at fraction t of the ray and on the surface. If the ray hit a wall, the position is on
/// the wall. The normal of the wall is a horizontal unit vector that points against the ray.
void check_raycast(const NavMesh& mesh, const QueryFilter& filter, const RaycastRequest& request, const RaycastHit& hit,
                   CheckReport& report);

/// Checks a move. The polygons are a chain as in check_raycast, and every step lies in the chain. The move ends in the last
/// polygon, on the surface, and not farther from its target than it started. Its lengths are the sums of the steps and respect
/// the limits of the request. If no limit stopped the move, no short ray from its end leads closer to the target. A second move
/// from there stays at the same point.
void check_move(const NavMesh& mesh, const QueryFilter& filter, const MoveRequest& request, const MoveResult& result,
                CheckReport& report);

}  // namespace navspan::support
