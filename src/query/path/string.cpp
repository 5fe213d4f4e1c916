// Builds a path from a corridor.
//
// In: polygons and the portals between them, a start and an end.
// Out: the corners of the path with heights, its crossings with the portals, and its lengths.
// Idea: A string is pulled taut between anchors: the start, the ends of off-mesh links, and the end. The weighted method adds
// anchors where the cheapest path (weighted.cpp) enters an area of different cost. Predicates are exact, on a lattice of 2^-20
// cells.
// Source: see funnel.h.
// Weak cases: The path is the shortest path in its corridor. The shortest path of the mesh may leave the corridor.

#include "query/path/string.h"

#include <algorithm>
#include <cmath>

#include "navmesh/graph/turning_vertex.h"
#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

constexpr double kWeightedTolerance = 1e-7;

DVec3 between(const FlatPortal& portal, double t) {
    const FlatPoint left = portal.left, right = portal.right;
    if (t == 1) return {right.x, 0, right.z};
    return {left.x + t * (right.x - left.x), 0, left.z + t * (right.z - left.z)};
}

// Pulls the string from polygons[first] to polygons[last]. Precondition: no portal between them is a link. Writes the portals
// to scratch.string and the string to scratch.line.
void pull_part(const NavMesh& mesh, const CorridorView& corridor, size_t first, size_t last, const StringEnds& ends,
               StringScratch& scratch) {
    scratch.string.clear();
    const SearchEdge* edges = mesh.search_edges.data();
    for (size_t i = first; i < last; ++i) {
        const uint32_t e = trusted::edge_index(mesh, corridor.portals[i]);
        // Polygons are counter-clockwise: a path that leaves a polygon has the end of the crossed edge on its left.
        scratch.string.push_back({plane_point(edges[ring_after(edges, e)].start), plane_point(edges[e].start)});
    }
    const PlanePoint start = snap_inside(mesh, corridor.polygons[first], ends.start);
    const PlanePoint goal = snap_inside(mesh, corridor.polygons[last], ends.goal);
    pull_string(start, goal, scratch.string, scratch.funnel, scratch.line);
}

// Base class of AnchorFinder and StringBuilder: pulls strings and traverses them.
class Stringer {
public:
    Stringer(const NavMesh& mesh, const QueryFilter& filter, StringScratch& scratch, Path& path)
        : mesh_(mesh), filter_(filter), scratch_(scratch), path_(path), corridor_(path.corridor) {}

    double area_cost(uint32_t k) const { return filter_.area_cost[trusted::polygon_of(mesh_, corridor_.polygons[k]).area]; }

    void pull(uint32_t first, uint32_t last, DVec3 from, DVec3 to) {
        pull_part(mesh_, {corridor_.polygons, corridor_.portals}, first, last, {from, to}, scratch_);
    }

    // Traverses the string that was pulled last. Calls corner(StringPoint) at each bend and cross(portal, share) at each
    // portal, in order.
    template <class Corner, class Cross>
    void follow(DVec3 from, DVec3 to, Corner&& corner, Cross&& cross) const {
        const std::vector<StringPoint>& line = scratch_.line;
        const double rounding = mesh_.tiles[0]->frame.quantum / kSubLattice;
        place_portals();
        const std::span<const FlatPortal> portals(scratch_.portals);
        DVec3 at = from;
        for (size_t i = 0; i + 1 < std::max<size_t>(line.size(), 2); ++i) {
            const bool last = i + 2 >= line.size();
            const DVec3 next = last ? to : world(line[i + 1].point);
            const uint32_t begin = line[i].portal, count = (last ? uint32_t(portals.size()) : line[i + 1].portal) - begin;
            const StringLeg leg{{at.x, at.z}, {next.x, next.z}};
            leg_crossings(leg, portals.subspan(begin, count), rounding, scratch_.leg_crossings);
            for (uint32_t k = 0; k < count; ++k)
                cross(begin + k, scratch_.leg_crossings[k]);
            if (last) break;
            corner(line[i + 1]);
            at = next;
        }
    }

