// A grid over the detail triangles of a tile, seen from above.
//
// In: the triangles.
// Out: a grid of square cells. Each cell is expanded by a margin and lists the triangles that overlap the expanded cell.
// Idea: The initial cell size gives about two cells per triangle. The cells grow until the box of a triangle covers only a few
// cells on average. A separating axis test then finds the triangles of each expanded cell. Rounding errors can only add
// triangles to a list.
// Source: own method.
// Weak cases: Lists are long if many floors overlap vertically. If a list would exceed a limit, the cell has no list.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/group_by_count.h"
#include "navmesh/index/surface_tree.h"
#include "navspan/navmesh/surface_tree.h"

namespace navspan {
namespace {

constexpr double kGridMargin = 0.3;          // width of the margin around a cell [grid cell]
constexpr double kGridCellsPerTriangle = 2;  // approximate upper bound on the number of cells per triangle
constexpr double kMaxCellsPerTriangle = 12;  // upper bound on the average number of cells that a triangle's box covers
constexpr double kGridSlack = 1e-6;          // upper bound on rounding errors [grid cell]

struct PlaneBox {
    double low_x = std::numeric_limits<double>::infinity(), low_z = low_x, high_x = -low_x, high_z = -low_x;
};

void add(PlaneBox& box, const PlaneBox& other) {
    box.low_x = std::min(box.low_x, other.low_x);
    box.low_z = std::min(box.low_z, other.low_z);
    box.high_x = std::max(box.high_x, other.high_x);
    box.high_z = std::max(box.high_z, other.high_z);
}

PlaneBox box_of(const SurfaceTriangle& t) {
    const auto [low_x, high_x] = std::minmax({t.x[0], t.x[1], t.x[2]});
    const auto [low_z, high_z] = std::minmax({t.z[0], t.z[1], t.z[2]});
    constexpr double kUnit = 1.0 / kDetailQuantum;
    return {low_x * kUnit, low_z * kUnit, high_x * kUnit, high_z * kUnit};
}

// A range of cells; end_x and end_z are exclusive.
struct CellWindow {
    uint32_t x = 0, z = 0, end_x = 0, end_z = 0;
    double count() const { return double(end_x - x) * double(end_z - z); }
};

CellWindow cells_of(const SurfaceGrid& grid, const PlaneBox& box) {
    constexpr double grown = kGridMargin + kGridSlack;
    const auto cell = [&](double v, double corner, double grow, uint32_t count) {
        // The clamped value is not negative, so the conversion rounds down.
        return uint32_t(std::clamp((v - corner) / grid.side + grow, 0.0, double(count - 1)));
    };
    return {cell(box.low_x, grid.x, -grown, grid.width), cell(box.low_z, grid.z, -grown, grid.depth),
            cell(box.high_x, grid.x, grown, grid.width) + 1, cell(box.high_z, grid.z, grown, grid.depth) + 1};
}

// The sides of a triangle as lines, in units of grid cells. An expanded cell is a cell with a margin on all sides. If x * dx +
// z * dz + offset > 0, the expanded cell with centre (x, z) lies completely on the outer side of the line.
class TriangleSides {
public:
    TriangleSides(const SurfaceGrid& grid, const SurfaceTriangle& t) {
        for (size_t i = 0; i < 3; ++i) {
            const DVec3 a = corner_of(t, i), b = corner_of(t, i == 2 ? 0 : i + 1);
            const double ex = (b.x - a.x) / grid.side, ez = (b.z - a.z) / grid.side;
            const double ax = (a.x - grid.x) / grid.side, az = (a.z - grid.z) / grid.side;
            // half the width of an expanded cell, measured perpendicular to the side, times the length of the side
            const double reach = (0.5 + kGridMargin + kGridSlack) * (std::fabs(ex) + std::fabs(ez));
            lines_[i] = {-ez, ex, ez * ax - ex * az - reach};
        }
    }

