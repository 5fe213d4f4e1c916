#pragma once

#include <span>

#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Query results as overlays on a drawing of the mesh.

/// Adds a line through the points, with a light edge to stand out from the ground.
void mark_line(Drawing& drawing, std::span<const DVec3> points, Color color);
/// Adds a dot.
void mark_point(Drawing& drawing, DVec3 at, Color color, float radius = 5);
/// Adds polygons in one colour.
void mark_polygons(Drawing& drawing, const NavMesh& mesh, std::span<const PolygonRef> polygons, Color color);
/// Adds a circle seen from above, as a thin line.
void mark_circle(Drawing& drawing, DVec3 centre, double radius, Color color);

}  // namespace navspan
