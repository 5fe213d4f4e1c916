// Computes the heights that a triangle covers in each cell of a row.
//
// In: the corners of a triangle (method 1), or the ring of corners of the triangle clipped to the row (method 2).
// Out: linear functions of x that bound the heights (method 1), or intervals of voxels (method 2).
// Idea: Method 1 bounds the heights by the sides of the triangle, and by the lines where its plane meets the borders of the
// row. Method 2 walks around the ring and records the heights at each lattice line.
// Source: own method.
// Weak cases: Method 1 is inexact for very thin or steep triangles, so such triangles need method 2, which is slower.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bake/voxelize/triangle.h"
#include "core/simd.h"

namespace navspan {
namespace {

constexpr double kNotReached = -std::numeric_limits<double>::infinity();
constexpr double kNoBound = 0x1p60;   // offset of an inactive bound
constexpr double kMaxSlope = 0x1p26;  // limit on slope times width; below this limit, a linear function is exact to 2^-26
// Minimum of 2 * area / (width * height). In a thinner triangle, rounding could swap the upper and lower sides.
constexpr double kMinThickness = 0x1p-16;

}  // namespace

// The greatest height of the triangle at x, within a row, is the minimum of several linear functions of x. The same holds for
// the negated lowest height. A vector {function for y, function for -y} computes both together.
void prepare_bounds(const TriangleCorner* corners, RowTriangle& t) {
    t.method = RowTriangle::HeightMethod::walked;
    // Sort the corners by x. The sign of `turn` is the side of the line ac on which b lies.
    const auto by_x = sort_three(corners[0], corners[1], corners[2], [](const TriangleCorner& p) { return p.at[0]; }).items;
    const TriangleCorner a = *by_x[0], b = *by_x[1], c = *by_x[2];
    const F64x2 ab = b.at - a.at, ac = c.at - a.at, bc = c.at - b.at;
    const double width = ac[0];
    const double height = greatest(a.at[1], b.at[1], c.at[1]), depth = corners[2].z;
    const double turn = ac[0] * ab[1] - ab[0] * ac[1];
    const bool on_a_side = ab[0] == 0 || bc[0] == 0;
    if (!(width > 0 && (std::abs(turn) > kMinThickness * width * height || (turn == 0 && on_a_side)))) return;

    // Compute the sides as linear functions of x. If ab and bc bound the triangle from below, mirror y. The two sides then
    // bound the triangle from above.
    const double flip = 1 - 2 * int(turn < 0);
    const F64x2 dx{ab[0], bc[0]}, dy{ab[1], bc[1]};
    const I64x2 upright = dx == both(0);
    const auto unless = [](I64x2 mask, F64x2 v) { return F64x2(I64x2(v) & ~mask); };
    const F64x2 slopes = unless(upright, flip * dy / dx);
    const F64x2 offsets = unless(upright, flip * F64x2{a.at[1], b.at[1]} - slopes * F64x2{a.at[0], b.at[0]}) +
                          F64x2(I64x2(both(kNoBound)) & upright);
    const double below_slope = flip * ac[1] / ac[0];
    const double below_offset = flip * a.at[1] - below_slope * a.at[0];
    const double steepest = greatest(std::abs(slopes[0]), std::abs(slopes[1]), std::abs(below_slope));
    if (steepest * c.at[0] >= kMaxSlope) return;

    // plane of the triangle: y = offset + slope * x + rise * z; not needed for an upright triangle
    const double uz = b.z - a.z, vz = c.z - a.z;
    const double uy = flip * ab[1], vy = flip * ac[1];
    const double det = ab[0] * vz - uz * ac[0];
    double slope = 0, rise = 0;
    F64x2 row_offset{kNoBound, kNoBound};
    if (det != 0) {
        slope = (uy * vz - uz * vy) / det;
        rise = (ab[0] * vy - uy * ac[0]) / det;
        const double thinness = greatest(1.0, width * depth / std::abs(det));
        if (!((std::abs(slope) * c.at[0] + std::abs(rise) * depth + height) * thinness < kMaxSlope)) return;
        const double offset = flip * a.at[1] - slope * a.at[0] - rise * a.z;
        row_offset = F64x2{offset + greatest(rise, 0.0), -(offset + least(rise, 0.0))};
    }

    // Swaps the lanes of {y, -y} if y was mirrored.
    const I64x2 is_flipped = I64x2{} - int64_t{turn < 0};
    const auto turned = [is_flipped](F64x2 v) {
        const F64x2 swapped = __builtin_shufflevector(v, v, 1, 0);
        return F64x2((I64x2(swapped) & is_flipped) | (I64x2(v) & ~is_flipped));
    };
    t.sides[0] = {turned(F64x2{offsets[0], -below_offset}), turned(F64x2{slopes[0], -below_slope})};
    t.sides[1] = {turned(F64x2{offsets[1], kNoBound}), turned(F64x2{slopes[1], 0})};
    t.row = {turned(row_offset), turned(F64x2{slope, -slope})};
    t.rise = F64x2{flip * rise, -flip * rise};
    t.method = RowTriangle::HeightMethod::bounded;
}

void TriangleCutter::cut_by_ring_walk(RowColumns& columns, const RowTriangle& t, const RowPart& part,
                                      std::span<const F64x2> ring, CellRange cells) {
    const int32_t first = part.first, last = part.last;
    const int32_t begin = cells.begin, end = cells.end;
    const int32_t first_line = std::max(begin, first + 1), last_line = std::min(end, last);
    F64x2* const reached = reached_.data();  // index 0 is the cell before `begin`
    std::fill_n(reached, end - begin + 2, F64x2{kNotReached, kNotReached});
    const auto note = [reached](int32_t cell, double y) { reached[cell] = greatest(reached[cell], F64x2{y, -y}); };
    for (size_t i = 0; i < ring.size(); ++i) {
        F64x2 from = ring[i], to = ring[i + 1 < ring.size() ? i + 1 : 0];
        if (to[0] < from[0]) std::swap(from, to);
        const auto after = int32_t(from[0]) + 1, before = int32_t(to[0]) - (to[0] == double(int32_t(to[0])));
        const int32_t from_line = std::max(after, first_line), to_line = std::min(before, last_line);
        if (from_line > to_line) continue;
        const double slope = (to[1] - from[1]) / (to[0] - from[0]);
        for (int32_t line = from_line; line <= to_line; ++line) {
            const double y = from[1] + (double(line) - from[0]) * slope;
            note(line - begin, y);
            note(line - begin + 1, y);
        }
    }
    for (const F64x2& p : ring) {
        // a point on a lattice line counts for the cells on both sides of the line
        const auto line = int32_t(p[0] + kEpsilon), cell = std::min(line, last);
        if (begin <= cell && cell < end) note(cell - begin + 1, p[1]);
        if (p[0] - line < kEpsilon && first_line <= line && line <= last_line) note(line - begin, p[1]);
    }
    for (int32_t cell = begin; cell < end; ++cell)
        add_heights(columns, t, cell, reached[cell - begin + 1]);
}

}  // namespace navspan
