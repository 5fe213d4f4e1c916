#pragma once

#include <cmath>
#include <cstdint>

namespace navspan {

/// A point or direction in the world, in world units and single precision. The axes are right-handed, and y is up.
struct Vec3 {
    float x = 0,  ///< first horizontal coordinate
        y = 0,    ///< height
        z = 0;    ///< second horizontal coordinate
    /// Memberwise comparison.
    friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// A point or direction in the world, in world units and double precision. The axes are right-handed, and y is up. Public
/// functions use this type.
struct DVec3 {
    double x = 0,  ///< first horizontal coordinate
        y = 0,     ///< height
        z = 0;     ///< second horizontal coordinate
    /// Memberwise comparison.
    friend bool operator==(const DVec3&, const DVec3&) = default;
};

/// Sum of two vectors.
inline DVec3 operator+(DVec3 a, DVec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
/// Difference of two vectors.
inline DVec3 operator-(DVec3 a, DVec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
/// Vector times scalar.
inline DVec3 operator*(DVec3 a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
/// The smaller value of each component.
inline DVec3 min_of(DVec3 a, DVec3 b) {
    return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}
/// The larger value of each component.
inline DVec3 max_of(DVec3 a, DVec3 b) {
    return {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z};
}
/// Dot product.
inline double dot(DVec3 a, DVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
/// Cross product.
inline DVec3 cross(DVec3 a, DVec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Euclidean distance.
inline double distance_3d(DVec3 a, DVec3 b) {
    return std::sqrt(dot(a - b, a - b));
}
/// Horizontal distance; ignores y.
inline double distance_xz(DVec3 a, DVec3 b) {
    const double dx = a.x - b.x, dz = a.z - b.z;
    return std::sqrt(dx * dx + dz * dz);
}
/// True if both points have equal x and z; ignores y.
inline bool equal_xz(DVec3 a, DVec3 b) {
    return a.x == b.x && a.z == b.z;
}

/// A point of an integer lattice in the xz plane. The unit depends on the use; contours and polygons use cells.
struct LatticePoint {
    int32_t x = 0,  ///< first coordinate
        z = 0;      ///< second coordinate
    /// Memberwise comparison.
    friend bool operator==(const LatticePoint&, const LatticePoint&) = default;
};

/// A straight line segment between two lattice points.
struct Segment {
    LatticePoint a,  ///< start
        b;           ///< end
};

}  // namespace navspan
