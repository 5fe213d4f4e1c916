// From two points to a path.
//
// In: where to start and where to go, in world units. Out: corners with heights, every crossing from polygon to polygon,
// lengths. The nearest polygons are found, A* gives the corridor, its portals become segments on the 2^-20 lattice, the string
// is pulled exactly, and what comes out goes back to world units: corners are vertices of the mesh, so they are exact; start
// and end keep their own coordinates, the snapped ones only take part in predicates. A string so pulled differs from the true
// one by less than a millionth of a cell, to the side, where lengths hardly notice. Heights are those of the detail surface at
// each crossing; the 3D length is measured over all of them.

#include "navspan/query/path.h"

#include <algorithm>
#include <cmath>

#include "navspan/query/plane.h"

namespace navspan {
namespace {

constexpr double kSubLattice = double(1 << kSubLatticeBits);

double distance_xz(DVec3 a, DVec3 b) {
    const double dx = a.x - b.x, dz = a.z - b.z;
    return std::sqrt(dx * dx + dz * dz);
}
double distance_3d(DVec3 a, DVec3 b) {
    return std::sqrt(dot(a - b, a - b));
}

Status validate_request(const PathRequest& request) {
    if (!is_in_world(request.start)) return Error{ErrorKind::usage, "the start must be three finite numbers within 1e15"};
    if (!is_in_world(request.goal)) return Error{ErrorKind::usage, "the goal must be three finite numbers within 1e15"};
    if (!(request.snap >= 0)) return Error{ErrorKind::usage, "the snap distance must be a number >= 0"};
    if (request.filter) return validate_filter(*request.filter);
    return Done{};
}

void clear(Path& path) {
    path.status = PathStatus::none;
    path.reason.clear();
    path.points.clear();
    path.surface_points.clear();
    path.length_xz = path.length_3d = path.cost = path.gap = path.start_gap = 0;
    path.corridor.polygons.clear();
    path.corridor.portals.clear();
    path.corridor.end = {};
    path.corridor.complete = false;
    path.corridor.cost = 0;
    path.corridor.expanded = path.corridor.pushed = 0;
}

// detail points on an edge stand a hair off it: draws a point of the surface back into the polygon it belongs to
SurfacePoint inside_polygon(const NavMesh& mesh, SurfacePoint point) {
    const NavTile& tile = tile_of(mesh, point.polygon);
    DVec3 p = to_local(tile.frame, point.position);
    const DVec3 before = p;
    const std::span<const HalfEdge> edges = polygon_edges(tile, point.polygon.polygon);
    for (size_t i = 0; i < edges.size(); ++i) {
        const HalfEdge &a = edges[i], &b = edges[i + 1 == edges.size() ? 0 : i + 1];
        const double ex = double(b.x) - a.x, ez = double(b.z) - a.z;
        const double outside = ex * (p.z - a.z) - ez * (p.x - a.x);
        if (outside <= 0) continue;
        const double t = std::clamp(((p.x - a.x) * ex + (p.z - a.z) * ez) / (ex * ex + ez * ez), 0.0, 1.0);
        p.x = a.x + t * ex;
        p.z = a.z + t * ez;
    }
    if (p == before) return point;
    point.position = to_world(tile.frame, p);
    point.position.y = surface_height(mesh, point.polygon, point.position.x, point.position.z);
    return point;
}

// where the segment a..b crosses a portal; where both lie on one line, the portal's point nearest to a
DVec3 crossing(DVec3 a, DVec3 b, DVec3 left, DVec3 right) {
    const double dx = b.x - a.x, dz = b.z - a.z;
    const double l = dz * (left.x - a.x) - dx * (left.z - a.z), r = dz * (right.x - a.x) - dx * (right.z - a.z);
    double t = 0;
    if (l != r) {
        t = l / (l - r);
    } else {
        const double px = right.x - left.x, pz = right.z - left.z, pp = px * px + pz * pz;
        if (pp > 0) t = ((a.x - left.x) * px + (a.z - left.z) * pz) / pp;
    }
    t = std::clamp(t, 0.0, 1.0);
    if (t == 1) return right;
    return {left.x + t * (right.x - left.x), 0, left.z + t * (right.z - left.z)};
}

class PathBuilder {
public:
    PathBuilder(const NavMesh& mesh, const QueryFilter& filter, SearchScratch& scratch, Path& path)
        : mesh_(mesh), filter_(filter), scratch_(scratch), path_(path) {}

    void build(DVec3 start) {
        const DVec3 end = path_.corridor.end.position;
        pull(start, end);
        const std::vector<StringPoint>& line = scratch_.line;
        add_corner(start);
        for (size_t i = 0; i + 1 < line.size(); ++i) {
            const DVec3 from = path_.points.back();
            const bool last = i + 2 == line.size();
            const DVec3 to = last ? end : corner(line[i + 1]);
            const uint32_t last_portal = last ? uint32_t(scratch_.string.size()) : line[i + 1].portal;
            for (uint32_t k = line[i].portal; k < last_portal; ++k)
                cross(k, from, to);
            if (last) break;
            add_corner(to);
        }
        if (line.size() == 1) {
            for (uint32_t k = 0; k < scratch_.string.size(); ++k)
                cross(k, start, end);
        }
        path_.length_xz += distance_xz(path_.points.back(), end);
        add_surface_point(end, path_.corridor.polygons.back());
        path_.points.push_back(end);
    }

private:
    void pull(DVec3 start, DVec3 end) {
        scratch_.string.clear();
        for (const EdgeRef portal : path_.corridor.portals) {
            const NavTile& tile = *mesh_.tiles[portal.tile];
            // whoever leaves a counter-clockwise polygon has the end of the edge on the left
            scratch_.string.push_back({plane_point(lattice_point(tile, next_edge(tile, portal.edge))),
                                       plane_point(lattice_point(tile, portal.edge))});
        }
        const PlanePoint from = snap_into(mesh_, path_.corridor.polygons.front(), start);
        const PlanePoint to = snap_into(mesh_, path_.corridor.polygons.back(), end);
        pull_string(from, to, scratch_.string, scratch_.funnel, scratch_.line);
    }

