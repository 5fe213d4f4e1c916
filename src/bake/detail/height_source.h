#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bake/voxelize/line_over_z.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// A point at most this far outside a triangle counts as on the triangle [cell]. Covers the rounding errors of a division.
constexpr double kOnTriangle = 1e-7;

/// The bounding box of a triangle. x and z [cell] are relative to the grid's corner, y [vx] to its y0.
struct HeightBounds {
    double min_x = 0, max_x = 0, min_z = 0, max_z = 0, min_y = 0, max_y = 0;
};

/// A walkable triangle, prepared for height queries.
struct HeightTriangle : HeightBounds {
    /// Sides of the triangle that bound x from below (left) and from above (right). If there is only one such side, both
    /// entries are equal. A side is computed from its end with the lower z, so triangles with a common edge compute identical
    /// points on it.
    std::array<LineOverZ<double>, 2> left{}, right{};
    double x = 0, z = 0, y = 0;       ///< a corner
    double slope_x = 0, slope_z = 0;  ///< rise of the plane [vx/cell]
};

/// The walkable triangles of a bake, binned by blocks of cells, for queries of the exact ground height. If there are few
/// triangles compared with the cells, all triangles are prepared once. Otherwise, each query prepares the triangles that it
/// needs, which saves the memory of one HeightTriangle per triangle.
struct TriangleHeights {
    Grid grid;
    Lattice lattice;
    const TriangleSoup* soup = nullptr;  ///< source of triangles that are not prepared
    int32_t block = 8;                   ///< side of a bin, a power of two [cell]
    double bins_per_cell = 0.125;        ///< 1 / block
    int32_t bins_x = 0, bins_z = 0;      ///< number of bins
    std::vector<uint32_t> bin_first;     ///< start offsets into items, bins_x * bins_z + 1 entries
    std::vector<uint32_t> items;         ///< indices into `prepared`; if that is empty, see kItemHasCentre
    std::vector<HeightTriangle> prepared;
};

/// If triangles are not prepared, an item is a triangle's index in soup->triangles, combined with these flags.
constexpr uint32_t kItemHasCentre = uint32_t{1} << 31;   ///< the bounding box of the triangle contains the centre of a cell
constexpr uint32_t kItemContinuesX = uint32_t{1} << 30;  ///< the triangle is also in the bin at x - 1
constexpr uint32_t kItemContinuesZ = uint32_t{1} << 29;  ///< the same for z - 1; only set for small triangles
constexpr uint32_t kItemTriangle = kItemContinuesZ - 1;  ///< mask of the index

/// Returns the corners of a triangle of the soup. Coordinates as in HeightBounds.
std::array<DVec3, 3> height_corners(const TriangleHeights& heights, uint32_t triangle);
/// Returns the bounding box of a triangle of the soup.
HeightBounds triangle_bounds(const TriangleHeights& heights, uint32_t triangle);
/// Prepares a triangle. Returns false if it has no area seen from above.
bool prepare_height_triangle(const std::array<DVec3, 3>& corners, HeightTriangle& t);

/// Bins the walkable triangles. Triangles whose projection to the ground plane has no area are skipped.
/// @param soup   must outlive the result
/// @param areas  per triangle: result of mark_walkable_triangles
TriangleHeights bin_walkable_triangles(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                       const Grid& grid);

/// Calls visit(triangle) with the triangle of an item if is_needed(bounds) is true.
template <class IsNeeded, class Visit>
void visit_item(const TriangleHeights& heights, uint32_t item, IsNeeded is_needed, Visit visit) {
    if (!heights.prepared.empty()) {
        if (is_needed(heights.prepared[item])) visit(heights.prepared[item]);
        return;
    }
    const uint32_t triangle = item & kItemTriangle;
    if (!is_needed(triangle_bounds(heights, triangle))) return;
    HeightTriangle t;
    if (prepare_height_triangle(height_corners(heights, triangle), t)) visit(t);
}

struct HeightQuery {
    double x = 0, z = 0;             ///< relative to the grid's corner [cell]
    double lowest = 0, highest = 0;  ///< ground outside this range is ignored [vx]
};

/// Returns the highest ground at a point within the vertical range of the query [vx], or nullopt if there is none.
std::optional<double> ground_height(const TriangleHeights& heights, const HeightQuery& query);

/// A vertical range [vx].
struct HeightRange {
    double lowest = 0, highest = 0;
};

/// Returns the range in which to search for the ground that belongs to a voxel floor. A floor is the highest ground in its
/// cell, rounded up. So the distance from the floor down to the ground is at most one voxel for the rounding, plus the rise of
/// the ground over one cell. On walkable ground, this rise is at most a climb.
inline HeightRange ground_range(double floor, int32_t walkable_climb) {
    constexpr double kRounding = 1.0 / 16;  // the voxelizer uses single precision
    return {floor - walkable_climb - 2, floor + kRounding};
}

/// Interval of x in which a row at z crosses the triangle [cell]. Empty if from > to.
struct RowExtent {
    double from = 1, to = 0;
};
inline RowExtent row_extent(const HeightTriangle& t, double z) {
    if (z < t.min_z - kOnTriangle || z > t.max_z + kOnTriangle) return {};
    return {std::max(t.left[0].at(z), t.left[1].at(z)) - kOnTriangle,
            std::min(t.right[0].at(z), t.right[1].at(z)) + kOnTriangle};
}
inline double plane_height(const HeightTriangle& t, double x, double z) {
    return t.y + ((x - t.x) * t.slope_x + (z - t.z) * t.slope_z);
}

}  // namespace navspan
