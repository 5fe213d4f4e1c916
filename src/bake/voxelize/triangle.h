#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bake/voxelize/columns.h"
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

/// The rows of the grid that a triangle reaches into; none when it lies beside, above or below.
RowRange rows_of(const TriangleCorner& a, const TriangleCorner& b, const TriangleCorner& c, const Grid& grid);

/// A triangle on its way through some rows of a grid. All its coordinates count from its own lattice corner [cell, vx, cell];
/// points are {x, y}.
struct RowTriangle {
    // a side of the triangle as a function of z
    struct Side {
        double z;  // of its lower end
        F64x2 start;
        F64x2 slope;  // per unit of z
        F64x2 at(double at_z) const { return start + (at_z - z) * slope; }
    };
    // a linear function of x that bounds y from above, and one that bounds -y from above
    struct Bounds {
        F64x2 offset, slope;
        F64x2 at(F64x2 x) const { return offset + slope * x; }
    };
    enum class Kind : uint8_t {
        bounded,  // its heights over several cells of a row are bounded by `sides` and `row`
        walked,   // too thin or too steep for that: side after side is walked
    };

    int32_t base_x, base_y;  // its lattice corner, from the grid's [cell], [vx]
    int32_t top;             // height steps that it reaches [vx]
    uint8_t area;
    Kind kind;            // of a triangle more than a cell wide
    bool columns_inside;  // none of its cells lies beside the grid
    bool heights_inside;  // the grid's vertical range holds it all

    F64x2 ceiling, floor;  // what heights are limited to, {highest, lowest upside down}
    uint64_t lowest;       // if heights_inside: interval and area of one voxel at its lattice corner, numbers not yet shifted

    Side through;        // past the middle corner
    Side around[2];      // below and above it
    F64x2 middle, last;  // corners
    double middle_z, last_z;

    Bounds sides[2], row;  // row: of the two lines of constant z around the row at z = 0
    F64x2 rise;            // added to row.offset per unit of z
};

/// Where a triangle meets a line of constant z: on the side that passes its middle corner by, and on the other two.
struct RowLine {
    F64x2 left, right;
};

/// The part of a triangle in one row, a ring of the points on its two lines and maybe the middle corner.
struct RowPart {
    F64x2 high_and_negated_low;    // of the points, the lowest upside down
    F64x2 highest_lowest_x;  // where those two are
    int32_t first, last;     // cells; last is less where the part lies in a lattice line, and belongs to the first
};

/// Cells [begin, end) of a row.
struct CellRange {
    int32_t begin = 0, end = 0;
};

/// Three corners in order, those of the same rank as they were. Which order that is is hard to foretell, so it is looked up
/// instead of found by branches.
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
    /// @param rows  of the band that is worked on, the first its lowest
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
    std::vector<RowLine> lines_;  // of the triangle that is cut, one more than rows
    std::vector<RowPart> parts_;  // of it, row by row
    // per cell of a row that is walked, one spare on both sides: {highest, lowest upside down} [vx]
    std::vector<F64x2> reached_;
};

/// Adds what a triangle covers of a cell, {highest, lowest upside down}, to the cell's column.
void add_heights(RowColumns& columns, const RowTriangle& triangle, int32_t cell, F64x2 high_and_negated_low);

/// Prepares the bounds of a triangle that has several cells in a row. Corners count from its lattice corner, by z.
void prepare_bounds(const TriangleCorner* corners, RowTriangle& triangle);

}  // namespace navspan
