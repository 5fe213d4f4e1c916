#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bake/voxelize/columns.h"
#include "core/line_over_z.h"
#include "core/simd.h"
#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"

namespace navspan {

inline F64x2 both(double v) {
    return F64x2{v, v};
}

/// A computed coordinate that is closer than this to a lattice line or height step is treated as lying on it [cell or vx].
constexpr double kEpsilon = 0x1p-22;

/// A corner of a triangle in lattice units (LatticeUnits).
struct TriangleCorner {
    F64x2 at;  // {x, y} [cell, vx]
    double z;  // [cell]
};

/// Rows [first, end) of a grid.
struct RowRange {
    int32_t first = 0, end = 0;
};

/// Returns the rows of the grid that a triangle overlaps. The range is empty if the triangle lies outside the columns or
/// heights of the grid.
RowRange rows_of(const TriangleCorner& a, const TriangleCorner& b, const TriangleCorner& c, const Grid& grid);

/// A triangle while it is cut into rows. Its lattice corner is the lattice point at or below the minimum of its bounding box.
/// Coordinates are relative to this corner [cell, vx, cell]; points are {x, y}.
struct RowTriangle {
    // upper bounds on {y, -y} as linear functions of x
    struct Bounds {
        F64x2 offset, slope;
        F64x2 at(F64x2 x) const { return offset + slope * x; }
    };
    enum class Kind : uint8_t {
        bounded,  // heights are bounded by `sides` and `row`
        walked,   // too thin or too steep for bounds: heights are found by walking around the ring
    };

    int32_t base_x, base_y;  // position of the lattice corner in the grid [cell, vx]
    int32_t top;             // height of the triangle above its lattice corner, rounded up [vx]
    uint8_t area;
    Kind kind;            // set only if the triangle is more than a cell wide
    bool columns_inside;  // all its cells are in the columns of the grid
    bool heights_inside;  // all its heights are in the range of the grid

    F64x2 ceiling, floor;  // limits for clamping heights, {highest, -lowest} [vx]
    uint64_t lowest;       // the voxel at the lattice corner as a QueuedInterval, XOR kShift; valid if heights_inside

    // sides of the triangle: {x, y} as a function of z, starting at the end with the lower z
    LineOverZ<F64x2> through;    // from the corner with the least z to the corner with the greatest z
    LineOverZ<F64x2> around[2];  // [0] ends and [1] starts at the corner with the middle z
    F64x2 middle, last;          // corners with the middle and the greatest z, {x, y}
    double middle_z, last_z;

    Bounds sides[2], row;  // row: bounds of the plane over the row from z = 0 to z = 1
    F64x2 rise;            // added to row.offset per unit of z
};

/// The two points where a line of constant z crosses the sides of a triangle: `left` on `through`, `right` on `around`.
struct RowLine {
    F64x2 left, right;
};

/// The part of a triangle in one row: a ring of points on the two row borders. If the corner with
/// the middle z lies in the row, it is also a point of the ring.
struct RowPart {
    F64x2 high_and_negated_low;  // {highest, -lowest} of the points
    F64x2 highest_lowest_x;      // x of the highest and of the lowest point
    int32_t first, last;         // first and last cell; last < first: the part lies on one lattice line, in cell `first`
};

/// Cells [begin, end) of a row.
struct CellRange {
    int32_t begin = 0, end = 0;
};

/// Stable sort of three corners. A lookup table avoids mispredicted branches.
template <class Less>
std::array<const TriangleCorner*, 3> sort_corners(std::array<const TriangleCorner*, 3> p, Less less) {
    constexpr uint8_t kOrders[8][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {0, 1, 2}, {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const uint8_t* order =
        kOrders[size_t{less(*p[1], *p[0])} | size_t{less(*p[2], *p[1])} << 1 | size_t{less(*p[2], *p[0])} << 2];
    return {p[order[0]], p[order[1]], p[order[2]]};
}

/// Cuts triangles into the cells of a band of rows.
class TriangleCutter {
public:
    /// @param rows  buffers for the rows of a band, in ascending z
    TriangleCutter(const Grid& grid, std::span<RowColumns> rows);

    /// Adds the intervals of a triangle to the columns of a band of rows.
    void cut(const TriangleCorner& a, const TriangleCorner& b, const TriangleCorner& c, uint8_t area, RowRange band);

private:
    CellRange cells_in_grid(const RowTriangle& t, const RowPart& part) const;
    void cut_level(const RowTriangle& t, RowColumns* columns, std::span<const RowPart> parts);
    void cut_parts(const RowTriangle& t, double first_z, RowColumns* columns, std::span<const RowPart> parts);
    void cut_by_ring_walk(RowColumns& columns, const RowTriangle& t, const RowPart& part, std::span<const F64x2> ring,
                          CellRange cells);

    Grid grid_;
    std::span<RowColumns> rows_;
    std::vector<RowLine> lines_;  // lines between the rows of the current triangle, one more than rows
    std::vector<RowPart> parts_;  // parts of the current triangle, one per row
    // scratch of cut_by_ring_walk: {highest, -lowest} [vx] per cell of a row, with one spare cell on both sides
    std::vector<F64x2> reached_;
};

/// Adds the heights that a triangle covers in a cell to the cell's column. @param high_and_negated_low  {highest, -lowest} [vx]
void add_heights(RowColumns& columns, const RowTriangle& triangle, int32_t cell, F64x2 high_and_negated_low);

/// Sets the bounds of a triangle that is more than one cell wide. @param corners  sorted by z, relative to the lattice corner
void prepare_bounds(const TriangleCorner* corners, RowTriangle& triangle);

}  // namespace navspan
