#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/bake/contours.h"
#include "navspan/core/lattice.h"

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
    /// ContoursConfig::refine was set.
    std::vector<ContourIssue> unlinked;
};

/// Returns the vertex indices of a polygon. None if the mesh does not have them.
inline std::span<const uint32_t> polygon_indices(const PolyMesh& mesh, const PolyMeshPolygon& p) {
    if (uint64_t{p.first} + p.count > mesh.indices.size()) return {};
    return {mesh.indices.data() + p.first, p.count};
}
/// Returns the neighbours of a polygon, one per corner. None if the mesh does not have them.
inline std::span<const uint32_t> polygon_neighbours(const PolyMesh& mesh, const PolyMeshPolygon& p) {
    if (uint64_t{p.first} + p.count > mesh.neighbours.size()) return {};
    return {mesh.neighbours.data() + p.first, p.count};
}

}  // namespace navspan