    // Returns false if the expanded cell (the cell with its margin) lies completely on the outer side of a line.
    bool touch(uint32_t cell_x, uint32_t cell_z) const {
        const double x = cell_x + 0.5, z = cell_z + 0.5;
        return std::all_of(lines_.begin(), lines_.end(),
                           [&](const SideLine& l) { return l.dx * x + l.dz * z + l.offset <= 0; });
    }

private:
    struct SideLine {
        double dx, dz, offset;
    };
    std::array<SideLine, 3> lines_;
};

// A triangle that overlaps an expanded cell.
struct Touch {
    uint32_t triangle = 0, cell = 0;
};

// Returns all overlaps of triangles and expanded cells, ordered by triangle.
std::vector<Touch> find_overlaps(const SurfaceGrid& grid, std::span<const SurfaceTriangle> triangles,
                                 std::span<const PlaneBox> boxes) {
    std::vector<Touch> touches;
    touches.reserve(size_t(kMaxCellsPerTriangle) * triangles.size());
    for (uint32_t t = 0; t < triangles.size(); ++t) {
        const CellWindow cells = cells_of(grid, boxes[t]);
        const TriangleSides sides(grid, triangles[t]);
        for (uint32_t z = cells.z; z < cells.end_z; ++z) {
            for (uint32_t x = cells.x; x < cells.end_x; ++x) {
                if (sides.touch(x, z)) touches.push_back({t, z * grid.width + x});
            }
        }
    }
    return touches;
}

void set_side(SurfaceGrid& grid, const PlaneBox& box, double side) {
    grid.side = side;
    grid.per_side = 1 / side;
    grid.width = uint32_t((box.high_x - box.low_x) / side) + 1;
    grid.depth = uint32_t((box.high_z - box.low_z) / side) + 1;
}

// Replaces each list of more than kMaxCellTriangles triangles by the single entry kNoIndex.
void drop_long_lists(SurfaceGrid& grid) {
    uint32_t begin = 0, size = 0;  // begin: start of the cell's list in the old entries; size: number of new entries so far
    for (size_t cell = 0; cell + 1 < grid.first.size(); ++cell) {
        const uint32_t end = grid.first[cell + 1];
        if (end - begin > kMaxCellTriangles) {
            grid.triangles[size++] = kNoIndex;
        } else if (size == begin) {
            size = end;
        } else {
            std::copy(grid.triangles.begin() + begin, grid.triangles.begin() + end, grid.triangles.begin() + size);
            size += end - begin;
        }
        grid.first[cell + 1] = size;
        begin = end;
    }
    if (size == grid.triangles.size()) return;
    grid.triangles.resize(size);
    grid.triangles.shrink_to_fit();
}

}  // namespace

SurfaceGrid build_surface_grid(std::span<const SurfaceTriangle> triangles) {
    SurfaceGrid grid;
    if (triangles.empty()) return grid;
    std::vector<PlaneBox> boxes;
    boxes.reserve(triangles.size());
    PlaneBox box;
    for (const SurfaceTriangle& t : triangles) {
        boxes.push_back(box_of(t));
        add(box, boxes.back());
    }
    grid.x = box.low_x;
    grid.z = box.low_z;
    grid.margin = kGridMargin;
    const double count = double(triangles.size()), cells = kGridCellsPerTriangle * count;
    const double wide = box.high_x - box.low_x, deep = box.high_z - box.low_z;
    double side = std::max({std::sqrt(wide * deep / cells), wide / cells, deep / cells});
    for (;; side *= 1.5) {
        set_side(grid, box, side);
        double sum = 0;
        for (const PlaneBox& b : boxes)
            sum += cells_of(grid, b).count();
        if (sum <= kMaxCellsPerTriangle * count) break;
    }

    const std::vector<Touch> touches = find_overlaps(grid, triangles, boxes);
    const auto for_each_touch = [&](auto visit) {
        for (const Touch& touch : touches)
            visit(touch.cell, touch.triangle);
    };
    group_by_count(size_t{grid.width} * grid.depth, for_each_touch, grid.first, grid.triangles);
    drop_long_lists(grid);
    return grid;
}

}  // namespace navspan
