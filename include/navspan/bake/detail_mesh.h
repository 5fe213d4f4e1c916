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
    int32_t x = 0, z = 0;  ///< relative to the grid's corner [1/256 cell]
    float y = 0;           ///< height above the grid's y0 [vx]
};

/// The triangulation of one polygon. Triangle corners below the polygon's vertex count are its corners, the others count into
/// its own detail vertices.
struct DetailPart {
    uint32_t first_vertex = 0, vertex_count = 0;      ///< in DetailMesh::vertices
    uint32_t first_triangle = 0, triangle_count = 0;  ///< in DetailMesh::triangles
};

/// Heights inside the polygons of a PolyMesh. Vertices on an edge shared by two polygons stand, with equal coordinates, in both.
struct DetailMesh {
    std::vector<float> vertex_y;     ///< per PolyMesh vertex: height above the grid's y0 [vx]
    std::vector<DetailPart> parts;   ///< per PolyMesh polygon
    std::vector<DetailVertex> vertices;
    std::vector<std::array<uint32_t, 3>> triangles;  ///< counter-clockwise seen from above
    float max_error = 0;             ///< largest error left at any cell centre that has ground [vx]
    uint32_t unsampled = 0;          ///< cell centres inside a polygon without any ground of their own to measure against
};

struct DetailParams {
    double sample_distance = 6;  ///< spacing of the first samples [cell], 0 = none
    double max_error = 1;        ///< largest height error at any cell centre [vx], >= 0
};

/// Adds to every polygon the height samples it needs to follow the ground within max_error at every cell centre inside it.
/// @param heights  the source triangles; null: the floors of the field
/// Source: Garland, Heckbert, Fast polygonal approximation of terrains and height fields (1995).
DetailMesh build_detail_mesh(const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                             const TriangleHeights* heights, const DetailParams& params);

}  // namespace navspan
