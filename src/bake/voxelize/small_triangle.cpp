// Cuts small triangles whose bounding boxes lie in at most two cells, or whose heights lie in one voxel.
//
// In: three corners in lattice units.
// Out: the same intervals as TriangleCutter::cut.
// Idea: If the bounding box lies in one cell, or all heights in one voxel, all touched cells get the same interval. In two
// cells, the lattice line between them splits the triangle.
// Source: own method.
// Weak cases: If rounding errors could change the result, the general method is used.

#include <cmath>

#include "bake/voxelize/triangle.h"

namespace navspan {
namespace {

// Rounding errors cannot change the cell of a point farther than this from all lattice lines [cell].
constexpr double kNearLine = 0x1p-20;
// Rounding errors cannot change the voxel of a height farther than this from all voxel boundaries [vx].
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
        // A side between two diagonal cells also passes through a third cell. This side crosses the line between the rows at
        // x = turn / (z[next] - z[k]).
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
    // If the rounded greatest x is exactly on the line between two columns, use the general method.
    if (deep && box.size()[0] == 1) return cut(corners, area, band);
    SplitHeights split{};
    if (deep) {
        const auto [a, b, c] = sort_by_z(box, corners);
        split = split_corners(F64x2{a.z, a.at[1]}, F64x2{b.z, b.at[1]}, F64x2{c.z, c.at[1]});
    } else {
        const auto [a, b, c] =
            sort_three(*corners[0], *corners[1], *corners[2], [](const TriangleCorner& p) { return p.at[0]; }).items;
        split = split_corners(a->at - box.base, b->at - box.base, c->at - box.base);
    }
    if (!is_certain(split.before) || !is_certain(split.after)) return cut(corners, area, band);
    add_small(box, 0, split.before, area, band);
    add_small(box, deep ? 2 : 1, split.after, area, band);
}

}  // namespace navspan
