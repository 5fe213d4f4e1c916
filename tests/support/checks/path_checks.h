#pragma once

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/path.h"

namespace navspan::support {

/// Checks the invariants of an agent's corridor. It is either empty, or a chain of admitted polygons, each joined to the next
/// by a portal or an off-mesh link. The chain goes from the agent's polygon to the goal's polygon.
void check_agent_corridor(const NavMesh& mesh, const QueryFilter& filter, const AgentCorridor& agent, CheckReport& report);

/// Checks the invariants of a path's surface points. Seen from above, the points advance along the straight lines between the
/// path's points and never go backwards, and their length seen from above is length_xz. length_3d is the sum of their steps and
/// is not less than length_xz.
/// @param path  with its surface points; a path without surface points passes
void check_surface_points(const NavMesh& mesh, const Path& path, CheckReport& report);

/// Checks the invariants of a path. Its corridor is a chain of admitted polygons joined by portals and links. Every step is
/// either a link or lies inside its polygon of the corridor, and steps follow the order of the corridor. Points are on the
/// surface. Length and cost are the sums over the steps. The surface points pass check_surface_points. The detail steps
/// (surface_path) follow the ground, and length_3d is at most their length. Status, gap and points are consistent. Neither a
/// random path through the corridor nor the path with crossings moved along their portals is shorter (weighted method:
/// cheaper).
/// @param request  the request that returned the path
void check_path(const NavMesh& mesh, const QueryFilter& filter, const PathRequest& request, const Path& path,
                CheckReport& report);

}  // namespace navspan::support
