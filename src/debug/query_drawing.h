#pragma once

#include <span>

#include "navspan/debug/drawing.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

// Functions that draw query results over a drawing of the mesh.

/// Adds a line through the points, with a light outline for contrast.
void mark_line(Drawing& drawing, std::span<const DVec3> points, Color color);
/// Adds a dot. \p radius is in [px].
void mark_point(Drawing& drawing, DVec3 at, Color color, float radius = 5);
/// Adds polygons in one colour.
void mark_polygons(Drawing& drawing, const NavMesh& mesh, std::span<const PolygonRef> polygons, Color color);
/// Adds a horizontal circle as a thin line. \p radius is in [wu].
void mark_circle(Drawing& drawing, DVec3 centre, double radius, Color color);

}  // namespace navspan
