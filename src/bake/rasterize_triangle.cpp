// Cuts one triangle into rows and cells.
//
// In: three corners in lattice units. Out: for every cell that the triangle touches the interval of heights that it covers
// there, rounded outwards to whole voxels, at least one.
//
// All arithmetic counts from the triangle's own lattice corner, so the result does not depend on the grid that was cut out of
// the world, nor on where in the world the triangle is. Between two lattice lines of constant z the triangle is a convex ring
// of at most five points, whose crossings with the lines are computed once per line and used on both sides of it. The heights
// in a cell are bounded by the ring's points in it and by where the ring crosses the cell's two lines of constant x
// (rasterize_cells.cpp).
//
// What lies on a line: a cell that a triangle touches only with a point or an edge is not covered, except by a triangle (or
// part) that has no extent across that line, which belongs to the cell on its positive side. Results closer than 2^-22 to a
// lattice line or step count as on it.
//
// Shortcuts: a triangle inside one cell; one whose heights fall into one voxel (floors); a row with a single cell.
// Source of the semantics: Mononen, Recast (2009), which clips polygon by polygon.

#include "rasterize_triangle.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "navspan/bake/heightfield.h"

namespace navspan {
namespace {

constexpr double kHair = 0x1p-22;

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
    if (a.z != b.z) return a.z < b.z;
    if (a.x != b.x) return a.x < b.x;
    return a.y < b.y;
}

}  // namespace

TriangleCutter::TriangleCutter(const Grid& grid, RowPieces& pieces) : grid_(grid), pieces_(pieces) {
    for (std::vector<double>* v : {&low_, &high_, &line_low_, &line_high_})
        v->resize(size_t(grid.width) + 3);
}

TriangleCutter::Side TriangleCutter::side_of(const DVec3& from, const DVec3& to) {
    const double dz = to.z - from.z;
    if (dz == 0) return {from.z, from.x, from.y, 0, 0};
    return {from.z, from.x, from.y, (to.x - from.x) / dz, (to.y - from.y) / dz};
}

void TriangleCutter::cut(const DVec3& a, const DVec3& b, const DVec3& c, uint8_t area) {
    // bounds in whole cells and steps
    const DVec3 low{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})};
    const DVec3 high{std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})};
    const int64_t x = whole(low.x), y = whole(low.y), z = whole(low.z);
    const DVec3 base{double(x), double(y), double(z)};
    const int32_t columns = end_of(high.x - base.x), rows = end_of(high.z - base.z);
    base_x_ = x - grid_.x0;
    base_y_ = y - grid_.y0;
    top_ = end_of(high.y - base.y);
    area_ = area;
    heights_inside_ = base_y_ >= 0 && base_y_ + top_ <= kMaxHeight;

    const int64_t base_z = z - grid_.z0;
    const int64_t first_row = std::max<int64_t>(base_z, 0), end_row = std::min<int64_t>(base_z + rows, grid_.depth);
    const bool beside = base_x_ >= grid_.width || base_x_ + columns <= 0;
    const bool above_or_below = base_y_ + top_ <= 0 || base_y_ >= kMaxHeight;
    if (beside || above_or_below || first_row >= end_row) return;
    if (columns == 1 && rows == 1) return emit_same(size_t(base_z), 0, 0);

    // corners by z, counted from the triangle's own lattice corner
    DVec3 corners[3] = {a - base, b - base, c - base};
    if (comes_before(corners[1], corners[0])) std::swap(corners[0], corners[1]);
    if (comes_before(corners[2], corners[1])) std::swap(corners[1], corners[2]);
    if (comes_before(corners[1], corners[0])) std::swap(corners[0], corners[1]);
    if (top_ > 1 && columns > 1) prepare_bounds(corners);
    cut_rows(corners, base_z, first_row, end_row);
}

void TriangleCutter::cut_rows(const DVec3* corners, int64_t base_z, int64_t first_row, int64_t end_row) {
    const Point bottom{corners[0].x, corners[0].y}, middle{corners[1].x, corners[1].y}, top{corners[2].x, corners[2].y};
    const double middle_z = corners[1].z, top_z = corners[2].z;
    const Side through = side_of(corners[0], corners[2]);
    const Side lower = side_of(corners[0], corners[1]), upper = side_of(corners[1], corners[2]);
    const auto bent = [&](double z) { return z <= middle_z ? lower.at(z) : upper.at(z); };

    double z = double(first_row - base_z);
    Point left = through.at(z), right = bent(z);
    Ring ring;  // one for all rows: clearing its points each time would cost as much as the rest
    for (int64_t row = first_row; row < end_row; ++row, z += 1) {
        // the line below, the middle corner, the line above
        ring.count = 0;
        ring.z = z;
        if (row == base_z) {
            ring.add(bottom);
        } else {
            ring.add(left);
            ring.add(right);
        }
        if (z <= middle_z && middle_z <= z + 1) ring.add(middle);
        if (top_z <= z + 1) {
            ring.add(top);
        } else {
            left = through.at(z + 1);
            right = bent(z + 1);
            ring.add(right);
            ring.add(left);
        }
        cut_row(size_t(row), ring);
    }
}

