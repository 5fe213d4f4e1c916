// Finds the boundary edges (walls) close to a polygon.
//
// In: a mesh, a polygon and a radius.
// Out: the walls within the radius that a straight line from the polygon can reach along the surface.
// Idea: A flood fill from the polygon crosses the portals within the radius. It skips portals and walls that face away from the
// whole polygon. It therefore does not wind around a pillar or down a spiral staircase.
// Source: own method.
// Weak cases: If a ramp within the radius turns by 180 degrees and leads below the polygon, walls of the lower floor also
// count.

#include "navmesh/clearance/near_walls.h"

#include <algorithm>

#include "core/predicates.h"
#include "navmesh/mesh/corners.h"

namespace navspan {
namespace {

// Squared distance from a point to a segment [lattice^2].
double squared_distance_to_wall(LatticePoint p, LatticePoint a, LatticePoint b) {
    const double ex = double(b.x) - a.x, ez = double(b.z) - a.z, px = double(p.x) - a.x, pz = double(p.z) - a.z;
    const double t = std::clamp((px * ex + pz * ez) / (ex * ex + ez * ez), 0.0, 1.0);
    const double dx = px - t * ex, dz = pz - t * ez;
    return dx * dx + dz * dz;
}

bool cross_properly(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    return sign_of(orient2d(a, b, c)) * sign_of(orient2d(a, b, d)) < 0 &&
           sign_of(orient2d(c, d, a)) * sign_of(orient2d(c, d, b)) < 0;
}

}  // namespace

bool NearWalls::faces_polygon(LatticePoint a, LatticePoint b) const {
    return std::any_of(ring_.begin(), ring_.end(), [&](LatticePoint p) { return orient2d(a, b, p) > 0; });
}

bool NearWalls::is_near_polygon(LatticePoint a, LatticePoint b) const {
    const double limit = radii_.search * radii_.search;
    for (size_t i = 0; i < ring_.size(); ++i) {
        const LatticePoint c = ring_[i], d = ring_[i + 1 == ring_.size() ? 0 : i + 1];
        if (squared_distance_to_wall(c, a, b) < limit || squared_distance_to_wall(a, c, d) < limit ||
            squared_distance_to_wall(b, c, d) < limit || cross_properly(a, b, c, d))
            return true;
    }
    return false;
}

bool NearWalls::covers_polygon(const BoundaryWall& wall) const {
    const double limit = radii_.cover * radii_.cover;
    return std::all_of(ring_.begin(), ring_.end(), [&](LatticePoint p) {
        return orient2d(wall.a, wall.b, p) >= 0 && squared_distance_to_wall(p, wall.a, wall.b) <= limit;
    });
}

bool NearWalls::find(uint32_t first) {
    const SearchEdge* edges = mesh_.search_edges.data();
    ring_.clear();
    walls_.clear();
    for (uint32_t e = first; e < edges[first].end; ++e)
        ring_.push_back(edges[e].start);
    reached_.begin(mesh_.edge_count());
    reached_.add(first);
    queue_.assign(1, first);
    for (size_t i = 0; i < queue_.size(); ++i) {
        for (uint32_t e = queue_[i]; e < edges[queue_[i]].end; ++e) {
            const LatticePoint a = edges[e].start, b = edges[ring_after(edges, e)].start;
            const uint32_t twin = edges[e].twin;
            if (twin != kNoIndex && reached_.has(edges[twin].first)) continue;
            if (i > 0 && !(faces_polygon(a, b) && is_near_polygon(a, b))) continue;
            if (twin == kNoIndex) {
                walls_.push_back({a, b});
                if (covers_polygon(walls_.back())) return false;
            } else {
                reached_.add(edges[twin].first);
                queue_.push_back(edges[twin].first);
            }
        }
    }
    return true;
}

}  // namespace navspan
