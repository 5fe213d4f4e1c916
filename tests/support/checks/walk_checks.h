#pragma once

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/move.h"
#include "navspan/query/raycast.h"

namespace navspan::support {

/// Checks the invariants of a ray. Its polygons are a chain of admitted polygons joined by portals. Every point of the
/// unobstructed part lies in the chain, in order. The position is at fraction t of the ray and on the surface. If the ray hit a
/// wall, the wall is an edge of the last polygon or of a polygon around the same corner, and its normal is a unit vector that
/// faces the ray.
void check_raycast(const NavMesh& mesh, const QueryFilter& filter, const RaycastRequest& request, const RaycastHit& hit,
                   CheckReport& report);

/// Checks the invariants of a move. Its polygons are a chain as in check_raycast, and every step lies in the chain. The move
/// ends in the last polygon, on the surface, and no farther from its target than it started. Lengths are the sums of the steps
/// and within the limits. If the move ended without reaching a limit, no short ray gets closer, and repeating the move stays at
/// the same point.
void check_move(const NavMesh& mesh, const QueryFilter& filter, const MoveRequest& request, const MoveResult& result,
                CheckReport& report);

}  // namespace navspan::support
