#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace navspan {

constexpr int32_t kDetailScale = 256;  ///< number of detail lattice steps per cell

/// A height sample that became a vertex of a detail triangulation.
struct DetailVertex {
    int32_t x = 0,  ///< relative to the grid's corner [1/256 cell]
        z = 0;      ///< relative to the grid's corner [1/256 cell]
    float y = 0;    ///< height, relative to the grid's y0 [vx]
};

/// The triangulation of one polygon. Let n be the number of corners of the polygon. In the triangles, an index i < n is corner
/// i of the polygon. An index i >= n is detail vertex i - n of this part.
struct DetailPart {
    uint32_t first_vertex = 0,    ///< index of its first detail vertex in DetailMesh::vertices
        vertex_count = 0;         ///< number of detail vertices
    uint32_t first_triangle = 0,  ///< index of its first triangle in DetailMesh::triangles
        triangle_count = 0;       ///< number of triangles
};

/// Heights inside the polygons of a PolyMesh. On an edge between two polygons, both polygons have the same detail vertices,
/// stored twice.
struct DetailMesh {
    std::vector<float> vertex_y;                     ///< height of each PolyMesh vertex, relative to the grid's y0 [vx]
    std::vector<DetailPart> parts;                   ///< one part per PolyMesh polygon
    std::vector<DetailVertex> vertices;              ///< detail vertices, polygon by polygon
    std::vector<std::array<uint32_t, 3>> triangles;  ///< triangles, polygon by polygon; counter-clockwise seen from above
    float max_error = 0;                             ///< largest remaining height error at a cell centre with known ground [vx]
    uint32_t unsampled = 0;  ///< number of cell centres inside polygons at which the ground is unknown; max_error ignores them
};

}  // namespace navspan
