// Cuts one triangle into rows and cells.
//
// In: three corners in lattice units. Out: for every cell that the triangle touches the interval of heights that it covers
// there, rounded outwards to whole voxels, at least one.
//
// All arithmetic counts from the triangle's own lattice corner, so the result does not depend on the grid that was cut out of
// the world, nor on where in the world the triangle is. Between two lattice lines of constant z the triangle is a convex ring
// of at most five points, whose crossings with the lines are computed once per line and used on both sides of it. The heights
// in a cell are bounded by the ring's points in it and by where the ring crosses the cell's two lines of constant x: seen from
// the front (in x and y) that is walking the ring's sides and noting the height at every line passed. This needs no plane
// equation, so vertical and sliver triangles are as exact as any other.
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
#include <limits>
#include <utility>

#include "navspan/bake/heightfield.h"

namespace navspan {
namespace {

constexpr double kHair = 0x1p-22;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// floor and ceil of values that fit 32 bits; the library's own are calls on the baseline processor
int32_t floor_int(double v) {
    const auto whole = int32_t(v);
    return whole - (double(whole) > v);
}
int32_t ceil_int(double v) {
    const auto whole = int32_t(v);
    return whole + (double(whole) < v);
}

// the order in which both triangles at an edge see its ends
bool comes_before(const DVec3& a, const DVec3& b) {
    if (a.z != b.z) return a.z < b.z;
    if (a.x != b.x) return a.x < b.x;
    return a.y < b.y;
}

}  // namespace

TriangleCutter::Edge TriangleCutter::edge_of(const DVec3& from, const DVec3& to) {
    const double dz = to.z - from.z;
    if (dz == 0) return {from.z, from.x, from.y, 0, 0};
    return {from.z, from.x, from.y, (to.x - from.x) / dz, (to.y - from.y) / dz};
}

TriangleCutter::Point TriangleCutter::at(const Edge& edge, double z) {
    const double t = z - edge.z;
    return {edge.x + t * edge.dx, edge.y + t * edge.dy};
}

void TriangleCutter::cut(DVec3 a, DVec3 b, DVec3 c, uint8_t area) {
    // bounds in whole cells and steps
    const DVec3 low{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})};
    const DVec3 high{std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})};
    const DVec3 base{std::floor(low.x), std::floor(low.y), std::floor(low.z)};
    const double columns = std::max(std::ceil(high.x - base.x), 1.0), rows = std::max(std::ceil(high.z - base.z), 1.0);
    base_x_ = int64_t(base.x) - grid_.x0;
    base_y_ = int64_t(base.y) - grid_.y0;
    const int64_t base_z = int64_t(base.z) - grid_.z0;
    top_ = int32_t(std::max(std::ceil(high.y - base.y), 1.0));
    area_ = area;

    const int64_t first_row = std::max<int64_t>(base_z, 0), end_row = std::min<int64_t>(base_z + int64_t(rows), grid_.depth);
    const bool beside = base_x_ >= grid_.width || base_x_ + int64_t(columns) <= 0;
    const bool above_or_below = base_y_ + top_ <= 0 || base_y_ >= kMaxHeight;
    if (beside || above_or_below || first_row >= end_row) return;

    if (columns == 1 && rows == 1) return emit_same(size_t(base_z), 0, 0);

    // corners by z, counted from the triangle's own lattice corner
    DVec3 v[3] = {a - base, b - base, c - base};
    if (comes_before(v[1], v[0])) std::swap(v[0], v[1]);
    if (comes_before(v[2], v[1])) std::swap(v[1], v[2]);
    if (comes_before(v[1], v[0])) std::swap(v[0], v[1]);
    const Edge through = edge_of(v[0], v[2]), lower = edge_of(v[0], v[1]), upper = edge_of(v[1], v[2]);
    const auto cross_short = [&](double z) { return z <= v[1].z ? at(lower, z) : at(upper, z); };

    Point left{}, right{};
    for (int64_t row = first_row; row < end_row; ++row) {
        const double z0 = double(row - base_z), z1 = z0 + 1;
        Point ring[5];
        int count = 0;

        // the line below, the middle corner, the line above
        if (z0 <= v[0].z) {
            ring[count++] = {v[0].x, v[0].y};
        } else {
            if (row == first_row) {
                left = at(through, z0);
                right = cross_short(z0);
            }
            ring[count++] = left;
            ring[count++] = right;
        }
        if (z0 <= v[1].z && v[1].z <= z1) ring[count++] = {v[1].x, v[1].y};
        if (v[2].z <= z1) {
            ring[count++] = {v[2].x, v[2].y};
        } else {
            left = at(through, z1);
            right = cross_short(z1);
            ring[count++] = right;
            ring[count++] = left;
        }
        cut_row(size_t(row), ring, count);
    }
}

