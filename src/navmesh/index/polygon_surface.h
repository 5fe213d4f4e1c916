#pragma once

#include "navspan/navmesh/nearest.h"

namespace navspan {

// These functions take a PolygonRef instead of a SurfacePoint, so they do not detect a reference of another snapshot. Pass only
// references of this snapshot, for example those that a query just found.

/// As nearest_on_polygon.
SurfacePoint nearest_in_polygon(const NavMesh& mesh, PolygonRef polygon, DVec3 point);

/// As surface_height.
double polygon_height(const NavMesh& mesh, PolygonRef polygon, double x, double z);

}  // namespace navspan
