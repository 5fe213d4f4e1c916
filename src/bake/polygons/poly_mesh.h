#pragma once

#include <cstdint>

#include "navspan/bake/contours.h"
#include "navspan/bake/poly_mesh.h"

namespace navspan {

/// Parameters of build_poly_mesh.
struct PolyMeshParams {
    int32_t max_vertices = 6;      ///< largest number of vertices of a polygon, >= 3; collinear vertices on seams do not count
    double seam_height_error = 1;  ///< largest height difference between an edge on a seam and the ground along the edge [vx]
};

/// Divides regions into convex polygons. Merges the holes of each region into its outline, triangulates by ear clipping, and
/// merges triangles into convex polygons. Finds the neighbour across each edge. Floors above each other never share a vertex or
/// an edge. The detail mesh adds no samples on seams. If a seam edge deviates from the height of the ground by more than
/// seam_height_error, collinear vertices at ground height are inserted.
/// Sources: Meisters, Polygons have ears (1975); Hertel, Mehlhorn, Fast triangulation of simple polygons (1983).
PolyMesh build_poly_mesh(const ContourSet& contours, const PolyMeshParams& params);

}  // namespace navspan
