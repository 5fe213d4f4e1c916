// A grid over the detail triangles of a tile, seen from above.
//
// In: triangles. Out: for each square cell of a grid around them the triangles that overlap the cell grown by a margin on all
// sides. From a point in the cell nothing else is nearer than the way to the grown cell's border, seen from above. A triangle
// is tested against a square by its three sides and its box, which is exact up to rounding; rounding only ever adds cells.
// There are twice as many cells as triangles; where triangles are long and thin each would be on very many cells, so cells are
// made larger until boxes cover a few each on average. Weak case: where many floors lie above one another lists are long, and
// beyond a limit there is none.

#include "navspan/navmesh/surface_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "navspan/navmesh/surface_tree.h"

namespace navspan {
namespace {

constexpr double kMargin = 0.3;          // [cell]
constexpr double kCellsPerTriangle = 2;  // about, at most
constexpr double kCellsEach = 12;        // that the box of a triangle covers on average, at most
constexpr double kSlack = 1e-6;          // more than rounding takes [cell]

struct Box {
    double low_x = std::numeric_limits<double>::infinity(), low_z = low_x, high_x = -low_x, high_z = -low_x;
};

void add(Box& box, const SurfaceTriangle& t) {
    for (size_t i = 0; i < 3; ++i) {
        const DVec3 p = corner_of(t, i);
        box.low_x = std::min(box.low_x, p.x);
        box.low_z = std::min(box.low_z, p.z);
        box.high_x = std::max(box.high_x, p.x);
        box.high_z = std::max(box.high_z, p.z);
    }
}

// cells: first .. end
struct Cells {
    uint32_t x = 0, z = 0, end_x = 0, end_z = 0;
    double count() const { return double(end_x - x) * double(end_z - z); }
};

Cells cells_of(const SurfaceGrid& grid, const SurfaceTriangle& t) {
    constexpr double grown = kMargin + kSlack;
    Box box;
    add(box, t);
    const auto cell = [&](double v, double corner, double grow, uint32_t count) {
        return uint32_t(std::clamp(std::floor((v - corner) / grid.side + grow), 0.0, double(count - 1)));
    };
    return {cell(box.low_x, grid.x, -grown, grid.width), cell(box.low_z, grid.z, -grown, grid.depth),
            cell(box.high_x, grid.x, grown, grid.width) + 1, cell(box.high_z, grid.z, grown, grid.depth) + 1};
}

// a triangle's sides as lines, in cells: a square's middle is beyond one by x * dx + z * dz + offset
class Sides {
public:
    Sides(const SurfaceGrid& grid, const SurfaceTriangle& t) {
        for (size_t i = 0; i < 3; ++i) {
            const DVec3 a = corner_of(t, i), b = corner_of(t, i == 2 ? 0 : i + 1);
            const double ex = (b.x - a.x) / grid.side, ez = (b.z - a.z) / grid.side;
            const double ax = (a.x - grid.x) / grid.side, az = (a.z - grid.z) / grid.side;
            // as far as a grown square reaches towards the side
            const double reach = (0.5 + kMargin + kSlack) * (std::fabs(ex) + std::fabs(ez));
            lines_[i] = {-ez, ex, ez * ax - ex * az - reach};
        }
    }

    // whether the grown cell has points on the inner side of all three
    bool touch(uint32_t cell_x, uint32_t cell_z) const {
        const double x = cell_x + 0.5, z = cell_z + 0.5;
        return std::all_of(lines_.begin(), lines_.end(), [&](const Line& l) { return l.dx * x + l.dz * z + l.offset <= 0; });
    }

private:
    struct Line {
        double dx, dz, offset;
    };
    std::array<Line, 3> lines_;
};

// calls visit(triangle, cell) for the cells of every triangle
template <class Visit>
void for_each_cell(const SurfaceGrid& grid, std::span<const SurfaceTriangle> triangles, const Visit& visit) {
    for (uint32_t t = 0; t < triangles.size(); ++t) {
        const Cells cells = cells_of(grid, triangles[t]);
        const Sides sides(grid, triangles[t]);
        for (uint32_t z = cells.z; z < cells.end_z; ++z) {
            for (uint32_t x = cells.x; x < cells.end_x; ++x) {
                if (sides.touch(x, z)) visit(t, size_t{z} * grid.width + x);
            }
        }
    }
}

void set_side(SurfaceGrid& grid, const Box& box, double side) {
    grid.side = side;
    grid.width = uint32_t((box.high_x - box.low_x) / side) + 1;
    grid.depth = uint32_t((box.high_z - box.low_z) / side) + 1;
}

}  // namespace

SurfaceGrid build_surface_grid(std::span<const SurfaceTriangle> triangles) {
    SurfaceGrid grid;
    if (triangles.empty()) return grid;
    Box box;
    for (const SurfaceTriangle& t : triangles)
        add(box, t);
    grid.x = box.low_x;
    grid.z = box.low_z;
    grid.margin = kMargin;
    const double count = double(triangles.size()), cells = kCellsPerTriangle * count;
    const double wide = box.high_x - box.low_x, deep = box.high_z - box.low_z;
    double side = std::max({std::sqrt(wide * deep / cells), wide / cells, deep / cells});
    for (;; side *= 1.5) {
        set_side(grid, box, side);
        double sum = 0;
        for (const SurfaceTriangle& t : triangles)
            sum += cells_of(grid, t).count();
        if (sum <= kCellsEach * count) break;
    }

    grid.first.assign(size_t{grid.width} * grid.depth + 1, 0);
    for_each_cell(grid, triangles, [&](uint32_t, size_t cell) { ++grid.first[cell + 1]; });
    std::vector<uint32_t> next(grid.first.size());
    for (size_t cell = 0; cell + 1 < grid.first.size(); ++cell) {
        const uint32_t near = grid.first[cell + 1];
        next[cell] = near > kMaxCellTriangles ? kNoTriangle : grid.first[cell];
        grid.first[cell + 1] = grid.first[cell] + (near > kMaxCellTriangles ? 1 : near);
    }
    grid.triangles.assign(grid.first.back(), kNoTriangle);
    for_each_cell(grid, triangles, [&](uint32_t t, size_t cell) {
        if (next[cell] != kNoTriangle) grid.triangles[next[cell]++] = t;
    });
    return grid;
}

}  // namespace navspan
