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

#include "lanes.h"
#include "navspan/bake/heightfield.h"

namespace navspan {
namespace {

constexpr double kHair = 0x1p-22;

typedef int64_t PairMask __attribute__((vector_size(16)));
typedef int32_t Ints __attribute__((vector_size(8)));
typedef int32_t FourInts __attribute__((vector_size(16)));
typedef uint32_t FourWords __attribute__((vector_size(16)));

Pair both(double v) {
    return Pair{v, v};
}
Pair select(PairMask mask, Pair a, Pair b) {
    return Pair((PairMask(a) & mask) | (PairMask(b) & ~mask));
}

// floor for values that fit; the library's own is a call on the baseline processor
int64_t whole(double v) {
    const auto down = int64_t(v);
    return down - (double(down) > v);
}
// one past the last cell or step that reaches up to v >= 0
int32_t end_of(double v) {
    const auto down = int32_t(v);
    return std::max(down + (v > down), 1);
}

// the order in which both triangles at a side see its ends
bool comes_before(const DVec3& a, const DVec3& b) {
    return (a.z < b.z) | ((a.z <= b.z) & ((a.x < b.x) | ((a.x <= b.x) & (a.y < b.y))));
}

RowTriangle::Side side_of(const DVec3& from, const DVec3& to) {
    const Pair dz = both(to.z - from.z), start{from.x, from.y};
    const Pair slope = (Pair{to.x, to.y} - start) / dz;
    return {from.z, start, select(dz == Pair{}, Pair{}, slope)};
}

// {highest, lowest upside down} in a cell, from the lattice corner, in whole steps. Heights are not negative, so cutting off
// the fraction rounds down; a height above the last voxel is in it. The limits change no other height of a cell that the part
// reaches into; for the rest they keep numbers small.
Ints whole_steps(const RowTriangle& t, Pair highest_lowest) {
    return __builtin_convertvector(greatest(least(highest_lowest - kHair, t.ceiling), t.floor), Ints);
}

// Intervals as they are queued, from whole steps: {kMaxHeight - bottom, top, area} can be computed together as long as the
// numbers are not shifted.
constexpr uint64_t kShift = 0x80008000u;

QueuedInterval interval_of(const RowTriangle& t, Ints steps) {
    const int64_t lowest_down = steps[1], highest = std::max<int64_t>(steps[0], -lowest_down);
    return (t.lowest + uint64_t(lowest_down) + (uint64_t(highest) << 16)) ^ kShift;
}

void four_intervals_of(const RowTriangle& t, const Ints* steps, QueuedInterval* out) {
    const auto a = __builtin_shufflevector(steps[0], steps[1], 0, 1, 2, 3),
               b = __builtin_shufflevector(steps[2], steps[3], 0, 1, 2, 3);
    const FourInts highest = __builtin_shufflevector(a, b, 0, 2, 4, 6), lowest_down = __builtin_shufflevector(a, b, 1, 3, 5, 7);
    const FourInts top = highest > -lowest_down ? highest : -lowest_down;
    const FourWords heights = (FourWords(lowest_down) + (FourWords(top) << 16) + uint32_t(t.lowest)) ^ uint32_t(kShift);
    const FourWords areas = FourWords{} + uint32_t(t.lowest >> 32);
    const auto low = __builtin_shufflevector(heights, areas, 0, 4, 1, 5),
               high = __builtin_shufflevector(heights, areas, 2, 6, 3, 7);
    store(out, low);
    store(out + 2, high);
}

// The parts of a triangle in rows that follow each other. What every row has in common comes first, without branches: which
// cells those are is hard to foretell.
inline void cut_rows(const RowTriangle& t, double first_z, std::span<RowPart> parts) {
    const Pair middle_z = both(t.middle_z), last_z = both(t.last_z);
    // the line below, the middle corner or a point that is there already, the line above
    Pair left = t.through.start, right = left;
    if (first_z > 0) {
        left = t.through.at(first_z);
        right = (first_z <= t.middle_z ? t.lower : t.upper).at(first_z);
    }
    Pair z = both(first_z);
    for (RowPart& part : parts) {
        const Pair next_z = z + 1.0;
        const PairMask has_middle = least(greatest(middle_z, z), next_z) == middle_z, goes_on = last_z > next_z;
        const RowTriangle::Side& side = next_z[0] <= t.middle_z ? t.lower : t.upper;
        const Pair next_right = select(goes_on, side.at(next_z[0]), t.last);
        const Pair next_left = select(goes_on, t.through.at(next_z[0]), t.last);
        const Pair p[5] = {left, right, select(has_middle, t.middle, right), next_right, next_left};
        for (size_t i = 0; i < 5; ++i)
            part.points[i] = p[i];
        const Pair low = least(least(least(p[0], p[1]), least(p[3], p[4])), p[2]);
        const Pair high = greatest(greatest(greatest(p[0], p[1]), greatest(p[3], p[4])), p[2]);
        part.z = z[0];
        part.first = int32_t(low[0] + kHair);
        part.last = std::max(part.first, int32_t(high[0] - kHair));
        part.highest_lowest = Pair{high[1], -low[1]};
        left = next_left;
        right = next_right;
        z = next_z;
    }
}

// heights outside the grid are cut off; of an interval that is outside altogether nothing is left
void add_cut_off(RowColumns& columns, const RowTriangle& t, int32_t cell, Ints steps) {
    const int32_t bottom = std::clamp(t.base_y - steps[1], 0, kMaxHeight);
    const int32_t top = std::clamp(t.base_y + std::max(steps[0], -steps[1]) + 1, 0, kMaxHeight);
    if (bottom < top) columns.add(size_t(t.base_x + cell), queued_interval(bottom, top, t.area));
}

inline void add(RowColumns& columns, const RowTriangle& t, int32_t cell, Pair highest_lowest) {
    const Ints steps = whole_steps(t, highest_lowest);
    if (!t.heights_inside) return add_cut_off(columns, t, cell, steps);
    columns.add(size_t(t.base_x + cell), interval_of(t, steps));
}

inline void cut_bounded(RowColumns& columns, const RowTriangle& t, const RowPart& part, CellRange cells) {
    // the x of where the ring is highest and lowest, of the first of several such points
    const Pair most{part.highest_lowest[0], -part.highest_lowest[1]};
    Pair most_x{};
    for (size_t i = std::size(part.points); i-- > 0;) {
        const Pair point = part.points[i];
        const Pair x = __builtin_shufflevector(point, point, 0, 0), y = __builtin_shufflevector(point, point, 1, 1);
        most_x = select(y == most, x, most_x);
    }

    // each bound is a roof over the ring, so over a cell it is highest at the place nearest to its peak
    const RowTriangle::Bounds side = t.sides[0], side2 = t.sides[1];
    const RowTriangle::Bounds row{t.row.offset + part.z * t.rise, t.row.slope};
    const auto highest_lowest = [&](Pair x) {
        const Pair nearest = least(greatest(most_x, x), x + 1.0);
        return least(least(side.at(nearest), side2.at(nearest)), row.at(nearest));
    };
    int32_t cell = cells.begin;
    Pair x = both(cell);
    if (!t.heights_inside) {
        for (; cell < cells.end; ++cell, x += 1.0)
            add(columns, t, cell, highest_lowest(x));
        return;
    }
    constexpr auto kEight = int32_t(RowColumns::kLanes);
    for (;;) {
        QueuedInterval intervals[kEight];
        const int32_t count = cells.end - cell;
        for (int32_t four = 0; four < std::min(count, kEight); four += 4) {
            Ints steps[4];
            for (Ints& s : steps) {
                s = whole_steps(t, highest_lowest(x));
                x += 1.0;
            }
            four_intervals_of(t, steps, intervals + four);
        }
        if (count <= kEight) return columns.add_some(size_t(t.base_x + cell), size_t(count), intervals);
        columns.add_some(size_t(t.base_x + cell), RowColumns::kLanes, intervals);
        cell += kEight;
    }
}

}  // namespace

void add_heights(RowColumns& columns, const RowTriangle& triangle, int32_t cell, Pair highest_lowest) {
    add(columns, triangle, cell, highest_lowest);
}

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

inline void TriangleCutter::cut_row(RowColumns& columns, const RowTriangle& t, const RowPart& part) {
    // the cells that lie in the grid
    const CellRange cells{std::max(part.first, -t.base_x), std::min(part.last + 1, grid_.width - t.base_x)};
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
    if (t.heights_inside) columns.add_same(size_t(t.base_x + cells.begin), size_t(t.base_x + cells.end), t.lowest ^ kShift);
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
    t.lowest = queued_interval(t.base_y, t.base_y + 1, area) ^ kShift;
    t.ceiling = Pair{t.top - 0.5, 0.5};
    t.floor = Pair{-0.5, 0.5 - t.top};

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

    const std::span<RowPart> parts(parts_.data(), size_t(end - first));
    cut_rows(t, double(first - base_row), parts);
    RowColumns* columns = &rows_[size_t(first - band.first)];
    for (const RowPart& part : parts)
        cut_row(*columns++, t, part);
}

}  // namespace navspan
