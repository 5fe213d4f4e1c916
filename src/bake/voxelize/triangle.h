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

/// Results closer than this to a lattice line or step count as on it [cell], [vx].
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

/// The rows of the grid that a triangle overlaps. Empty if the triangle lies outside the columns or heights of the grid.
RowRange rows_of(const TriangleCorner& a, const TriangleCorner& b, const TriangleCorner& c, const Grid& grid);

/// A triangle while it is cut into rows. Coordinates are relative to its own lattice corner [cell, vx, cell]; points are {x,
/// y}.
struct RowTriangle {
    // upper bounds on {y, -y} as linear functions of x
    struct Bounds {
        F64x2 offset, slope;
        F64x2 at(F64x2 x) const { return offset + slope * x; }
    };
    enum class Kind : uint8_t {
        bounded,  // heights are bounded by `sides` and `row`
        walked,   // too thin or too steep for bounds: heights are found side by side
    };

    int32_t base_x, base_y;  // its lattice corner, relative to the grid's [cell], [vx]
    int32_t top;             // height, rounded up [vx]
    uint8_t area;
    Kind kind;            // set only if the triangle is more than a cell wide
    bool columns_inside;  // all its cells are in the columns of the grid
    bool heights_inside;  // all its heights are in the range of the grid

    F64x2 ceiling, floor;  // limits of heights, {highest, -lowest}
    uint64_t lowest;       // if heights_inside: interval and area of one voxel at the lattice corner, XOR kShift

    // sides of the triangle, {x, y} as a function of z, from the end with the lower z
    LineOverZ<F64x2> through;    // from the lowest to the highest corner in z
    LineOverZ<F64x2> around[2];  // below and above the middle corner in z
    F64x2 middle, last;          // corners, {x, y}
    double middle_z, last_z;

    Bounds sides[2], row;  // row: the two lines of constant z that bound the row at z = 0
    F64x2 rise;            // added to row.offset per unit of z
};

/// Intersection of a triangle with a line of constant z: `left` on the side `through`, `right` on the sides `around`.
struct RowLine {
    F64x2 left, right;
};

/// The part of a triangle in one row: a ring of the points on its two lines and, if it lies in the row, the middle corner.
struct RowPart {
    F64x2 high_and_negated_low;  // {highest, -lowest} of the points
    F64x2 highest_lowest_x;      // x of these two points
    int32_t first, last;         // cells; if the part lies in a lattice line, last < first and the part belongs to `first`
};

/// Cells [begin, end) of a row.
struct CellRange {
    int32_t begin = 0, end = 0;
};

/// Sorts three corners; stable. A lookup table avoids mispredicted branches.
template <class Less>
std::array<const TriangleCorner*, 3> sorted(std::array<const TriangleCorner*, 3> p, Less less) {
    constexpr uint8_t kOrders[8][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {0, 1, 2}, {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const uint8_t* order =
        kOrders[size_t{less(*p[1], *p[0])} | size_t{less(*p[2], *p[1])} << 1 | size_t{less(*p[2], *p[0])} << 2];
    return {p[order[0]], p[order[1]], p[order[2]]};
}

/// Cuts triangles into the cells of a band of rows.
class TriangleCutter {
public:
    /// @param rows  rows of the current band, the lowest first
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
    std::vector<RowLine> lines_;  // of the current triangle, one more than rows
    std::vector<RowPart> parts_;  // of the current triangle, one per row
    // for cut_by_ring_walk, per cell of a row and one spare cell on both sides: {highest, -lowest} [vx]
    std::vector<F64x2> reached_;
};

/// Adds the heights that a triangle covers in a cell, {highest, -lowest}, to the cell's column.
void add_heights(RowColumns& columns, const RowTriangle& triangle, int32_t cell, F64x2 high_and_negated_low);

/// Prepares the bounds of a triangle more than a cell wide. The corners are relative to its lattice corner and sorted by z.
void prepare_bounds(const TriangleCorner* corners, RowTriangle& triangle);

}  // namespace navspan
