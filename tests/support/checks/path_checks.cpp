// Checks the invariants of a path independently of the code that found it. Uses only doubles, with a tolerance of a millionth
// of a lattice unit. Random paths through the same corridor must not be shorter (PathMethod::weighted: cheaper) than the path.

#include "support/checks/path_checks.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "navmesh/index/polygon_surface.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/surface_path.h"

namespace navspan::support {
namespace {

using std::to_string;

// Returns the tolerance for positions and lengths [wu].
double tolerance(const NavMesh& mesh) {
    return 1e-6 * mesh.tiles[0]->frame.quantum;
}

bool is_inside(const NavMesh& mesh, PolygonRef ref, DVec3 world) {
    const NavTile& tile = tile_of(mesh, ref);
    const DVec3 p = to_local(tile.frame, world);
    const std::span<const HalfEdge> edges = polygon_edges(tile, ref.polygon);
    for (size_t i = 0; i < edges.size(); ++i) {
        const HalfEdge &a = edges[i], &b = edges[i + 1 == edges.size() ? 0 : i + 1];
        const double ex = double(b.x) - a.x, ez = double(b.z) - a.z;
        const double outside = (ex * (p.z - a.z) - ez * (p.x - a.x)) / std::sqrt(ex * ex + ez * ez);
        if (outside > 2e-6) return false;
    }
    return true;
}

bool joins(const NavMesh& mesh, const QueryFilter& filter, EdgeRef portal, PolygonRef from, PolygonRef to) {
    if (is_link(portal)) {
        const OffMeshLink& link = mesh.links[portal.edge];
        return link.from == from && link.to == to && admits(filter, link);
    }
    const EdgeRef twin = twin_of(mesh, portal);
    return polygon_at(mesh, portal) == from && twin.valid() && polygon_at(mesh, twin) == to;
}

// True if an off-mesh link leads from surface point number `surface_point` to the next surface point.
bool is_link_step(const Path& path, size_t surface_point) {
    return std::any_of(path.links.begin(), path.links.end(),
                       [&](const PathLink& link) { return link.surface_point == surface_point; });
}

// Checks that each step between two surface points lies in its polygon, and that the polygons are in corridor order.
bool check_steps(const NavMesh& mesh, const Path& path, CheckReport& report) {
    const std::vector<PolygonRef>& polygons = path.corridor.polygons;
    const std::vector<uint32_t>& at = path.surface_polygons;
    if (at.size() != path.surface_points.size() || at.empty() || at.back() + 1 != polygons.size() ||
        !std::is_sorted(at.begin(), at.end())) {
        fail(report, "path: surface_polygons do not match the surface points");
        return false;
    }
    for (size_t i = 0; i + 1 < path.surface_points.size(); ++i) {
        if (is_link_step(path, i)) continue;
        for (const DVec3 p : {path.surface_points[i], path.surface_points[i + 1]}) {
            if (!is_inside(mesh, polygons[at[i]], p)) {
                fail(report, "path: step " + to_string(i) + " leaves the corridor");
                return false;
            }
            const double off = std::fabs(polygon_height(mesh, polygons[at[i]], p.x, p.z) - p.y);
            // Skip this test if there are several tiles: the surface may have a height step at a seam.
            if (off > 1e-6 && mesh.tiles.size() == 1) fail(report, "path: point " + to_string(i) + " is off the surface");
        }
    }
    return true;
}

// Checks that the path follows each link of the corridor from the start to the end of the link.
void check_path_links(const NavMesh& mesh, const Path& path, CheckReport& report) {
    size_t next = 0;
    for (size_t k = 0; k < path.corridor.portals.size(); ++k) {
        if (!is_link(path.corridor.portals[k])) continue;
        if (next == path.links.size()) return fail(report, "path: a link of the corridor is missing");
        const PathLink& at = path.links[next++];
        if (at.link != path.corridor.portals[k].edge || at.point + 1 >= path.points.size() ||
            at.surface_point + 1 >= path.surface_points.size() || path.surface_polygons[at.surface_point] != k) {
            return fail(report, "path: link " + to_string(next - 1) + " has the wrong ends");
        }
        const OffMeshLink& link = mesh.links[at.link];
        const double slack = 0.02 * mesh.tiles[0]->frame.quantum;
        for (const DVec3 p : {path.points[at.point], path.surface_points[at.surface_point]}) {
            if (distance_xz(p, link.start) > slack) fail(report, "path: it does not enter a link at the link's start");
        }
        for (const DVec3 p : {path.points[at.point + 1], path.surface_points[at.surface_point + 1]}) {
            if (distance_xz(p, link.end) > slack) fail(report, "path: it does not leave a link at the link's end");
        }
    }
    if (next != path.links.size()) fail(report, "path: a link is not in the corridor");
}

double step_cost(const NavMesh& mesh, const QueryFilter& filter, const Path& path, size_t k) {
    return filter.area_cost[polygon_of(mesh, path.corridor.polygons[k]).area];
}

void check_lengths(const NavMesh& mesh, const QueryFilter& filter, const Path& path, CheckReport& report) {
    double length_xz = 0, cost = 0;
    for (size_t i = 0; i + 1 < path.points.size(); ++i)
        length_xz += distance_xz(path.points[i], path.points[i + 1]);
    for (const PathLink& link : path.links) {
        length_xz -= distance_xz(path.points[link.point], path.points[link.point + 1]);
        cost += link_cost(filter, mesh.links[link.link]);
    }
    for (size_t i = 0; i + 1 < path.surface_points.size(); ++i) {
        if (is_link_step(path, i)) continue;
        const DVec3 a = path.surface_points[i], b = path.surface_points[i + 1];
        cost += distance_xz(a, b) * step_cost(mesh, filter, path, path.surface_polygons[i]);
    }
    const double slack = tolerance(mesh) + 1e-9 * length_xz;
    if (std::fabs(length_xz - path.length_xz) > slack) fail(report, "path: length_xz is not the sum of its segments");
    // The absolute tolerance is needed if the cost is 0.
    if (std::fabs(cost - path.cost) > tolerance(mesh) + 1e-9 * cost)
        fail(report, "path: its cost is not the sum of the costs of its segments");
}

// Checks steps against the legs of a path. Each step must advance along the current leg. The end of each leg must be the end of
// a step.
class LegFollower {
public:
    LegFollower(const NavMesh& mesh, const Path& path) : points_(path.points), slack_(4 * tolerance(mesh)) {}

