#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/bake/contours.h"
#include "navspan/core/lattice.h"
#include "navspan/core/no_index.h"

namespace navspan {

struct PolyMeshVertex {
    int32_t x = 0, z = 0;  ///< lattice point relative to the grid's corner [cell]
    int32_t y = 0;         ///< height [vx]
    friend bool operator==(const PolyMeshVertex&, const PolyMeshVertex&) = default;
};

/// A convex polygon, counter-clockwise seen from above.
struct PolyMeshPolygon {
    uint32_t first = 0;   ///< first entry in PolyMesh::indices and ::neighbours
    uint32_t count = 0;   ///< number of vertices, 3..max_vertices and straight ones on seams
    uint32_t region = 0;  ///< region id it was cut from
    uint8_t area = 0;     ///< area id
};

/// Convex polygons that share vertices and whole edges.
struct PolyMesh {
    Grid grid;
    std::vector<PolyMeshVertex> vertices;
    std::vector<PolyMeshPolygon> polygons;
    std::vector<uint32_t> indices;        ///< per polygon corner: index into vertices
    std::vector<uint32_t> neighbours;     ///< per polygon corner: polygon across the edge to the next corner, or kNoIndex
    std::vector<uint8_t> on_seam;         ///< empty, or per polygon corner: 1 where that edge leads into a neighbour tile
    std::vector<ContourTrouble> trouble;  ///< regions that could not be triangulated whole; empty on sound input
};

inline std::span<const uint32_t> polygon_indices(const PolyMesh& mesh, const PolyMeshPolygon& p) {
    return {mesh.indices.data() + p.first, p.count};
}
inline std::span<const uint32_t> polygon_neighbours(const PolyMesh& mesh, const PolyMeshPolygon& p) {
    return {mesh.neighbours.data() + p.first, p.count};
}

struct PolyMeshParams {
    int32_t max_vertices = 6;      ///< vertices of a polygon, >= 3; straight ones inside an edge on a seam do not count
    double seam_height_error = 1;  ///< how far a straight edge along a seam may pass from the heights there [vx]
};

/// Merges each region's holes into its outline, triangulates by clipping ears, merges triangles to convex polygons, and finds
/// the neighbour across every edge. Floors above one another never share a vertex or an edge. Edges on seams get straight
/// corners where heights need them, as the detail mesh takes no samples there.
/// Sources: Meisters, Polygons have ears (1975); Hertel, Mehlhorn, Fast triangulation of simple polygons (1983).
PolyMesh build_poly_mesh(const ContourSet& contours, const PolyMeshParams& params);

}  // namespace navspan
