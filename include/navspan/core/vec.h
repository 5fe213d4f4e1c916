#pragma once

#include <cmath>
#include <cstdint>

namespace navspan {

/// A point or direction in the world, y up, right-handed [wu].
struct Vec3 {
    float x = 0, y = 0, z = 0;
    friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// The same in double precision: what files hold and what users type [wu].
struct DVec3 {
    double x = 0, y = 0, z = 0;
    friend bool operator==(const DVec3&, const DVec3&) = default;
};

inline DVec3 operator+(DVec3 a, DVec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline DVec3 operator-(DVec3 a, DVec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline DVec3 operator*(DVec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(DVec3 a, DVec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline DVec3 cross(DVec3 a, DVec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double distance_3d(DVec3 a, DVec3 b) {
    return std::sqrt(dot(a - b, a - b));
}
/// Distance seen from above.
inline double distance_xz(DVec3 a, DVec3 b) {
    const double dx = a.x - b.x, dz = a.z - b.z;
    return std::sqrt(dx * dx + dz * dz);
}
/// True if both are the same point seen from above.
inline bool same_place_xz(DVec3 a, DVec3 b) {
    return a.x == b.x && a.z == b.z;
}

/// A point of an integer lattice in the xz plane. The unit is the caller's: whole cells for contours and polygons.
struct LatticePoint {
    int32_t x = 0, z = 0;
    friend bool operator==(const LatticePoint&, const LatticePoint&) = default;
};

/// A straight line segment.
struct Segment {
    LatticePoint a, b;
};

}  // namespace navspan
