#pragma once

#include "core/predicates.h"
#include "navspan/navmesh/nav_mesh.h"
#include "query/search/funnel.h"

namespace navspan {

/// A point of the plane, in any unit.
struct FlatPoint {
    double x = 0, z = 0;
    friend bool operator==(const FlatPoint&, const FlatPoint&) = default;
};

/// A segment to be crossed, with its ends as seen by the one who crosses it, in any unit.
struct FlatPortal {
    FlatPoint left, right;
};

constexpr int kSubLatticeBits = 20;  ///< bits below the lattice to which start and goal are snapped for exact predicates
constexpr double kSubLattice = double(1 << kSubLatticeBits);

/// A lattice point on the 2^-20 lattice.
inline PlanePoint plane_point(LatticePoint p) {
    return {int64_t{p.x} << kSubLatticeBits, int64_t{p.z} << kSubLatticeBits};
}

/// The integer nearest to a number of less than 2^62, the larger of two.
inline int64_t nearest_integer(double v) {
    const auto whole = int64_t(v + 0.5);
    return whole - (double(whole) > v + 0.5);
}

/// Positive where a, b, c turns left seen from above, negative where it turns right, 0 on one line; exact. (z points towards
/// the viewer, so the order of the factors is that of orient2d.)
inline int turn(PlanePoint a, PlanePoint b, PlanePoint c) {
    const Int128 left = Int128{b.z - a.z} * (c.x - a.x), right = Int128{b.x - a.x} * (c.z - a.z);
    return (left > right) - (left < right);
}

/// Whether a polygon, its rim included, holds a point seen from above; exact.
bool holds(const NavTile& tile, uint32_t polygon, PlanePoint point);

/// A point of a polygon on the 2^-20 lattice, exactly inside or on its rim: what predicates take for a start or a goal. The
/// nearest lattice point where that is inside, else one a little towards the polygon's middle; in the thinnest polygons a
/// corner. @param world  in the polygon, give or take rounding [wu]
PlanePoint snap_into(const NavMesh& mesh, PolygonRef polygon, DVec3 world);

}  // namespace navspan
