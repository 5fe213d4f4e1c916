// Finds small triangles, and those among them that cover the same heights in each touched cell.
//
// In: four triangles, relative to the corners of their boxes.
// Out: the boxes in cells, and a mask of the touched cells if all have the same heights.
// Idea: Each lane of a vector computes one triangle, in single precision. If the box lies in one cell, or all heights in one
// voxel, all touched cells have the same heights. If the box lies in two rows and two columns, the touched cells are those that
// contain a corner. A side between two diagonal cells also touches a third cell.
// Source: own method.
// Weak cases: If a corner lies on a lattice line, or if a side passes very close to the lattice point in the middle, the
// triangle is cut by a slower method.

#include "bake/voxelize/small_triangle.h"

#include <algorithm>

#include "bake/voxelize/columns.h"
#include "navspan/bake/heightfield.h"

namespace navspan {
namespace {

// Rounding errors cannot change the cell of a point farther than this from all lattice lines [cell].
constexpr float kNearLine = 0x1p-20f;
constexpr float kMaxSide = 3, kMaxRise = 15;  // greatest size of the box of a small triangle in x and z [cell], in y [vx]

// The bit of a cell in a mask of four cells. @param right, back  -1 in the second column, in the second row; else 0
I32x4 cell_bit(I32x4 right, I32x4 back) {
    const I32x4 first_row = 1 - right;
    return select(back, first_row << 2, first_row);
}

// Number of cells or height steps that [0, v] covers: v rounded up, at least 1. Requires v >= 0.
I32x4 steps_within(F32x4 v) {
    const I32x4 down = ints(v);
    const I32x4 up = down - (v > floats(down));
    return up - (up == 0);
}

// Returns a mask of the cells that each triangle touches. Returns 0 for an uncertain triangle: a corner lies on a lattice line,
// or a side passes very close to the lattice point in the middle. Precondition: the boxes lie in two columns and two rows.
// @param corners  [corner][axis]
I32x4 touched_cells_of_four(const std::array<std::array<F32x4, 3>, 3>& corners) {
    std::array<F32x4, 3> x, z;  // relative to the lattice point in the middle
    std::array<I32x4, 3> right, back;
    I32x4 touched{}, uncertain{};
    for (size_t k = 0; k < 3; ++k) {
        x[k] = corners[k][0] - 1.0f;
        z[k] = corners[k][2] - 1.0f;
        right[k] = x[k] > 0.0f;
        back[k] = z[k] > 0.0f;
        uncertain |= (x[k] == 0.0f) | (z[k] == 0.0f);
        touched |= cell_bit(right[k], back[k]);
    }
    for (size_t k = 0, next = 1; k < 3; ++k, next = next == 2 ? 0 : next + 1) {
        // A side between two diagonal cells also passes through a third cell. This side crosses the line between the rows at
        // x = turn / (z[next] - z[k]).
        const I32x4 is_diagonal = (right[k] ^ right[next]) & (back[k] ^ back[next]);
        const F32x4 turn = x[k] * z[next] - z[k] * x[next];
        uncertain |= is_diagonal & (greatest(turn, -turn) < 2 * kNearLine);
        const I32x4 is_right = ~((turn > 0.0f) ^ back[next]), is_falling = right[k] ^ back[k];
        touched |= is_diagonal & cell_bit(is_right, ~(is_right ^ is_falling));
    }
    return touched & ~uncertain;
}

// The boxes of four triangles.
struct FourBoxes {
    std::array<F32x4, 3> base, size;  // of four FloatTriangles: one vector for each of x, y and z
    // -1 if the box has more than one column, more than one row, at most two columns and two rows; else 0
    I32x4 wide() const { return size[0] > 1.0f; }
    I32x4 deep() const { return size[2] > 1.0f; }
    I32x4 in_four() const { return (size[0] <= 2.0f) & (size[2] <= 2.0f); }
};

// Returns the masks of the touched cells of triangles that cover the same heights in each touched cell; 0 for other triangles.
// @param candidates  nonzero for the triangles to examine
I32x4 uniform_cells(const FourBoxes& boxes, const std::array<FloatTriangle, 4>& t, I32x4 candidates) {
    const auto& size = boxes.size;
    const I32x4 wide = boxes.wide(), deep = boxes.deep();
    const I32x4 is_uniform = candidates & boxes.in_four() & ((size[1] <= 1.0f) | ~(wide | deep));
    // If the greatest x is exactly on a line between two columns, rounding decides which columns are touched. Such a triangle
    // does not count as uniform.
    const I32x4 on_line = (size[0] == 1.0f) | (size[0] == 2.0f);
    const I32x4 is_block = wide & deep & ~on_line;
    I32x4 touched = (1 | (wide & 2) | (deep & 4)) & ~(deep & on_line) & ~is_block;
    if (any(is_block & is_uniform)) {
        std::array<std::array<F32x4, 3>, 3> corners;
        for (size_t k = 0; k < 3; ++k)
            corners[k] = transposed(t[0].corners[k], t[1].corners[k], t[2].corners[k], t[3].corners[k]);
        touched |= touched_cells_of_four(corners) & is_block;
    }
    return touched & is_uniform;
}

// Rows of triangles. No rows: last < first.
struct FourRows {
    I32x4 first, last;
};

// Returns rows that contain all rows of each triangle in the grid. @param extent  size of the grid, {x, y, z}
FourRows rows_in_grid(const FourBoxes& boxes, const std::array<float, 3>& extent) {
    constexpr float kLarge = 0x1p22f, kMostError = 0x200;  // upper bound on the error of coordinates up to 2^30
    const auto& [base, size] = boxes;
    I32x4 is_inexact{};  // far or large: coordinates may be inexact
    for (size_t axis = 0; axis < 3; ++axis)
        is_inexact |= (greatest(base[axis], -base[axis]) >= ChunkCorners::kFar) | (size[axis] >= kLarge);
    const F32x4 zero{}, error = select(is_inexact, zero + kMostError, zero);
    I32x4 is_inside{-1, -1, -1, -1};
    for (size_t axis = 0; axis < 3; ++axis)
        is_inside &= (base[axis] - error < extent[axis]) & (base[axis] + size[axis] + error >= 0.0f);
    // A size from 16 on may be rounded down, so the triangle gets one more row.
    const I32x4 steps = steps_within(least(size[2], zero + kLarge)) - (size[2] >= 16.0f);
    const F32x4 rows_end = base[2] + floats(steps), depth = zero + extent[2];
    const F32x4 first = greatest(least(base[2], depth), zero), end = greatest(least(rows_end, depth), zero);
    return {ints(select(is_inexact, zero, first)), (ints(select(is_inexact, depth, end)) & is_inside) - 1};
}

}  // namespace

// Like get_exact, for a triangle that is far from the grid.
void ChunkCorners::get_far(size_t triangle, BasedTriangle& exact) const {
    std::array<TriangleCorner, 3> corners;
    const auto& vertices = soup_.triangle(triangle);
    for (size_t k = 0; k < 3; ++k) {
        const DVec3 p = units_(soup_.vertex(vertices[k]));
        corners[k] = {F64x2{p.x, p.y}, p.z};
    }
    exact = based_triangle(corners, grid_);
}

SmallTriangleFinder::SmallTriangleFinder(const Grid& grid, int32_t row_bits) : row_bits_(row_bits) {
    const std::array<int32_t, 3> size{grid.width, kMaxHeight, grid.depth};
    for (size_t axis = 0; axis < 3; ++axis) {
        extent_[axis] = float(size[axis]);
        last_[axis] = std::min(float(size[axis] - 1), ChunkCorners::kFar);
    }
}

FourQueued SmallTriangleFinder::find(const std::array<FloatTriangle, 4>& t, uint32_t first) const {
    const FourBoxes boxes{transposed(t[0].base, t[1].base, t[2].base, t[3].base),
                          transposed(t[0].size, t[1].size, t[2].size, t[3].size)};
    const auto& [base, size] = boxes;
    I32x4 is_small = (size[0] <= kMaxSide) & (size[1] <= kMaxRise) & (size[2] <= kMaxSide);
    for (size_t axis = 0; axis < 3; ++axis)
        is_small &= (base[axis] >= 0.0f) & (size[axis] <= last_[axis] - base[axis]);
    const I32x4 touched = uniform_cells(boxes, t, is_small), uniform = touched != 0;

    const I32x4 row = ints(base[2]), bottom = ints(base[1]), top = bottom + steps_within(size[1]);
    FourRows rows{row, row + select(uniform, (touched > 3) & 1, steps_within(size[2]) - 1)};
    if (any(~is_small)) {
        const FourRows others = rows_in_grid(boxes, extent_);
        rows.first = select(is_small, rows.first, others.first);
        rows.last = select(is_small, rows.last, others.last);
    }
    using Kind = QueuedTriangle::Kind;
    const I32x4 none{}, other = select(is_small, none + int32_t(Kind::small), none + int32_t(Kind::general));
    const I32x4 row_in_band = row & ((1 << row_bits_) - 1);

    FourQueued queued;
    store(queued.tag.data(), select(uniform, touched << 8 | row_in_band << 16, other));
    store(queued.index.data(), select(uniform, ints(base[0]), I32x4(kLaneIndex<U32x4> + first)));
    store(queued.heights.data(), queued_heights(bottom, top));
    store(queued.first_band.data(), rows.first >> row_bits_);
    store(queued.last_band.data(), rows.last >> row_bits_);
    return queued;
}

}  // namespace navspan