    // Portal k of the string that was pulled last. Valid after follow().
    const FlatPortal& portal(uint32_t k) const { return scratch_.portals[k]; }

    DVec3 world(PlanePoint p) const { return plane_to_world(mesh_, p); }

    DVec3 on_surface(uint32_t k, DVec3 p) const { return {p.x, polygon_height(mesh_, corridor_.polygons[k], p.x, p.z), p.z}; }

protected:
    const NavMesh& mesh_;
    const QueryFilter& filter_;
    StringScratch& scratch_;
    Path& path_;
    const Corridor& corridor_;

private:
    void place_portals() const {
        scratch_.portals.resize(scratch_.string.size());
        FlatPortal* at = scratch_.portals.data();
        for (const Portal& p : scratch_.string) {
            const DVec3 left = world(p.left), right = world(p.right);
            *at++ = {{left.x, left.z}, {right.x, right.z}};
        }
    }
};

class AnchorFinder : Stringer {
public:
    using Stringer::Stringer;

    void find_anchors(DVec3 start, bool weighted) {
        std::vector<StringAnchor>& anchors = scratch_.anchors;
        anchors.clear();
        uint32_t first = 0;
        DVec3 from = start;
        for (uint32_t k = 0; k < corridor_.portals.size(); ++k) {
            if (!is_link(corridor_.portals[k])) continue;
            const OffMeshLink& link = mesh_.links[corridor_.portals[k].edge];
            const DVec3 before = on_surface(k, inside_polygon(mesh_, {link.from, link.start}).position);
            const DVec3 after = on_surface(k + 1, inside_polygon(mesh_, {link.to, link.end}).position);
            if (weighted) add_cost_anchors(first, k, from, before);
            anchors.push_back({k, before, after});
            first = k + 1;
            from = after;
        }
        if (weighted) add_cost_anchors(first, uint32_t(corridor_.portals.size()), from, corridor_.end.position);
    }

private:
    // Adds an anchor wherever the cheapest path from polygons[first] to polygons[last] enters an area with a different cost.
    void add_cost_anchors(uint32_t first, uint32_t last, DVec3 from, DVec3 to) {
        StringScratch& s = scratch_;
        s.cost.assign(1, area_cost(first));
        bool differs = false;
        for (uint32_t k = first + 1; k <= last; ++k) {
            s.cost.push_back(area_cost(k));
            differs = differs || s.cost.back() != s.cost.front();
        }
        if (!differs) return;

        pull(first, last, from, to);
        s.crossing.clear();
        follow(
            from, to, [](const StringPoint&) {}, [&](uint32_t, double share) { s.crossing.push_back(1 - share); });
        s.relative.clear();
        for (const FlatPortal& p : s.portals)
            s.relative.push_back({flat(p.left, from), flat(p.right, from)});
        const WeightedCorridor corridor{{0, 0}, flat({to.x, to.z}, from), s.relative, s.cost};
        optimize_crossings(corridor, kWeightedTolerance, s.weighted, s.crossing);
        for (uint32_t k = 0; k < last - first; ++k) {
            if (s.cost[k] == s.cost[k + 1]) continue;
            const DVec3 at = between(portal(k), 1 - s.crossing[k]);
            s.anchors.push_back({first + k, on_surface(first + k, at), on_surface(first + k + 1, at)});
        }
    }

    static FlatPoint flat(FlatPoint p, DVec3 from) { return {p.x - from.x, p.z - from.z}; }
};

class StringBuilder : Stringer {
public:
    using Stringer::Stringer;

