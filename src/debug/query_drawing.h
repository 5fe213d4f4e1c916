#pragma once

#include <span>

#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// What queries answer, laid over a drawing of the mesh.

/// A line through the points, light-edged so that it stands out from the ground.
void mark_line(Drawing& drawing, std::span<const DVec3> points, Color color);
/// A dot.
void mark_point(Drawing& drawing, DVec3 at, Color color, float radius = 5);
/// Polygons in one colour.
void mark_polygons(Drawing& drawing, const NavMesh& mesh, std::span<const PolygonRef> polygons, Color color);
/// A circle seen from above, as a thin line.
void mark_circle(Drawing& drawing, DVec3 centre, double radius, Color color);

}  // namespace navspan
