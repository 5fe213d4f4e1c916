#pragma once

#include <algorithm>

#include "core/predicates.h"
#include "core/simd.h"
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

/// x and z of a point [wu].
inline F64x2 xz_of(const DVec3& world) {
    return load_each(world.x, world.z);
}

/// Converts the x and z of a world point to coordinates relative to the tile's corner [lattice].
inline F64x2 local_xz(const TileFrame& frame, F64x2 world) {
    const F64x2 from_origin = world - F64x2{frame.origin.x, frame.origin.z};
    return from_origin / F64x2{frame.quantum, frame.quantum} - F64x2{double(frame.x0), double(frame.z0)};
}

/// Rounds to a multiple of 2^-20. Ties go to the even multiple. Precondition: |v| < 2^31, or v is already such a multiple.
inline F64x2 rounded_to_sub_lattice(F64x2 v) {
    constexpr double kShift = 0x1.8p32;  // the sum has 20 fractional bits
    return v + kShift - kShift;
}

/// Converts the result of rounded_to_sub_lattice to a point. Exact.
inline PlanePoint plane_point(const TileFrame& frame, F64x2 rounded) {
    const F64x2 steps = rounded * kSubLattice;
    return {(int64_t{frame.x0} << kSubLatticeBits) + int64_t(steps[0]),
            (int64_t{frame.z0} << kSubLatticeBits) + int64_t(steps[1])};
}

/// Rounds x and z of a world point [wu] to the 2^-20 lattice and clamps the result to the tile, so that products of coordinates
/// do not overflow. The result is relative to the tile's corner [lattice].
inline F64x2 nearest_in_tile(const NavTile& tile, F64x2 world) {
    const F64x2 size{double(tile.width), double(tile.depth)};
    return rounded_to_sub_lattice(least(greatest(local_xz(tile.frame, world), F64x2{}), size));
}

/// Snaps a start or goal to a point of the 2^-20 lattice, for exact predicates. The result is exactly inside the polygon or on
/// its border. Returns `point` if it is inside. Otherwise tries some lattice points closer to the polygon's centroid. If all of
/// them are outside, returns a corner.
/// @param point  a point of the tile, in the polygon up to rounding errors
PlanePoint snap_inside(const NavTile& tile, const NavPolygon& polygon, PlanePoint point);
/// Same for a point in world units.
inline PlanePoint snap_inside(const NavMesh& mesh, PolygonRef polygon, const DVec3& world) {
    const NavTile& tile = tile_of(mesh, polygon);
    return snap_inside(tile, polygon_of(mesh, polygon), plane_point(tile.frame, nearest_in_tile(tile, xz_of(world))));
}

}  // namespace navspan
