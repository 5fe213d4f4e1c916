#pragma once

#include <algorithm>

#include "navspan/core/vec.h"

namespace navspan {

// Returns the point of the segment a b that is nearest to the origin.
inline DVec3 nearest_on_segment(DVec3 a, DVec3 b) {
    const DVec3 d = b - a;
    const double dd = dot(d, d);
    const double t = dd > 0 ? std::clamp(-dot(a, d) / dd, 0.0, 1.0) : 0.0;
    return t >= 1 ? b : a + d * t;
}

// If the triangle is level and, seen from above, contains the origin, sets `nearest` to the result of nearest_on_triangle and
// returns true. Otherwise returns false.
[[gnu::always_inline]] inline bool nearest_on_level_triangle(DVec3 a, DVec3 b, DVec3 c, DVec3& nearest) {
    const auto side = [](DVec3 from, DVec3 to) { return (to.z - from.z) * from.x - (to.x - from.x) * from.z; };
    // The normal is (0, n, 0).
    const double n = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
    if (a.y != b.y || a.y != c.y || !(n * n > 0)) return false;
    if (std::max(std::max(side(a, b) * n, side(b, c) * n), side(c, a) * n) > 0) return false;
    nearest = {0, n * (a.y * n / (n * n)), 0};
    return true;
}

// Returns the point of the triangle a b c that is nearest to the origin. If the projection of the origin onto the triangle's
// plane is inside the triangle, the result is the projection. Otherwise, the result is on a side.
// Always inlined, because a call would pass the corners through memory.
[[gnu::always_inline]] inline DVec3 nearest_on_triangle(DVec3 a, DVec3 b, DVec3 c) {
    const DVec3 n = cross(b - a, c - a);
    const double nn = dot(n, n);
    const bool flat = !(nn > 0);
    const bool beyond_ab = flat || dot(cross(b - a, a), n) > 0;
    const bool beyond_bc = flat || dot(cross(c - b, b), n) > 0;
    const bool beyond_ca = flat || dot(cross(a - c, c), n) > 0;
    if (!beyond_ab && !beyond_bc && !beyond_ca) return n * (dot(a, n) / nn);
    DVec3 best = a;
    double least = dot(a, a);
    const auto visit_side = [&](DVec3 from, DVec3 to) {
        const DVec3 p = nearest_on_segment(from, to);
        const double squared = dot(p, p);
        if (squared < least) least = squared, best = p;
    };
    if (beyond_ab) visit_side(a, b);
    if (beyond_bc) visit_side(b, c);
    if (beyond_ca) visit_side(c, a);
    return best;
}

}  // namespace navspan
