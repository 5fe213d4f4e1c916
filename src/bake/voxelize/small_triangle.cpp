// Cuts small triangles, whose bounding boxes lie in at most two columns and two rows.
//
// In: three corners in lattice units.
// Out: the same intervals as TriangleCutter::cut.
// Idea: If the bounding box lies in one cell, or all heights in one voxel, all touched cells get the same interval. In two
// cells, the lattice line between them splits the triangle. In four cells, the extreme heights are at the corners, at the
// points where the sides cross the two lattice lines, or at the lattice point in the middle.
// Source: own method.
// Weak cases: If rounding errors could change the result, the general method is used.

#include <algorithm>
#include <cmath>
#include <limits>

#include "bake/voxelize/triangle.h"

namespace navspan {
namespace {

// Rounding errors cannot change the cell of a point that is farther than this from all lattice lines [cell].
constexpr double kNearLine = 0x1p-20;
// Rounding errors cannot change the voxel of a height that is farther than this from all voxel boundaries [vx].
constexpr double kNearStep = 0x1p-24;

F64x2 high_and_negated_low(double y) {
    return F64x2{y, -y};
}

// The line s = 1 crosses two sides of a triangle. Returns the values of these two sides on the line. Corners are {s, value},
// sorted by s. The first corner is before the line, and the last corner is after it.
F64x2 values_on_line(F64x2 first, F64x2 middle, F64x2 last) {
    const bool middle_before = middle[0] < 1;
    const F64x2 from = middle_before ? middle : first, to = middle_before ? last : middle;
    const F64x2 s0{first[0], from[0]}, s1{last[0], to[0]}, v0{first[1], from[1]}, v1{last[1], to[1]};
    return v0 + (v1 - v0) * ((1.0 - s0) / (s1 - s0));
}

// The line s = 1 cuts a triangle into two parts; s is x or z, relative to the lattice corner of the triangle's box. Each vector
// is {highest height, -lowest height} of a part.
struct SplitHeights {
    F64x2 before,  // of the part with s < 1
        after;     // of the part with s > 1
};

SplitHeights split_corners(F64x2 first, F64x2 middle, F64x2 last) {
    const F64x2 on_line = values_on_line(first, middle, last);
    const F64x2 both_parts = greatest(high_and_negated_low(on_line[0]), high_and_negated_low(on_line[1]));
    const F64x2 with_middle = greatest(both_parts, high_and_negated_low(middle[1]));
    const bool middle_before = middle[0] < 1;
    return {greatest(middle_before ? with_middle : both_parts, high_and_negated_low(first[1])),
            greatest(middle_before ? both_parts : with_middle, high_and_negated_low(last[1]))};
}

// True if rounding errors cannot change the voxels of the heights.
bool is_certain(F64x2 high_and_negated_low) {
    constexpr double kRound = 0x1.8p52;
    const F64x2 height = high_and_negated_low - kEpsilon, off = height - ((height + kRound) - kRound);
    return std::abs(off[0]) > kNearStep && std::abs(off[1]) > kNearStep;
}

}  // namespace

uint32_t touched_cells_of_four(const CornerPointers& corners, double middle_x, double middle_z) {
    double x[3], z[3];  // relative to the lattice point in the middle
    uint32_t cell[3], touched = 0;
    bool is_on_line = false;
    for (size_t k = 0; k < 3; ++k) {
        x[k] = corners[k]->at[0] - middle_x;
        z[k] = corners[k]->z - middle_z;
        is_on_line |= x[k] == 0 || z[k] == 0;
        cell[k] = uint32_t{x[k] > 0} | uint32_t{z[k] > 0} << 1;
        touched |= 1u << cell[k];
    }
    if (is_on_line) return 0;
    for (size_t k = 0, next = 1; k < 3; ++k, next = next == 2 ? 0 : next + 1) {
        if ((cell[k] ^ cell[next]) != 3) continue;
        // A side between two diagonal cells also passes through a third cell. The side crosses the line between the rows at x =
        // turn / (z[next] - z[k]).
        const double turn = x[k] * z[next] - z[k] * x[next];
        if (std::abs(turn) < 2 * kNearLine) return 0;
        const bool is_right = (turn > 0) == (z[next] > 0);
        const uint32_t first = least(cell[k], cell[next]);
        touched |= 1u << (is_right ? 2 * first + 1 : 2 - 2 * first);
    }
    return touched;
}

inline void TriangleCutter::add_small(const TriangleBox& box, size_t cell, F64x2 high_and_negated_low, uint8_t area,
                                      RowRange band) {
    const int32_t row = int32_t(box.base_z) - grid_.z0 - band.first + int32_t(cell / 2);
    if (row < 0 || row >= band.end - band.first) return;
    const int32_t column = int32_t(box.base[0]) - grid_.x0 + int32_t(cell % 2), bottom = int32_t(box.base[1]) - grid_.y0;
    const int32_t last_step = steps_within(box.size()[1]) - 1;
    const I32x2 steps = __builtin_convertvector(high_and_negated_low - kEpsilon, I32x2);
    const int32_t low = least(-steps[1], last_step), high = greatest(low, least(steps[0], last_step));
    rows_[size_t(row)].add(size_t(column), queued_interval(bottom + low, bottom + high + 1, area));
}

void TriangleCutter::cut_in_two(const CornerPointers& corners, uint8_t area, RowRange band) {
    const TriangleBox box = box_of(corners);
    const bool deep = box.depth() > 1;
    // Use the general method if the rounded greatest x of the triangle is exactly on the line between two columns.
    if (deep && box.size()[0] == 1) return cut(corners, area, band);
    SplitHeights split{};
    if (deep) {
        const auto [a, b, c] = sort_by_z(box, corners);
        split = split_corners(F64x2{a.z, a.at[1]}, F64x2{b.z, b.at[1]}, F64x2{c.z, c.at[1]});
    } else {
        const auto [a, b, c] =
            sort_corners(corners, [](const TriangleCorner& p, const TriangleCorner& q) { return p.at[0] < q.at[0]; });
        split = split_corners(a->at - box.base, b->at - box.base, c->at - box.base);
    }
    if (!is_certain(split.before) || !is_certain(split.after)) return cut(corners, area, band);
    add_small(box, 0, split.before, area, band);
    add_small(box, deep ? 2 : 1, split.after, area, band);
}

namespace {

// The corners of a small triangle. x and z are relative to the lattice point in the middle of its four cells.
struct CentredCorners {
    double x[3], y[3], z[3];
};

// The two points where the sides of a triangle cross a lattice line.
struct LineCrossings {
    F64x2 at;  // x or z
    F64x2 y;
};

// Finds the two points where the sides of a triangle cross the line on which the coordinate `across` is 0. Precondition: one
// corner is alone on its side of the line. @param along, y  the other coordinates of the corners
LineCrossings crossings_of(const double (&across)[3], const double (&along)[3], const double (&y)[3]) {
    // for each mask of the corners beyond the line: the corner that is alone on its side
    constexpr uint8_t kAlone[8] = {0, 0, 1, 2, 2, 1, 0, 0}, kNext[3] = {1, 2, 0}, kPrevious[3] = {2, 0, 1};
    const size_t a = kAlone[size_t{across[0] > 0} | size_t{across[1] > 0} << 1 | size_t{across[2] > 0} << 2];
    const size_t b = kNext[a], c = kPrevious[a];
    const F64x2 t = -across[a] / (F64x2{across[b], across[c]} - across[a]);
    return {along[a] + (F64x2{along[b], along[c]} - along[a]) * t, y[a] + (F64x2{y[b], y[c]} - y[a]) * t};
}

// A triangle in four cells.
struct FourCells {
    std::array<F64x2, 4> reached;  // {highest, -lowest} of the points found so far in each cell and on its border
    uint32_t touched = 0;          // mask of the cells that the triangle touches in more than a point

