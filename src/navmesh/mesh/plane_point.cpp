// Snaps points of queries to the 2^-20 lattice.
//
// In: points in world units and the polygons that contain them.
// Out: integer points exactly inside those polygons, for the funnel and the exact search.
// Idea: A point is rounded to the nearest point of the lattice. If the rounded point is outside its polygon, points on the line
// to the mean of the corners are tried, at doubling distances. If all of them are outside, the result is the first corner of
// the polygon.
// Source: own method.
// Weak cases: In a polygon much thinner than one step of the 2^-20 lattice, a point moves to a corner.

#include "navmesh/mesh/plane_point.h"

#include <cmath>

#include "navmesh/mesh/trusted.h"

namespace navspan {

bool contains(const NavTile& tile, const NavPolygon& polygon, PlanePoint point) {
    const std::span<const HalfEdge> edges(tile.half_edges.data() + polygon.first_edge, polygon.edge_count);
    // The corners relative to the point are exact as doubles. The rounding error of `left` is less than the slack, so an exact
    // test is necessary only if |left| <= slack.
    constexpr double kLattice = 1.0 / (1 << kSubLatticeBits);
    const double x = double(point.x) * kLattice - tile.frame.x0, z = double(point.z) * kLattice - tile.frame.z0;
    const double slack = 0x1p-50 * (std::fabs(x) + tile.width) * (std::fabs(z) + tile.depth);
    double ax = edges.back().x - x, az = edges.back().z - z;
    for (size_t i = 0; i < edges.size(); ++i) {
        const double bx = edges[i].x - x, bz = edges[i].z - z, left = bx * az - bz * ax;
        if (left < -slack) return false;
        if (left <= slack) {
            const uint32_t first = polygon.first_edge, a = first + uint32_t(i ? i : edges.size()) - 1;
            if (turn(plane_corner(tile, a), plane_corner(tile, first + uint32_t(i)), point) < 0) return false;
        }
        ax = bx;
        az = bz;
    }
    return true;
}

DVec3 corner_centroid(const NavTile& tile, uint32_t polygon) {
    const std::span<const HalfEdge> edges = trusted::polygon_edges(tile, polygon);
    DVec3 middle;
    for (const HalfEdge& e : edges)
        middle = middle + DVec3{double(e.x), 0, double(e.z)} * (1.0 / double(edges.size()));
    return middle;
}

PlanePoint snap_inside(const NavTile& tile, const NavPolygon& polygon, PlanePoint point) {
    if (contains(tile, polygon, point)) return point;

    // The point is outside, usually because of rounding. Try points on the line to the polygon's centroid; each try doubles the
    // distance moved.
    const double x = double(point.x) / kSubLattice - tile.frame.x0, z = double(point.z) / kSubLattice - tile.frame.z0;
    const DVec3 middle = corner_centroid(tile, uint32_t(&polygon - tile.polygons.data()));
    for (double t = 0x1p-32; t <= 1; t *= 2) {
        const PlanePoint p = plane_point(tile.frame, x + t * (middle.x - x), z + t * (middle.z - z));
        if (contains(tile, polygon, p)) return p;
    }
    return plane_corner(tile, polygon.first_edge);
}

}  // namespace navspan