    void build(DVec3 start, bool surface) {
        surface_ = surface;
        before_ = start;
        path_.points.push_back(start);
        if (surface_) {
            path_.surface_points.push_back(start);
            path_.surface_polygons.push_back(0);
        }
        uint32_t first = 0;
        for (const StringAnchor& anchor : scratch_.anchors) {
            walk(first, anchor.portal, anchor.before);
            if (is_link(corridor_.portals[anchor.portal])) take_link(anchor);
            first = anchor.portal + 1;
        }
        const auto last = uint32_t(corridor_.polygons.size() - 1);
        walk(first, last, corridor_.end.position);
        // A path has two points even if start and goal are equal.
        if (path_.points.size() == 1) path_.points.emplace_back();
        path_.points.back() = corridor_.end.position;
        if (surface_) path_.surface_polygons.back() = last;
    }

private:
    // Extends the path from its last point, in polygons[first], to the point `to` of polygons[last].
    void walk(uint32_t first, uint32_t last, DVec3 to) {
        const DVec3 from = path_.points.back();
        one_cost_ = has_one_cost(first, last);
        cost_ = area_cost(first);
        pull(first, last, from, to);
        if (one_cost_ && !surface_) {
            walk_corners(first);
        } else {
            follow(
                from, to, [&](const StringPoint& bend) { add_corner(on_surface(first + bend.portal, world(bend.point))); },
                [&](uint32_t k, double share) {
                    const DVec3 p = between(portal(k), share);
                    add_surface_point(first + k, surface_ ? on_surface(first + k, p) : p);
                });
        }
        add_corner(to);
        add_surface_point(last, to);
    }

    bool has_one_cost(uint32_t first, uint32_t last) const {
        for (uint32_t k = first + 1; k <= last; ++k) {
            if (area_cost(k) != area_cost(first)) return false;
        }
        return true;
    }

    // Adds only the bends of the string. Used if no surface points are requested and all polygons have the same cost.
    void walk_corners(uint32_t first) {
        for (size_t i = 1; i + 1 < scratch_.line.size(); ++i)
            add_corner(on_surface(first + scratch_.line[i].portal, world(scratch_.line[i].point)));
    }

    void take_link(const StringAnchor& anchor) {
        const uint32_t link = corridor_.portals[anchor.portal].edge;
        const auto point = uint32_t(path_.points.size() - 1);
        path_.links.push_back({link, point, surface_ ? uint32_t(path_.surface_points.size() - 1) : 0});
        path_.points.push_back(anchor.after);
        before_ = anchor.after;
        if (surface_) {
            path_.surface_polygons.back() = anchor.portal;
            path_.surface_points.push_back(anchor.after);
            path_.surface_polygons.push_back(anchor.portal + 1);
        }
        path_.cost += link_cost(filter_, mesh_.links[link]);
    }

    void add_corner(DVec3 p) {
        const double length = distance_xz(path_.points.back(), p);
        path_.length_xz += length;
        if (one_cost_) path_.cost += length * cost_;
        if (!surface_) path_.length_3d += distance_3d(path_.points.back(), p);
        if (!equal_xz(path_.points.back(), p)) path_.points.push_back(p);
    }

    // Adds a surface point. The segment from the previous surface point to p lies in polygons[k].
    void add_surface_point(uint32_t k, DVec3 p) {
        if (!one_cost_) path_.cost += distance_xz(before_, p) * area_cost(k);
        if (surface_) path_.length_3d += distance_3d(before_, p);
        if (p == before_) return;
        before_ = p;
        if (!surface_) return;
        path_.surface_polygons.back() = k;
        path_.surface_points.push_back(p);
        path_.surface_polygons.push_back(k);
    }

    bool surface_ = true;
    bool one_cost_ = false;  // true if all polygons between the current pair of anchors have the same cost
    double cost_ = 1;        // cost factor of the first polygon between the current pair of anchors
    DVec3 before_;           // the previous surface point; set even if surface points are not stored
};

}  // namespace

void clear_path(Path& path) {
    path.status = PathStatus::none;
    path.method = PathMethod::automatic;
    path.reason.clear();
    path.points.clear();
    path.surface_points.clear();
    path.surface_polygons.clear();
    path.links.clear();
    path.length_xz = path.length_3d = path.cost = path.gap = path.start_gap = 0;
    path.corridor.polygons.clear();
    path.corridor.portals.clear();
    path.corridor.end = {};
    path.corridor.complete = false;
    path.corridor.cost = 0;
    path.corridor.expanded = path.corridor.pushed = 0;
}

