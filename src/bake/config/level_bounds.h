#pragma once

#include <algorithm>
#include <cstddef>

#include "core/simd.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {

/// Coordinate of a point along an axis: 0 is x, 1 is y, 2 is z.
inline double coordinate(const DVec3& p, size_t axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/// Bounding box of points that are added one by one.
struct PointBounds {
    DVec3 min{kFar, kFar, kFar}, max{-kFar, -kFar, -kFar};

    static constexpr double kFar = 1e300;
    void add(DVec3 p) {
        min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
        max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
    }
    bool is_empty() const { return min.x > max.x; }
};

/// Bounding box of all triangles.
struct LevelBounds {
    DVec3 min, max;  ///< [wu]; zero if there are no triangles
    double extent(size_t axis) const { return coordinate(max, axis) - coordinate(min, axis); }
};

/// Returns the bounding box of the triangles. Ignores vertices that no triangle uses.
inline LevelBounds bounds_of_triangles(const TriangleSoup& soup) {
    if (soup.triangles.empty()) return {};
    const DVec3& first = soup.vertices[soup.triangles[0][0]];
    F64x2 low{first.x, first.y}, high = low;
    double low_z = first.z, high_z = low_z;
    for (const auto& triangle : soup.triangles) {
        for (const uint32_t vertex : triangle) {
            const DVec3& p = soup.vertices[vertex];
            const F64x2 xy{p.x, p.y};
            low = least(low, xy), high = greatest(high, xy);
            low_z = least(low_z, p.z), high_z = greatest(high_z, p.z);
        }
    }
    return {{low[0], low[1], low_z}, {high[0], high[1], high_z}};
}

}  // namespace navspan
