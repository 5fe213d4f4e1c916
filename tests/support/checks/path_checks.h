#pragma once

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/path.h"

namespace navspan::support {

/// Checks the invariants of an agent's corridor. The corridor is empty, or a chain of admitted polygons from the agent to the
/// goal. A portal or an off-mesh link joins each polygon to the next.
void check_agent_corridor(const NavMesh& mesh, const QueryFilter& filter, const AgentCorridor& agent, CheckReport& report);

/// Checks the surface points of a path. Seen from above, they advance along the legs of the path, and their steps add up to
/// length_xz. In three dimensions, the steps add up to length_3d, which is at least length_xz. A path without surface points
/// passes.
void check_surface_points(const NavMesh& mesh, const Path& path, CheckReport& report);

/// Checks the invariants of a path:
/// - The corridor is a chain of admitted polygons joined by portals and links.
/// - Every step is a link or lies inside its polygon of the corridor. The steps are in the order of the corridor.
/// - The points are on the surface. Length and cost are the sums over the steps. Status, gap and points are consistent.
/// - The surface points pass check_surface_points. The detail steps (surface_path) follow the ground, and length_3d is at most
///   the sum of their lengths.
/// - No random path through the corridor is shorter, and moving a crossing along its portal does not shorten the path. For the
///   weighted method, this applies to the cost instead of the length.
/// @param request  the request that returned the path
void check_path(const NavMesh& mesh, const QueryFilter& filter, const PathRequest& request, const Path& path,
                CheckReport& report);

}  // namespace navspan::support
