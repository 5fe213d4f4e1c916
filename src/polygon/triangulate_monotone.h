#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "polygon/planar_edges.h"

namespace navspan {

/// Triangles over a drawing's points, with what they lie in.
struct LabelledTriangles {
    std::vector<std::array<uint32_t, 3>> triangles;  ///< indices of points, counter-clockwise seen from above, none flat
    std::vector<uint8_t> labels;                     ///< per triangle, not 0
};

/// Cuts everything that has a label into triangles, holes and all, in O(n log n): a sweep cuts it into pieces that a line
/// upright on paper meets in one interval, and each of those into triangles in time in its corners. Two triangles meet in a
/// corner, along a whole edge or not at all; their areas sum to what they fill, exactly.
/// Sources: Garey, Johnson, Preparata, Tarjan, Triangulating a simple polygon (1978); de Berg et al., Computational Geometry
/// (2008), chapter 3.
LabelledTriangles triangulate_monotone(const PlanarEdges& edges);

}  // namespace navspan
