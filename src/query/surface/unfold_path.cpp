// Computes the shortest line over the triangles that a path crosses.
//
// In: a path.
// Out: for each part of the path between links, the shortest line through a strip of detail triangles.
// Idea: Among the triangles and edges that the path touches, a breadth-first search finds the strip with the fewest triangles.
// A string is pulled taut in the unfolded strip (unfold.cpp). If there is no strip, or its line is longer than the path, the
// path itself is the result.
// Source: Sharir, Schorr, On shortest paths in polyhedral spaces (1986), for the unfolding.
// Weak cases: The line passes each corner on the same side as the path, even if the other side is shorter.

#include <algorithm>
#include <array>
#include <cmath>

#include "navmesh/mesh/trusted.h"
#include "navspan/query/surface_path.h"
#include "query/search/plane.h"
#include "query/state.h"
#include "query/surface/unfold.h"

namespace navspan {
namespace {

constexpr double kTouch_cells = 0.005;  // tolerance for "touches"; must exceed 1/256 cell, the rounding step of detail points

using PathStep = SurfaceScratch::PathStep;
using UnfoldTriangle = SurfaceScratch::PathTriangle;

// True if a step intersects a triangle enlarged by `reach` on all sides, seen from above.
bool touches(const std::array<DVec3, 3>& c, const PathStep& s, double reach) {
    double low = 0, high = 1;
    for (size_t i = 0; i < 3; ++i) {
        const DVec3 p = c[i], q = c[(i + 1) % 3];
        const double ex = q.x - p.x, ez = q.z - p.z, size = std::sqrt(ex * ex + ez * ez);
        const auto inside = [&](DVec3 v) { return (ez * (v.x - p.x) - ex * (v.z - p.z)) / size + reach; };
        const double a = inside(s.a), b = inside(s.b);
        if (a < 0 && b < 0) return false;
        if (a < 0) low = std::max(low, a / (a - b));
        if (b < 0) high = std::min(high, a / (a - b));
    }
    return low <= high;
}

bool crosses(const PathStep& s, DVec3 p, DVec3 q) {
    const auto side = [](DVec3 a, DVec3 b, DVec3 c) { return side_of({a.x, a.z}, {b.x, b.z}, {c.x, c.z}); };
    return side(s.a, s.b, p) * side(s.a, s.b, q) < 0 && side(p, q, s.a) * side(p, q, s.b) < 0;
}

bool touches_edge(const PathStep& s, DVec3 p, DVec3 q, double reach) {
    return crosses(s, p, q) || distance_to_segment_xz(s.a, p, q) <= reach || distance_to_segment_xz(s.b, p, q) <= reach ||
           distance_to_segment_xz(p, s.a, s.b) <= reach || distance_to_segment_xz(q, s.a, s.b) <= reach;
}

// Finds the strip for the part of a path from surface_points[first] to surface_points[last], which must contain no link.
class StripFinder {
public:
    StripFinder(const NavMesh& mesh, const Path& path, size_t first, size_t last, SurfaceScratch& scratch)
        : mesh_(mesh),
          path_(path),
          first_(first),
          last_(last),
          reach_(kTouch_cells * mesh.tiles[0]->frame.quantum),
          triangles_(scratch.triangles),
          layer_(scratch.layer),
          steps_(scratch.steps),
          nodes_(scratch.nodes),
          queue_(scratch.queue) {
        triangles_.clear();
        layer_.clear();
        queue_.clear();
    }

    bool find(std::vector<SurfacePortal>& portals) {
        const uint32_t begin = path_.surface_polygons[first_], end = path_.surface_polygons[last_];
        for (uint32_t k = begin; k <= end; ++k)
            collect(k);
        layer_.push_back(triangles_.size());
        nodes_.assign(triangles_.size(), {});
        for (size_t i = layer_[0]; i < layer_[1]; ++i) {
            const DVec3 start = path_.surface_points[first_];
            if (!touches(triangles_[i].corner, {start, start}, reach_)) continue;
            nodes_[i] = {uint32_t(i), true, {}};
            queue_.push_back(uint32_t(i));
        }
        for (size_t next = 0; next < queue_.size(); ++next) {
            const uint32_t at = queue_[next];
            const DVec3 goal = path_.surface_points[last_];
            if (triangles_[at].polygon == end && touches(triangles_[at].corner, {goal, goal}, reach_)) {
                trace(at, portals);
                return true;
            }
            expand(at);
        }
        return false;
    }

private:
    // Index of the first surface point in polygon k of the corridor or in a later polygon. Searches the points from first_ to
    // last_ - 1; returns last_ if there is none.
    size_t first_in(uint32_t k) const {
        const auto& at = path_.surface_polygons;
        return size_t(std::lower_bound(at.begin() + std::ptrdiff_t(first_), at.begin() + std::ptrdiff_t(last_), k) -
                      at.begin());
    }

