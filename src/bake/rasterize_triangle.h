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
    TriangleCutter(const Grid& grid, RowPieces& pieces) : grid_(grid), pieces_(pieces) {}

    /// Adds the intervals of one triangle. Corners are in lattice units (LatticeUnits) [cell, vx, cell].
    void cut(DVec3 a, DVec3 b, DVec3 c, uint8_t area);

private:
    struct Edge {
        double z = 0, x = 0, y = 0;  // its lower end in z
        double dx = 0, dy = 0;       // per unit of z
    };
    struct Point {
        double x = 0, y = 0;
    };

    static Edge edge_of(const DVec3& from, const DVec3& to);
    static Point at(const Edge& edge, double z);
    void cut_row(size_t row, const Point* ring, int count);
    void note(size_t cell, double y);
    void walk(Point from, Point to, int32_t first_line, int32_t last_line, int32_t begin);
    void emit_same(size_t row, int32_t first, int32_t last);
    void emit_cells(size_t row, int32_t begin, int32_t end);
    uint32_t interval(int64_t bottom, int64_t top) const;

    Grid grid_;
    RowPieces& pieces_;

    // of the triangle being cut: its own lattice corner, which all its coordinates count from, and its height
    int64_t base_x_ = 0, base_y_ = 0;  // relative to the grid's corner [cell], [vx]
    int32_t top_ = 0;                  // relative to base_y_ [vx]
    uint8_t area_ = 0;
    std::vector<double> low_, high_;  // per cell of the row being cut, one spare on both sides [vx]
};

}  // namespace navspan
