// Intersects a level with lines along each axis.
//
// In: triangles.
// Out: the sorted crossings of each line.
// Idea: Each axis is divided into equal intervals, with one random position in each. Regular positions could miss or hit all
// walls of a level built on a grid. For each pair of positions on two axes, a line runs along the third axis.
// Source: own method.
// Weak cases: A line exactly through an edge can hit both triangles or neither.

#include "bake/config/sample_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/group_by_count.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

constexpr double kMaxTests = 12e6;         // limit on the estimated number of line-triangle tests
constexpr size_t kMaxCrossings = 1 << 17;  // limit on the number of crossings, which limits the memory
constexpr size_t kGrid = kLinesPerSide * kLinesPerSide;

// The coordinates of the sample lines on one axis, sorted. Each sample line parallel to another axis has one of these
// coordinates.
struct LinePositions {
    double min, step, lines_per_length;
    std::array<double, kLinesPerSide> at;

    LinePositions(double low, double extent, RandomSequence& random)
        : min(low), step(extent / double(kLinesPerSide)), lines_per_length(step > 0 ? 1 / step : 0) {
        for (size_t i = 0; i < kLinesPerSide; ++i)
            at[i] = low + (double(i) + random.unit()) * step;
    }
    size_t cell(double x) const { return size_t(std::clamp((x - min) * lines_per_length, 0.0, double(kLinesPerSide - 1))); }
    // Returns the index of the first position in [low, high], and the index after the last one.
    std::pair<size_t, size_t> between(double low, double high) const {
        size_t first = cell(low), last = cell(high);
        first += at[first] < low;
        last += at[last] <= high;
        return {first, std::max(first, last)};
    }
};

// The line positions on each axis. A line passes through one position on each of two axes.
using LineGrid = std::array<LinePositions, 3>;

LineGrid line_grid(const LevelBounds& bounds) {
    RandomSequence random{17};
    const auto along = [&](size_t axis) { return LinePositions(coordinate(bounds.min, axis), bounds.extent(axis), random); };
    const LinePositions x = along(0), y = along(1), z = along(2);
    return {x, y, z};
}

// Positions [first, last) on an axis.
struct PositionRange {
    size_t first = 0, last = 0;
    size_t size() const { return last - first; }
};

// For each axis, the line positions inside the bounding box of a triangle. If the ranges of x and z are empty, no line passes
// through the box, so the range of y is not computed and stays empty.
using BoxPositions = std::array<PositionRange, 3>;

inline std::pair<double, double> range_of(const std::array<DVec3, 3>& corners, double DVec3::*axis) {
    const double a = corners[0].*axis, b = corners[1].*axis, c = corners[2].*axis;
    return {std::min(a, std::min(b, c)), std::max(a, std::max(b, c))};
}

BoxPositions positions_in_box(const LineGrid& grid, const std::array<DVec3, 3>& corners) {
    const auto positions = [&](size_t k, double DVec3::*axis) -> PositionRange {
        const auto [low, high] = range_of(corners, axis);
        const auto [first, last] = grid[k].between(low, high);
        return {first, last};
    };
    const PositionRange x = positions(0, &DVec3::x), z = positions(2, &DVec3::z);
    if (x.size() == 0 && z.size() == 0) return {};  // most small triangles are rejected here
    return {x, positions(1, &DVec3::y), z};
}

// Number of lines through a box, over all axes.
double count_lines(const BoxPositions& box) {
    const uint64_t x = box[0].size(), y = box[1].size(), z = box[2].size();
    return double(x * y + y * z + z * x);
}

struct FoundCrossing {
    uint32_t line;
    Crossing crossing;
};

