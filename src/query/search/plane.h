#pragma once

#include <algorithm>
#include <cmath>

#include "navmesh/mesh/plane_point.h"
#include "navspan/core/vec.h"

namespace navspan {

/// A point of the plane, in any unit.
struct FlatPoint {
    double x = 0, z = 0;
    friend bool operator==(const FlatPoint&, const FlatPoint&) = default;
};

/// A segment that a path crosses, in any unit. `left` and `right` are its ends, seen in the direction of the path.
struct FlatPortal {
    FlatPoint left, right;
};

/// Twice the signed area of the triangle a, b, p; positive if p lies to the left of a -> b.
inline double side_of(FlatPoint a, FlatPoint b, FlatPoint p) {
    return (b.z - a.z) * (p.x - a.x) - (b.x - a.x) * (p.z - a.z);
}

/// The point of the segment a..b at the fraction `share` of its length, measured from a.
inline FlatPoint point_at(FlatPoint a, FlatPoint b, double share) {
    if (share == 1) return b;
    return {a.x + share * (b.x - a.x), a.z + share * (b.z - a.z)};
}

/// Dot product of b - a and p - a.
inline double along(FlatPoint a, FlatPoint b, FlatPoint p) {
    return (b.x - a.x) * (p.x - a.x) + (b.z - a.z) * (p.z - a.z);
}

/// Position of the point nearest to p on the segment a..b, from 0 (a) to 1 (b).
inline double nearest_share(FlatPoint a, FlatPoint b, FlatPoint p) {
    const double whole = along(a, b, b);
    return whole > 0 ? std::clamp(along(a, b, p) / whole, 0.0, 1.0) : 0;
}

/// Horizontal distance from a point to a segment.
inline double distance_to_segment_xz(DVec3 p, DVec3 a, DVec3 b) {
    const double ex = b.x - a.x, ez = b.z - a.z, ee = ex * ex + ez * ez;
    const double t = ee > 0 ? std::clamp(((p.x - a.x) * ex + (p.z - a.z) * ez) / ee, 0.0, 1.0) : 0;
    const double dx = p.x - a.x - t * ex, dz = p.z - a.z - t * ez;
    return std::sqrt(dx * dx + dz * dz);
}

}  // namespace navspan
