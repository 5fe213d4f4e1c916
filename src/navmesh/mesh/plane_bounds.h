#pragma once

#include <algorithm>
#include <span>

#include "navspan/core/vec.h"

namespace navspan {

/// A rectangle in the x-z plane with sides parallel to the axes [wu].
struct PlaneBounds {
    double min_x = 0, min_z = 0, max_x = 0, max_z = 0;
};

/// Returns the bounding rectangle of points, seen from above. Returns zeros if there are no points.
inline PlaneBounds plane_bounds(std::span<const DVec3> points) {
    if (points.empty()) return {};
    PlaneBounds b{points[0].x, points[0].z, points[0].x, points[0].z};
    for (const DVec3& p : points)
        b = {std::min(b.min_x, p.x), std::min(b.min_z, p.z), std::max(b.max_x, p.x), std::max(b.max_z, p.z)};
    return b;
}

}  // namespace navspan
