#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"
#include "rasterize_columns.h"

namespace navspan {

/// Two numbers handled together, a vector of the compiler's. The results are those of handling one after the other.
typedef double Pair __attribute__((vector_size(16)));

/// Rows [first, end) of a grid.
struct RowRange {
    int32_t first = 0, end = 0;
};

/// The rows of the grid that a triangle reaches into; none when it lies beside, above or below. Corners are in lattice units
/// (LatticeUnits) [cell, vx, cell].
RowRange rows_of(const DVec3& a, const DVec3& b, const DVec3& c, const Grid& grid);

/// A triangle on its way through some rows of a grid. All its coordinates count from its own lattice corner [cell, vx, cell];
/// points are {x, y}.
struct RowTriangle {
    // a side of the triangle as a function of z
    struct Side {
        double z;  // of its lower end
        Pair start;
        Pair slope;  // per unit of z
        Pair at(double at_z) const { return start + (at_z - z) * slope; }
    };
    // a linear function of x that bounds y from above, and one that bounds -y from above
    struct Bounds {
        Pair offset, slope;
        Pair at(Pair x) const { return offset + slope * x; }
    };
    enum class Kind : uint8_t {
        flat,     // its heights fall into one voxel
        bounded,  // its heights over a row are bounded by `sides` and `row`
        walked,   // too thin or too steep for that: side after side is walked
    };

    int32_t base_x, base_y;  // its lattice corner, from the grid's [cell], [vx]
    int32_t top;             // height steps that it reaches [vx]
    uint8_t area;
    Kind kind;
    bool heights_inside;  // the grid's vertical range holds it all

    Pair ceiling, floor;  // what heights are limited to, {highest, lowest upside down}
    uint64_t lowest;      // if heights_inside: interval and area of one voxel at its lattice corner, numbers not yet shifted

    Side through, lower, upper;
    Pair middle, last;  // corners
    double middle_z, last_z;

    Bounds sides[2], row;  // row: of the two lines of constant z around the row at z = 0
    Pair rise;             // added to row.offset per unit of z
};

/// The part of a triangle in one row.
struct RowPart {
    Pair points[5];       // seen from the front, a ring of points, some of which may be the same
    Pair highest_lowest;  // of the points, the lowest upside down
    double z;             // lower line of the row
    int32_t first, last;  // cells
};

/// Cells [begin, end) of a row.
struct CellRange {
    int32_t begin = 0, end = 0;
};

/// Three corners in order, those of the same rank as they were. Which order that is is hard to foretell, so it is looked up
/// instead of found by branches.
template <class Less>
std::array<const DVec3*, 3> sorted(std::array<const DVec3*, 3> p, Less less) {
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

    /// Adds the intervals of a triangle to the columns of a band of rows. Corners are in lattice units (LatticeUnits)
    /// [cell, vx, cell].
    void cut(const DVec3& a, const DVec3& b, const DVec3& c, uint8_t area, RowRange band);

private:
    void cut_row(RowColumns& columns, const RowTriangle& t, const RowPart& part);
    void cut_walking(RowColumns& columns, const RowTriangle& t, const RowPart& part, CellRange cells);
    void note(size_t cell, double y);

    Grid grid_;
    std::span<RowColumns> rows_;
    std::vector<RowPart> parts_;      // of the triangle that is cut, row by row
    std::vector<double> low_, high_;  // per cell of a row that is walked, one spare on both sides [vx]
};

/// Adds what a triangle covers of a cell, {highest, lowest upside down}, to the cell's column.
void add_heights(RowColumns& columns, const RowTriangle& triangle, int32_t cell, Pair highest_lowest);

/// Prepares the bounds of a triangle that is not flat. Corners count from its lattice corner, by z.
void prepare_bounds(const DVec3* corners, RowTriangle& triangle);

}  // namespace navspan
