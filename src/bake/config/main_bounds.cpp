// Finds the bounding box of the main part of a level.
//
// In: triangles.
// Out: a bounding box without distant parts that have little area.
// Idea: Random points are drawn on the triangles. On each axis, the box has most of the points, and a margin on both sides. The
// margin is as wide as the widest interval that has most of the points, so only parts at a distance are outside the box.
// Source: own method.
// Weak cases: A distant part with more than kOutside of the area stays inside the box.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "bake/config/level_samples.h"
#include "core/statistics.h"

namespace navspan {
namespace {

constexpr size_t kPoints = 512;
constexpr size_t kMostTriangles = 2048;  // maximum number of triangles on which points are drawn
constexpr double kOutside = 0.1;         // share of the points on each side of the interval that has most of the points

// Draws points that are uniformly distributed on the triangles. Returns no points if the triangles have no area.
std::vector<DVec3> draw_points(const TriangleSoup& soup) {
    const size_t stride = soup.triangles.size() / kMostTriangles + 1;
    std::vector<double> sums;
    double area = 0;
    for (size_t i = 0; i < soup.triangles.size(); i += stride) {
        const auto [a, b, c] = triangle_corners(soup, i);
        const DVec3 normal = cross(b - a, c - a);
        sums.push_back(area += std::sqrt(dot(normal, normal)));
    }
    std::vector<DVec3> points;
    if (!(area > 0)) return points;
    RandomSequence random{29};
    while (points.size() < kPoints) {
        const auto [a, b, c] = triangle_corners(soup, draw_weighted(sums, random) * stride);
        const auto [u, v] = draw_in_triangle(random);
        points.push_back(a + (b - a) * u + (c - a) * v);
    }
    return points;
}

}  // namespace

LevelBounds main_bounds(const TriangleSoup& soup) {
    const LevelBounds all = bounds_of_triangles(soup);
    const std::vector<DVec3> points = draw_points(soup);
    if (points.empty()) return all;
    std::array<double, 3> low{}, high{};
    double margin = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
        std::vector<double> at;
        for (const DVec3& p : points)
            at.push_back(coordinate(p, axis));
        low[axis] = quantile(at, kOutside);
        high[axis] = quantile(at, 1 - kOutside);
        margin = std::max(margin, high[axis] - low[axis]);
    }
    const DVec3 min{low[0] - margin, low[1] - margin, low[2] - margin};
    const DVec3 max{high[0] + margin, high[1] + margin, high[2] + margin};
    const auto contains = [&](const DVec3& low_corner, const DVec3& high_corner) {
        return min.x <= low_corner.x && min.y <= low_corner.y && min.z <= low_corner.z && high_corner.x <= max.x &&
               high_corner.y <= max.y && high_corner.z <= max.z;
    };
    if (contains(all.min, all.max)) return all;
    PointBounds kept;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        PointBounds box;
        for (const DVec3& p : triangle_corners(soup, i))
            box.add(p);
        const DVec3 from{std::max(box.min.x, min.x), std::max(box.min.y, min.y), std::max(box.min.z, min.z)};
        const DVec3 to{std::min(box.max.x, max.x), std::min(box.max.y, max.y), std::min(box.max.z, max.z)};
        if (from.x > to.x || from.y > to.y || from.z > to.z) continue;
        kept.add(from);
        kept.add(to);
    }
    return kept.is_empty() ? all : LevelBounds{kept.min, kept.max};
}

}  // namespace navspan
