#pragma once

#include "navspan/check/report.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Everything validate_nav_mesh tests, and besides: detail triangles tile their polygon (every inner edge belongs to two of
/// them, the others run along the polygon's edges, corner after corner, never farther off than their rounding), both sides of a
/// shared edge carry the same detail points, flags are those of the area, seams hold what check_seams tests, islands are what a
/// search of another kind finds, blocks hang together as a tree, and the file's bytes read back give the same bytes.
void check_nav_mesh(const NavMesh& mesh, CheckReport& report);

}  // namespace navspan
