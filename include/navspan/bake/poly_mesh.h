#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/bake/contours.h"
#include "navspan/core/lattice.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// A vertex of a PolyMesh.
struct PolyMeshVertex {
    int32_t x = 0,  ///< lattice point, relative to the grid's corner [cell]
        z = 0;      ///< lattice point, relative to the grid's corner [cell]
    int32_t y = 0;  ///< height [vx]
    /// Memberwise comparison.
    friend bool operator==(const PolyMeshVertex&, const PolyMeshVertex&) = default;
};

/// A convex polygon, counter-clockwise seen from above.
struct PolyMeshPolygon {
    uint32_t first = 0;   ///< start offset in PolyMesh::indices and PolyMesh::neighbours
    uint32_t count = 0;   ///< number of vertices: 3..max_vertices, plus collinear vertices on seams
    uint32_t region = 0;  ///< id of the region that contains the polygon
    uint8_t area = 0;     ///< area id
};

/// Convex polygons. Adjacent polygons share vertices and whole edges.
struct PolyMesh {
    Grid grid;                              ///< cells of the field
    std::vector<PolyMeshVertex> vertices;   ///< vertices of all polygons
    std::vector<PolyMeshPolygon> polygons;  ///< all polygons
    std::vector<uint32_t> indices;          ///< vertex of each polygon corner: index into `vertices`
    std::vector<uint32_t> neighbours;       ///< polygon across the edge from each corner to the next, or kNoIndex
    std::vector<uint8_t> on_seam;           ///< 1 for each corner whose edge to the next corner is on a seam; empty: no seam
    std::vector<ContourIssue> issues;       ///< regions that could not be triangulated completely; empty for valid input
    /// Regions that are not linked to a neighbour region, because the neighbour has no matching reverse edge. Empty if
    /// ContourParams::refine was set.
    std::vector<ContourIssue> unlinked;
};

/// Returns the vertex indices of a polygon.
inline std::span<const uint32_t> polygon_indices(const PolyMesh& mesh, const PolyMeshPolygon& p) {
    return {mesh.indices.data() + p.first, p.count};
}
/// Returns the neighbours of a polygon, one per corner.
inline std::span<const uint32_t> polygon_neighbours(const PolyMesh& mesh, const PolyMeshPolygon& p) {
    return {mesh.neighbours.data() + p.first, p.count};
}

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