    DVec3 world(PlanePoint p) const {
        const TileFrame& f = mesh_.tiles[0]->frame;
        return {f.origin.x + f.quantum * (double(p.x) / kSubLattice), 0, f.origin.z + f.quantum * (double(p.z) / kSubLattice)};
    }

    DVec3 corner(const StringPoint& at) const {
        const DVec3 p = world(at.point);
        return {p.x, surface_height(mesh_, path_.corridor.polygons[at.portal], p.x, p.z), p.z};
    }

    void add_corner(DVec3 p) {
        if (!path_.points.empty()) path_.length_xz += distance_xz(path_.points.back(), p);
        path_.points.push_back(p);
        if (path_.surface_points.empty()) path_.surface_points.push_back(p);
    }

    // the step over portal k on the straight piece from..to
    void cross(uint32_t k, DVec3 from, DVec3 to) {
        const PolygonRef left_behind = path_.corridor.polygons[k];
        DVec3 p = crossing(from, to, world(scratch_.string[k].left), world(scratch_.string[k].right));
        p.y = surface_height(mesh_, left_behind, p.x, p.z);
        add_surface_point(p, left_behind);
    }

    // the way from the surface point before lies in this polygon
    void add_surface_point(DVec3 p, PolygonRef polygon) {
        const DVec3 before = path_.surface_points.back();
        const double step = distance_xz(before, p);
        path_.cost += step * filter_.area_cost[polygon_of(mesh_, polygon).area];
        path_.length_3d += distance_3d(before, p);
        if (p != before) path_.surface_points.push_back(p);
    }

    const NavMesh& mesh_;
    const QueryFilter& filter_;
    SearchScratch& scratch_;
    Path& path_;
};

std::string nothing_near(const char* what, double snap) {
    std::string line = std::string("no admitted polygon near the ") + what;
    if (std::isfinite(snap)) line += " (nearer than the snap distance)";
    return line;
}

// a start on the rim of two islands belongs to the one of the goal
SurfacePoint prefer_island(const NavMesh& mesh, const PathRequest& request, const QueryFilter& filter,
                           const SurfacePoint& start, const SurfacePoint& goal) {
    const uint32_t island = island_of(mesh, goal.polygon);
    if (island_of(mesh, start.polygon) == island) return start;
    const auto on_island = [&mesh, island](PolygonRef p) { return island_of(mesh, p) == island; };
    const double slack = 1e-9 * mesh.tiles[0]->frame.quantum;
    const auto other =
        find_nearest(mesh, request.start, {.max_distance = start.distance + slack, .filter = &filter, .accept = on_island});
    return other ? *other : start;
}

}  // namespace

const char* status_name(PathStatus status) {
    switch (status) {
        case PathStatus::complete:
            return "complete";
        case PathStatus::partial:
            return "partial";
        case PathStatus::none:
            break;
    }
    return "none";
}

Status find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request, Path& path) {
    clear(path);
    if (Status s = validate_request(request); !s) return s;
    if (mesh.polygon_count() == 0) {
        path.reason = "the mesh is empty";
        return Done{};
    }
    const QueryFilter filter = request.filter ? *request.filter : default_filter(mesh);
    const NearestOptions near{.max_distance = request.snap, .filter = &filter};
    std::optional<SurfacePoint> start = find_nearest(mesh, request.start, near);
    const std::optional<SurfacePoint> goal = find_nearest(mesh, request.goal, near);
    if (!start || !goal) {
        path.reason = nothing_near(start ? "goal" : "start", request.snap);
        return Done{};
    }
    start = inside_polygon(mesh, prefer_island(mesh, request, filter, *start, *goal));
    const CorridorRequest question{*start, inside_polygon(mesh, *goal), request.goal, &filter};
    find_corridor(mesh, question, scratch, path.corridor);
    path.corridor.end = inside_polygon(mesh, path.corridor.end);
    path.status = path.corridor.complete ? PathStatus::complete : PathStatus::partial;
    if (!path.corridor.complete) {
        const bool apart = island_of(mesh, start->polygon) != island_of(mesh, goal->polygon);
        path.reason = apart ? "the goal is on another island" : "the filter leaves no way to the goal";
    }
    PathBuilder(mesh, filter, scratch, path).build(start->position);
    path.start_gap = distance_3d(request.start, start->position);
    path.gap = distance_3d(request.goal, path.corridor.end.position);
    return Done{};
}

Result<Path> find_path(const NavMesh& mesh, SearchScratch& scratch, const PathRequest& request) {
    Path path;
    if (Status s = find_path(mesh, scratch, request, path); !s) return s.error();
    return path;
}

}  // namespace navspan
