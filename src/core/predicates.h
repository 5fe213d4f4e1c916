#pragma once

#include <algorithm>
#include <cstdint>

#include "navspan/core/vec.h"

namespace navspan {

__extension__ typedef __int128 Int128;  ///< for exact products of 64-bit numbers

// Exact predicates on lattice points, seen from above: x points right, z points down the page and y points at the reader.
// Coordinates must be in [-2^30, 2^30]. Differences then fit into 33 bits, and the doubled area of any triangle fits into 64
// bits.

/// Twice the signed area of the triangle a, b, c: positive if it is counter-clockwise seen from above. The order of the factors
/// is reversed, because x cross z points down in a right-handed frame with y up.
inline int64_t orient2d(LatticePoint a, LatticePoint b, LatticePoint c) {
    const int64_t abx = int64_t{b.x} - a.x, abz = int64_t{b.z} - a.z;
    const int64_t acx = int64_t{c.x} - a.x, acz = int64_t{c.z} - a.z;
    return abz * acx - abx * acz;
}

/// Dot product of a - at and b - at. Positive if the angle between the two directions is less than a quarter turn. Cannot
/// overflow for points of a world, whose coordinates are in [-2^29, 2^29] (kMaxLattice).
inline int64_t dot2d(LatticePoint at, LatticePoint a, LatticePoint b) {
    return (int64_t{a.x} - at.x) * (int64_t{b.x} - at.x) + (int64_t{a.z} - at.z) * (int64_t{b.z} - at.z);
}

/// Returns -1, 0 or 1.
inline int sign_of(int64_t v) {
    return (v > 0) - (v < 0);
}

/// True if c lies strictly to the left of the directed line a -> b, seen from above.
inline bool is_left(LatticePoint a, LatticePoint b, LatticePoint c) {
    return orient2d(a, b, c) > 0;
}
/// True if c lies to the left of a -> b or on that line.
inline bool is_left_or_on(LatticePoint a, LatticePoint b, LatticePoint c) {
    return orient2d(a, b, c) >= 0;
}
inline bool is_collinear(LatticePoint a, LatticePoint b, LatticePoint c) {
    return orient2d(a, b, c) == 0;
}

/// True if p comes before q in the order of sweeps: by x, then z.
inline bool is_before(LatticePoint p, LatticePoint q) {
    return p.x != q.x ? p.x < q.x : p.z < q.z;
}

/// True if p lies on the closed segment from a to b.
inline bool is_on_segment(LatticePoint a, LatticePoint b, LatticePoint p) {
    return is_collinear(a, b, p) && p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.z >= std::min(a.z, b.z) &&
           p.z <= std::max(a.z, b.z);
}

/// Squared distance [lattice units squared]. Cannot overflow for points of a world, whose coordinates are in [-2^29, 2^29]
/// (kMaxLattice).
inline int64_t distance_squared(LatticePoint a, LatticePoint b) {
    const int64_t dx = int64_t{b.x} - a.x, dz = int64_t{b.z} - a.z;
    return dx * dx + dz * dz;
}

}  // namespace navspan
