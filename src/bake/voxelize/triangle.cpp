// Cuts one triangle into rows and cells.
//
// In: three corners in lattice units.
// Out: for each cell that the triangle at least partly covers, the interval of its heights there, rounded outwards to voxels.
// Idea: The triangle is cut at the lattice lines between rows. Its part in a row is a convex polygon of at most five points.
// The heights in each cell come from linear bounds or, if these are inexact, from a walk around the polygon (cells.cpp).
// Source: Mononen, Recast (2009), for the results.
// Weak cases: none known.

#include "bake/voxelize/triangle.h"

#include <algorithm>
#include <limits>

#include "navspan/bake/heightfield.h"

namespace navspan {
namespace {

F64x2 select(I64x2 mask, F64x2 a, F64x2 b) {
    return F64x2((I64x2(a) & mask) | (I64x2(b) & ~mask));
}
constexpr int64_t kSign = std::numeric_limits<int64_t>::min();  // sign bit of a double
F64x2 flip_sign(F64x2 v, I64x2 where) {
    return F64x2(I64x2(v) ^ where);
}

// Vector version of steps_within, which computes each lane separately.
I32x2 steps_within(F64x2 v) {
    const auto down = __builtin_convertvector(__builtin_convertvector(v, I32x2), F64x2);
    return __builtin_convertvector(greatest(down + select(v > down, both(1), F64x2{}), both(1)), I32x2);
}

// Returns v rounded down in each lane. Requires |v| < 2^51.
F64x2 rounded_down(F64x2 v) {
    constexpr double kRound = 0x1.8p52;
    const F64x2 nearest = (v + kRound) - kRound;
    return nearest - F64x2(I64x2(nearest > v) & I64x2(both(1)));
}

// `from` is the end with the lower z, so that both triangles at a common side compute the same numbers.
LineOverZ<F64x2> triangle_side(const TriangleCorner& from, const TriangleCorner& to) {
    const F64x2 dz = both(to.z - from.z);
    const F64x2 slope = (to.at - from.at) / dz;
    return {from.z, from.at, select(dz == F64x2{}, F64x2{}, slope)};
}

// Adding kRoundBias, then kRoundMagic, rounds {highest, -lowest} to whole steps, as add_heights does. The low 32 bits of the
// doubles are the steps. The highest height may become -1 instead of 0, which four_intervals_of corrects.
constexpr double kRoundMagic = 0x1.8p52;
constexpr F64x2 kRoundBias{-0.5 - kEpsilon, 0.5 - kEpsilon};

// Returns the intervals of four cells. Cells from index `left` on get empty intervals.
FourIntervals four_intervals_of(const RowTriangle& t, const F64x2 (&steps)[4], int32_t left) {
    const auto ints = [](F64x2 v) { return I32x4(v); };
    const auto a = __builtin_shufflevector(ints(steps[0]), ints(steps[1]), 0, 2, 4, 6),
               b = __builtin_shufflevector(ints(steps[2]), ints(steps[3]), 0, 2, 4, 6);
    const I32x4 highest = __builtin_shufflevector(a, b, 0, 2, 4, 6), lowest_down = __builtin_shufflevector(a, b, 1, 3, 5, 7);
    const I32x4 top = highest > -lowest_down ? highest : -lowest_down;
    const auto there = U32x4(I32x4{0, 1, 2, 3} < I32x4{} + left);
    const U32x4 unshifted = U32x4(lowest_down) + (U32x4(top) << 16) + uint32_t(t.lowest);
    const U32x4 heights = (unshifted & there) ^ uint32_t(kIntervalShift), areas = uint32_t(t.lowest >> 32) & there;
    return {U64x2(__builtin_shufflevector(heights, areas, 0, 4, 1, 5)),
            U64x2(__builtin_shufflevector(heights, areas, 2, 6, 3, 7))};
}

// The extent of points in x, and their highest and lowest heights.
struct Reach {
    F64x2 x;                     // {-least, greatest}
    F64x2 high_and_negated_low;  // {highest y, -lowest y}
    F64x2 highest_lowest_x;      // x of the highest and of the lowest point; of equally high points, the first
};

inline Reach reach_of(F64x2 point) {
    const F64x2 x = __builtin_shufflevector(point, point, 0, 0), y = __builtin_shufflevector(point, point, 1, 1);
    return {flip_sign(x, I64x2{kSign, 0}), flip_sign(y, I64x2{0, kSign}), x};
}

inline Reach reach_of(const Reach& a, const Reach& b) {
    return {greatest(a.x, b.x), greatest(a.high_and_negated_low, b.high_and_negated_low),
            select(b.high_and_negated_low > a.high_and_negated_low, b.highest_lowest_x, a.highest_lowest_x)};
}

// Finds the part of a triangle in each of several consecutive rows, and the points where its sides cross the row borders. If
// kLevel, all heights are in one voxel and only the cells are needed.
template <bool kLevel>
inline void find_row_parts(const RowTriangle& t, double first_z, RowLine* lines, std::span<RowPart> parts) {
    const auto reach_at = [lines](size_t k, F64x2 left, F64x2 right) {
        if (!kLevel) lines[k] = {left, right};
        return reach_of(reach_of(left), reach_of(right));
    };
    const auto reach_within = [&](size_t k, double z) {
        return reach_at(k, t.through.at(z), t.around[size_t{z > t.middle_z}].at(z));
    };
    const auto set_part = [parts](size_t k, const Reach& reach) {
        const I32x2 cells = __builtin_convertvector(reach.x - kEpsilon, I32x2);
        RowPart& part = parts[k];
        part.first = -cells[0];
        part.last = cells[1];
        if (!kLevel) {
            part.high_and_negated_low = reach.high_and_negated_low;
            part.highest_lowest_x = reach.highest_lowest_x;
        }
    };
    const size_t count = parts.size();
    Reach line = first_z > 0 ? reach_within(0, first_z) : reach_at(0, t.through.start, t.through.start);
    double z = first_z;
    for (size_t k = 0; k + 1 < count; ++k) {
        z += 1.0;
        const Reach next = reach_within(k + 1, z);
        set_part(k, reach_of(line, next));
        line = next;
    }
    z += 1.0;
    const Reach last = t.last_z > z ? reach_within(count, z) : reach_at(count, t.last, t.last);
    set_part(count - 1, reach_of(line, last));

    // Add the middle corner. If it lies on the line between two rows, both rows get it.
    const double row = t.middle_z - first_z;
    if (!(row >= 0 && row <= double(count))) return;
    const Reach middle = reach_of(t.middle);
    const auto first_cell = int32_t(t.middle[0] + kEpsilon), last_cell = int32_t(t.middle[0] - kEpsilon);
    const auto add_middle = [&](RowPart& part) {
        part.first = std::min(part.first, first_cell);
        part.last = std::max(part.last, last_cell);
        if (kLevel) return;
        const I64x2 is_more = middle.high_and_negated_low > part.high_and_negated_low;
        part.high_and_negated_low = greatest(middle.high_and_negated_low, part.high_and_negated_low);
        part.highest_lowest_x = select(is_more, middle.highest_lowest_x, part.highest_lowest_x);
    };
    const auto k = size_t(row);
    if (k < count) add_middle(parts[k]);
    if (k > 0 && double(k) == row) add_middle(parts[k - 1]);
}

inline void cut_by_bounds(RowColumns& columns, const RowTriangle& t, const RowPart& part, double z, CellRange cells) {
    // The bound is concave in x: within a cell, it is greatest at the x closest to the peak.
    const RowTriangle::Bounds side = t.sides[0], side2 = t.sides[1];
    const RowTriangle::Bounds row{t.row.offset + z * t.rise, t.row.slope};
    const auto high_and_negated_low = [&](F64x2 x) {
        const F64x2 nearest = least(greatest(part.highest_lowest_x, x), x + 1.0);
        return least(least(side.at(nearest), side2.at(nearest)), row.at(nearest));
    };
    int32_t cell = cells.begin;
    F64x2 x = both(cell);
    // Only this slow path clamps heights. The fast path requires that the part stays below the top of the last voxel. The fast
    // path computes four cells at a time and discards the cells after the end.
    if (!t.heights_inside || part.high_and_negated_low[0] > t.ceiling[0] + (0.5 - 2 * kEpsilon)) {
        for (; cell < cells.end; ++cell, x += 1.0)
            add_heights(columns, t, cell, high_and_negated_low(x));
        return;
    }
    const RowTriangle::Bounds near{side.offset + kRoundBias, side.slope}, near2{side2.offset + kRoundBias, side2.slope},
        near_row{row.offset + kRoundBias, row.slope};
    const auto four_intervals = [&](int32_t left) {
        F64x2 steps[4];
        for (F64x2& s : steps) {
            const F64x2 next = x + 1.0, nearest = least(greatest(part.highest_lowest_x, x), next);
            s = least(least(near.at(nearest), near2.at(nearest)), near_row.at(nearest)) + kRoundMagic;
            x = next;
        }
        return four_intervals_of(t, steps, left);
    };
    auto column = size_t(t.base_x + cell);
    int32_t left = cells.end - cell;
    constexpr auto kEight = int32_t(RowColumns::kLanes);
    for (; left >= kEight; left -= kEight, column += RowColumns::kLanes) {
        const FourIntervals lower = four_intervals(4), upper = four_intervals(4);
        columns.add_eight(column, lower, upper);
    }
    for (; left > 0; left -= 4, column += 4)
        columns.add_four(column, four_intervals(left));
}

}  // namespace

BasedTriangle based_triangle(const std::array<TriangleCorner, 3>& corners, const Grid& grid) {
    const auto& [a, b, c] = corners;
    const F64x2 base = rounded_down(least(a.at, b.at, c.at));
    const double base_z = rounded_down(both(least(a.z, b.z, c.z)))[0];
    const auto from_base = [&](const TriangleCorner& p) -> TriangleCorner { return {p.at - base, p.z - base_z}; };
    return {int32_t(base[0] - grid.x0),
            int32_t(base[1] - grid.y0),
            int32_t(base_z - grid.z0),
            {from_base(a), from_base(b), from_base(c)}};
}

void add_clamped_steps(RowColumns& columns, const RowTriangle& t, int32_t cell, I32x2 steps) {
    const int32_t bottom = std::clamp(t.base_y - steps[1], 0, kMaxHeight);
    const int32_t top = std::clamp(t.base_y + std::max(steps[0], -steps[1]) + 1, 0, kMaxHeight);
    if (bottom < top) columns.add(size_t(t.base_x + cell), queued_interval(bottom, top, t.area));
}

TriangleCutter::TriangleCutter(const Grid& grid, std::span<RowColumns> rows)
    : grid_(grid), rows_(rows), lines_(rows.size() + 1), parts_(rows.size()), reached_(size_t(grid.width) + 3) {}

inline CellRange TriangleCutter::cells_in_grid(const RowTriangle& t, const RowPart& part) const {
    const CellRange cells{part.first, std::max(part.first, part.last) + 1};
    if (t.columns_inside) return cells;
    return {std::max(cells.begin, -t.base_x), std::min(cells.end, grid_.width - t.base_x)};
}

inline void TriangleCutter::cut_parts(const RowTriangle& t, double first_z, RowColumns* columns,
                                      std::span<const RowPart> parts) {
    const RowLine* lines = lines_.data();
    double z = first_z;
    for (const RowPart& part : parts) {
        const CellRange cells = cells_in_grid(t, part);
        if (cells.begin >= cells.end) {
            // The part is outside the grid.
        } else if (part.first >= part.last) {
            add_heights(*columns, t, part.first, part.high_and_negated_low);
        } else if (t.method == RowTriangle::HeightMethod::bounded) {
            cut_by_bounds(*columns, t, part, z, cells);
        } else {
            const bool has_middle = t.middle_z >= z && t.middle_z <= z + 1;
            const F64x2 ring[] = {lines->left, lines->right, has_middle ? t.middle : lines->right, lines[1].right,
                                  lines[1].left};
            cut_by_ring_walk(*columns, t, part, ring, cells);
        }
        ++columns;
        ++lines;
        z += 1.0;
    }
}

inline void TriangleCutter::cut_level(const RowTriangle& t, RowColumns* columns, std::span<const RowPart> parts) {
    if (!t.heights_inside) return;
    for (const RowPart& part : parts) {
        const CellRange cells = cells_in_grid(t, part);
        if (cells.begin < cells.end)
            columns->add_same(size_t(t.base_x + cells.begin), size_t(t.base_x + cells.end), t.lowest ^ kIntervalShift);
        ++columns;
    }
}

// All coordinates are relative to the corner of the triangle (see BasedTriangle), so the result does not depend on the
// grid or on the position in the world. A cell that the triangle touches only at a point or an edge is not covered. A triangle,
// or its part in a row, that lies on a lattice line belongs to the cell on the positive side.
void TriangleCutter::cut(const BasedTriangle& triangle, uint8_t area, RowRange band) {
    const auto& [p, q, r] = triangle.corners;
    const auto sorted = sort_three(p, q, r, [](const TriangleCorner& corner) { return corner.z; }).items;
    // Copies member by member. A load of a whole corner would have to wait for the recent stores of its members.
    const auto copy_of = [](const TriangleCorner* corner) -> TriangleCorner { return {corner->at, corner->z}; };
    const std::array<TriangleCorner, 3> corners{copy_of(sorted[0]), copy_of(sorted[1]), copy_of(sorted[2])};
    const F64x2 extent = greatest(p.at, q.at, r.at);
    RowTriangle t;
    const I32x2 size = steps_within(extent);
    t.base_x = triangle.x;
    t.base_y = triangle.y;
    t.top = size[1];
    t.area = area;
    // A part within epsilon of a lattice line belongs to the cell after the line, so the triangle may reach one more cell.
    t.columns_inside = t.base_x >= 0 && t.base_x + size[0] < grid_.width;
    t.heights_inside = t.base_y >= 0 && t.base_y + t.top <= kMaxHeight;
    t.lowest = queued_interval(t.base_y, t.base_y + 1, area) ^ kIntervalShift;
    t.ceiling = F64x2{t.top - 0.5, 0.5};
    t.floor = F64x2{-0.5, 0.5 - t.top};
    t.through = triangle_side(corners[0], corners[2]);
    t.around[0] = triangle_side(corners[0], corners[1]);
    t.around[1] = triangle_side(corners[1], corners[2]);
    t.middle = corners[1].at;
    t.middle_z = corners[1].z;
    t.last = corners[2].at;
    t.last_z = corners[2].z;
    const int64_t base_row = triangle.z;
    const auto first = int32_t(std::max<int64_t>(base_row, band.first)),
               end = int32_t(std::min<int64_t>(base_row + steps_within(t.last_z), band.end));
    if (first >= end) return;

    const std::span<RowPart> parts(parts_.data(), size_t(end - first));
    RowColumns* const columns = &rows_[size_t(first - band.first)];
    const auto first_z = double(first - base_row);
    if (t.top == 1) {
        find_row_parts<true>(t, first_z, nullptr, parts);
        return cut_level(t, columns, parts);
    }
    find_row_parts<false>(t, first_z, lines_.data(), parts);
    if (extent[0] > 1) prepare_bounds(corners.data(), t);
    cut_parts(t, first_z, columns, parts);
}

}  // namespace navspan
