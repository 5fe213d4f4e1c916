// The heights of a triangle's part in one row over each of the row's cells. Two ways to the same numbers:
//
// By bounds: seen from the front (in x and y) the part is a convex polygon, the triangle's three sides and the row's two lines
// bound it. Two of the sides bound it from one side, say above, the third from the other; the two row lines are parallel, one
// above, one below. At a given x the highest height is then the least of linear functions, the lowest the greatest of others:
// no branches, no division per row. The lowest is kept upside down, so that both are handled together. This needs the
// triangle's plane, or no plane at all when it stands upright (then its row lines are single points seen from above, and the
// sides suffice).
//
// By walking: side after side of the ring, noting the height at each lattice line passed. Slower, exact for every triangle;
// taken when the plane or a side is so steep or so thin that the linear functions would lose more than a hair.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "rasterize_triangle.h"

namespace navspan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHair = 0x1p-22;
constexpr double kFar = 0x1p60;        // a bound that never holds
constexpr double kSteepest = 0x1p26;   // a linear function loses less than 2^-26 below this
constexpr double kThinnest = 0x1p-16;  // of the bounding box, or which sides lie above could be misjudged

// a line in x and y
struct Line {
    double offset = 0, slope = 0;
};

}  // namespace

void prepare_bounds(const DVec3* corners, RowTriangle& t) {
    t.kind = RowTriangle::Kind::walked;
    // corners by x, and on which side of the longest side the middle one is
    const auto by_x = sorted({corners, corners + 1, corners + 2}, [](const DVec3& p, const DVec3& q) { return p.x < q.x; });
    const DVec3 a = *by_x[0], b = *by_x[1], c = *by_x[2];
    const double width = c.x - a.x;
    const double height = std::max({a.y, b.y, c.y}), depth = corners[2].z;
    const double turn = (c.x - a.x) * (b.y - a.y) - (b.x - a.x) * (c.y - a.y);
    const bool on_a_side = b.x == a.x || b.x == c.x;
    if (!(width > 0 && (std::abs(turn) > kThinnest * width * height || (turn == 0 && on_a_side)))) return;

    // the sides, y turned so that two of them bound it from above
    const double flip = turn >= 0 ? 1 : -1;
    const auto line = [flip](const DVec3& from, const DVec3& to) -> Line {
        if (from.x == to.x) return {kFar, 0};
        const double slope = flip * (to.y - from.y) / (to.x - from.x);
        return {flip * from.y - slope * from.x, slope};
    };
    const Line above = line(a, b), above2 = line(b, c), below = line(a, c);
    const double steepest = std::max({std::abs(above.slope), std::abs(above2.slope), std::abs(below.slope)});
    if (steepest * c.x >= kSteepest) return;

    // the lines of constant z: y = offset + slope x + rise z
    const double ux = b.x - a.x, uz = b.z - a.z, vx = c.x - a.x, vz = c.z - a.z;
    const double uy = flip * (b.y - a.y), vy = flip * (c.y - a.y);
    const double det = ux * vz - uz * vx;
    double slope = 0, rise = 0;
    Line row_above{kFar, 0}, row_below{-kFar, 0};
    if (det != 0) {
        slope = (uy * vz - uz * vy) / det;
        rise = (ux * vy - uy * vx) / det;
        const double thinness = std::max(1.0, width * depth / std::abs(det));
        if (!((std::abs(slope) * c.x + std::abs(rise) * depth + height) * thinness < kSteepest)) return;
        const double offset = flip * a.y - slope * a.x - rise * a.z;
        row_above = {offset + std::max(rise, 0.0), slope};
        row_below = {offset + std::min(rise, 0.0), slope};
    }

    // {y, -y}, the right way up again
    const auto bounds = [flip](Line from_above, Line from_below) -> RowTriangle::Bounds {
        if (flip > 0) return {Pair{from_above.offset, -from_below.offset}, Pair{from_above.slope, -from_below.slope}};
        return {Pair{-from_below.offset, from_above.offset}, Pair{-from_below.slope, from_above.slope}};
    };
    t.sides[0] = bounds(above, below);
    t.sides[1] = bounds(above2, {-kFar, 0});
    t.row = bounds(row_above, row_below);
    t.rise = Pair{flip * rise, -flip * rise};
    t.kind = RowTriangle::Kind::bounded;
}

void TriangleCutter::note(size_t cell, double y) {
    low_[cell] = std::min(low_[cell], y);
    high_[cell] = std::max(high_[cell], y);
}

void TriangleCutter::cut_walking(RowColumns& columns, const RowTriangle& t, const RowPart& part, CellRange cells) {
    const int32_t first = part.first, last = part.last;
    const int32_t begin = cells.begin, end = cells.end;
    const int32_t first_line = std::max(begin, first + 1), last_line = std::min(end, last);
    std::fill_n(low_.begin(), end - begin + 2, kInfinity);
    std::fill_n(high_.begin(), end - begin + 2, -kInfinity);
    for (size_t i = 0; i < std::size(part.points); ++i) {
        Pair from = part.points[i], to = part.points[(i + 1) % std::size(part.points)];
        if (to[0] < from[0]) std::swap(from, to);
        const auto after = int32_t(from[0]) + 1, before = int32_t(to[0]) - (to[0] == double(int32_t(to[0])));
        const int32_t from_line = std::max(after, first_line), to_line = std::min(before, last_line);
        if (from_line > to_line) continue;
        const double slope = (to[1] - from[1]) / (to[0] - from[0]);
        for (int32_t line = from_line; line <= to_line; ++line) {
            const double y = from[1] + (double(line) - from[0]) * slope;
            note(size_t(line - begin), y);
            note(size_t(line - begin) + 1, y);
        }
    }
    for (const Pair& p : part.points) {
        // a point on a line bounds the heights on both sides of it
        const auto line = int32_t(p[0] + kHair), cell = std::min(line, last);
        if (begin <= cell && cell < end) note(size_t(cell - begin) + 1, p[1]);
        if (p[0] - line < kHair && first_line <= line && line <= last_line) note(size_t(line - begin), p[1]);
    }
    for (int32_t cell = begin; cell < end; ++cell) {
        const size_t k = size_t(cell - begin) + 1;
        add_heights(columns, t, cell, Pair{high_[k], -low_[k]});
    }
}

}  // namespace navspan