    DVec3 leaving(uint32_t k) const { return path_.surface_points[first_in(k + 1)]; }

    void steps_of(uint32_t k) {
        steps_.clear();
        for (size_t i = first_in(k), end = first_in(k + 1); i < end; ++i)
            steps_.push_back({path_.surface_points[i], path_.surface_points[i + 1]});
        if (steps_.empty()) steps_.push_back({leaving(k), leaving(k)});
    }

    void collect(uint32_t k) {
        layer_.push_back(triangles_.size());
        const PolygonRef ref = path_.corridor.polygons[k];
        const NavTile& tile = tile_of(mesh_, ref);
        const NavPolygon& polygon = polygon_of(mesh_, ref);
        steps_of(k);
        for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
            const NavDetailTriangle& d = tile.detail_triangles[polygon.first_detail_triangle + t];
            UnfoldTriangle triangle{k, {d.a, d.b, d.c}, {}};
            for (size_t i = 0; i < 3; ++i)
                triangle.corner[i] = to_world(tile.frame, trusted::detail_corner(tile, polygon, triangle.vertex[i]));
            if (step_touching([&](const PathStep& s) { return touches(triangle.corner, s, reach_); })) {
                triangles_.push_back(triangle);
            }
        }
    }

    template <class Test>
    bool step_touching(Test&& test) const {
        return std::any_of(steps_.begin(), steps_.end(), test);
    }

    void expand(uint32_t at) {
        const UnfoldTriangle& t = triangles_[at];
        const uint32_t begin = path_.surface_polygons[first_];
        const size_t layer = t.polygon - begin;
        steps_of(t.polygon);
        for (size_t i = 0; i < 3; ++i) {
            const DVec3 p = t.corner[i], q = t.corner[(i + 1) % 3];
            if (!step_touching([&](const PathStep& s) { return touches_edge(s, p, q, reach_); })) continue;
            for (size_t other = layer_[layer]; other < layer_[layer + 1]; ++other) {
                if (shares_edge(triangles_[other], t.vertex[i], t.vertex[(i + 1) % 3])) reach(at, other, {q, p});
            }
        }
        if (layer + 2 < layer_.size()) cross_portal(at);
    }

    static bool shares_edge(const UnfoldTriangle& t, uint32_t a, uint32_t b) {
        for (size_t i = 0; i < 3; ++i) {
            if (t.vertex[i] == b && t.vertex[(i + 1) % 3] == a) return true;
        }
        return false;
    }

    // The part of a portal that an edge of a triangle covers, in fractions of the portal. Empty if no edge lies on the portal.
    struct Overlap {
        double low = 1, high = 0;
        DVec3 at_low, at_high;
        bool any() const { return high > low; }
    };
    Overlap overlap_with(const UnfoldTriangle& t, DVec3 a, DVec3 b) const {
        const double ex = b.x - a.x, ez = b.z - a.z, ee = ex * ex + ez * ez;
        Overlap best;
        for (size_t i = 0; i < 3; ++i) {
            DVec3 p = t.corner[i], q = t.corner[(i + 1) % 3];
            if (distance_to_segment_xz(p, a, b) > reach_ || distance_to_segment_xz(q, a, b) > reach_) continue;
            double low = ((p.x - a.x) * ex + (p.z - a.z) * ez) / ee, high = ((q.x - a.x) * ex + (q.z - a.z) * ez) / ee;
            if (low > high) {
                std::swap(low, high);
                std::swap(p, q);
            }
            if (high - low > best.high - best.low) best = {low, high, p, q};
        }
        return best;
    }

