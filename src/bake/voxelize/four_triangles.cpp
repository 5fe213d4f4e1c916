// Cuts small triangles into cells, four at a time.
//
// In: the corners of four triangles whose bounding boxes lie in at most three columns and three rows.
// Out: for each cell, the same interval as TriangleCutter::cut. A mark if rounding errors could change the result.
// Idea: Each lane of a vector computes one triangle, in single precision. The part of a triangle in a row is convex. The
// highest point in a cell is either the highest point of this part, or a point on a lattice line between two columns. On such a
// line, the triangle covers a segment, which is clipped to the row, and the highest point is an end of this segment. The lowest
// point is found in the same way.
// Source: own method.
// Weak cases: If a crossing is very close to a lattice point, or if a height is very close to a voxel boundary, the triangle is
// cut again by the general method.

#include "bake/voxelize/four_triangles.h"

namespace navspan {
namespace {

// The corners are exact in single precision. On the sides, rounding errors are below 2^-20 for x and z, and below 2^-17 for
// heights. Heights inside a triangle are interpolated between two sides, where an error in z is multiplied by the slope.
constexpr float kNear = 0x1p-18f;        // x and z closer than this to a lattice line are uncertain [cell]
constexpr float kNearHeight = 0x1p-15f;  // heights closer than this to a voxel boundary are uncertain [vx]
constexpr float kNearSlope = 0x1p-19f;   // increase of kNearHeight per unit of slope [cell]
constexpr float kTiny = 0x1p-22f;        // a corner closer than this to a lattice line is on the line [cell]
constexpr float kUnit = 0x1p-20f;        // coordinates of corners are multiples of this [cell or vx]

F32x4 splat4(float v) {
    return F32x4{v, v, v, v};
}
F32x4 keep_where(I32x4 mask, F32x4 v) {
    return F32x4(I32x4(v) & mask);
}

// Points of four triangles, sorted by `along` (z or x). `across` is the other coordinate.
struct FourPoints {
    F32x4 along, across, y;
};

// Swaps two points in the lanes where the second point comes first.
void sort_two(FourPoints& a, FourPoints& b) {
    const I32x4 swap = b.along < a.along;
    const F32x4 low = least(a.along, b.along);
    b.along = greatest(a.along, b.along);
    a.along = low;
    const auto exchange = [swap](F32x4& p, F32x4& q) {
        const I32x4 change = (I32x4(p) ^ I32x4(q)) & swap;
        p = F32x4(I32x4(p) ^ change);
        q = F32x4(I32x4(q) ^ change);
    };
    exchange(a.across, b.across);
    exchange(a.y, b.y);
}

// Points where a lattice line crosses the sides of four triangles. If `across` is closer than `near` to a lattice line,
// rounding errors could change the cell; `near` is 0 if the point is exact.
struct FourCrossings {
    F32x4 across, y, near;
};

// The sides of four triangles, as functions of one coordinate.
struct FourSides {
    FourPoints a, b, c;
    struct Slope {
        F32x4 across, y, near;
    };
    Slope ac, ab, bc;

