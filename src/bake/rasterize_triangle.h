#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/lattice.h"
#include "navspan/core/vec.h"
#include "rasterize_rows.h"

namespace navspan {

/// Cuts triangles into the rows and cells of one grid.
class TriangleCutter {
public:
    TriangleCutter(const Grid& grid, RowPieces& pieces);

    /// Adds the intervals of one triangle. Corners are in lattice units (LatticeUnits) [cell, vx, cell].
    void cut(const DVec3& a, const DVec3& b, const DVec3& c, uint8_t area);

private:
    struct Point {
        double x = 0, y = 0;
    };
    // a side of the triangle as a function of z
    struct Side {
        double z = 0, x = 0, y = 0;  // its lower end
        double dx = 0, dy = 0;       // per unit of z
        Point at(double at_z) const { return {x + (at_z - z) * dx, y + (at_z - z) * dy}; }
    };
    // a line in x and y
    struct Line {
        double offset = 0, slope = 0;
        double at(double x) const { return offset + slope * x; }
    };
    // the part of the triangle in one row, seen from the front: at most five points
    struct Ring {
        Point points[5];
        int count = 0;
        double z = 0;  // lower line of the row
        void add(Point p) { points[count++] = p; }
    };

    static Side side_of(const DVec3& from, const DVec3& to);
    void cut_rows(const DVec3* corners, int64_t base_z, int64_t first_row, int64_t end_row);
    void cut_row(size_t row, const Ring& ring);
    void note(size_t cell, double y);

    void prepare_bounds(const DVec3* corners);
    void bound_by_lines(const Ring& ring, int32_t first_line, int32_t last_line, int32_t begin, int32_t end);
    void walk_ring(const Ring& ring, int32_t first_line, int32_t last_line, int32_t begin, int32_t end);

    void emit_same(size_t row, int32_t first, int32_t last);
    void emit_one(size_t row, int32_t cell, double low, double high);
    void emit_cells(size_t row, int32_t begin, int32_t end);
    uint32_t interval(int32_t bottom, int32_t top) const;

    Grid grid_;
    RowPieces& pieces_;

    // of the triangle being cut: its own lattice corner, which all its coordinates count from, and its height
    int64_t base_x_ = 0, base_y_ = 0;  // relative to the grid's corner [cell], [vx]
    int32_t top_ = 0;                  // relative to base_y_ [vx]
    uint8_t area_ = 0;
    bool heights_inside_ = true;  // the grid's vertical range holds it all

    // the triangle as bounds of y over x (prepare_bounds)
    bool lines_hold_ = false;               // the bounds are exact enough, else the ring is walked
    double flip_ = 1;                       // y is multiplied by this so that two sides bound it from above, one from below
    Line above_[2], below_;                 // sides
    Line row_;                              // a line of constant z, at z = 0
    double row_above_ = 0, row_below_ = 0;  // added to row_ in row z: z * rise + these
    double rise_ = 0;                       // of row_ per unit of z

    // per cell or line of the row being cut, one spare on both sides [vx]
    std::vector<double> low_, high_, line_low_, line_high_;
};

}  // namespace navspan