SurfacePoint inside_polygon(const NavMesh& mesh, SurfacePoint point) {
    const NavTile& tile = trusted::tile_of(mesh, point.polygon);
    DVec3 p = to_local(tile.frame, point.position);
    const DVec3 before = p;
    const std::span<const HalfEdge> edges = trusted::polygon_edges(tile, point.polygon.polygon);
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
    point.position.y = polygon_height(mesh, point.polygon, point.position.x, point.position.z);
    return point;
}

void string_path(const NavMesh& mesh, const QueryFilter& filter, StringScratch& scratch, DVec3 start, bool surface,
                 Path& path) {
    AnchorFinder(mesh, filter, scratch, path).find_anchors(start, path.method == PathMethod::weighted);
    StringBuilder(mesh, filter, scratch, path).build(start, surface);
}

void path_over_turns(const NavMesh& mesh, const QueryFilter& filter, const HubTurns& turns, const SurfacePoint& start,
                     Path& path) {
    const auto add = [&path](DVec3 p) {
        path.length_xz += distance_xz(path.points.back(), p);
        path.length_3d += distance_3d(path.points.back(), p);
        path.points.push_back(p);
    };
    path.points.push_back(start.position);
    const std::span<const HubCorner> corners(mesh.hubs.corners);
    PlanePoint before = turns.start;
    for (size_t i = 0; i < turns.vertices.size(); ++i) {
        const HubCorner& corner = corners[turns.vertices[i]];
        const PlanePoint at = plane_point(corner.at);
        const PlanePoint after = i + 1 < turns.vertices.size() ? plane_point(corners[turns.vertices[i + 1]].at) : turns.end;
        if (turn(before, at, after) == 0) continue;  // the path touches the vertex but does not bend
        before = at;
        add(corner.point);
    }
    add(path.corridor.end.position);
    path.cost = path.length_xz * filter.area_cost[trusted::polygon_of(mesh, start.polygon).area];
}

bool string_corners(const NavMesh& mesh, const CorridorView& corridor, const StringEnds& ends, size_t max_corners,
                    StringScratch& scratch, std::vector<CorridorCorner>& corners) {
    const auto& [polygons, portals] = corridor;
    corners.clear();
    const double reached = kReached_cells * mesh.tiles[0]->frame.quantum;
    DVec3 from = ends.start;
    size_t first = 0;
    while (corners.size() < max_corners) {
        const auto link = std::find_if(portals.begin() + std::ptrdiff_t(first), portals.end(), is_link);
        const auto last = size_t(link - portals.begin());
        const bool ends_here = link == portals.end();
        if (!edges_lead_on(mesh, corridor, first, last)) return false;
        if (!ends_here && !link_leads_on(mesh, corridor, last)) return false;
        const DVec3 to = ends_here ? ends.goal : inside_polygon(mesh, {polygons[last], mesh.links[link->edge].start}).position;
        pull_part(mesh, corridor, first, last, {from, to}, scratch);
        for (size_t i = 1; i + 1 < scratch.line.size() && corners.size() < max_corners; ++i) {
            const auto at = uint32_t(first + scratch.line[i].portal);
            const DVec3 p = plane_to_world(mesh, scratch.line[i].point);
            if (corners.empty() && first == 0 && distance_xz(p, ends.start) <= reached) continue;
            corners.push_back({{p.x, polygon_height(mesh, polygons[at], p.x, p.z), p.z}, CornerKind::corner, at, 0});
        }
        if (corners.size() == max_corners) return true;
        corners.push_back({to, ends_here ? CornerKind::goal : CornerKind::link, uint32_t(last), ends_here ? 0 : link->edge});
        if (ends_here) return true;
        from = inside_polygon(mesh, {polygons[last + 1], mesh.links[link->edge].end}).position;
        first = last + 1;
    }
    return true;
}

}  // namespace navspan
