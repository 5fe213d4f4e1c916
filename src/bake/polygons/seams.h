#pragma once

#include "navspan/bake/poly_mesh.h"

namespace navspan {

/// Adds collinear vertices to the polygon edges on seams until each edge is within max_error [vx] of the contour's heights.
/// Each added vertex belongs to one polygon only.
void add_seam_corners(PolyMesh& mesh, const ContourSet& contours, double max_error);

}  // namespace navspan
