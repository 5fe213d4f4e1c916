#pragma once

#include "navspan/check/report.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"

namespace navspan {

/// The laws of a path: its corridor is a chain of admitted polygons joined by its portals; every step lies inside a polygon of
/// the corridor, in order; points lie on the surface; lengths are the sums of steps; status, gap and points agree; and no way
/// through the corridor sampled at random, nor the path itself nudged at any portal, is shorter.
/// @param start, goal  as asked for
void check_path(const NavMesh& mesh, const QueryFilter& filter, const PathRequest& request, const Path& path,
                CheckReport& report);

}  // namespace navspan
