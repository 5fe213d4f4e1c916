// Cuts one triangle into rows and cells.
//
// In: three corners in lattice units. Out: for every cell that the triangle touches the interval of heights that it covers
// there, rounded outwards to whole voxels, at least one.
//
// All arithmetic counts from the triangle's own lattice corner, so the result does not depend on the grid that was cut out of
// the world, nor on where in the world the triangle is. Between two lattice lines of constant z the triangle is a convex ring
// of at most five points, whose crossings with the lines are computed once per line and used on both sides of it. The heights
// over a cell are found by linear bounds or, where those are not exact enough, by walking the ring (rasterize_cells.cpp).
//
// What lies on a line: a cell that a triangle touches only with a point or an edge is not covered, except by a triangle (or
// part) that has no extent across that line, which belongs to the cell on its positive side. Results closer than 2^-22 to a
// lattice line or step count as on it.
//
// Shortcuts: a triangle whose heights fall into one voxel (floors); a row with a single cell.
// Source of the semantics: Mononen, Recast (2009), which clips polygon by polygon.

#include "rasterize_triangle.h"

#include <algorithm>
#include <utility>

#include "navspan/bake/heightfield.h"

namespace navspan {
namespace {

constexpr double kHair = 0x1p-22;

typedef int64_t PairMask __attribute__((vector_size(16)));
typedef int32_t Ints __attribute__((vector_size(8)));

Pair least(Pair a, Pair b) {
    return a < b ? a : b;
}
Pair greatest(Pair a, Pair b) {
    return a > b ? a : b;
}
Pair select(PairMask mask, Pair a, Pair b) {
    return Pair((PairMask(a) & mask) | (PairMask(b) & ~mask));
}

// written so that they become instructions, not branches
double least(double a, double b, double c) {
    const double ab = a < b ? a : b;
    return ab < c ? ab : c;
}
double greatest(double a, double b, double c) {
    const double ab = a > b ? a : b;
    return ab > c ? ab : c;
}

// floor for values that fit; the library's own is a call on the baseline processor
int64_t whole(double v) {
    const auto down = int64_t(v);
    return down - (double(down) > v);
}
// one past the last cell or step that reaches up to v >= 0
int32_t end_of(double v) {
    return std::max(int32_t(whole(v)) + (v > double(whole(v))), 1);
}

// the order in which both triangles at a side see its ends
bool comes_before(const DVec3& a, const DVec3& b) {
    return (a.z < b.z) | ((a.z == b.z) & ((a.x < b.x) | ((a.x == b.x) & (a.y < b.y))));
}

RowTriangle::Side side_of(const DVec3& from, const DVec3& to) {
    const double dz = to.z - from.z;
    const Pair start{from.x, from.y};
    if (dz == 0) return {from.z, start, Pair{}};
    return {from.z, start, (Pair{to.x, to.y} - start) / dz};
}

// {highest, lowest upside down} in a cell, from the lattice corner, as an interval [vx]. Heights are not negative, so cutting
// off the fraction rounds down.
struct Steps {
    int32_t bottom, top;
};
Steps steps_of(Pair highest_lowest, int32_t top) {
    const auto whole_steps = __builtin_convertvector(highest_lowest - kHair, Ints);
    const int32_t bottom = std::min(-whole_steps[1], top - 1);
    return {bottom, std::min(std::max(whole_steps[0], bottom), top - 1) + 1};
}

}  // namespace

TriangleCutter::TriangleCutter(const Grid& grid, std::span<RowColumns> rows)
    : grid_(grid), rows_(rows), parts_(rows.size()), low_(size_t(grid.width) + 3), high_(size_t(grid.width) + 3) {}

RowRange rows_of(const DVec3& a, const DVec3& b, const DVec3& c, const Grid& grid) {
    const auto beside = [](double p, double q, double r, int32_t low, double high) {
        return greatest(p, q, r) < low || least(p, q, r) > high;
    };
    if (beside(a.x, b.x, c.x, grid.x0, double(grid.x0) + grid.width)) return {};
    if (beside(a.y, b.y, c.y, grid.y0, double(grid.y0) + kMaxHeight)) return {};
    const double low = least(a.z, b.z, c.z), high = greatest(a.z, b.z, c.z);
    const int64_t base = whole(low), first = base - grid.z0, end = first + end_of(high - double(base));
    return {int32_t(std::clamp<int64_t>(first, 0, grid.depth)), int32_t(std::clamp<int64_t>(end, 0, grid.depth))};
}

void TriangleCutter::cut(const DVec3& a, const DVec3& b, const DVec3& c, uint8_t area, RowRange band) {
    RowTriangle t;
    const DVec3 low{least(a.x, b.x, c.x), least(a.y, b.y, c.y), least(a.z, b.z, c.z)};
    const int64_t x = whole(low.x), y = whole(low.y), z = whole(low.z);
    const DVec3 base{double(x), double(y), double(z)};
    t.base_x = int32_t(x - grid_.x0);
    t.base_y = int32_t(y - grid_.y0);
    t.area = area;

    // corners by z, counted from the triangle's own lattice corner
    const auto by_z = sorted({&a, &b, &c}, comes_before);
    const DVec3 corners[3] = {*by_z[0] - base, *by_z[1] - base, *by_z[2] - base};
    t.top = end_of(greatest(corners[0].y, corners[1].y, corners[2].y));
    t.heights_inside = t.base_y >= 0 && t.base_y + t.top <= kMaxHeight;

    t.through = side_of(corners[0], corners[2]);
    t.lower = side_of(corners[0], corners[1]);
    t.upper = side_of(corners[1], corners[2]);
    t.middle = Pair{corners[1].x, corners[1].y};
    t.middle_z = corners[1].z;
    t.last = Pair{corners[2].x, corners[2].y};
    t.last_z = corners[2].z;
    const int64_t base_row = z - grid_.z0;
    const auto first = int32_t(std::max<int64_t>(base_row, band.first)),
               end = int32_t(std::min<int64_t>(base_row + end_of(t.last_z), band.end));
    if (first >= end) return;
    t.kind = RowTriangle::Kind::flat;
    if (t.top > 1 && end_of(greatest(corners[0].x, corners[1].x, corners[2].x)) > 1) prepare_bounds(corners, t);

    // what every row has in common first, without branches: which cells those are is hard to foretell
    const auto count = size_t(end - first);
    const double first_z = double(first - base_row);
    cut_rows(t, first_z, count);
    for (size_t k = 0; k < count; ++k)
        cut_row(rows_[size_t(first - band.first) + k], t, parts_[k]);
}

void TriangleCutter::cut_rows(const RowTriangle& t, double z, size_t count) {
    // the line below, the middle corner or a point that is there already, the line above
    Pair left = t.through.start, right = left;
    if (z > 0) {
        left = t.through.at(z);
        right = (z <= t.middle_z ? t.lower : t.upper).at(z);
    }
    for (size_t k = 0; k < count; ++k) {
        const double next_z = z + 1;
        const auto has_middle = -int64_t((z <= t.middle_z) & (t.middle_z <= next_z));
        RowPart& part = parts_[k];
        const RowTriangle::Side& side = next_z <= t.middle_z ? t.lower : t.upper;
        const auto goes_on = -int64_t(t.last_z > next_z);
        const Pair next_right = select(PairMask{goes_on, goes_on}, side.at(next_z), t.last);
        const Pair next_left = select(PairMask{goes_on, goes_on}, t.through.at(next_z), t.last);
        const Pair p[5] = {left, right, select(PairMask{has_middle, has_middle}, t.middle, right), next_right, next_left};
        for (size_t i = 0; i < 5; ++i)
            part.points[i] = p[i];
        const Pair low = least(least(least(p[0], p[1]), least(p[3], p[4])), p[2]);
        const Pair high = greatest(greatest(greatest(p[0], p[1]), greatest(p[3], p[4])), p[2]);
        part.z = z;
        part.first = int32_t(low[0] + kHair);
        part.last = std::max(part.first, int32_t(high[0] - kHair));
        part.highest_lowest = Pair{high[1], -low[1]};
        left = next_left;
        right = next_right;
        z = next_z;
    }
}

void TriangleCutter::cut_row(RowColumns& columns, const RowTriangle& t, const RowPart& part) {
    const CellRange cells = clipped(t, part.first, part.last);
    if (cells.begin >= cells.end) return;
    if (part.first == part.last) return add(columns, t, part.first, part.highest_lowest);
    switch (t.kind) {
        case RowTriangle::Kind::bounded:
            return cut_bounded(columns, t, part, cells);
        case RowTriangle::Kind::walked:
            return cut_walking(columns, t, part, cells);
        case RowTriangle::Kind::flat:
            break;
    }
    if (!t.heights_inside) return;
    const uint32_t interval = uint32_t(t.base_y) | uint32_t(t.base_y + 1) << 16;
    columns.add_same(size_t(t.base_x + cells.begin), size_t(t.base_x + cells.end), interval, t.area);
}

// the cells of a row that lie in the grid
TriangleCutter::CellRange TriangleCutter::clipped(const RowTriangle& t, int32_t first, int32_t last) const {
    return {std::max(first, -t.base_x), std::min(last + 1, grid_.width - t.base_x)};
}

// heights outside the grid are cut off; of an interval that is outside altogether nothing is left
void TriangleCutter::add(RowColumns& columns, const RowTriangle& t, int32_t cell, Pair highest_lowest) {
    const Steps steps = steps_of(highest_lowest, t.top);
    int32_t bottom = t.base_y + steps.bottom, top = t.base_y + steps.top;
    if (!t.heights_inside) {
        bottom = std::clamp(bottom, 0, kMaxHeight);
        top = std::clamp(top, 0, kMaxHeight);
        if (bottom == top) return;
    }
    columns.add(size_t(t.base_x + cell), uint32_t(bottom) | uint32_t(top) << 16, t.area);
}

void TriangleCutter::cut_bounded(RowColumns& columns, const RowTriangle& t, const RowPart& part, CellRange cells) {
    // where the ring is highest and lowest: {y, -y} and the x of each
    Pair most{-0x1p100, -0x1p100}, most_x{};
    for (const Pair& point : part.points) {
        const Pair y = __builtin_shufflevector(point, -point, 1, 3), x = __builtin_shufflevector(point, point, 0, 0);
        const PairMask more = y > most;
        most_x = select(more, x, most_x);
        most = select(more, y, most);
    }

    // each bound is a roof over the ring, so over a cell it is highest at the place nearest to its peak
    const RowTriangle::Bounds side = t.sides[0], side2 = t.sides[1];
    const RowTriangle::Bounds row{t.row.offset + part.z * t.rise, t.row.slope};
    const auto highest_lowest = [&](Pair x) {
        const Pair nearest = least(greatest(most_x, x), x + 1.0);
        return least(least(side.at(nearest), side2.at(nearest)), row.at(nearest));
    };
    int32_t cell = cells.begin;
    Pair x = Pair{} + double(cell);
    if (t.heights_inside) {
        constexpr auto kEight = int32_t(RowColumns::kLanes);
        for (; cells.end - cell >= kEight; cell += kEight) {
            Pair heights[RowColumns::kLanes];
            for (Pair& h : heights) {
                h = highest_lowest(x);
                x += 1.0;
            }
            add_eight(columns, t, cell, heights);
        }
    }
    for (; cell < cells.end; ++cell, x += 1.0)
        add(columns, t, cell, highest_lowest(x));
}

// what add does, for eight neighbouring cells
inline void TriangleCutter::add_eight(RowColumns& columns, const RowTriangle& t, int32_t cell,
                                      const Pair (&highest_lowest)[8]) {
    // a height above the last voxel is in it
    const double most = t.top - 0.5;
    const Pair ceiling{most, 0x1p60}, floor{-0x1p60, -most};
    Ints tops[4], bottoms[4];
    for (size_t k = 0; k < 4; ++k) {
        const Pair a = greatest(least(highest_lowest[2 * k] - kHair, ceiling), floor);
        const Pair b = greatest(least(highest_lowest[2 * k + 1] - kHair, ceiling), floor);
        tops[k] = __builtin_convertvector(Pair(__builtin_shufflevector(a, b, 0, 2)), Ints);
        bottoms[k] = __builtin_convertvector(Pair(__builtin_shufflevector(a, b, 1, 3)), Ints);
    }
    const auto lanes = [](const Ints(&v)[4]) {
        const auto low = __builtin_shufflevector(v[0], v[1], 0, 1, 2, 3),
                   high = __builtin_shufflevector(v[2], v[3], 0, 1, 2, 3);
        return Lanes(__builtin_shufflevector(Lanes(low), Lanes(high), 0, 2, 4, 6, 8, 10, 12, 14));
    };
    const auto base = int16_t(t.base_y - 32768);
    const Lanes bottom = base - lanes(bottoms), top = base + lanes(tops);
    columns.add_eight(size_t(t.base_x + cell), bottom, (top > bottom ? top : bottom) + int16_t(1), t.area);
}

}  // namespace navspan
