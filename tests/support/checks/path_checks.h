#pragma once

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/agent_corridor.h"
#include "navspan/query/path.h"

namespace navspan::support {

/// The laws of an agent's corridor: admitted polygons, each joined to the next by its portal or off-mesh link, from the polygon
/// the agent stands in to the one its goal lies in; or empty.
void check_agent_corridor(const NavMesh& mesh, const QueryFilter& filter, const AgentCorridor& agent, CheckReport& report);

/// The invariants of a path's surface points. Seen from above, they advance along the straight lines between the path's points
/// and never go backwards, so that their length from above is length_xz. length_3d is the sum of their steps, and not less than
/// length_xz.
/// @param path  with its surface points; a path without any passes
void check_surface_points(const NavMesh& mesh, const Path& path, CheckReport& report);

/// The laws of a path: its corridor is a chain of admitted polygons joined by its portals and links; every step lies inside the
/// polygon of the corridor said, in order, or is a link; points lie on the surface; lengths and cost are the sums of steps;
/// its surface points keep check_surface_points, its detail steps (surface_path) follow the ground, and length_3d is at most
/// their length; status, gap and points agree; and no way through the corridor sampled at random, nor the path itself nudged at
/// any portal, is shorter, or with the weighted method cheaper.
/// @param request  as asked
void check_path(const NavMesh& mesh, const QueryFilter& filter, const PathRequest& request, const Path& path,
                CheckReport& report);

}  // namespace navspan::support
