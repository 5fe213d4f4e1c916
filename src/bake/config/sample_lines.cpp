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

constexpr double kMaxTests = 4e6;  // maximum number of line-triangle tests, estimated from every 16th triangle
constexpr size_t kGrid = kLinesPerSide * kLinesPerSide;

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
template <size_t kAxis>
struct LineGrid {
    static constexpr size_t kU = (kAxis + 1) % 3, kV = (kAxis + 2) % 3;
    RandomSequence random{17};
    LinePositions along_u, along_v;

    explicit LineGrid(const LevelBounds& bounds)
        : along_u(coordinate(bounds.min, kU), bounds.extent(kU), random),
          along_v(coordinate(bounds.min, kV), bounds.extent(kV), random) {}
};

// Returns the smallest and the largest coordinate of the corners along an axis.
template <size_t kAxis>
std::pair<double, double> range_of(const std::array<DVec3, 3>& corners) {
    const double a = coordinate(corners[0], kAxis), b = coordinate(corners[1], kAxis), c = coordinate(corners[2], kAxis);
    return {std::min(a, std::min(b, c)), std::max(a, std::max(b, c))};
}

// Lines through the bounding box of a triangle.
struct LineRange {
    size_t u0 = 0, u1 = 0, v0 = 0, v1 = 0;  // index of the first line, and one past the last, along u and v
    double tests() const { return double((u1 - u0) * (v1 - v0)); }
};

template <size_t kAxis>
LineRange lines_near(const LineGrid<kAxis>& grid, const std::array<DVec3, 3>& corners) {
    const auto [u_min, u_max] = range_of<LineGrid<kAxis>::kU>(corners);
    const auto [u0, u1] = grid.along_u.between(u_min, u_max);
    if (u0 == u1) return {};  // most small triangles
    const auto [v_min, v_max] = range_of<LineGrid<kAxis>::kV>(corners);
    const auto [v0, v1] = grid.along_v.between(v_min, v_max);
    return {u0, u1, v0, v1};
}

struct FoundCrossing {
    uint32_t line;
    Crossing crossing;
};

// Adds the crossings of a triangle with the lines of the grid.
template <size_t kAxis>
void cross_triangle(const LineGrid<kAxis>& grid, const std::array<DVec3, 3>& corners, std::vector<FoundCrossing>& found) {
    constexpr size_t kU = LineGrid<kAxis>::kU, kV = LineGrid<kAxis>::kV;
    const DVec3 &a = corners[0], &b = corners[1], &c = corners[2];
    const LineRange near = lines_near(grid, corners);
    if (near.u0 == near.u1 || near.v0 == near.v1) return;
    const DVec3 normal = cross(b - a, c - a);
    const double along = coordinate(normal, kAxis);
    if (along == 0) return;
    const bool ascends = along > 0, flat = along * along >= kFlatCosine2 * dot(normal, normal);
    // twice the signed area of the triangle of p, q and the line, seen along the axis
    const auto side = [&](const DVec3& p, const DVec3& q, const std::array<double, 2>& at) {
        const double pu = coordinate(p, kU), pv = coordinate(p, kV);
        return (coordinate(q, kU) - pu) * (at[1] - pv) - (coordinate(q, kV) - pv) * (at[0] - pu);
    };
    for (size_t iu = near.u0; iu < near.u1; ++iu) {
        for (size_t iv = near.v0; iv < near.v1; ++iv) {
            const size_t line = iu * kLinesPerSide + iv;
            const std::array<double, 2> at{grid.along_u.at[iu], grid.along_v.at[iv]};
            const double ab = side(a, b, at), bc = side(b, c, at), ca = side(c, a, at);
            if (ascends ? ab < 0 || bc < 0 || ca < 0 : ab > 0 || bc > 0 || ca > 0) continue;
            const double height = (bc * coordinate(a, kAxis) + ca * coordinate(b, kAxis) + ab * coordinate(c, kAxis)) / along;
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

template <size_t kAxis>
SampleLines lines_along(const TriangleSoup& soup, const LevelBounds& bounds) {
    const LineGrid<kAxis> grid(bounds);
    SampleLines lines{.step_u = grid.along_u.step, .step_v = grid.along_v.step, .first = {}, .crossings = {}};
    double tests = double(soup.triangles.size()) * double(kGrid);  // upper bound
    if (tests > kMaxTests) {
        constexpr size_t kCounted = 16;  // count the tests of every 16th triangle
        tests = 0;
        for (size_t i = 0; i < soup.triangles.size(); i += kCounted)
            tests += double(kCounted) * lines_near(grid, triangle_corners(soup, i)).tests();
    }
    const size_t stride = size_t(tests / kMaxTests) + 1;
    std::vector<FoundCrossing> found;
    for (size_t i = 0; i < soup.triangles.size(); i += stride)
        cross_triangle(grid, triangle_corners(soup, i), found);
    sort_crossings(found, lines);
    return lines;
}

}  // namespace

LevelBounds bounds_of_triangles(const TriangleSoup& soup) {
    if (soup.triangles.empty()) return {};
    DVec3 low = soup.vertices[soup.triangles[0][0]], high = low;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const auto [a, b, c] = triangle_corners(soup, i);
        low = min_of(low, min_of(min_of(a, b), c));
        high = max_of(high, max_of(max_of(a, b), c));
    }
    return {low, high};
}

SampleLines sample_lines(const TriangleSoup& soup, const LevelBounds& bounds, size_t axis) {
    return axis == 0 ? lines_along<0>(soup, bounds) : axis == 1 ? lines_along<1>(soup, bounds) : lines_along<2>(soup, bounds);
}

}  // namespace navspan