void TriangleCutter::cut_row(size_t row, const Point* ring, int count) {
    double x_low = ring[0].x, x_high = ring[0].x;
    for (int i = 1; i < count; ++i) {
        x_low = std::min(x_low, ring[i].x);
        x_high = std::max(x_high, ring[i].x);
    }
    const int32_t first = floor_int(x_low + kHair), last = std::max(first, ceil_int(x_high - kHair) - 1);
    if (base_x_ + last < 0 || base_x_ + first >= grid_.width) return;
    if (top_ == 1) return emit_same(row, first, last);

    // only the part inside the grid, with a spare cell on both sides for lines that bound it
    const auto begin = int32_t(std::max<int64_t>(first, -base_x_)),
               end = int32_t(std::min<int64_t>(last + 1, grid_.width - base_x_));
    const auto cells = size_t(end - begin) + 2;
    low_.assign(cells, kInfinity);
    high_.assign(cells, -kInfinity);
    for (int i = 0; i < count; ++i) {
        const Point& from = ring[i];
        // a point on a line bounds the heights on both sides of it
        const int32_t line = floor_int(from.x + kHair), cell = std::clamp(line, first, last);
        if (begin <= cell && cell < end) note(size_t(cell - begin) + 1, from.y);
        if (from.x - line < kHair && begin < line && line <= end && first < line && line <= last)
            note(size_t(line - begin), from.y);
        const Point& to = ring[i + 1 < count ? i + 1 : 0];
        walk(from.x < to.x ? from : to, from.x < to.x ? to : from, std::max(begin, first + 1), std::min(end, last), begin);
    }
    emit_cells(row, begin, end);
}

void TriangleCutter::note(size_t cell, double y) {
    low_[cell] = std::min(low_[cell], y);
    high_[cell] = std::max(high_[cell], y);
}

// notes the height of one side of the ring on both sides of every line of constant x in [first_line, last_line] that it crosses
void TriangleCutter::walk(Point from, Point to, int32_t first_line, int32_t last_line, int32_t begin) {
    const int32_t from_line = std::max(floor_int(from.x) + 1, first_line), to_line = std::min(ceil_int(to.x) - 1, last_line);
    if (from_line > to_line) return;
    const double slope = (to.y - from.y) / (to.x - from.x);
    for (int32_t line = from_line; line <= to_line; ++line) {
        const double y = from.y + (double(line) - from.x) * slope;
        note(size_t(line - begin), y);
        note(size_t(line - begin) + 1, y);
    }
}

// heights outside the grid are cut off; an interval that is outside altogether becomes empty, which the merge skips
uint32_t TriangleCutter::interval(int64_t bottom, int64_t top) const {
    const int64_t low = std::clamp<int64_t>(base_y_ + bottom, 0, kMaxHeight);
    const int64_t high = std::clamp<int64_t>(base_y_ + top, 0, kMaxHeight);
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

void TriangleCutter::emit_cells(size_t row, int32_t begin, int32_t end) {
    for (int32_t x = begin; x < end;) {
        const auto count = std::min(end - x, int32_t{RowPieces::kLongest});
        uint32_t* out = pieces_.add(row, {uint32_t(base_x_ + x), uint16_t(count), area_, 0});
        const auto from = size_t(x - begin) + 1;
        for (size_t i = 0; i < size_t(count); ++i) {
            const int32_t bottom = std::clamp(floor_int(low_[from + i] + kHair), 0, top_ - 1);
            const int32_t top = std::clamp(ceil_int(high_[from + i] - kHair), bottom + 1, top_);
            out[i] = interval(bottom, top);
        }
        x += count;
    }
}

}  // namespace navspan