    // Returns a description of the first fault, or null if there is none.
    const char* follow(std::span<const SurfaceStep> steps) {
        if (!equal_xz(steps.front().position, points_.front())) return "do not start at the start of the path";
        for (size_t i = 1; i < steps.size(); ++i) {
            const char* fault =
                steps[i - 1].begins_link ? follow_link(steps[i].position) : advance(steps[i - 1].position, steps[i].position);
            if (fault) return fault;
        }
        // Skip legs without length, as in a path from a point to itself.
        while (leg_ + 1 < points_.size() && equal_xz(points_[leg_], points_[leg_ + 1]))
            ++leg_;
        return leg_ + 1 == points_.size() ? nullptr : "do not end at the end of the path";
    }

private:
    const char* follow_link(DVec3 to) {
        const bool at_corner = length_ == 0;
        begin_next_leg();
        return at_corner && leg_ < points_.size() && equal_xz(to, points_[leg_]) ? nullptr : "miss the end of a link";
    }

    const char* advance(DVec3 from, DVec3 to) {
        if (equal_xz(from, to)) return nullptr;
        if (leg_ + 1 == points_.size())
            return distance_xz(to, points_.back()) <= slack_ ? nullptr : "continue beyond the end of the path";
        const DVec3 a = points_[leg_], d = points_[leg_ + 1] - a;
        const double whole = distance_xz(a, points_[leg_ + 1]);
        const double along = ((to.x - a.x) * d.x + (to.z - a.z) * d.z) / whole;
        if (along < reached_ - slack_) return "go backwards";
        if (along > whole + slack_) return "go beyond a corner";
        reached_ = std::max(reached_, along);
        length_ += distance_xz(from, to);
        if (!equal_xz(to, points_[leg_ + 1])) return nullptr;
        const double extra = length_ - whole;
        begin_next_leg();
        return std::fabs(extra) <= slack_ + 1e-12 * whole ? nullptr : "are longer than its straight lines, seen from above";
    }

    void begin_next_leg() {
        ++leg_;
        reached_ = length_ = 0;
    }

