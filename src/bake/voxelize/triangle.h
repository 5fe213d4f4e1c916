#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bake/voxelize/columns.h"
#include "bake/voxelize/line_over_z.h"
#include "core/simd.h"
#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"
#include "polygon/sort_three.h"

namespace navspan {

inline F64x2 both(double v) {
    return F64x2{v, v};
}

/// Rounding tolerance [cell or vx]. A coordinate closer than this to a lattice line or height step counts as lying on it.
constexpr double kEpsilon = 0x1p-22;

/// A corner of a triangle.
struct TriangleCorner {
    F64x2 at;  // {x, y} [cell, vx]
    double z;  // [cell]
};

/// A triangle, relative to the minimum corner of its bounding box, rounded down.
struct BasedTriangle {
    int32_t x, y, z;  // that corner, relative to the grid [cell, vx, cell]
    std::array<TriangleCorner, 3> corners;
};

/// Converts a triangle in lattice units (LatticeUnits).
BasedTriangle based_triangle(const std::array<TriangleCorner, 3>& corners, const Grid& grid);

/// Returns the number of cells or height steps that [0, v] covers: v rounded up, at least 1. Requires v >= 0.
inline int32_t steps_within(double v) {
    const auto down = int32_t(v);
    return std::max(down + (v > down), 1);
}

/// Rows [first, end) of a grid.
struct RowRange {
    int32_t first = 0, end = 0;
};

/// A triangle in coordinates relative to its lattice corner [cell, vx, cell]. Points are {x, y}.
struct RowTriangle {
    // upper bounds on {y, -y} as linear functions of x
    struct Bounds {
        F64x2 offset, slope;
        F64x2 at(F64x2 x) const { return offset + slope * x; }
    };
    enum class HeightMethod : uint8_t {
        bounded,  // heights are bounded by `sides` and `row`
        walked,   // very thin or steep: heights are found by walking around the part of the triangle in each row
    };

    int32_t base_x, base_y;  // minimum corner of the bounding box, rounded down [cell, vx]
    int32_t top;             // height of the bounding box above base_y, rounded up [vx]
    uint8_t area;
    HeightMethod method;  // set only if the triangle reaches into more than one column
    bool columns_inside;  // all its cells are in the columns of the grid
    bool heights_inside;  // all its heights are in the range of the grid

    F64x2 ceiling, floor;  // upper and lower limits for clamping a pair of heights {highest, -lowest} [vx]
    uint64_t lowest;       // lowest voxel of the triangle as a QueuedInterval, XOR kIntervalShift; valid if heights_inside

    // sides of the triangle: {x, y} as a function of z, starting at the end with the lower z
    LineOverZ<F64x2> through;    // from the corner with the least z to the corner with the greatest z
    LineOverZ<F64x2> around[2];  // [0] ends and [1] starts at the corner with the middle z
    F64x2 middle, last;          // corners with the middle and the greatest z, {x, y}
    double middle_z, last_z;

    // `sides`: bounds from the triangle's sides. `row`: bounds from the triangle's plane, in the row from z = 0 to z = 1.
    Bounds sides[2], row;
    F64x2 rise;  // change of row.offset from one row to the next
};

/// The two points where a line of constant z crosses the sides of a triangle. `left` is on the side RowTriangle::through,
/// `right` on one of the sides RowTriangle::around. Either point can have the lower x.
struct RowLine {
    F64x2 left, right;
};

/// The part of a triangle that lies in one row: a polygon with two corners on each border of the row. The triangle's corner
/// with the middle z is a further corner if it lies in the row. If the triangle starts or ends inside the row, its first or
/// last corner replaces the two corners on that border.
struct RowPart {
    F64x2 high_and_negated_low;  // {highest, -lowest} of the corners
    F64x2 highest_lowest_x;      // x of the highest and of the lowest corner
    // First and last cell. If the whole part lies on the line between two cells, `first` is the cell after the line, and `last`
    // is first - 1.
    int32_t first, last;
};

/// Cells [begin, end) of a row.
struct CellRange {
    int32_t begin = 0, end = 0;
};

/// Cuts triangles into the cells of a band of rows.
class TriangleCutter {
public:
    /// @param rows  buffers for the rows of a band, in ascending z
    TriangleCutter(const Grid& grid, std::span<RowColumns> rows);

    /// Adds the intervals of a triangle to the columns of a band of rows.
    void cut(const BasedTriangle& triangle, uint8_t area, RowRange band);

private:
    CellRange cells_in_grid(const RowTriangle& t, const RowPart& part) const;
    void cut_level(const RowTriangle& t, RowColumns* columns, std::span<const RowPart> parts);
    void cut_parts(const RowTriangle& t, double first_z, RowColumns* columns, std::span<const RowPart> parts);
    void cut_by_ring_walk(RowColumns& columns, const RowTriangle& t, const RowPart& part, std::span<const F64x2> ring,
                          CellRange cells);

    Grid grid_;
    std::span<RowColumns> rows_;
    std::vector<RowLine> lines_;  // border lines of the rows of the current triangle, one more than rows
    std::vector<RowPart> parts_;  // parts of the current triangle, one per row
    // scratch of cut_by_ring_walk, per cell of a row: {highest, -lowest} [vx]; one spare cell on each side
    std::vector<F64x2> reached_;
};

// XOR with kIntervalShift turns a QueuedInterval into unsigned lanes {kMaxHeight - bottom, top, area}, and back. In the
// unsigned form, one 64-bit addition changes both heights, because no lane carries into the next.
constexpr uint64_t kIntervalShift = 0x80008000u;

// Like add_steps, but clamps heights to the grid and drops intervals outside the grid.
void add_clamped_steps(RowColumns& columns, const RowTriangle& t, int32_t cell, I32x2 steps);

/// Adds the voxels that a triangle covers in a cell to the cell's column.
/// @param steps  {highest, -lowest} voxel above the lattice corner [vx]
inline void add_steps(RowColumns& columns, const RowTriangle& t, int32_t cell, I32x2 steps) {
    if (!t.heights_inside) return add_clamped_steps(columns, t, cell, steps);
    const int64_t lowest_down = steps[1], highest = std::max<int64_t>(steps[0], -lowest_down);
    columns.add(size_t(t.base_x + cell), (t.lowest + uint64_t(lowest_down) + (uint64_t(highest) << 16)) ^ kIntervalShift);
}

/// Adds the heights that a triangle covers in a cell to the cell's column. @param high_and_negated_low  {highest, -lowest} [vx]
inline void add_heights(RowColumns& columns, const RowTriangle& t, int32_t cell, F64x2 high_and_negated_low) {
    // Round both heights down: they are >= 0, and the conversion rounds towards 0. Clamping moves a height at the top of the
    // last voxel into that voxel.
    const F64x2 clamped = greatest(least(high_and_negated_low - kEpsilon, t.ceiling), t.floor);
    add_steps(columns, t, cell, __builtin_convertvector(clamped, I32x2));
}

/// Chooses the height method of a triangle that reaches into more than one column. For HeightMethod::bounded, also sets the
/// bounds. @param corners  sorted by z, relative to the lattice corner
void prepare_bounds(const TriangleCorner* corners, RowTriangle& triangle);

}  // namespace navspan
