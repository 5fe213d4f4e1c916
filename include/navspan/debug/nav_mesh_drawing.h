#pragma once

#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"

namespace navspan {

/// The polygons by area and height, walls dark and portals light, off-mesh links as arrows, and on them the path with its start, corners and goal.
/// @param path  null: the mesh alone
Drawing draw_nav_mesh(const NavMesh& mesh, const Path* path = nullptr);

}  // namespace navspan
