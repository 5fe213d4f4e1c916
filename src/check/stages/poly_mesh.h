#pragma once

#include "navspan/bake/contours.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// The laws of a PolyMesh: polygons are convex (straight corners are legal), counter-clockwise and of 3..max_vertices different
/// vertices, straight ones inside edges on a seam not counted; neighbours are mutual and walk the common edge opposite ways;
/// the polygons of a region sum to the area inside its contours, exactly; an edge without a neighbour in its region is an edge
/// of the region's contours, so no T-junction lies inside a region; every edge of a contour with a region across it has a
/// polygon across it; no vertex of a region lies inside an edge of a polygon of it or of the polygon across, unless a cliff
/// lies inside the region (see Contour).
/// @param refined  the contours were refined (ContourParams::refine); the last two laws do not hold without
void check_poly_mesh(const PolyMesh& mesh, const ContourSet& contours, const PolyMeshParams& params, CheckReport& report,
                     bool refined = true);

}  // namespace navspan
