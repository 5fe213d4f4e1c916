#pragma once

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Same as surface_height. Precondition: has_polygon(mesh, polygon).
double height_of_surface(const NavMesh& mesh, PolygonRef polygon, double x, double z);

}  // namespace navspan