// Adds the crossings of a triangle with the lines along an axis.
template <size_t kAxis>
void cross_triangle(const LineGrid& grid, const BoxPositions& box, const std::array<DVec3, 3>& corners, uint32_t triangle,
                    std::vector<FoundCrossing>& found) {
    constexpr size_t kU = (kAxis + 1) % 3, kV = (kAxis + 2) % 3;
    const PositionRange u = box[kU], v = box[kV];
    if (u.size() == 0 || v.size() == 0) return;
    const DVec3 &a = corners[0], &b = corners[1], &c = corners[2];
    const DVec3 normal = cross(b - a, c - a);
    const double along = coordinate(normal, kAxis);
    if (along == 0) return;
    const bool ascends = along > 0, flat = along * along >= kFlatCosine2 * dot(normal, normal);
    // The line projects to the point `at`. Returns twice the signed area of the triangle (p, q, at).
    const auto side = [&](const DVec3& p, const DVec3& q, const std::array<double, 2>& at) {
        const double pu = coordinate(p, kU), pv = coordinate(p, kV);
        return (coordinate(q, kU) - pu) * (at[1] - pv) - (coordinate(q, kV) - pv) * (at[0] - pu);
    };
    for (size_t iu = u.first; iu < u.last; ++iu) {
        for (size_t iv = v.first; iv < v.last; ++iv) {
            const size_t line = iu * kLinesPerSide + iv;
            const std::array<double, 2> at{grid[kU].at[iu], grid[kV].at[iv]};
            const double ab = side(a, b, at), bc = side(b, c, at), ca = side(c, a, at);
            if (ascends ? ab < 0 || bc < 0 || ca < 0 : ab > 0 || bc > 0 || ca > 0) continue;
            const double height = (bc * coordinate(a, kAxis) + ca * coordinate(b, kAxis) + ab * coordinate(c, kAxis)) / along;
            found.push_back({uint32_t(line), {height, ascends, flat, triangle}});
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

// Returns the stride n: only every n-th triangle is tested, which limits the number of tests.
size_t triangle_stride(const TriangleSoup& soup, const LineGrid& grid) {
    double tests = 3 * double(soup.triangles.size()) * double(kGrid);  // upper bound
    if (tests > kMaxTests) {
        constexpr size_t kCounted = 16;  // count the tests of every 16th triangle
        tests = 0;
        for (size_t i = 0; i < soup.triangles.size(); i += kCounted)
            tests += double(kCounted) * count_lines(positions_in_box(grid, triangle_corners(soup, i)));
    }
    return size_t(tests / kMaxTests) + 1;
}

using FoundOnAxes = std::array<std::vector<FoundCrossing>, 3>;

// Finds the crossings of every n-th triangle. Returns false if there are too many.
bool find_crossings(const TriangleSoup& soup, const LineGrid& grid, size_t stride, FoundOnAxes& found) {
    for (std::vector<FoundCrossing>& of_axis : found)
        of_axis.clear();
    for (size_t i = 0; i < soup.triangles.size(); i += stride) {
        const std::array<DVec3, 3> corners = triangle_corners(soup, i);
        const BoxPositions box = positions_in_box(grid, corners);
        cross_triangle<0>(grid, box, corners, uint32_t(i), found[0]);
        cross_triangle<1>(grid, box, corners, uint32_t(i), found[1]);
        cross_triangle<2>(grid, box, corners, uint32_t(i), found[2]);
        if (found[0].size() + found[1].size() + found[2].size() > kMaxCrossings) return false;
    }
    return true;
}

}  // namespace

std::array<SampleLines, 3> sample_lines(const TriangleSoup& soup, const LevelBounds& bounds) {
    const LineGrid grid = line_grid(bounds);
    FoundOnAxes found;
    size_t stride = triangle_stride(soup, grid);
    while (!find_crossings(soup, grid, stride, found))
        stride *= 2;
    std::array<SampleLines, 3> lines;
    for (size_t axis = 0; axis < 3; ++axis) {
        const LinePositions &u = grid[(axis + 1) % 3], &v = grid[(axis + 2) % 3];
        lines[axis].step_u = u.step;
        lines[axis].step_v = v.step;
        lines[axis].at_u = u.at;
        lines[axis].at_v = v.at;
        sort_crossings(found[axis], lines[axis]);
    }
    return lines;
}

}  // namespace navspan
