#pragma once

#include <algorithm>
#include <cmath>

#include "core/predicates.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/funnel.h"

namespace navspan {

/// A point of the plane, in any unit.
struct FlatPoint {
    double x = 0, z = 0;
    friend bool operator==(const FlatPoint&, const FlatPoint&) = default;
};

/// A segment that a path crosses, in any unit. `left` and `right` are its ends as seen by someone who crosses it.
struct FlatPortal {
    FlatPoint left, right;
};

constexpr int kSubLatticeBits = 20;  ///< number of fractional bits of points in exact predicates
constexpr double kSubLattice = double(1 << kSubLatticeBits);

/// Converts a lattice point to the 2^-20 lattice.
inline PlanePoint plane_point(LatticePoint p) {
    return {int64_t{p.x} << kSubLatticeBits, int64_t{p.z} << kSubLatticeBits};
}

/// Rounds to the nearest integer; n + 0.5 gives n + 1. Exact for |v| < 2^51, except that the largest double below 0.5 gives 1.
/// For |v| up to 2^62, the error is at most one unit in the last place of v.
inline int64_t nearest_integer(double v) {
    const auto whole = int64_t(v + 0.5);
    return whole - (double(whole) > v + 0.5);
}

/// Converts a point to the 2^-20 lattice. x and z are relative to the corner of the tile [lattice].
inline PlanePoint plane_point(const TileFrame& frame, double x, double z) {
    return {(int64_t{frame.x0} << kSubLatticeBits) + nearest_integer(x * kSubLattice),
            (int64_t{frame.z0} << kSubLatticeBits) + nearest_integer(z * kSubLattice)};
}

/// The start of a half-edge on the 2^-20 lattice.
inline PlanePoint plane_corner(const NavTile& tile, uint32_t edge) {
    return plane_point(lattice_point(tile, edge));
}

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

/// Finds the point of the segment a..b nearest to p. Returns its position on the segment, from 0 (a) to 1 (b).
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

/// True if p is between u and w or equal to one of them. p must be on the line through u and w.
inline bool is_between(PlanePoint p, PlanePoint u, PlanePoint w) {
    return std::min(u.x, w.x) <= p.x && p.x <= std::max(u.x, w.x) && std::min(u.z, w.z) <= p.z && p.z <= std::max(u.z, w.z);
}

/// Sign of the turn a, b, c seen from above: positive if left, negative if right, 0 if collinear. Exact. (With x to the right,
/// z points down, so the sign is opposite to the usual orientation test in x and z.)
inline int turn(PlanePoint a, PlanePoint b, PlanePoint c) {
    const Int128 left = Int128{b.z - a.z} * (c.x - a.x), right = Int128{b.x - a.x} * (c.z - a.z);
    return (left > right) - (left < right);
}

/// The mean of a polygon's corners, with height 0, relative to the tile's corner [lattice].
DVec3 corner_centroid(const NavTile& tile, uint32_t polygon);

/// True if a polygon or its border contains a point seen from above. Exact.
bool contains(const NavTile& tile, uint32_t polygon, PlanePoint point);

/// Snaps a start or goal to a point of the 2^-20 lattice that is exactly inside the polygon or on its border, for exact
/// predicates. Returns the nearest lattice point if that is inside. Otherwise returns a lattice point closer to the polygon's
/// centroid or, if all such points that are tried are outside, a corner.
/// @param world  a point in the polygon, up to rounding errors [wu]
PlanePoint snap_inside(const NavMesh& mesh, PolygonRef polygon, DVec3 world);

}  // namespace navspan
