#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "polygon/planar_edges.h"

namespace navspan {

/// Triangles whose corners are points of a PlanarEdges, and the label of each triangle.
struct LabelledTriangles {
    std::vector<std::array<uint32_t, 3>> triangles;  ///< indices of points, counter-clockwise seen from +y, none degenerate
    std::vector<uint8_t> labels;                     ///< the label of each triangle, not 0
};

/// Triangulates all areas with a label, including areas with holes, in O(n log n). Two triangles share a corner, a whole edge
/// or nothing. The triangles cover the areas exactly.
/// Sources: Garey, Johnson, Preparata, Tarjan, Triangulating a simple polygon (1978); de Berg et al., Computational Geometry
/// (2008), chapter 3.
LabelledTriangles triangulate_monotone(const PlanarEdges& edges);

}  // namespace navspan