    void cross_portal(uint32_t from) {
        const UnfoldTriangle& t = triangles_[from];
        const EdgeRef portal = path_.corridor.portals[t.polygon];
        if (is_link(portal)) return;  // inconsistent path: path_.links lacks this link
        const NavTile& tile = *mesh_.tiles[portal.tile];
        const HalfEdge &e = tile.half_edges[portal.edge], &n = tile.half_edges[trusted::next_edge(tile, portal.edge)];
        const DVec3 a = to_world(tile.frame, {double(e.x), 0, double(e.z)});
        const DVec3 b = to_world(tile.frame, {double(n.x), 0, double(n.z)});
        const double ex = b.x - a.x, ez = b.z - a.z, ee = ex * ex + ez * ez, slack = reach_ / std::sqrt(ee);
        const DVec3 c = leaving(t.polygon);
        const double crossing = ((c.x - a.x) * ex + (c.z - a.z) * ez) / ee;
        const Overlap here = overlap_with(t, a, b);
        if (!here.any()) return;
        const size_t layer = t.polygon - path_.surface_polygons[first_] + 1;
        for (size_t other = layer_[layer]; other < layer_[layer + 1]; ++other) {
            const Overlap there = overlap_with(triangles_[other], a, b);
            const double low = std::max(here.low, there.low), high = std::min(here.high, there.high);
            if (high - low <= slack || crossing < low - slack || crossing > high + slack) continue;
            const auto on_edge = [&here](double s) {
                if (s <= here.low) return here.at_low;
                if (s >= here.high) return here.at_high;
                return here.at_low + (here.at_high - here.at_low) * ((s - here.low) / (here.high - here.low));
            };
            reach(from, other, {on_edge(high), on_edge(low)});
        }
    }

    void reach(uint32_t from, size_t to, const SurfacePortal& portal) {
        if (nodes_[to].seen) return;
        nodes_[to] = {from, true, portal};
        queue_.push_back(uint32_t(to));
    }

    void trace(uint32_t at, std::vector<SurfacePortal>& portals) const {
        portals.clear();
        for (; nodes_[at].from != at; at = nodes_[at].from)
            portals.push_back(nodes_[at].portal);
        std::reverse(portals.begin(), portals.end());
    }

    const NavMesh& mesh_;
    const Path& path_;
    size_t first_, last_;
    double reach_;
    std::vector<UnfoldTriangle>& triangles_;
    std::vector<size_t>& layer_;
    std::vector<PathStep>& steps_;
    std::vector<SurfaceScratch::TriangleVisit>& nodes_;
    std::vector<uint32_t>& queue_;
};

}  // namespace

Status unfold_path(const NavMesh& mesh, const Path& path, SearchScratch& scratch, SurfaceLine& line) {
    line.points.clear();
    line.links.clear();
    line.length_3d = 0;
    SurfaceScratch& surface = scratch.state().surface;
    std::vector<SurfaceStep>& ground = surface.ground;
    if (Status s = surface_path(mesh, path, /*detail=*/true, scratch, ground); !s) return s;
    if (path.surface_points.empty()) return Done{};
    std::vector<DVec3>& points = surface.points;
    size_t first = 0, step = 0;
    for (size_t piece = 0; piece <= path.links.size(); ++piece) {
        const bool ends = piece == path.links.size();
        const size_t last = ends ? path.surface_points.size() - 1 : path.links[piece].surface_point;
        double lifted = 0;
        const size_t begin = step;
        while (step + 1 < ground.size() && !ground[step].begins_link) {
            lifted += distance_3d(ground[step + 1].position, ground[step].position);
            ++step;
        }
        double length = lifted;
        const bool found = StripFinder(mesh, path, first, last, surface).find(surface.strip);
        if (found)
            length = pull_surface_string(path.surface_points[first], path.surface_points[last], surface.strip, surface, points);
        if (!found || length > lifted) {
            points.clear();
            for (size_t i = begin; i <= step; ++i)
                points.push_back(ground[i].position);
            length = lifted;
        }
        line.points.insert(line.points.end(), points.begin(), points.end());
        line.length_3d += length;
        if (ends) break;
        line.links.push_back(uint32_t(line.points.size() - 1));
        first = last + 1;
        ++step;
    }
    return Done{};
}

}  // namespace navspan
