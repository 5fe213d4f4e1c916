// Converts a path into steps along the ground.
//
// In: a path.
// Out: the points of the path, each with the normal of the ground. If requested, also the points at which the path crosses an
// edge of a detail triangle.
// Idea: Each step across a polygon is split where it crosses an edge or touches a corner of a detail triangle. At such a
// corner, crossings with the adjacent edges are skipped, because they depend on rounding.
// Source: own method.
// Weak cases: The time of a step is proportional to the number of detail triangles of its polygon.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/surface_path.h"
#include "query/state.h"

namespace navspan {
namespace {

using DetailCorners = std::array<DVec3, 3>;

// Returns the horizontal distance by which a point is outside a triangle [lattice]: the largest distance from the line of any
// edge. 0 if the point is inside.
double outside(const DetailCorners& c, double x, double z) {
    double most = 0;
    for (size_t i = 0; i < 3; ++i) {
        const DVec3 a = c[i], b = c[(i + 1) % 3];
        const double ex = b.x - a.x, ez = b.z - a.z;
        most = std::max(most, (ex * (z - a.z) - ez * (x - a.x)) / std::sqrt(ex * ex + ez * ez));
    }
    return most;
}

// The world-space unit normal of the triangle that contains a point, or of the nearest triangle.
DVec3 normal_at(const NavTile& tile, const NavPolygon& polygon, DVec3 at) {
    double least = std::numeric_limits<double>::infinity();
    DetailCorners nearest{};
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const DetailCorners c = trusted::detail_corners(tile, polygon, t);
        const double out = outside(c, at.x, at.z);
        if (out >= least) continue;
        least = out;
        nearest = c;
        if (out == 0) break;
    }
    for (DVec3& c : nearest)
        c = {c.x * tile.frame.quantum, c.y, c.z * tile.frame.quantum};
    const DVec3 n = cross(nearest[1] - nearest[0], nearest[2] - nearest[0]);
    return n * (1 / std::sqrt(dot(n, n)));
}

// Finds where the segment a..b crosses edges of detail triangles or touches their corners. Writes sorted fractions of the
// segment to `shares`, without 0 and 1.
void find_crossings(const NavTile& tile, const NavPolygon& polygon, DVec3 a, DVec3 b, std::vector<double>& shares) {
    shares.clear();
    const double dx = b.x - a.x, dz = b.z - a.z, whole = dx * dx + dz * dz, touching = std::sqrt(whole) / kSubLattice;
    const auto add = [&shares](double share) {
        if (share > 1e-9 && share < 1 - 1e-9) shares.push_back(share);
    };
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const DetailCorners c = trusted::detail_corners(tile, polygon, t);
        for (size_t i = 0; i < 3; ++i) {
            const DVec3 p = c[i], q = c[(i + 1) % 3];
            const double side_p = dx * (p.z - a.z) - dz * (p.x - a.x), side_q = dx * (q.z - a.z) - dz * (q.x - a.x);
            if ((side_p > touching && side_q > touching) || (side_p < -touching && side_q < -touching)) continue;
            // If the segment touches corner p, add the position of p. Skip crossings with the edges that meet at p: they depend
            // on rounding.
            if (std::fabs(side_p) <= touching) add(((p.x - a.x) * dx + (p.z - a.z) * dz) / whole);
            if (std::fabs(side_p) <= touching || std::fabs(side_q) <= touching) continue;
            const double ex = q.x - p.x, ez = q.z - p.z;
            add(((p.x - a.x) * ez - (p.z - a.z) * ex) / (dx * ez - dz * ex));
        }
    }
    std::sort(shares.begin(), shares.end());
    const auto same = [](double s, double t) { return t - s < 1e-9; };
    shares.erase(std::unique(shares.begin(), shares.end(), same), shares.end());
}

// True if the path has no surface points. Otherwise true if its indices are consistent, its end is of this snapshot, and its
// polygons and portals are in the mesh.
bool belongs_to(const NavMesh& mesh, const Path& path) {
    if (path.surface_points.empty()) return path.surface_polygons.empty();
    const std::vector<PolygonRef>& polygons = path.corridor.polygons;
    const std::vector<EdgeRef>& portals = path.corridor.portals;
    const std::vector<uint32_t>& indices = path.surface_polygons;
    const auto out_of_order = [](const PathLink& a, const PathLink& b) { return a.surface_point >= b.surface_point; };
    return indices.size() == path.surface_points.size() && polygons.size() == portals.size() + 1 &&
           std::is_sorted(indices.begin(), indices.end()) && indices.back() < polygons.size() &&
           std::all_of(path.surface_points.begin(), path.surface_points.end(), is_in_world) &&
           std::adjacent_find(path.links.begin(), path.links.end(), out_of_order) == path.links.end() &&
           (path.links.empty() || path.links.back().surface_point + 1 < path.surface_points.size()) &&
           has_point(mesh, path.corridor.end) &&
           std::all_of(polygons.begin(), polygons.end(), [&](PolygonRef ref) { return has_polygon(mesh, ref); }) &&
           std::all_of(portals.begin(), portals.end(),
                       [&](EdgeRef portal) { return is_link(portal) || has_edge(mesh, portal); });
}

}  // namespace

DVec3 surface_normal(const NavMesh& mesh, const SurfacePoint& on, double x, double z) {
    if (!has_point(mesh, on) || !is_in_world({x, 0, z})) return {};
    const NavTile& tile = tile_of(mesh, on.polygon);
    return normal_at(tile, polygon_of(mesh, on.polygon), to_local(tile.frame, {x, 0, z}));
}

Status surface_path(const NavMesh& mesh, const Path& path, bool detail, SearchScratch& scratch,
                    std::vector<SurfaceStep>& steps) {
    steps.clear();
    if (!belongs_to(mesh, path)) return Error{ErrorKind::usage, "the path does not belong to the mesh; search it again"};
    std::vector<double>& shares = scratch.state().surface.crossings;
    size_t next_link = 0;
    for (size_t i = 0; i < path.surface_points.size(); ++i) {
        const PolygonRef ref = path.corridor.polygons[path.surface_polygons[i]];
        const DVec3 p = path.surface_points[i];
        const bool link = next_link < path.links.size() && path.links[next_link].surface_point == i;
        const NavTile& tile = tile_of(mesh, ref);
        const DVec3 normal = normal_at(tile, polygon_of(mesh, ref), to_local(tile.frame, {p.x, 0, p.z}));
        steps.push_back({p, normal, ref, link, mesh.revision});
        if (link) ++next_link;
        if (link || !detail || i + 1 == path.surface_points.size()) continue;
        const DVec3 q = path.surface_points[i + 1], a = to_local(tile.frame, p), b = to_local(tile.frame, q);
        find_crossings(tile, polygon_of(mesh, ref), a, b, shares);
        for (size_t s = 0; s < shares.size(); ++s) {
            DVec3 at = p + (q - p) * shares[s];
            at.y = polygon_height(mesh, ref, at.x, at.z);
            // Use the normal of the triangle that the path enters here.
            const double middle = 0.5 * (shares[s] + (s + 1 < shares.size() ? shares[s + 1] : 1.0));
            steps.push_back({at, normal_at(tile, polygon_of(mesh, ref), a + (b - a) * middle), ref, false, mesh.revision});
        }
    }
    return Done{};
}

double surface_length(const std::vector<SurfaceStep>& steps) {
    double length = 0;
    for (size_t i = 0; i + 1 < steps.size(); ++i) {
        if (!steps[i].begins_link) length += distance_3d(steps[i + 1].position, steps[i].position);
    }
    return length;
}

}  // namespace navspan
