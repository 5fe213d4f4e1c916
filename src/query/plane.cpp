// Points of queries on the 2^-20 lattice.
//
// In: points in world units and the polygons they belong to. Out: integer points that are exactly inside those polygons, so
// that neither the funnel nor the exact search starts a hair beyond an edge. Corners of polygons are lattice points and need no
// rounding.

#include "navspan/query/plane.h"

#include <algorithm>
#include <cmath>

namespace navspan {

bool holds(const NavTile& tile, uint32_t polygon, PlanePoint point) {
    const NavPolygon& whole = tile.polygons[polygon];
    PlanePoint a = plane_point(lattice_point(tile, whole.first_edge + whole.edge_count - 1));
    for (uint32_t e = whole.first_edge; e < whole.first_edge + whole.edge_count; ++e) {
        const PlanePoint b = plane_point(lattice_point(tile, e));
        if (turn(a, b, point) < 0) return false;
        a = b;
    }
    return true;
}

PlanePoint snap_into(const NavMesh& mesh, PolygonRef ref, DVec3 world) {
    constexpr double kSubLattice = double(1 << kSubLatticeBits);
    const NavTile& tile = tile_of(mesh, ref);
    // whatever the caller's point, products stay in range
    DVec3 local = to_local(tile.frame, world);
    local.x = std::clamp(local.x, 0.0, double(tile.width));
    local.z = std::clamp(local.z, 0.0, double(tile.depth));
    const auto rounded = [&](double x, double z) {
        return PlanePoint{(int64_t{tile.frame.x0} << kSubLatticeBits) + int64_t(std::floor(x * kSubLattice + 0.5)),
                          (int64_t{tile.frame.z0} << kSubLatticeBits) + int64_t(std::floor(z * kSubLattice + 0.5))};
    };
    const PlanePoint nearest = rounded(local.x, local.z);
    if (holds(tile, ref.polygon, nearest)) return nearest;

    // rounding led outside: then the nearest point on the way to the middle that is not
    const std::span<const HalfEdge> edges = polygon_edges(tile, ref.polygon);
    DVec3 middle;
    for (const HalfEdge& e : edges)
        middle = middle + DVec3{double(e.x), 0, double(e.z)} * (1.0 / double(edges.size()));
    for (double t = 0x1p-32; t <= 1; t *= 2) {
        const PlanePoint p = rounded(local.x + t * (middle.x - local.x), local.z + t * (middle.z - local.z));
        if (holds(tile, ref.polygon, p)) return p;
    }
    return plane_point(lattice_point(tile, tile.polygons[ref.polygon].first_edge));
}

}  // namespace navspan