    explicit FourSides(const std::array<FourPoints, 3>& corners) : a(corners[0]), b(corners[1]), c(corners[2]) {
        sort_two(a, b);
        sort_two(b, c);
        sort_two(a, b);
        const auto slope = [](const FourPoints& from, const FourPoints& to) -> Slope {
            const F32x4 distance = greatest(to.along - from.along, splat4(kUnit));
            const F32x4 across = (to.across - from.across) / distance;
            // If the slope is 0, 1 or -1, all crossings are exact. Such sides often pass through lattice points.
            const I32x4 exact = across * across == greatest(across, -across);
            return {across, (to.y - from.y) / distance, keep_where(~exact, splat4(kNear))};
        };
        ac = slope(a, c);
        ab = slope(a, b);
        bc = slope(b, c);
    }
    I32x4 reaches(float line) const { return (a.along < line) & (c.along > line); }
    // Returns the point where a lattice line crosses the side ac (`through`), or one of the sides ab and bc (`around`).
    // Precondition: `line` is greater than the coordinate of a. Returns c if `line` is at or beyond c.
    FourCrossings through(float line) const {
        const I32x4 inside = c.along > line;
        const F32x4 from_c = keep_where(inside, line - c.along);
        return {c.across + from_c * ac.across, c.y + from_c * ac.y, keep_where(inside, ac.near)};
    }
    FourCrossings around(float line) const {
        const I32x4 inside = c.along > line;
        const F32x4 from_b = line - b.along;
        const I32x4 is_after = from_b > F32x4{}, is_exact = from_b == F32x4{};
        const F32x4 across = b.across + from_b * select(is_after, bc.across, ab.across);
        const F32x4 y = b.y + from_b * select(is_after, bc.y, ab.y);
        return {select(inside, across, c.across), select(inside, y, c.y),
                keep_where(inside & ~is_exact, select(is_after, bc.near, ab.near))};
    }
};

// Returns the centre of the last cell or voxel that the interval from 0 to greatest_value covers.
F32x4 last_middle(F32x4 greatest_value) {
    const F32x4 down = floats(ints(greatest_value));
    const F32x4 up = down + keep_where(greatest_value > down, splat4(1));
    return greatest(up, splat4(1)) - 0.5f;
}

// Returns the index of the height step that contains each height: clamps the height to `limit`, then rounds it down. Sets bits
// of `uncertain` in lanes in which an error of `near` would change the result.
I32x4 index_of(F32x4 v, F32x4 near, F32x4 limit, I32x4& uncertain) {
    v = least(v, limit);
    const I32x4 low = ints(v - near), high = ints(v + near);
    uncertain |= low ^ high;
    return low;
}

// Nonzero in lanes in which rounding errors could change the cell of the point.
I32x4 crosses_index(const FourCrossings& p) {
    return ints(p.across - p.near) ^ ints(p.across + p.near);
}

// The extent of points in a row. All numbers are >= 0; 0 stands for no point.
struct RowReach {
    // Distance of the leftmost point from the right border of the last column, and of the rightmost point from x = 0 [cell]
    F32x4 left, right;
    F32x4 high, drop;               // greatest height, and greatest distance below the top of the triangle [vx]
    I32x4 high_column, low_column;  // columns of the highest and of the lowest point

    void add(const RowReach& p) {
        left = greatest(left, p.left);
        right = greatest(right, p.right);
        high_column = select(p.high > high, p.high_column, high_column);
        low_column = select(p.drop > drop, p.low_column, low_column);
        high = greatest(high, p.high);
        drop = greatest(drop, p.drop);
    }
    RowReach where(I32x4 mask) const {
        return {keep_where(mask, left),
                keep_where(mask, right),
                keep_where(mask, high),
                keep_where(mask, drop),
                high_column,
                low_column};
    }
};

// Cuts four triangles that lie in the first kColumns columns and kRows rows.
template <size_t kColumns, size_t kRows>
class Cutter {
public:
    Cutter(const std::array<FourPoints, 3>& by_z, const std::array<FourPoints, 3>& by_x)
        : by_z_(by_z),
          by_x_(by_x),
          top_(greatest(by_z[0].y, by_z[1].y, by_z[2].y)),
          x_limit_(last_middle(by_x_.c.along)),
          z_limit_(last_middle(by_z_.c.along)),
          y_limit_(last_middle(top_)) {}

