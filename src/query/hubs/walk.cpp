// Walks along a path that hub labels have found.
//
// In: the turning vertices of the path, and the links between them.
// Out: the polygons and portals of the path.
// Idea: The walk crosses the mesh on a straight line from vertex to vertex. At a vertex, it goes around the vertex to the next
// polygon. All tests are exact.
// Source: own method.
// Weak cases: The walk fails if a path winds around a vertex by more than a full turn.

#include "query/hubs/walk.h"

#include "navmesh/graph/hub_links.h"
#include "navmesh/mesh/edge_at.h"

namespace navspan {

bool HubWalk::follow() {
    walk_.begin(request_.start.polygon, start_);
    for (size_t i = 0; i < scratch_.turns.size(); ++i) {
        const uint32_t link = i > 0 && !scratch_.links.empty() ? scratch_.links[i - 1] : kNoIndex;
        const TurningVertex& next = mesh_.hubs.vertices[scratch_.turns[i]];
        if (link != kNoIndex ? !take_link(link, next) : !walk_to_vertex(next)) return false;
    }
    return walk_.walk_to(goal_) == WalkEnd::target && enters(request_.goal.polygon);
}

bool HubWalk::walk_to_vertex(const TurningVertex& next) {
    if (walk_.walk_to(plane_point(next)) != WalkEnd::target) return false;
    if (next.is_link_end) return enters(link_end_polygon(mesh_, next.edge));
    const uint32_t corner = corner_in(walk_.polygon(), next.edge);
    if (corner == kNoIndex) return false;
    walk_.go_to_corner(corner, false);
    return true;
}

// Appends a link to the path. The walk must be at the start of the link. @param end  the vertex at the end of the link
bool HubWalk::take_link(uint32_t link, const TurningVertex& end) {
    const PolygonRef to = mesh_.links[link].to;
    if (!enters(mesh_.links[link].from)) return false;
    scratch_.portals.push_back({kLinkTile, link});
    scratch_.polygons.push_back(to);
    walk_.move_to(to, plane_point(end));
    return true;
}

// Returns the half-edge of `polygon` that belongs to a fan, as an index into the half-edges of the tile.
// Returns kNoIndex if there is none.
uint32_t HubWalk::corner_in(PolygonRef polygon, uint32_t fan) const {
    const NavPolygon& p = polygon_of(mesh_, polygon);
    const uint32_t base = mesh_.edge_offset[polygon.tile];
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
        if (mesh_.fans[base + e] == fan) return e;
    }
    return kNoIndex;
}

// Moves the walk across an edge or around a vertex to another polygon that contains the current position. Returns false if that
// is impossible.
bool HubWalk::enters(PolygonRef polygon) {
    if (walk_.polygon() == polygon) return true;
    if (!crosses_to(polygon)) return false;
    walk_.move_to(polygon, walk_.at());
    return true;
}

bool HubWalk::crosses_to(PolygonRef polygon) {
    const PlanePoint at = walk_.at();
    const uint32_t first = first_edge(mesh_, walk_.polygon()), wanted = first_edge(mesh_, polygon);
    for (uint32_t e = first; e < edge(first).end; ++e) {
        const PlanePoint a = plane_point(edge(e).start), b = plane_point(edge(ring_after(e)).start);
        if (a == at) return goes_around(e, wanted, true) || goes_around(e, wanted, false);
        const uint32_t twin = edge(e).twin;
        if (twin == kNoIndex || edge(twin).first != wanted || turn(a, b, at) != 0 || !is_between(at, a, b)) continue;
        cross(e);
        return true;
    }
    return false;
}

// Goes around the start of a half-edge to the polygon whose first half-edge is `goal`. If a wall or a full turn comes first,
// returns false and leaves the polygons and portals unchanged.
bool HubWalk::goes_around(uint32_t corner, uint32_t goal, bool clockwise) {
    const size_t polygons = scratch_.polygons.size();
    for (uint32_t e = corner; edge(e).first != goal;) {
        const uint32_t exit = clockwise ? e : ring_before(mesh_.search_edges.data(), e), twin = edge(exit).twin;
        e = twin == kNoIndex ? corner : clockwise ? ring_after(twin) : twin;
        if (e == corner) {
            scratch_.polygons.resize(polygons);
            scratch_.portals.resize(polygons - 1);
            return false;
        }
        cross(exit);
    }
    return true;
}

void HubWalk::cross(uint32_t exit) {
    const EdgeRef portal = edge_at(mesh_, exit);
    scratch_.portals.push_back(portal);
    scratch_.polygons.push_back(polygon_at(mesh_, twin_of(mesh_, portal)));
}

}  // namespace navspan
