#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"

namespace navspan {

struct TriangleHeights;

constexpr int32_t kDetailScale = 256;  ///< detail lattice units per cell

/// A height sample that became a vertex of a detail triangulation.
struct DetailVertex {
    int32_t x = 0,  ///< relative to the grid's corner [1/256 cell]
        z = 0;      ///< relative to the grid's corner [1/256 cell]
    float y = 0;    ///< height above the grid's y0 [vx]
};

/// The triangulation of one polygon. A corner index below the polygon's vertex count is one of the polygon's corners; subtract
/// the vertex count from any other index to get the index of one of its detail vertices.
struct DetailPart {
    uint32_t first_vertex = 0,    ///< index into DetailMesh::vertices
        vertex_count = 0;         ///< number of detail vertices
    uint32_t first_triangle = 0,  ///< index into DetailMesh::triangles
        triangle_count = 0;       ///< number of triangles
};

/// Heights inside the polygons of a PolyMesh. A detail vertex on an edge shared by two polygons is stored for both, with equal
/// coordinates.
struct DetailMesh {
    std::vector<float> vertex_y;                     ///< per PolyMesh vertex: height above the grid's y0 [vx]
    std::vector<DetailPart> parts;                   ///< per PolyMesh polygon
    std::vector<DetailVertex> vertices;              ///< polygon by polygon
    std::vector<std::array<uint32_t, 3>> triangles;  ///< polygon by polygon; counter-clockwise seen from above
    float max_error = 0;                             ///< largest remaining error at a cell centre that has ground [vx]
    uint32_t unsampled = 0;  ///< number of cell centres inside a polygon without ground of their own to compare with
};

/// Parameters of build_detail_mesh.
struct DetailParams {
    double sample_distance = 6;  ///< spacing of the first samples [cell], 0 = none
    double max_error = 1;        ///< largest height error at any cell centre [vx], >= 0
};

/// Adds height samples to each polygon until it follows the ground within max_error at all cell centres inside it. Heights come
/// from \p heights, the source triangles; if null, from the floors of the field.
/// Source: Garland, Heckbert, Fast polygonal approximation of terrains and height fields (1995).
DetailMesh build_detail_mesh(const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                             const TriangleHeights* heights, const DetailParams& params);

}  // namespace navspan