    // @param lowest_voxels  lower half of RowTriangle::lowest of each triangle
    void cut(U32x4 lowest_voxels, FourTriangleCells& cells) {
        const std::array<RowReach, kRows> rows = find_rows();
        std::array<LineHeights, kColumns - 1> lines;
        for (size_t c = 1; c < kColumns; ++c)
            lines[c - 1] = line_heights(float(c));
        const F32x4 near_step = kNearHeight + kNearSlope * steepest_;
        for (size_t r = 0; r < kRows; ++r) {
            const RowReach& row = rows[r];
            const I32x4 first = int32_t(kColumns - 1) - ints(row.left - kTiny), last = ints(row.right - kTiny);
            const I32x4 is_row = z_limit_ > float(r);
            for (size_t c = 0; c < kColumns; ++c) {
                F32x4 high = keep_where(row.high_column == int32_t(c), row.high),
                      drop = keep_where(row.low_column == int32_t(c), row.drop);
                const auto add_line = [&](const LineHeights& line) {
                    high = greatest(high, line.high[r]);
                    drop = greatest(drop, line.drop[r]);
                };
                if (c > 0) add_line(lines[c - 1]);
                if (c + 1 < kColumns) add_line(lines[c]);
                const I32x4 highest = index_of(high, near_step, y_limit_, uncertain_),
                            lowest = index_of(top_ - drop, near_step, y_limit_, uncertain_);
                const auto covered = U32x4((first <= int32_t(c)) & (last >= int32_t(c)) & is_row);
                const U32x4 shifted = lowest_voxels + (U32x4(highest) << 16) - U32x4(lowest);
                cells.covered[kColumns * r + c] = covered;
                cells.heights[kColumns * r + c] = (shifted & covered) ^ uint32_t(kEmptyInterval);
            }
        }
        cells.rows = kRows;
        cells.columns = kColumns;
        cells.uncertain = uncertain_;
    }

private:
    // Heights of a triangle on the line between two columns, in each row; 0 in rows that the line does not reach.
    struct LineHeights {
        std::array<F32x4, kRows> high, drop;  // as in RowReach
    };

    RowReach reach_of(F32x4 x, F32x4 y) const {
        const I32x4 column = ints(least(x, x_limit_));
        return {float(kColumns) - x, x, y, top_ - y, column, column};
    }

    // The points where a lattice line between two rows crosses the sides.
    RowReach line_reach(float line) {
        const FourCrossings through = by_z_.through(line), around = by_z_.around(line);
        uncertain_ |= crosses_index(through) | crosses_index(around);
        RowReach reach = reach_of(through.across, through.y);
        reach.add(reach_of(around.across, around.y));
        return reach;
    }

    // Finds the extent of each row from the points on its borders and the corners inside. The middle corner can lie on a
    // border.
    std::array<RowReach, kRows> find_rows() {
        std::array<RowReach, kRows> rows;
        rows[0] = reach_of(by_z_.a.across, by_z_.a.y);
        for (size_t r = 1; r < kRows; ++r) {
            rows[r] = line_reach(float(r));
            rows[r - 1].add(rows[r]);
        }
        rows[kRows - 1].add(reach_of(by_z_.c.across, by_z_.c.y));
        const RowReach middle = reach_of(by_z_.b.across, by_z_.b.y);
        for (size_t r = 0; r < kRows; ++r)
            rows[r].add(middle.where((by_z_.b.along >= float(r)) & (by_z_.b.along <= float(r + 1))));
        return rows;
    }

    // Returns the heights of the triangles on the line between two columns. Each triangle cuts a segment out of this line. If
    // an end of the segment is a lattice point, its height is included in both adjacent rows.
    LineHeights line_heights(float line) {
        const FourCrossings through = by_x_.through(line), around = by_x_.around(line);
        const I32x4 inside = by_x_.reaches(line);
        uncertain_ |= (crosses_index(through) | crosses_index(around)) & inside;
        const I32x4 swap = around.across < through.across;
        const F32x4 from_z = least(around.across, through.across), to_z = greatest(around.across, through.across);
        const F32x4 from_y = select(swap, around.y, through.y), to_y = select(swap, through.y, around.y);
        const I32x4 from_row = ints(from_z - kTiny), to_row = ints(to_z);
        const F32x4 rise = keep_where((from_row != to_row) & (from_z < to_z) & inside, (to_y - from_y) / (to_z - from_z));
        steepest_ = greatest(steepest_, greatest(rise, -rise));
        LineHeights heights;
        for (size_t r = 0; r < kRows; ++r) {
            F32x4 y0 = from_y, y1 = to_y;
            I32x4 there = inside;
            if (r > 0) {
                y0 = from_y + (greatest(from_z, splat4(float(r))) - from_z) * rise;
                there &= to_row >= int32_t(r);
            }
            if (r + 1 < kRows) {
                y1 = to_y - (to_z - least(to_z, splat4(float(r + 1)))) * rise;
                there &= from_row <= int32_t(r);
            }
            heights.high[r] = keep_where(there, greatest(y0, y1));
            heights.drop[r] = keep_where(there, top_ - least(y0, y1));
        }
        return heights;
    }

