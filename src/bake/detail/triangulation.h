#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

/// A Delaunay triangulation of a convex polygon that points can be added to, on a lattice of its own (1/256 cell). Memory is
/// kept from one polygon to the next.
struct DetailTriangulation {
    struct Triangle {
        std::array<uint32_t, 3> corner;     ///< counter-clockwise, indices into points
        std::array<uint32_t, 3> neighbour;  ///< across the edge from corner k to corner k + 1
    };
    std::vector<LatticePoint> points;
    std::vector<Triangle> triangles;

    // scratch
    std::vector<uint32_t> ring, kept;
    std::vector<std::array<uint32_t, 2>> pending;  ///< triangle, edge: still to be tested
};

/// Replaces the triangulation by one of the ring made of all its points, which must be convex and counter-clockwise with an
/// area; points may lie on straight edges. Only triangles with an area are made.
void triangulate_ring(DetailTriangulation& t);

/// Adds a point strictly inside the ring that is not yet a point of the triangulation.
/// @param near  a triangle to start looking from
/// @return a triangle with the new point as its third corner; turn() leads to the other ones
uint32_t insert_point(DetailTriangulation& t, LatticePoint point, uint32_t near);

/// The next triangle around the third corner of a triangle that insert_point returned.
inline uint32_t turn(const DetailTriangulation& t, uint32_t triangle) {
    return t.triangles[triangle].neighbour[1];
}

}  // namespace navspan
