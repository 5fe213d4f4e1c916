#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

/// An incremental Delaunay triangulation of a convex polygon on a lattice of 1/256 cell.
struct DetailTriangulation {
    struct Triangle {
        std::array<uint32_t, 3> corner;     ///< counter-clockwise, indices into points
        std::array<uint32_t, 3> neighbour;  ///< triangle across the edge from corner k to corner k + 1, or kNoIndex
    };
    std::vector<LatticePoint> points;
    std::vector<Triangle> triangles;

    // Buffers that are reused.
    std::vector<uint32_t> ring, across;
    std::vector<std::array<uint32_t, 2>> pending;  ///< edges still to be tested, as pairs of triangle and edge
};

/// Triangulates the ring of all points; replaces the previous triangles. The ring must be convex and counter-clockwise, and its
/// area must not be 0. Some points may be collinear with their neighbours. No triangle of the result is degenerate.
void triangulate_ring(DetailTriangulation& t);

/// Inserts a point, which must lie strictly inside the ring and differ from all other points.
/// @param near  triangle at which the search starts
/// @return a triangle with the new point as its third corner; turn() visits the other triangles around the point
uint32_t insert_point(DetailTriangulation& t, LatticePoint point, uint32_t near);

/// Returns the next triangle around the point that insert_point inserted.
/// @param triangle  a triangle with that point as its third corner
inline uint32_t turn(const DetailTriangulation& t, uint32_t triangle) {
    return t.triangles[triangle].neighbour[1];
}

}  // namespace navspan