    FourSides by_z_, by_x_;
    F32x4 top_;                          // highest corner [vx]
    F32x4 x_limit_, z_limit_, y_limit_;  // see last_middle
    I32x4 uncertain_{};                  // see FourTriangleCells
    F32x4 steepest_{};                   // greatest slope of an interpolation between two sides [vx / cell]
};

}  // namespace

void cut_four_triangles(const std::array<const FloatTriangle*, 4>& triangles, size_t columns, size_t rows,
                        FourTriangleCells& cells) {
    const auto& [t0, t1, t2, t3] = triangles;
    std::array<FourPoints, 3> by_z, by_x;
    for (size_t k = 0; k < 3; ++k) {
        const auto [x, y, z] = transposed(t0->corners[k], t1->corners[k], t2->corners[k], t3->corners[k]);
        by_z[k] = {z, x, y};
        by_x[k] = {x, z, y};
    }
    const I32x4 lowest = ints(transposed(t0->base, t1->base, t2->base, t3->base)[1]);
    const U32x4 lowest_voxels = queued_heights(lowest, lowest + 1) ^ uint32_t(kIntervalShift);
    if (columns == 2) {
        rows == 2 ? Cutter<2, 2>(by_z, by_x).cut(lowest_voxels, cells) : Cutter<2, 3>(by_z, by_x).cut(lowest_voxels, cells);
    } else {
        rows == 2 ? Cutter<3, 2>(by_z, by_x).cut(lowest_voxels, cells) : Cutter<3, 3>(by_z, by_x).cut(lowest_voxels, cells);
    }
}

void SmallTriangles::cut(std::span<const QueuedTriangle> block, const ChunkCorners& corners) {
    std::array<uint32_t, BandQueues::kBlock> small;  // indices of the triangles of the kind `small`
    size_t count = 0;
    for (const QueuedTriangle& t : block) {
        small[count] = t.index;
        count += t.kind() == QueuedTriangle::Kind::small;
    }
    std::array<std::array<uint8_t, BandQueues::kBlock>, kShapes> order;  // triangles of each shape
    std::array<size_t, kShapes> sizes{};
    for (size_t i = 0; i < count; ++i) {
        const FloatTriangle triangle = triangles_[i] = corners.float_triangle(small[i]);
        const I32x4 is_large = triangle.size > 2.0f;
        const size_t shape = size_t(is_large[0] & 1) + size_t(is_large[2] & 2);
        order[shape][sizes[shape]++] = uint8_t(i);
        const I32x4 at = ints(triangle.base);
        positions_[i] = {at[0], at[2], 0, 0};
    }
    uint32_t group = 0;
    for (size_t shape = 0; shape < kShapes; ++shape) {
        for (size_t begin = 0; begin < sizes[shape]; begin += 4, ++group) {
            std::array<const FloatTriangle*, 4> four;
            for (uint32_t lane = 0; lane < 4; ++lane) {
                const size_t i = order[shape][least(begin + lane, sizes[shape] - 1)];
                four[lane] = &triangles_[i];
                positions_[i].group = group;
                positions_[i].lane = lane;
            }
            cut_four_triangles(four, 2 + (shape & 1), 2 + (shape >> 1), cells_[group]);
        }
    }
}

}  // namespace navspan
