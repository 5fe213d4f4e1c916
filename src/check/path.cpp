// The laws of a path, tested without the machinery that made it: no funnel, no predicates but doubles with a tolerance of a
// millionth of a cell, and ways through the corridor drawn at random to compare lengths with.

#include "navspan/check/path.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

using std::to_string;

double distance_xz(DVec3 a, DVec3 b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z));
}
double distance_3d(DVec3 a, DVec3 b) {
    return std::sqrt(dot(a - b, a - b));
}

// what one may be off [wu]
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

bool check_corridor(const NavMesh& mesh, const QueryFilter& filter, const Corridor& corridor, CheckReport& report) {
    if (corridor.polygons.size() != corridor.portals.size() + 1) {
        fail(report, "path: portals do not fit polygons");
        return false;
    }
    for (size_t i = 0; i < corridor.polygons.size(); ++i) {
        const PolygonRef polygon = corridor.polygons[i];
        if (!admits(filter, polygon_of(mesh, polygon))) fail(report, "path: polygon " + to_string(i) + " is not admitted");
        if (i == corridor.portals.size()) break;
        const EdgeRef portal = corridor.portals[i], twin = twin_of(mesh, portal);
        if (polygon_at(mesh, portal) != polygon || !twin.valid() || polygon_at(mesh, twin) != corridor.polygons[i + 1]) {
            fail(report, "path: portal " + to_string(i) + " does not join its polygons");
            return false;
        }
    }
    return true;
}

// every step between surface points lies in a polygon, none earlier than the one before
void check_steps(const NavMesh& mesh, const Path& path, CheckReport& report) {
    const std::vector<PolygonRef>& polygons = path.corridor.polygons;
    size_t at = 0;
    for (size_t i = 0; i + 1 < path.surface_points.size(); ++i) {
        const DVec3 a = path.surface_points[i], b = path.surface_points[i + 1];
        while (at < polygons.size() && !(is_inside(mesh, polygons[at], a) && is_inside(mesh, polygons[at], b)))
            ++at;
        if (at == polygons.size()) return fail(report, "path: step " + to_string(i) + " leaves the corridor");
        for (const DVec3 p : {a, b}) {
            const double off = std::fabs(surface_height(mesh, polygons[at], p.x, p.z) - p.y);
            // the two sides of a seam may differ by a step
            if (off > 1e-6 && mesh.tiles.size() == 1) fail(report, "path: point " + to_string(i) + " is off the surface");
        }
    }
}

void check_lengths(const NavMesh& mesh, const Path& path, CheckReport& report) {
    double length_xz = 0, length_3d = 0;
    for (size_t i = 0; i + 1 < path.points.size(); ++i)
        length_xz += distance_xz(path.points[i], path.points[i + 1]);
    for (size_t i = 0; i + 1 < path.surface_points.size(); ++i) {
        length_3d += distance_3d(path.surface_points[i], path.surface_points[i + 1]);
    }
    const double slack = tolerance(mesh) + 1e-9 * length_3d;
    if (std::fabs(length_xz - path.length_xz) > slack) fail(report, "path: length_xz is not the sum of its pieces");
    if (std::fabs(length_3d - path.length_3d) > slack) fail(report, "path: length_3d is not the sum of its pieces");
    if (path.length_3d < path.length_xz - slack) fail(report, "path: its surface length is below its length from above");
}

struct Segment {
    DVec3 left, right;
};

std::vector<Segment> corridor_segments(const NavMesh& mesh, const Corridor& corridor) {
    std::vector<Segment> segments;
    for (const EdgeRef portal : corridor.portals) {
        const NavTile& tile = *mesh.tiles[portal.tile];
        const HalfEdge &a = tile.half_edges[portal.edge], &b = tile.half_edges[next_edge(tile, portal.edge)];
        segments.push_back(
            {to_world(tile.frame, {double(b.x), 0, double(b.z)}), to_world(tile.frame, {double(a.x), 0, double(a.z)})});
    }
    return segments;
}

DVec3 on_segment(const Segment& s, double t) {
    return s.left + (s.right - s.left) * t;
}

double length_through(DVec3 start, DVec3 end, const std::vector<Segment>& segments, const std::vector<double>& t) {
    double length = 0;
    DVec3 at = start;
    for (size_t k = 0; k < segments.size(); ++k) {
        const DVec3 next = on_segment(segments[k], t[k]);
        length += distance_xz(at, next);
        at = next;
    }
    return length + distance_xz(at, end);
}

// where the path itself passes each portal: one surface point after another, each on its portal
bool path_parameters(const Path& path, const std::vector<Segment>& segments, double slack, std::vector<double>& t) {
    size_t at = 0;
    t.clear();
    for (const Segment& s : segments) {
        const DVec3 d = s.right - s.left;
        const double dd = d.x * d.x + d.z * d.z;
        for (;; ++at) {
            if (at == path.surface_points.size()) return false;
            const DVec3 p = path.surface_points[at];
            const double u = std::clamp(((p.x - s.left.x) * d.x + (p.z - s.left.z) * d.z) / dd, 0.0, 1.0);
            if (distance_xz(on_segment(s, u), p) > slack) continue;
            t.push_back(u);
            break;
        }
    }
    return true;
}

// a sequence of numbers in [0, 1) that is the same everywhere (Knuth's MMIX constants)
struct Sequence {
    uint64_t state = 1;
    double next() {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return double(state >> 11) * 0x1p-53;
    }
};

void check_shortest(const NavMesh& mesh, const Path& path, CheckReport& report) {
    const std::vector<Segment> segments = corridor_segments(mesh, path.corridor);
    const DVec3 start = path.points.front(), end = path.points.back();
    const double slack = 4 * tolerance(mesh) + 1e-9 * path.length_xz;
    std::vector<double> own, t;
    if (!path_parameters(path, segments, 2 * tolerance(mesh), own)) return fail(report, "path: it misses a portal");
    Sequence random;
    const auto try_way = [&](const char* what) {
        const double length = length_through(start, end, segments, t);
        if (length < path.length_xz - slack) {
            fail(report, std::string("path: ") + what + " is shorter by " + to_string(path.length_xz - length));
        }
    };
    for (int sample = 0; sample < 20; ++sample) {
        t.clear();
        for (size_t k = 0; k < segments.size(); ++k)
            t.push_back(random.next());
        try_way("a random way through the corridor");
        const double reach = 0.5 / (1 << sample);
        for (size_t k = 0; k < segments.size(); ++k)
            t[k] = std::clamp(own[k] + reach * (2 * random.next() - 1), 0.0, 1.0);
        try_way("the path nudged at its portals");
    }
    for (size_t k = 0; k < std::min<size_t>(segments.size(), 64); ++k) {
        for (const double step : {-0.1, -1e-3, 1e-3, 0.1}) {
            t = own;
            t[k] = std::clamp(t[k] + step, 0.0, 1.0);
            try_way("the path nudged at one portal");
        }
    }
}

}  // namespace

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
    if (!check_corridor(mesh, filter, path.corridor, report)) return;
    check_steps(mesh, path, report);
    check_lengths(mesh, path, report);
    check_shortest(mesh, path, report);
}

}  // namespace navspan
