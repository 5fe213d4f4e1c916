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

/// A corner of a triangle in lattice units (LatticeUnits).
struct TriangleCorner {
    F64x2 at;  // {x, y} [cell, vx]
    double z;  // [cell]
};

/// The corners of a triangle.
using CornerPointers = std::array<const TriangleCorner*, 3>;

/// Returns v rounded down in each lane. Requires |v| < 2^51.
inline F64x2 rounded_down(F64x2 v) {
    constexpr double kRound = 0x1.8p52;
    const F64x2 nearest = (v + kRound) - kRound;
    return nearest - F64x2(I64x2(nearest > v) & I64x2(both(1)));
}

/// The bounding box of a triangle. Its lattice corner is its minimum corner, rounded down.
struct TriangleBox {
    F64x2 low, high;       // {x, y} [cell, vx]
    double low_z, high_z;  // [cell]
    F64x2 base;            // lattice corner, {x, y} [cell, vx]
    double base_z;         // lattice corner [cell]

    // relative to the lattice corner
    F64x2 size() const { return high - base; }
    double depth() const { return high_z - base_z; }
};
inline TriangleBox box_of(const CornerPointers& corners) {
    const auto& [a, b, c] = corners;
    const F64x2 low = least(a->at, b->at, c->at);
    const double low_z = least(a->z, b->z, c->z);
    return {
        low, greatest(a->at, b->at, c->at), low_z, greatest(a->z, b->z, c->z), rounded_down(low), rounded_down(both(low_z))[0]};
}

/// Returns the number of cells or height steps that [0, v] covers: v rounded up, at least 1. Requires v >= 0.
inline int32_t steps_within(double v) {
    const auto down = int32_t(v);
    return std::max(down + (v > down), 1);
}

/// Returns a mask of the cells that a small triangle touches: bit 2 * row + column. Returns 0 if a corner lies on a lattice
/// line, or if a side passes very close to the lattice point in the middle. The general method must then be used.
/// @param middle_x, middle_z  the lattice point in the middle of the four cells
uint32_t touched_cells_of_four(const CornerPointers& corners, double middle_x, double middle_z);
inline uint32_t touched_cells(const TriangleBox& box, const CornerPointers& corners) {
    const double width = box.size()[0];
    const uint32_t wide = width > 1, deep = box.depth() > 1;
    // If the computed greatest x is exactly on a line between two columns, the general method must be used.
    const uint32_t on_line = (width == 1) | (width == 2);
    if ((wide & deep & ~on_line) != 0) return touched_cells_of_four(corners, box.base[0] + 1, box.base_z + 1);
    return (1u | wide << 1 | deep << 2) * ((deep & on_line) ^ 1);
}

/// Rows [first, end) of a grid.
struct RowRange {
    int32_t first = 0, end = 0;
};

/// The columns, rows and heights of a grid.
struct GridBounds {
    explicit GridBounds(const Grid& grid)
        : low{double(grid.x0), double(grid.y0)},
          high{low + F64x2{double(grid.width), kMaxHeight}},
          last{high - 1.0},
          low_z(grid.z0),
          last_z(low_z + grid.depth - 1),
          depth(grid.depth) {}

    /// True for a small triangle inside the grid. Small: its box is at most `limits` (kTwoCells or kThreeCells). Inside the
    /// grid: the triangle can only touch cells and heights of the grid.
    bool has_small(const TriangleBox& box, F64x2 limits) const {
        if ((box.high_z - box.base_z > limits[0]) | any(box.size() > limits)) return false;
        return !((box.low_z < low_z) | (box.high_z > last_z) | any(I64x2(box.low < low) | I64x2(box.high > last)));
    }

    /// Returns the rows of the grid that a triangle overlaps. Returns no rows if the triangle lies outside the columns or
    /// heights of the grid.
    RowRange rows_of(const TriangleBox& box) const {
        if (any(I64x2(box.high < low) | I64x2(box.base >= high))) return {};
        const auto first = int64_t(box.base_z - low_z), end = first + steps_within(box.depth());
        return {int32_t(std::clamp<int64_t>(first, 0, depth)), int32_t(std::clamp<int64_t>(end, 0, depth))};
    }

    // Upper limits on the box of a small triangle: {width and depth [cell], height [vx]}. Within these limits, rounding errors
    // of SplitHeights (small_triangle.cpp) stay below 2^-28 vx, and corners are exact in single precision.
    static constexpr F64x2 kTwoCells{2, 15}, kThreeCells{3, 15};
    F64x2 low, high, last;  // last: last lattice line or step before `high`
    double low_z, last_z;   // last_z: last lattice line before the end of the grid
    int32_t depth;
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

/// Returns the corners of a triangle, sorted by z and relative to the lattice corner of its box.
inline std::array<TriangleCorner, 3> sort_by_z(const TriangleBox& box, const CornerPointers& corners) {
    const auto sorted = sort_three(*corners[0], *corners[1], *corners[2], [](const TriangleCorner& p) { return p.z; }).items;
    const auto from_base = [&box](const TriangleCorner* p) -> TriangleCorner { return {p->at - box.base, p->z - box.base_z}; };
    return {from_base(sorted[0]), from_base(sorted[1]), from_base(sorted[2])};
}

/// Cuts triangles into the cells of a band of rows.
class TriangleCutter {
public:
    /// @param rows  buffers for the rows of a band, in ascending z
    TriangleCutter(const Grid& grid, std::span<RowColumns> rows);

    /// Adds the intervals of a triangle to the columns of a band of rows.
    void cut(const CornerPointers& corners, uint8_t area, RowRange band);

    /// Faster version of `cut` for a small triangle whose bounding box lies in exactly two cells.
    void cut_in_two(const CornerPointers& corners, uint8_t area, RowRange band);

private:
    // Adds the heights of a small triangle in one cell of its box. @param cell  2 * row + column
    void add_small(const TriangleBox& box, size_t cell, F64x2 high_and_negated_low, uint8_t area, RowRange band);
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
