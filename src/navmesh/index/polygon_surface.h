#pragma once

#include "navspan/navmesh/nearest.h"

namespace navspan {

// The functions below take references of the same snapshot, for example references that a query just found. Unlike the public
// functions, they cannot detect a reference of another snapshot.

/// As nearest_on_polygon.
SurfacePoint nearest_in_polygon(const NavMesh& mesh, PolygonRef polygon, DVec3 point);

/// As surface_height.
double polygon_height(const NavMesh& mesh, PolygonRef polygon, double x, double z);

}  // namespace navspan
