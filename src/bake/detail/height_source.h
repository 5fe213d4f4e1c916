#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// How far a point may lie outside a triangle and still count as on it [cell]: room for the last bits of a division.
constexpr double kOnTriangle = 1e-7;

/// A walkable triangle seen from above, ready for height queries; x and z [cell] from the grid's corner, y [vx] from its y0.
struct HeightTriangle {
    /// A line that bounds the triangle: it passes x + (z' - z) * slope at z'. Its starting point is the end with the lower z,
    /// whichever triangle asks, so that triangles with a common edge agree on every point of it.
    struct Side {
        double x = 0, z = 0, slope = 0;
    };
    double min_x = 0, max_x = 0, min_z = 0, max_z = 0, min_y = 0, max_y = 0;
    std::array<Side, 2> left, right;  ///< bounds of x, the same one twice where there is only one
    double x = 0, z = 0, y = 0;       ///< a corner
    double slope_x = 0, slope_z = 0;  ///< rise of the plane [vx/cell]
};

/// The walkable triangles of a bake, binned by blocks of cells, to ask for the exact height of the ground.
struct TriangleHeights {
    Grid grid;
    int32_t block = 8;                ///< side of a bin [cell]
    int32_t bins_x = 0, bins_z = 0;   ///< number of bins
    std::vector<uint32_t> bin_first;  ///< bins_x * bins_z + 1 offsets into items
    std::vector<uint32_t> items;      ///< indices into triangles
    std::vector<HeightTriangle> triangles;
};

/// Bins the triangles with an area. Triangles without extent seen from above have no height and are left out.
/// @param areas  per triangle, as mark_walkable_triangles gives them
TriangleHeights bin_walkable_triangles(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                       const Grid& grid);

struct HeightQuery {
    double x = 0, z = 0;             ///< [cell] from the grid's corner
    double lowest = 0, highest = 0;  ///< only ground within this range counts [vx]
};

/// The highest ground at a point within a vertical range [vx], if there is any.
std::optional<double> ground_height(const TriangleHeights& heights, const HeightQuery& query);

/// A vertical range [vx].
struct HeightRange {
    double lowest = 0, highest = 0;
};

/// Where the true ground of a voxel floor is looked for: floors are rounded up and hold for the highest point of their cell, so
/// the ground is at or below them, by a voxel and the rise over a cell, which an agent that gets anywhere can climb.
inline HeightRange ground_range(double floor, int32_t walkable_climb) {
    constexpr double kRounding = 1.0 / 16;  // the voxeliser works in float
    return {floor - walkable_climb - 2, floor + kRounding};
}

/// The part of the line at z that lies on the triangle: lowest and highest x, empty when the first is the greater one [cell].
struct RowExtent {
    double from = 1, to = 0;
};
inline RowExtent row_extent(const HeightTriangle& t, double z) {
    if (z < t.min_z - kOnTriangle || z > t.max_z + kOnTriangle) return {};
    const auto at = [z](const HeightTriangle::Side& side) { return side.x + (z - side.z) * side.slope; };
    return {std::max(at(t.left[0]), at(t.left[1])) - kOnTriangle, std::min(at(t.right[0]), at(t.right[1])) + kOnTriangle};
}
inline double plane_height(const HeightTriangle& t, double x, double z) {
    return t.y + ((x - t.x) * t.slope_x + (z - t.z) * t.slope_z);
}

}  // namespace navspan
