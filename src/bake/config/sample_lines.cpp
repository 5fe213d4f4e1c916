// Intersects a level with lines along an axis, for guesses about its units and its orientation.
//
// In: triangles.
// Out: the sorted crossings of each line of a grid.
// Idea: The bounds are divided into rows and columns. Each row and each column has one random position, and a line passes
// through each pair of these positions. A regular grid of lines could miss or hit all walls of a level that is itself built on
// a grid. The random numbers have a fixed seed. Each triangle is tested only against the lines inside its bounding box. Most
// small triangles lie between two neighbouring positions and are rejected at once.
// Weak cases: A line that passes exactly through an edge can hit both triangles or neither.

#include "bake/config/sample_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/group_by_count.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

constexpr double kMaxTests = 4e6;  // maximum number of line-triangle tests
constexpr size_t kGrid = kLinesPerSide * kLinesPerSide;

double coordinate(const DVec3& p, size_t axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// Sorted positions of the lines along one axis.
struct LinePositions {
    double min, step, lines_per_length;
    std::array<double, kLinesPerSide> at;

    LinePositions(double low, double extent, RandomSequence& random)
        : min(low), step(extent / double(kLinesPerSide)), lines_per_length(step > 0 ? 1 / step : 0) {
        for (size_t i = 0; i < kLinesPerSide; ++i)
            at[i] = low + (double(i) + random.unit()) * step;
    }
    size_t cell(double x) const { return size_t(std::clamp((x - min) * lines_per_length, 0.0, double(kLinesPerSide - 1))); }
    // Returns the index of the first line in [low, high], and the index after the last one.
    std::pair<size_t, size_t> between(double low, double high) const {
        size_t first = cell(low), last = cell(high);
        first += at[first] < low;
        last += at[last] <= high;
        return {first, std::max(first, last)};
    }
};

// The lines along an axis: one for each position along u and each position along v.
struct LineGrid {
    size_t axis, u, v;
    RandomSequence random{17};
    LinePositions along_u, along_v;

    LineGrid(const LevelBounds& bounds, size_t along)
        : axis(along),
          u((along + 1) % 3),
          v((along + 2) % 3),
          along_u(bounds.min[u], bounds.extent(u), random),
          along_v(bounds.min[v], bounds.extent(v), random) {}
};

// Returns the smallest and the largest coordinate of the corners along an axis.
std::pair<double, double> range_of(const std::array<DVec3, 3>& corners, size_t axis) {
    const double a = coordinate(corners[0], axis), b = coordinate(corners[1], axis), c = coordinate(corners[2], axis);
    return {std::min(a, std::min(b, c)), std::max(a, std::max(b, c))};
}

// Lines through the bounding box of a triangle.
struct LineRange {
    size_t u0 = 0, u1 = 0, v0 = 0, v1 = 0;  // index of the first line, and one past the last, along u and v
    double tests() const { return double((u1 - u0) * (v1 - v0)); }
};

LineRange lines_near(const LineGrid& grid, const std::array<DVec3, 3>& corners) {
    const auto [u_min, u_max] = range_of(corners, grid.u);
    const auto [u0, u1] = grid.along_u.between(u_min, u_max);
    if (u0 == u1) return {};  // most small triangles
    const auto [v_min, v_max] = range_of(corners, grid.v);
    const auto [v0, v1] = grid.along_v.between(v_min, v_max);
    return {u0, u1, v0, v1};
}

struct FoundCrossing {
    uint32_t line;
    Crossing crossing;
};

// Adds the crossings of a triangle with the lines of the grid.
void cross_triangle(const LineGrid& grid, const std::array<DVec3, 3>& corners, std::vector<FoundCrossing>& found) {
    const DVec3 &a = corners[0], &b = corners[1], &c = corners[2];
    const LineRange near = lines_near(grid, corners);
    if (near.u0 == near.u1 || near.v0 == near.v1) return;
    const DVec3 normal = cross(b - a, c - a);
    const double along = coordinate(normal, grid.axis);
    if (along == 0) return;
    const bool ascends = along > 0, flat = along * along >= kFlatCosine2 * dot(normal, normal);
    // twice the signed area of the triangle of p, q and the line, seen along the axis
    const auto side = [&](const DVec3& p, const DVec3& q, const std::array<double, 2>& at) {
        const double pu = coordinate(p, grid.u), pv = coordinate(p, grid.v);
        return (coordinate(q, grid.u) - pu) * (at[1] - pv) - (coordinate(q, grid.v) - pv) * (at[0] - pu);
    };
    for (size_t iu = near.u0; iu < near.u1; ++iu) {
        for (size_t iv = near.v0; iv < near.v1; ++iv) {
            const size_t line = iu * kLinesPerSide + iv;
            const std::array<double, 2> at{grid.along_u.at[iu], grid.along_v.at[iv]};
            const double ab = side(a, b, at), bc = side(b, c, at), ca = side(c, a, at);
            if (ascends ? ab < 0 || bc < 0 || ca < 0 : ab > 0 || bc > 0 || ca > 0) continue;
            const double height =
                (bc * coordinate(a, grid.axis) + ca * coordinate(b, grid.axis) + ab * coordinate(c, grid.axis)) / along;
            found.push_back({uint32_t(line), {height, ascends, flat}});
        }
    }
}

// Groups the crossings by line and sorts each group.
void sort_crossings(std::span<const FoundCrossing> found, SampleLines& lines) {
    const auto for_each_found = [found](auto visit) {
        for (const FoundCrossing& one : found)
            visit(one.line, one.crossing);
    };
    group_by_count(kGrid, for_each_found, lines.first, lines.crossings);
    for (size_t i = 0; i < kGrid; ++i) {
        std::stable_sort(lines.crossings.begin() + lines.first[i], lines.crossings.begin() + lines.first[i + 1],
                         [](const Crossing& a, const Crossing& b) { return a.at < b.at; });
    }
}

}  // namespace

LevelBounds bounds_of_triangles(const TriangleSoup& soup) {
    LevelBounds bounds;
    if (soup.triangles.empty()) return bounds;
    const DVec3& start = soup.vertices[soup.triangles[0][0]];
    bounds.min = bounds.max = {start.x, start.y, start.z};
    for (const auto& triangle : soup.triangles) {
        for (const uint32_t corner : triangle) {
            const DVec3& p = soup.vertices[corner];
            bounds.min = {std::min(p.x, bounds.min[0]), std::min(p.y, bounds.min[1]), std::min(p.z, bounds.min[2])};
            bounds.max = {std::max(p.x, bounds.max[0]), std::max(p.y, bounds.max[1]), std::max(p.z, bounds.max[2])};
        }
    }
    return bounds;
}

SampleLines sample_lines(const TriangleSoup& soup, const LevelBounds& bounds, size_t axis) {
    const LineGrid grid(bounds, axis);
    SampleLines lines{.step_u = grid.along_u.step, .step_v = grid.along_v.step, .first = {}, .crossings = {}};
    double tests = double(soup.triangles.size()) * double(kGrid);  // upper bound
    if (tests > kMaxTests) {
        tests = 0;
        for (size_t i = 0; i < soup.triangles.size(); ++i)
            tests += lines_near(grid, triangle_corners(soup, i)).tests();
    }
    const size_t stride = size_t(tests / kMaxTests) + 1;
    std::vector<FoundCrossing> found;
    for (size_t i = 0; i < soup.triangles.size(); i += stride)
        cross_triangle(grid, triangle_corners(soup, i), found);
    sort_crossings(found, lines);
    return lines;
}

}  // namespace navspan