    const std::vector<DVec3>& points_;
    double slack_;                     // tolerance for positions [wu]
    size_t leg_ = 0;                   // index of the path point at which the current leg starts
    double reached_ = 0, length_ = 0;  // `reached_`: progress along the current leg; `length_`: sum of its step lengths [wu]
};

// Checks the detail steps. They must follow the ground and the legs of the path. Their total length must be at least
// Path::length_3d.
void check_ground(const NavMesh& mesh, const Path& path, CheckReport& report) {
    SearchScratch scratch;
    std::vector<SurfaceStep> steps;
    if (Status s = surface_path(mesh, path, /*detail=*/true, scratch, steps); !s)
        return fail(report, "path: " + s.error().message);
    if (const char* fault = LegFollower(mesh, path).follow(steps)) fail(report, std::string("path: its detail steps ") + fault);
    for (size_t i = 0; i + 1 < steps.size() && mesh.tiles.size() == 1; ++i) {
        const DVec3 middle = (steps[i].position + steps[i + 1].position) * 0.5;
        const double off = std::fabs(polygon_height(mesh, steps[i].polygon, middle.x, middle.z) - middle.y);
        if (off > 1e-5 && !steps[i].begins_link)
            fail(report, "path: detail step " + to_string(i) + " does not follow the ground");
    }
    if (path.length_3d > surface_length(steps) + tolerance(mesh) + 1e-9 * path.length_3d)
        fail(report, "path: its surface length is more than the length of the ground along it");
}

struct PortalSegment {
    DVec3 left, right;
};

// A section of a path between two off-mesh links, and the portals that it crosses. `cost` has the cost factors of the polygons
// between the portals. If the path minimizes length instead of cost, all factors are 1.
struct PathSection {
    DVec3 start, end;
    std::vector<PortalSegment> portals;
    std::vector<double> crossing;  // for each portal: position of the path's crossing, from 0 (left end) to 1 (right end)
    std::vector<double> cost;
};

DVec3 on_segment(const PortalSegment& s, double t) {
    return s.left + (s.right - s.left) * t;
}

PortalSegment segment_of(const NavMesh& mesh, EdgeRef portal) {
    const NavTile& tile = *mesh.tiles[portal.tile];
    const HalfEdge &a = tile.half_edges[portal.edge], &b = tile.half_edges[next_edge(tile, portal.edge)];
    return {to_world(tile.frame, {double(b.x), 0, double(b.z)}), to_world(tile.frame, {double(a.x), 0, double(a.z)})};
}

// Splits the path at its off-mesh links into sections. If a crossing is not on its portal, reports a failure and returns
// nothing.
std::vector<PathSection> path_sections(const NavMesh& mesh, const QueryFilter& filter, const Path& path, CheckReport& report) {
    const bool weighted = path.method == PathMethod::weighted;
    const auto cost = [&](size_t k) { return weighted ? step_cost(mesh, filter, path, k) : 1.0; };
    std::vector<PathSection> pieces(1);
    pieces[0].start = path.surface_points.front();
    pieces[0].cost = {cost(0)};
    size_t at = 0;
    for (size_t k = 0; k < path.corridor.portals.size(); ++k) {
        while (path.surface_polygons[at] <= k)
            ++at;
        const DVec3 p = path.surface_points[at];
        if (is_link(path.corridor.portals[k])) {
            pieces.back().end = path.surface_points[at - 1];
            pieces.emplace_back().start = p;
            pieces.back().cost = {cost(k + 1)};
            continue;
        }
        const PortalSegment s = segment_of(mesh, path.corridor.portals[k]);
        const DVec3 d = s.right - s.left;
        const double t = std::clamp(((p.x - s.left.x) * d.x + (p.z - s.left.z) * d.z) / (d.x * d.x + d.z * d.z), 0.0, 1.0);
        if (distance_xz(on_segment(s, t), p) > 2 * tolerance(mesh)) {
            fail(report, "path: it misses portal " + to_string(k));
            return {};
        }
        pieces.back().portals.push_back(s);
        pieces.back().crossing.push_back(t);
        pieces.back().cost.push_back(cost(k + 1));
    }
    pieces.back().end = path.surface_points.back();
    return pieces;
}

double cost_through(const PathSection& piece, const std::vector<double>& t) {
    double cost = 0;
    DVec3 at = piece.start;
    for (size_t k = 0; k < piece.portals.size(); ++k) {
        const DVec3 next = on_segment(piece.portals[k], t[k]);
        cost += piece.cost[k] * distance_xz(at, next);
        at = next;
    }
    return cost + piece.cost.back() * distance_xz(at, piece.end);
}

// A linear congruential generator of numbers in [0, 1), the same on all platforms. Source: constants of Knuth's MMIX.
struct Sequence {
    uint64_t state = 1;
    double next() {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return double(state >> 11) * 0x1p-53;
    }
};

void check_piece(const NavMesh& mesh, const PathSection& piece, bool weighted, CheckReport& report) {
    const double own = cost_through(piece, piece.crossing);
    const double highest = *std::max_element(piece.cost.begin(), piece.cost.end());
    const double slack = 4 * tolerance(mesh) * std::max(highest, 1.0) + (weighted ? 1e-6 : 1e-9) * own;
    const size_t n = piece.portals.size();
    std::vector<double> t;
    Sequence random;
    const auto try_way = [&](const char* what) {
        const double cost = cost_through(piece, t);
        if (cost < own - slack) fail(report, std::string("path: ") + what + " is cheaper by " + to_string(own - cost));
    };
    for (int sample = 0; sample < 20; ++sample) {
        t.clear();
        for (size_t k = 0; k < n; ++k)
            t.push_back(random.next());
        try_way("a random path through the corridor");
        const double reach = 0.5 / (1 << sample);
        for (size_t k = 0; k < n; ++k)
            t[k] = std::clamp(piece.crossing[k] + reach * (2 * random.next() - 1), 0.0, 1.0);
        try_way("the path nudged at its portals");
    }
    for (size_t k = 0; k < std::min<size_t>(n, 64); ++k) {
        for (const double step : {-0.1, -1e-3, 1e-3, 0.1}) {
            t = piece.crossing;
            t[k] = std::clamp(t[k] + step, 0.0, 1.0);
            try_way("the path nudged at one portal");
        }
    }
}

// Checks that all polygons are admitted and that portals[i] joins polygons[i] to polygons[i + 1]. Returns false if the portals
// do not match the polygons. A polygon that is not admitted is only reported.
bool check_chain(const NavMesh& mesh, const QueryFilter& filter, std::span<const PolygonRef> polygons,
                 std::span<const EdgeRef> portals, CheckReport& report) {
    if (polygons.size() != portals.size() + 1) {
        fail(report, "path: portals do not match polygons");
        return false;
    }
    for (size_t i = 0; i < polygons.size(); ++i) {
        if (!admits(filter, polygon_of(mesh, polygons[i]))) fail(report, "path: polygon " + to_string(i) + " is not admitted");
        if (i < portals.size() && !joins(mesh, filter, portals[i], polygons[i], polygons[i + 1])) {
            fail(report, "path: portal " + to_string(i) + " does not join its polygons");
            return false;
        }
    }
    return true;
}

}  // namespace

void check_agent_corridor(const NavMesh& mesh, const QueryFilter& filter, const AgentCorridor& agent, CheckReport& report) {
    if (agent.polygons.empty() && agent.portals.empty()) return;
    if (!check_chain(mesh, filter, agent.polygons, agent.portals, report)) return;
    if (agent.start.polygon != agent.polygons.front() || !is_inside(mesh, agent.start.polygon, agent.start.position)) {
        fail(report, "agent corridor: the agent is not in its first polygon");
    }
    if (agent.goal.polygon != agent.polygons.back() || !is_inside(mesh, agent.goal.polygon, agent.goal.position)) {
        fail(report, "agent corridor: the goal is not in its last polygon");
    }
}

void check_surface_points(const NavMesh& mesh, const Path& path, CheckReport& report) {
    std::vector<SurfaceStep> steps(path.surface_points.size());
    for (size_t i = 0; i < steps.size(); ++i)
        steps[i].position = path.surface_points[i];
    for (const PathLink& link : path.links)
        steps[link.surface_point].begins_link = true;
    if (steps.empty()) return;
    if (const char* fault = LegFollower(mesh, path).follow(steps))
        fail(report, std::string("path: its surface points ") + fault);
    double length_xz = 0, length_3d = 0;
    for (size_t i = 0; i + 1 < steps.size(); ++i) {
        if (steps[i].begins_link) continue;
        length_xz += distance_xz(steps[i].position, steps[i + 1].position);
        length_3d += distance_3d(steps[i].position, steps[i + 1].position);
    }
    const double slack = tolerance(mesh) + 1e-9 * length_3d;
    if (std::fabs(length_xz - path.length_xz) > 4 * tolerance(mesh) * double(path.points.size()) + 1e-9 * length_xz)
        fail(report, "path: seen from above, its surface points are " + to_string(length_xz) + " long, not length_xz");
    if (std::fabs(length_3d - path.length_3d) > slack) fail(report, "path: length_3d is not the sum of its segments");
    if (path.length_3d < path.length_xz - slack) fail(report, "path: its surface length is below its length from above");
}

void check_path(const NavMesh& mesh, const QueryFilter& filter, const PathRequest& request, const Path& path,
                CheckReport& report) {
    if (path.status == PathStatus::none) {
        if (!path.points.empty() || path.reason.empty()) fail(report, "path: none, but it has points or no reason");
        return;
    }
    if (path.points.size() < 2) return fail(report, "path: fewer than two points");
    if (path.reason.empty() != (path.status == PathStatus::complete)) fail(report, "path: reason and status disagree");
    if (std::fabs(path.gap - distance_3d(request.goal, path.points.back())) > tolerance(mesh)) fail(report, "path: wrong gap");
    if (std::fabs(path.start_gap - distance_3d(request.start, path.points.front())) > tolerance(mesh)) {
        fail(report, "path: wrong start gap");
    }
    if (!check_chain(mesh, filter, path.corridor.polygons, path.corridor.portals, report)) return;
    if (!check_steps(mesh, path, report)) return;
    check_path_links(mesh, path, report);
    check_lengths(mesh, filter, path, report);
    check_surface_points(mesh, path, report);
    check_ground(mesh, path, report);
    if (!report.ok()) return;
    for (const PathSection& piece : path_sections(mesh, filter, path, report))
        check_piece(mesh, piece, path.method == PathMethod::weighted, report);
}

}  // namespace navspan::support
