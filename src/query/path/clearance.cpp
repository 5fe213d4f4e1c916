// Path queries with a clearance.
//
// In: a mesh, a clearance, and a path on the clear ground. (The clear ground is the ground that is at least the clearance away
// from walls; see ClearanceMesh.)
// Out: the clear ground, computed once per mesh and clearance; and the path on the original mesh.
// Idea: The search runs on the clear ground, which is an ordinary mesh. Each of its polygons lies in one original polygon.
// Portals inside an original polygon are removed from the corridor. Heights are read from the original surface.
// Source: own method.
// Weak cases: The first query for a mesh and a clearance computes the clear ground of the whole mesh.

#include "query/path/clearance.h"

#include <algorithm>

#include "navmesh/index/polygon_surface.h"
#include "query/path/string.h"

namespace navspan {
namespace {

constexpr size_t kMaxClearanceMeshes = 4;  // number of meshes that one scratch keeps

// Returns the height of a polygon at a point. The point may be slightly outside the polygon, because the corners of the clear
// ground are rounded. At such a point, polygon_height would be slow.
double height_in(const NavMesh& mesh, PolygonRef polygon, DVec3 p) {
    const DVec3 inside = inside_polygon(mesh, {polygon, p}).position;
    return equal_xz(inside, p) ? polygon_height(mesh, polygon, p.x, p.z) : inside.y;
}

// Converts the corridor from the clear ground to the original mesh. Fills scratch.position.
void convert_corridor(const NavMesh& mesh, ClearanceScratch& scratch, const SurfacePoint& goal, Corridor& corridor) {
    const ClearanceMesh& wide = *scratch.current;
    scratch.position.assign(1, 0);
    size_t portals = 0;
    for (size_t k = 0; k < corridor.portals.size(); ++k) {
        const EdgeRef portal = corridor.portals[k];
        const EdgeRef origin =
            is_link(portal) ? EdgeRef{kLinkTile, wide.link_origin[portal.edge]} : wide.portal_origin[portal.edge];
        if (origin.valid()) corridor.portals[portals++] = origin;
        scratch.position.push_back(uint32_t(portals));
    }
    corridor.portals.resize(portals);
    for (size_t k = 0; k < corridor.polygons.size(); ++k)
        corridor.polygons[scratch.position[k]] = wide.polygon_origin[corridor.polygons[k].polygon];
    corridor.polygons.resize(portals + 1);
    const bool at_goal = corridor.polygons.back() == goal.polygon && equal_xz(corridor.end.position, goal.position);
    corridor.end = at_goal ? goal : on_original(mesh, wide, corridor.end);
}

// Replaces the height of each point by the height of the original surface. Removes surface points that lie on portals inside an
// original polygon. If PathRequest::surface is false, keeps only the corners.
void convert_points(const NavMesh& mesh, const ClearanceScratch& scratch, const PathSearch& search, Path& path) {
    const bool keep_surface = search.request.surface;
    size_t kept = 0, corner = 0, link = 0;
    path.length_3d = 0;
    bool after_link = false;  // true: a link leads to the current point
    for (size_t i = 0; i < path.surface_points.size(); ++i) {
        const uint32_t polygon = scratch.position[path.surface_polygons[i]];
        DVec3 p = path.surface_points[i];
        const bool begins_link = link < path.links.size() && path.links[link].surface_point == i;
        const bool last = i + 1 == path.surface_points.size();
        if (begins_link) corner = path.links[link].point;
        if (last) corner = path.points.size() - 1;
        const bool is_corner = after_link || begins_link || last || equal_xz(p, path.points[corner]);
        if (!is_corner && (!keep_surface || (kept > 0 && polygon == path.surface_polygons[kept - 1]))) continue;
        p.y = i == 0 ? search.start.position.y
              : last ? path.corridor.end.position.y
                     : height_in(mesh, path.corridor.polygons[polygon], p);
        if (is_corner) path.points[corner].y = p.y;
        if (is_corner && corner + 1 < path.points.size()) ++corner;
        if (kept > 0 && !after_link) path.length_3d += distance_3d(path.surface_points[kept - 1], p);
        after_link = begins_link;
        if (begins_link) {
            path.links[link].link = scratch.current->link_origin[path.links[link].link];
            path.links[link++].surface_point = uint32_t(kept);
        }
        path.surface_points[kept] = p;
        path.surface_polygons[kept++] = polygon;
    }
    path.surface_points.resize(kept);
    path.surface_polygons.resize(kept);
}

}  // namespace

Status select_clearance_mesh(const NavMesh& mesh, double clearance, unsigned threads, ClearanceScratch& scratch) {
    auto& meshes = scratch.meshes;
    const auto found = std::find_if(meshes.rbegin(), meshes.rend(), [&](const auto& wide) {
        return wide->clearance == clearance && is_clearance_mesh_of(mesh, *wide);
    });
    if (found != meshes.rend()) {
        std::rotate(found.base() - 1, found.base(), meshes.end());
    } else {
        Result<ClearanceMesh> wide = with_clearance(mesh, clearance, threads);
        if (!wide) return wide.error();
        if (meshes.size() == kMaxClearanceMeshes) meshes.erase(meshes.begin());
        meshes.push_back(std::make_shared<const ClearanceMesh>(*std::move(wide)));
    }
    scratch.current = meshes.back();
    return Done{};
}

std::optional<SurfacePoint> nearest_clear_ground(const NavMesh& mesh, const ClearanceMesh& wide, DVec3 point,
                                                 const NearestOptions& near) {
    if (const auto original = find_nearest(mesh, point, near)) {
        const SurfacePoint clear = clear_ground_at(mesh, wide, *original);
        if (clear.polygon.valid()) return clear;
    }
    // The heights of the clear ground are not exact, so measure the distance to the original surface.
    auto clear = find_nearest(wide.ground, point, {.filter = near.filter});
    if (clear) clear->distance = distance_3d(point, on_original(mesh, wide, *clear).position);
    return clear && clear->distance <= near.max_distance ? clear : std::nullopt;
}

SurfacePoint on_original(const NavMesh& mesh, const ClearanceMesh& wide, const SurfacePoint& point) {
    SurfacePoint original = point;
    original.polygon = wide.polygon_origin[point.polygon.polygon];
    original.position.y = height_in(mesh, original.polygon, point.position);
    original.revision = mesh.revision;
    return original;
}

void convert_to_original(const NavMesh& mesh, ClearanceScratch& scratch, const PathSearch& search, Path& path) {
    convert_corridor(mesh, scratch, search.goal, path.corridor);
    convert_points(mesh, scratch, search, path);
    if (search.request.surface) return;
    path.surface_points.clear();
    path.surface_polygons.clear();
    for (PathLink& link : path.links)
        link.surface_point = 0;
}

}  // namespace navspan
