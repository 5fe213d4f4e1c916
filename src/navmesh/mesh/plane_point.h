#pragma once

#include <algorithm>
#include <cmath>

#include "core/predicates.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// A point of an integer grid in the plane, |x|, |z| <= 2^52. For paths, the grid has steps of 2^-20 lattice units.
struct PlanePoint {
    int64_t x = 0, z = 0;
    friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
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
    return plane_point(trusted::lattice_point(tile, edge));
}

/// World position of a point on the 2^-20 lattice, with height 0.
inline DVec3 plane_to_world(const NavMesh& mesh, PlanePoint p) {
    const TileFrame& f = trusted::tile_at(mesh, 0).frame;
    return {f.origin.x + f.quantum * (double(p.x) / kSubLattice), 0, f.origin.z + f.quantum * (double(p.z) / kSubLattice)};
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

/// True if, seen from above, a point is in a polygon or on its border. Exact.
bool contains(const NavTile& tile, const NavPolygon& polygon, PlanePoint point);

/// Snaps a start or goal to a point of the 2^-20 lattice, for exact predicates. The result is exactly inside the polygon or on
/// its border. Returns the nearest lattice point if that point is inside. Otherwise tries some lattice points closer to the
/// polygon's centroid. If all of them are outside, returns a corner.
/// @param world  a point in the polygon, up to rounding errors [wu]
PlanePoint snap_inside(const NavTile& tile, const NavPolygon& polygon, const DVec3& world);
inline PlanePoint snap_inside(const NavMesh& mesh, PolygonRef polygon, const DVec3& world) {
    return snap_inside(tile_of(mesh, polygon), polygon_of(mesh, polygon), world);
}

}  // namespace navspan
