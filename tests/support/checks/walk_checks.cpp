// Checks rays and moves along the surface at sample points. Uses doubles with a tolerance of a few millionths of a lattice
// unit. Casts rays from the end of each move to check that no point nearby is closer to the target.

#include "support/checks/walk_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "navmesh/index/polygon_surface.h"

namespace navspan::support {
namespace {

using std::to_string;

constexpr double kWalkSlack = 4e-6;  // tolerance for rounding errors and for snapping the start and the end [lattice]

// Returns the largest distance of a point from the lines through the edges of a polygon, measured outwards [lattice]. Returns 0
// if the point is inside.
double outside(const NavMesh& mesh, PolygonRef ref, DVec3 world) {
    const NavTile& tile = tile_of(mesh, ref);
    const DVec3 p = to_local(tile.frame, world);
    const std::span<const HalfEdge> edges = polygon_edges(tile, ref.polygon);
    double most = 0;
    for (size_t i = 0; i < edges.size(); ++i) {
        const HalfEdge &a = edges[i], &b = edges[i + 1 == edges.size() ? 0 : i + 1];
        const double ex = double(b.x) - a.x, ez = double(b.z) - a.z;
        most = std::max(most, (ex * (p.z - a.z) - ez * (p.x - a.x)) / std::sqrt(ex * ex + ez * ez));
    }
    return most;
}

// Returns the tolerance for a start point [lattice]. The border of the detail surface is rounded, so a start point can be
// slightly outside its polygon. The tolerance grows with the distance of the point from the polygon.
double start_slack(const NavMesh& mesh, const SurfacePoint& start) {
    return kWalkSlack + 4 * outside(mesh, start.polygon, start.position);
}

bool is_within(const NavMesh& mesh, PolygonRef ref, DVec3 world, double slack = kWalkSlack) {
    return outside(mesh, ref, world) <= slack;
}

double walk_tolerance(const NavMesh& mesh, const SurfacePoint& start) {
    return start_slack(mesh, start) * mesh.tiles[0]->frame.quantum;
}

bool check_walk_chain(const NavMesh& mesh, const QueryFilter& filter, std::span<const PolygonRef> polygons,
                      std::span<const EdgeRef> portals, const std::string& who, CheckReport& report) {
    if (polygons.empty() || polygons.size() != portals.size() + 1) {
        fail(report, who + ": portals do not match polygons");
        return false;
    }
    for (size_t i = 0; i + 1 < polygons.size(); ++i) {
        const EdgeRef twin = twin_of(mesh, portals[i]);
        if (polygon_at(mesh, portals[i]) != polygons[i] || !twin.valid() || polygon_at(mesh, twin) != polygons[i + 1]) {
            fail(report, who + ": portal " + to_string(i) + " does not join its polygons");
            return false;
        }
        if (!admits(filter, polygon_of(mesh, polygons[i + 1]))) {
            fail(report, who + ": polygon " + to_string(i + 1) + " is not admitted");
        }
    }
    return true;
}

bool is_wall(const NavMesh& mesh, const QueryFilter& filter, EdgeRef edge) {
    const EdgeRef twin = twin_of(mesh, edge);
    return !twin.valid() || !admits(filter, polygon_of(mesh, polygon_at(mesh, twin)));
}

void check_surface(const NavMesh& mesh, PolygonRef polygon, DVec3 p, bool with_height, const std::string& who,
                   CheckReport& report) {
    if (!is_within(mesh, polygon, p)) fail(report, who + ": it ends outside its last polygon");
    const double y = with_height ? polygon_height(mesh, polygon, p.x, p.z) : 0;
    if (std::fabs(y - p.y) > 1e-6) fail(report, who + ": it ends off the surface");
}

void check_wall(const NavMesh& mesh, const QueryFilter& filter, const RaycastRequest& request, const RaycastHit& hit,
                CheckReport& report) {
    if (!hit.wall.valid() || !is_wall(mesh, filter, hit.wall)) return fail(report, "ray: the edge that it hit is not a wall");
    const NavTile& tile = *mesh.tiles[hit.wall.tile];
    const HalfEdge &a = tile.half_edges[hit.wall.edge], &b = tile.half_edges[next_edge(tile, hit.wall.edge)];
    const DVec3 p = to_local(tile.frame, hit.position);
    const double ex = double(b.x) - a.x, ez = double(b.z) - a.z, length = std::sqrt(ex * ex + ez * ez);
    const double off = std::fabs(ex * (p.z - a.z) - ez * (p.x - a.x)) / length;
    const double along = ((p.x - a.x) * ex + (p.z - a.z) * ez) / length;
    if (off > kWalkSlack || along < -kWalkSlack || along > length + kWalkSlack)
        fail(report, "ray: it ends off the wall it hit");
    if (std::fabs(dot(hit.normal, hit.normal) - 1) > 1e-12 || hit.normal.y != 0) {
        fail(report, "ray: the wall's normal is not a horizontal unit vector");
    }
    const DVec3 ray = request.end - request.start.position;
    if (dot(ray, hit.normal) > walk_tolerance(mesh, request.start)) fail(report, "ray: the wall it hit faces away");
}

}  // namespace

void check_raycast(const NavMesh& mesh, const QueryFilter& filter, const RaycastRequest& request, const RaycastHit& hit,
                   CheckReport& report) {
    if (!check_walk_chain(mesh, filter, hit.polygons, hit.portals, "ray", report)) return;
    if (!(hit.t >= 0 && hit.t <= 1) || std::signbit(hit.t)) return fail(report, "ray: t is not within 0..1");
    const DVec3 start = request.start.position, ray = request.end - start;
    const double length = distance_xz(request.end, start), slack = walk_tolerance(mesh, request.start) + 1e-9 * length;
    if (distance_xz(start + ray * hit.t, hit.position) > slack) fail(report, "ray: its position is not on the line");
    if (hit.stop == RayStop::end && hit.t != 1) fail(report, "ray: it reports its end as reached, but t is not 1");
    if (hit.stop == RayStop::wall) check_wall(mesh, filter, request, hit, report);
    if (hit.stop != RayStop::wall && hit.wall.valid()) fail(report, "ray: it hit no wall, but reports one");
    check_surface(mesh, hit.polygons.back(), hit.position, request.with_height, "ray", report);
    if (length > 1e7 * mesh.tiles[0]->frame.quantum) return;  // too large to sample with doubles
    size_t at = 0;
    for (int i = 0; i <= 32; ++i) {
        const DVec3 p = start + ray * (hit.t * i / 32);
        while (at < hit.polygons.size() && !is_within(mesh, hit.polygons[at], p, start_slack(mesh, request.start)))
            ++at;
        if (at == hit.polygons.size())
            return fail(report, "ray: it leaves its polygons " + to_string(i) + "/32 of the length of the line");
    }
}

namespace {

bool chain_holds(const NavMesh& mesh, std::span<const PolygonRef> polygons, DVec3 p, double slack) {
    return std::any_of(polygons.begin(), polygons.end(), [&](PolygonRef ref) { return is_within(mesh, ref, p, slack); });
}

void check_move_steps(const NavMesh& mesh, const MoveRequest& request, const MoveResult& result, CheckReport& report) {
    const double slack = start_slack(mesh, request.start);
    double length = 0;
    for (size_t i = 0; i + 1 < result.points.size(); ++i) {
        const DVec3 a = result.points[i], b = result.points[i + 1];
        length += distance_xz(a, b);
        for (int k = 0; k <= 8; ++k) {
            if (chain_holds(mesh, result.polygons, a + (b - a) * (k / 8.0), slack)) continue;
            return fail(report, "move: step " + to_string(i) + " leaves its polygons");
        }
    }
    if (std::fabs(length - result.length) > 1e-9 * (1 + length)) fail(report, "move: its length is not the sum of its steps");
}

// Checks that a finished move cannot get closer to its target. From its end, short rays in 16 directions must not get closer,
// and a second move must stay at the same point.
void check_rest(const NavMesh& mesh, const QueryFilter& filter, const MoveRequest& request, const MoveResult& result,
                CheckReport& report) {
    static constexpr std::array<std::array<double, 2>, 16> kDirections{{{1, 0},
                                                                        {12, 5},
                                                                        {1, 1},
                                                                        {5, 12},
                                                                        {0, 1},
                                                                        {-5, 12},
                                                                        {-1, 1},
                                                                        {-12, 5},
                                                                        {-1, 0},
                                                                        {-12, -5},
                                                                        {-1, -1},
                                                                        {-5, -12},
                                                                        {0, -1},
                                                                        {5, -12},
                                                                        {1, -1},
                                                                        {12, -5}}};
    const double quantum = mesh.tiles[0]->frame.quantum;
    RaycastHit hit;
    for (const auto& d : kDirections) {
        const double step = 0.01 * quantum / std::sqrt(d[0] * d[0] + d[1] * d[1]);
        const DVec3 to = result.end.position + DVec3{d[0] * step, 0, d[1] * step};
        if (!raycast(mesh, {.start = result.end, .end = to, .filter = &filter}, hit)) continue;
        const double gain = result.end.distance - distance_xz(hit.position, request.end);
        if (gain > 10 * walk_tolerance(mesh, result.end))
            return fail(report, "move: a further step reduces the distance to the target by " + to_string(gain));
    }
    MoveResult again;
    const MoveRequest same{.start = result.end, .end = request.end, .filter = &filter};
    if (!move_along_surface(mesh, same, again)) return fail(report, "move: the same query fails the second time");
    if (distance_xz(again.end.position, result.end.position) > walk_tolerance(mesh, result.end)) {
        fail(report, "move: a second move from its end continues by " + to_string(again.length));
    }
}

}  // namespace

void check_move(const NavMesh& mesh, const QueryFilter& filter, const MoveRequest& request, const MoveResult& result,
                CheckReport& report) {
    if (!check_walk_chain(mesh, filter, result.polygons, result.portals, "move", report)) return;
    if (result.end.polygon != result.polygons.back()) fail(report, "move: it does not end in its last polygon");
    check_surface(mesh, result.end.polygon, result.end.position, request.with_height, "move", report);
    const double distance = distance_xz(result.end.position, request.end);
    const double before = distance_xz(request.start.position, request.end),
                 slack = walk_tolerance(mesh, request.start) + 1e-9 * before;
    if (std::fabs(distance - result.end.distance) > slack) fail(report, "move: it reports the wrong distance");
    if (distance > before + slack) fail(report, "move: it ends farther from the target than it started");
    if (result.reached && distance > slack) fail(report, "move: it reports that it reached the target, but did not");
    if (result.length > request.max_length + slack) fail(report, "move: it is longer than allowed");
    check_move_steps(mesh, request, result, report);
    const bool spent = result.length >= request.max_length - slack;
    if (!result.reached && !spent && before < 1e6 * mesh.tiles[0]->frame.quantum) {
        check_rest(mesh, filter, request, result, report);
    }
}

}  // namespace navspan::support
