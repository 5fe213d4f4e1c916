#pragma once

#include "navspan/bake/poly_mesh.h"

namespace navspan {

/// Adds straight corners inside the edges on seams until lines between corners keep within max_error [vx] of the heights there.
/// The vertices added belong to one polygon each.
void add_seam_corners(PolyMesh& mesh, const ContourSet& contours, double max_error);

}  // namespace navspan
