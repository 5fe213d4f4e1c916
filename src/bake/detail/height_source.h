#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "bake/voxelize/soup_view.h"
#include "core/simd.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// Height of a cell without ground: NaN. All comparisons with NaN are false, except !=.
constexpr float kNoGround = std::numeric_limits<float>::quiet_NaN();

/// Heights are rounded to 1/kHeightSteps voxels. A float holds all such heights exactly.
constexpr double kHeightSteps = 256;
inline double round_height(double y) {
    const double scaled = y * kHeightSteps + 0.5;
    const double whole = double(int64_t(scaled));
    return (whole > scaled ? whole - 1 : whole) / kHeightSteps;
}

/// A point counts as on a triangle if its distance is at most this [cell]. The tolerance exceeds the rounding error of a
/// division.
constexpr double kOnTriangle = 1e-7;

/// The bounding box of a triangle. x and z [cell] are relative to the grid's corner, y [vx] to its y0.
struct HeightBounds {
    double min_x = 0, max_x = 0, min_z = 0, max_z = 0, min_y = 0, max_y = 0;
};

/// A side of a triangle at low x (left) and a side at high x (right), as linear functions of z. Lane 0 is x of the left side,
/// lane 1 is -x of the right side. The greatest value of several pairs is then the left and the right end of a row.
struct SidePair {
    F64x2 z, start, slope;  ///< the value is `start` at z and changes by `slope` per unit of z
    F64x2 at(double at_z) const { return start + (at_z - z) * slope; }
};

/// A walkable triangle with its plane and its sides.
struct HeightTriangle : HeightBounds {
    /// Each pair consists of the longest side in z and one of the two other sides. If one of these is parallel to x, both pairs
    /// are equal. The start of a side is its corner with the lower z, so two triangles compute equal points on a common side.
    std::array<SidePair, 2> sides{};
    double x = 0, z = 0, y = 0;       ///< a corner
    double slope_x = 0, slope_z = 0;  ///< slope of the plane [vx/cell]
};

/// The triangles of a bake, as the source of exact heights.
struct GroundTriangles {
    SoupView soup;
    std::span<const uint8_t> areas;  ///< area id of each triangle; triangles with kNullArea are ignored
    Lattice lattice;
};

/// Triangles in bins (blocks of cells), for queries of the exact ground height. If there are many triangles, `prepared` is
/// empty, and each query computes the HeightTriangles that it needs.
struct TriangleHeights {
    const GroundTriangles* source = nullptr;
    Grid grid;
    int32_t block = 8;                ///< side of a bin, a power of two [cell]
    double bins_per_cell = 0.125;     ///< 1 / block
    int32_t bins_x = 0, bins_z = 0;   ///< number of bins
    std::vector<uint32_t> bin_first;  ///< start offsets into items, bins_x * bins_z + 1 entries
    std::vector<uint32_t> items;      ///< indices into `prepared`; if that is empty, indices of triangles of the soup
    std::vector<HeightTriangle> prepared;
    /// For each item of a tall bin: the highest y of this and all previous items of the bin [vx]. The items of a tall bin are
    /// sorted by their lowest y. Empty if no bin was sorted.
    std::vector<double> highest;
    /// True if the bin has so many items that they are sorted by height.
    bool is_tall(size_t bin) const { return bin_first[bin + 1] - bin_first[bin] > kTallBin; }
    static constexpr uint32_t kTallBin = 64;
};

/// Converts a world position to the coordinates of HeightBounds.
inline DVec3 to_grid(const Lattice& lattice, const Grid& grid, DVec3 world) {
    const DVec3 p = world - lattice.origin;
    return {p.x / lattice.cell_size - grid.x0, p.y / lattice.cell_height - grid.y0, p.z / lattice.cell_size - grid.z0};
}

/// Returns the corners of a triangle of the soup. Coordinates as in HeightBounds.
std::array<DVec3, 3> height_corners(const GroundTriangles& source, const Grid& grid, uint32_t triangle);
/// Computes the plane and the sides of a triangle. Returns false if the triangle is degenerate seen from above.
bool prepare_height_triangle(const std::array<DVec3, 3>& corners, HeightTriangle& t);

/// A rectangle of cells, inclusive.
struct CellBox {
    int32_t first_x = 0, last_x = 0, first_z = 0, last_z = 0;
};

/// A triangle and the cells of the grid that its bounding box touches.
struct BoxedTriangle {
    uint32_t index;
    CellBox cells;
};

/// Bins triangles. Skips triangles that are degenerate seen from above. The bins hold at most 2^17 items, or 4 items for each
/// triangle and 2 items for each bin if this is more.
/// @param source  must outlive the result
/// @param triangles  one or more lists
/// @param queries  expected number of queries; affects only the speed
TriangleHeights bin_triangles(const GroundTriangles& source, const Grid& grid,
                              std::span<const std::vector<BoxedTriangle>> triangles, size_t queries);

struct HeightQuery {
    double x = 0, z = 0;             ///< relative to the grid's corner [cell]
    double lowest = 0, highest = 0;  ///< ground outside this range is ignored [vx]
};

/// Returns the height [vx] of the highest ground at the query's position and in its vertical range, or nullopt.
std::optional<double> ground_height(const TriangleHeights& heights, const HeightQuery& query);

/// A vertical range [vx].
struct HeightRange {
    double lowest = 0, highest = 0;
};

/// Because of rounding, the computed ground may be this far above its floor [vx].
constexpr double kFloorRounding = 1.0 / 16;

/// Returns how far the ground can be below its voxel floor [vx]. The floor is the highest ground in its cell, rounded up by at
/// most one voxel. Walkable ground rises by at most walkable_climb over the cell. One more voxel is a margin.
constexpr int32_t depth_below_floor(int32_t walkable_climb) {
    return walkable_climb + 2;
}

/// Returns the range of heights that the ground of a voxel floor can have.
inline HeightRange ground_range(double floor, int32_t walkable_climb) {
    return {floor - depth_below_floor(walkable_climb), floor + kFloorRounding};
}

/// Returns, for each open span, the ceiling of the next lower open span in its cell [vx], or 0. The ground of the span cannot
/// be lower. Returns an empty list if the agent is so tall that ground_range of a floor never reaches down to the next lower
/// floor.
std::vector<uint16_t> ceilings_below(const CompactHeightfield& field);

/// Returns the range of heights that the ground of an open span can have.
/// @param ceilings  result of ceilings_below
inline HeightRange ground_range(const CompactHeightfield& field, std::span<const uint16_t> ceilings, uint32_t span) {
    HeightRange range = ground_range(field.floor[span], field.walkable_climb);
    if (!ceilings.empty()) range.lowest = std::max(range.lowest, ceilings[span] - kFloorRounding);
    return range;
}

/// Returns {from, -to}: a row at z crosses the triangle from x = from to x = to [cell]. No crossing if from > to.
/// Precondition: z is at most kOnTriangle outside the triangle.
inline F64x2 row_ends(const HeightTriangle& t, double z) {
    return greatest(t.sides[0].at(z), t.sides[1].at(z)) - kOnTriangle;
}
/// True if a point is on the triangle, seen from above.
inline bool is_on_triangle(const HeightTriangle& t, double x, double z) {
    if (z < t.min_z - kOnTriangle || z > t.max_z + kOnTriangle) return false;
    const F64x2 ends = row_ends(t, z);
    return x >= ends[0] && x <= -ends[1];
}
inline double plane_height(const HeightTriangle& t, double x, double z) {
    return t.y + ((x - t.x) * t.slope_x + (z - t.z) * t.slope_z);
}

}  // namespace navspan
