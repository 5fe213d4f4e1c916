// The heights of a triangle's part in one row over each of the row's cells.
//
// In: the ring of the part. Out: low_ and high_, per cell the lowest and highest height on the cell's two lines of constant x
// (the caller adds the ring's own points). Two ways to the same numbers:
//
// By lines: seen from the front (in x and y) the part is a convex polygon, the triangle's three sides and the row's two lines
// bound it. Two of the sides bound it from one side, say above, the third from the other; the two row lines are parallel, one
// above, one below. At a lattice line x the highest height is then the least of three linear functions, the lowest the greatest
// of two: no branches, no division per row. This needs the triangle's plane, or no plane at all when it stands upright (then
// its row lines are single points seen from above, and the sides suffice).
//
// By walking: side after side of the ring, noting the height at each line passed. Slower, exact for every triangle; taken when
// the plane or a side is so steep or so thin that the linear functions would lose more than a hair.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "rasterize_triangle.h"

namespace navspan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFar = 0x1p60;        // a bound that never holds
constexpr double kSteepest = 0x1p26;   // a linear function loses less than 2^-26 below this
constexpr double kThinnest = 0x1p-16;  // of the bounding box, or which sides lie above could be misjudged

}  // namespace

void TriangleCutter::prepare_bounds(const DVec3* corners) {
    // corners by x, and on which side of the longest side the middle one is
    DVec3 a = corners[0], b = corners[1], c = corners[2];
    if (b.x < a.x) std::swap(a, b);
    if (c.x < b.x) std::swap(b, c);
    if (b.x < a.x) std::swap(a, b);
    const double width = c.x - a.x;
    const double height = std::max({a.y, b.y, c.y}), depth = std::max({a.z, b.z, c.z});
    const double turn = (c.x - a.x) * (b.y - a.y) - (b.x - a.x) * (c.y - a.y);
    const bool on_a_side = b.x == a.x || b.x == c.x;
    lines_hold_ = width > 0 && (std::abs(turn) > kThinnest * width * height || (turn == 0 && on_a_side));
    if (!lines_hold_) return;
    flip_ = turn >= 0 ? 1 : -1;

    // the sides
    const auto line = [this](const DVec3& from, const DVec3& to) -> Line {
        if (from.x == to.x) return {kFar, 0};
        const double slope = flip_ * (to.y - from.y) / (to.x - from.x);
        return {flip_ * from.y - slope * from.x, slope};
    };
    above_[0] = line(a, b);
    above_[1] = line(b, c);
    below_ = line(a, c);
    const double steepest = std::max({std::abs(above_[0].slope), std::abs(above_[1].slope), std::abs(below_.slope)});
    if (steepest * c.x >= kSteepest) {
        lines_hold_ = false;
        return;
    }

    // the lines of constant z: y = offset + slope x + rise z
    const double ux = b.x - a.x, uz = b.z - a.z, vx = c.x - a.x, vz = c.z - a.z;
    const double uy = flip_ * (b.y - a.y), vy = flip_ * (c.y - a.y);
    const double det = ux * vz - uz * vx;
    if (det == 0) {
        row_ = {0, 0};
        rise_ = 0;
        row_above_ = kFar;
        row_below_ = -kFar;
        return;
    }
    const double slope = (uy * vz - uz * vy) / det, rise = (ux * vy - uy * vx) / det;
    const double thinness = std::max(1.0, width * depth / std::abs(det));
    if (!((std::abs(slope) * c.x + std::abs(rise) * depth + height) * thinness < kSteepest)) {
        lines_hold_ = false;
        return;
    }
    row_ = {flip_ * a.y - slope * a.x - rise * a.z, slope};
    rise_ = rise;
    row_above_ = std::max(rise, 0.0);
    row_below_ = std::min(rise, 0.0);
}

void TriangleCutter::bound_by_lines(const Ring& ring, int32_t first_line, int32_t last_line, int32_t begin, int32_t end) {
    // per line of constant x; none outside [first_line, last_line]
    double* low = line_low_.data();
    double* high = line_high_.data();
    const int32_t cells = end - begin;
    const Line above = above_[0], above2 = above_[1], below = below_;
    const double offset = row_.offset + ring.z * rise_;
    const Line row_above{offset + row_above_, row_.slope}, row_below{offset + row_below_, row_.slope};
    low[0] = low[cells] = kInfinity;
    high[0] = high[cells] = -kInfinity;
    for (int32_t i = first_line - begin; i <= last_line - begin; ++i) {
        const double x = double(begin + i);
        high[i] = std::min(std::min(above.at(x), above2.at(x)), row_above.at(x));
        low[i] = std::max(below.at(x), row_below.at(x));
    }

    // per cell, with y the right way up again
    if (flip_ > 0) {
        for (int32_t i = 0; i < cells; ++i) {
            low_[size_t(i) + 1] = std::min(low[i], low[i + 1]);
            high_[size_t(i) + 1] = std::max(high[i], high[i + 1]);
        }
    } else {
        for (int32_t i = 0; i < cells; ++i) {
            low_[size_t(i) + 1] = -std::max(high[i], high[i + 1]);
            high_[size_t(i) + 1] = -std::min(low[i], low[i + 1]);
        }
    }
}

void TriangleCutter::walk_ring(const Ring& ring, int32_t first_line, int32_t last_line, int32_t begin, int32_t end) {
    std::fill_n(low_.begin(), end - begin + 2, kInfinity);
    std::fill_n(high_.begin(), end - begin + 2, -kInfinity);
    for (int i = 0; i < ring.count; ++i) {
        Point from = ring.points[i], to = ring.points[i + 1 < ring.count ? i + 1 : 0];
        if (to.x < from.x) std::swap(from, to);
        const auto after = int32_t(from.x) + 1, before = int32_t(to.x) - (to.x == double(int32_t(to.x)));
        const int32_t from_line = std::max(after, first_line), to_line = std::min(before, last_line);
        if (from_line > to_line) continue;
        const double slope = (to.y - from.y) / (to.x - from.x);
        for (int32_t line = from_line; line <= to_line; ++line) {
            const double y = from.y + (double(line) - from.x) * slope;
            note(size_t(line - begin), y);
            note(size_t(line - begin) + 1, y);
        }
    }
}

}  // namespace navspan