void TriangleCutter::cut_row(size_t row, const Ring& ring) {
    double x_low = ring.points[0].x, x_high = x_low, y_low = ring.points[0].y, y_high = y_low;
    for (int i = 1; i < ring.count; ++i) {
        const Point p = ring.points[i];
        x_low = std::min(x_low, p.x);
        x_high = std::max(x_high, p.x);
        y_low = std::min(y_low, p.y);
        y_high = std::max(y_high, p.y);
    }
    const auto first = int32_t(x_low + kHair), last = std::max(first, int32_t(x_high - kHair));
    if (base_x_ + last < 0 || base_x_ + first >= grid_.width) return;
    if (top_ == 1) return emit_same(row, first, last);
    if (first == last) return emit_one(row, first, y_low, y_high);

    // only the part inside the grid
    const auto begin = int32_t(std::max<int64_t>(first, -base_x_)),
               end = int32_t(std::min<int64_t>(last + 1, grid_.width - base_x_));
    const int32_t first_line = std::max(begin, first + 1), last_line = std::min(end, last);
    if (lines_hold_) {
        bound_by_lines(ring, first_line, last_line, begin, end);
    } else {
        walk_ring(ring, first_line, last_line, begin, end);
    }
    for (int i = 0; i < ring.count; ++i) {
        // a point on a line bounds the heights on both sides of it
        const Point p = ring.points[i];
        const auto line = int32_t(p.x + kHair), cell = std::min(line, last);
        if (begin <= cell && cell < end) note(size_t(cell - begin) + 1, p.y);
        if (p.x - line < kHair && first_line <= line && line <= last_line) note(size_t(line - begin), p.y);
    }
    emit_cells(row, begin, end);
}

void TriangleCutter::note(size_t cell, double y) {
    low_[cell] = std::min(low_[cell], y);
    high_[cell] = std::max(high_[cell], y);
}

// heights outside the grid are cut off; an interval that is outside altogether becomes empty, which the merge skips
uint32_t TriangleCutter::interval(int32_t bottom, int32_t top) const {
    int64_t low = base_y_ + bottom, high = base_y_ + top;
    if (!heights_inside_) {
        low = std::clamp<int64_t>(low, 0, kMaxHeight);
        high = std::clamp<int64_t>(high, 0, kMaxHeight);
    }
    return uint32_t(low) | uint32_t(high) << 16;
}

void TriangleCutter::emit_same(size_t row, int32_t first, int32_t last) {
    int64_t x = std::max<int64_t>(base_x_ + first, 0);
    const int64_t end = std::min<int64_t>(base_x_ + last + 1, grid_.width);
    const uint32_t same = interval(0, top_);
    while (x < end) {
        const auto count = uint16_t(std::min<int64_t>(end - x, RowPieces::kLongest));
        *pieces_.add(row, {uint32_t(x), count, area_, 1}) = same;
        x += count;
    }
}

// heights are not negative, so cutting off the fraction rounds down
void TriangleCutter::emit_one(size_t row, int32_t cell, double low, double high) {
    const int32_t bottom = std::min(int32_t(low + kHair), top_ - 1);
    const int32_t top = std::clamp(int32_t(high + (1 - kHair)), bottom + 1, top_);
    *pieces_.add(row, {uint32_t(base_x_ + cell), 1, area_, 1}) = interval(bottom, top);
}

void TriangleCutter::emit_cells(size_t row, int32_t begin, int32_t end) {
    for (int32_t x = begin; x < end;) {
        const auto count = std::min(end - x, int32_t{RowPieces::kLongest});
        uint32_t* out = pieces_.add(row, {uint32_t(base_x_ + x), uint16_t(count), area_, 0});
        const double* low = low_.data() + (x - begin) + 1;
        const double* high = high_.data() + (x - begin) + 1;
        const int32_t most = top_ - 1;
        if (heights_inside_) {
            const auto base = int32_t(base_y_);
            for (int32_t i = 0; i < count; ++i) {
                const int32_t bottom = std::min(int32_t(low[i] + kHair), most);
                const int32_t top = std::min(std::max(int32_t(high[i] - kHair), bottom), most);
                out[i] = uint32_t(base + bottom) | uint32_t(base + top + 1) << 16;
            }
        } else {
            for (int32_t i = 0; i < count; ++i) {
                const int32_t bottom = std::min(int32_t(low[i] + kHair), most);
                const int32_t top = std::min(std::max(int32_t(high[i] - kHair), bottom), most);
                out[i] = interval(bottom, top + 1);
            }
        }
        x += count;
    }
}

}  // namespace navspan