    void note(size_t cell, F64x2 heights) { reached[cell] = greatest(reached[cell], heights); }
    void note_middle(double y) {
        for (size_t cell = 0; cell < 4; ++cell)
            note(cell, high_and_negated_low(y));
    }
};

// Finds the heights of a triangle in four cells. Returns false if the general method must be used: a corner lies on a lattice
// line, a side passes very close to the middle, or the triangle reaches the far border of the second column. A side exactly
// through the middle is handled here.
bool find_heights(const CentredCorners& p, FourCells& cells) {
    const LineCrossings on_z = crossings_of(p.z, p.x, p.y), on_x = crossings_of(p.x, p.z, p.y);
    const auto is_near = [](F64x2 v) { return I64x2(v > -kNearLine) & I64x2(v < kNearLine) & I64x2(v != F64x2{}); };
    // A part of the triangle on the far border of the second column belongs to a third column, which only the general method
    // handles.
    if (any(is_near(on_z.at) | is_near(on_x.at)) || least(on_z.at[0], on_z.at[1]) > 1 - kNearLine) return false;
    cells.reached.fill(both(-std::numeric_limits<double>::infinity()));
    for (size_t k = 0; k < 3; ++k) {
        if (p.x[k] == 0 || p.z[k] == 0) return false;
        const size_t cell = size_t{p.x[k] > 0} | size_t{p.z[k] > 0} << 1;
        cells.note(cell, high_and_negated_low(p.y[k]));
        cells.touched |= 1u << cell;
    }
    const auto note_crossing = [&cells](double at, double y, size_t first, size_t second, size_t step) {
        if (at == 0) return cells.note_middle(y);
        const size_t offset = at > 0 ? step : 0;
        cells.note(first + offset, high_and_negated_low(y)), cells.note(second + offset, high_and_negated_low(y));
        cells.touched |= (1u << first | 1u << second) << offset;
    };
    for (size_t k = 0; k < 2; ++k) {
        note_crossing(on_z.at[k], on_z.y[k], 0, 2, 1);
        note_crossing(on_x.at[k], on_x.y[k], 0, 1, 2);
    }
    if (!(on_z.at[0] * on_z.at[1] < 0)) return true;
    cells.note_middle(on_z.y[0] - on_z.at[0] * ((on_z.y[1] - on_z.y[0]) / (on_z.at[1] - on_z.at[0])));
    cells.touched = 15;
    return true;
}

}  // namespace

void TriangleCutter::cut_in_four(const CornerPointers& corners, uint8_t area, RowRange band) {
    const TriangleBox box = box_of(corners);
    CentredCorners p;
    for (size_t k = 0; k < 3; ++k) {
        p.x[k] = corners[k]->at[0] - box.base[0] - 1;
        p.y[k] = corners[k]->at[1] - box.base[1];
        p.z[k] = corners[k]->z - box.base_z - 1;
    }
    FourCells cells;
    bool certain = find_heights(p, cells);
    for (size_t cell = 0; cell < 4 && certain; ++cell)
        certain = (cells.touched >> cell & 1) == 0 || is_certain(cells.reached[cell]);
    if (!certain) return cut(corners, area, band);
    for (size_t cell = 0; cell < 4; ++cell) {
        if ((cells.touched >> cell & 1) != 0) add_small(box, cell, cells.reached[cell], area, band);
    }
}

}  // namespace navspan
