#pragma once

#include "navspan/bake/poly_mesh.h"

namespace navspan {

/// Adds straight corners to the edges on seams until the lines between corners are within max_error [vx] of the contour's
/// heights. Each added vertex belongs to one polygon.
void add_seam_corners(PolyMesh& mesh, const ContourSet& contours, double max_error);

}  // namespace navspan
