// Moves along the surface and slides along walls.
//
// In: a point on the surface, and the horizontal position of a target.
// Out: the end of a walk that always approaches the target.
// Idea: The walk goes straight to the target until a wall blocks it (surface_walk.cpp). It then slides along the wall, at most
// to the projection of the target onto the wall. At the end of the wall, it goes straight again if possible.
// Source: own method.
// Weak cases: The walk ends in a concave corner, even if a detour leads closer to the target.

#include "navspan/query/move.h"

#include <cmath>

#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"
#include "query/search/flood.h"
#include "query/search/point_check.h"
#include "query/search/surface_walk.h"

namespace navspan {
namespace {

DVec3 flat(DVec3 p) {
    return {p.x, 0, p.z};
}

Int128 dot_from(PlanePoint origin, PlanePoint a, PlanePoint b) {
    return Int128{a.x - origin.x} * (b.x - origin.x) + Int128{a.z - origin.z} * (b.z - origin.z);
}

[[gnu::cold, gnu::noinline]] Status validate_request(const NavMesh& mesh, const MoveRequest& request) {
    for (const DVec3 end : {request.start.position, request.end}) {
        if (Status s = validate_point(end, "both ends of the move"); !s) return s;
    }
    if (!(request.max_length >= 0)) return Error{ErrorKind::usage, "the length of a move must be a number >= 0"};
    return validate_surface_point(mesh, request.start);
}

class Mover {
public:
    Mover(const NavMesh& mesh, const MoveRequest& request, MoveResult& result)
        : mesh_(mesh),
          request_(request),
          result_(result),
          frame_(trusted::tile_of(mesh, request.start.polygon).frame),
          walk_(mesh, admission_filter(request.filter), result.polygons, result.portals) {}

    void run() {
        walk_.begin_near(request_.start.polygon, trusted::tile_of(mesh_, request_.start.polygon),
                         xz_of(request_.start.position));
        target_ = walk_target(frame_, walk_.at(), xz_of(request_.end));
        go_to(flat(request_.start.position));
        if (position_ == flat(request_.end)) {
            result_.reached = true;
            return;
        }
        // Terminates: the distance to the target strictly decreases from corner to corner.
        while (!is_exhausted() && go_straight()) {
        }
    }

    const DVec3& position() const { return position_; }

private:
    double left() const { return request_.max_length - result_.length; }
    bool is_exhausted() const { return left() <= 0; }

    void step_to(const DVec3& p) {
        if (p == position_) return;
        result_.length += distance_xz(position_, p);
        go_to(p);
    }

    // Copies 8 bytes at a time. A 16-byte load would stall, because the processor cannot forward two 8-byte stores to it.
    void go_to(const DVec3& p) {
        const double x = p.x, z = p.z;
        position_.x = x;
        position_.z = z;
        DVec3& added = result_.points.emplace_back();
        added.x = x;
        added.z = z;
    }

    // Goes straight towards the target, and slides along the first wall in the way. Returns false if the move has ended.
    bool go_straight() {
        const double rest = distance_xz(position_, request_.end);
        const bool exceeds_length = left() < rest;
        const DVec3 goal = exceeds_length ? position_ + (flat(request_.end) - position_) * (left() / rest) : flat(request_.end);
        switch (walk_.walk_to(exceeds_length ? walk_target(frame_, walk_.at(), xz_of(goal)) : target_)) {
            case WalkEnd::target:
                step_to(goal);
                result_.reached = !exceeds_length;
                return false;
            case WalkEnd::edge:
                step_to(EdgeLine(mesh_, walk_.edge()).point(walk_.edge_share()));
                return slide_along(walk_.edge().edge);
            case WalkEnd::corner:
                break;
        }
        step_to(EdgeLine(mesh_, walk_.edge()).point(0));
        return leave_corner();
    }

    // Slides along a wall, at most to the projection of the target. Returns false if the move has ended.
    bool slide_along(uint32_t edge) {
        const NavTile& tile = trusted::tile_of(mesh_, walk_.polygon());
        const PlanePoint a = plane_corner(tile, edge), b = plane_corner(tile, trusted::next_edge(tile, edge));
        const Int128 along = dot_from(a, target_.point(), b), whole = dot_from(a, b, b);
        const double share = along <= 0 ? 0 : along >= whole ? 1 : double(along) / double(whole);
        const DVec3 goal = EdgeLine(tile, edge).point(share);
        const double rest = distance_xz(position_, goal);
        if (left() < rest) {
            step_to(position_ + (goal - position_) * (left() / rest));
            return false;
        }
        step_to(goal);
        if (along > 0 && along < whole) return false;
        walk_.go_to_corner(edge, along > 0);
        return true;
    }

    // Distance from the corner to the projection of the target onto a wall [2^-20 lattice]. 0 if there is no wall on this side
    // or if the wall leads away from the target.
    double advance(bool right) const {
        const EdgeRef wall = walk_.wall(right);
        if (!wall.valid()) return 0;
        const NavTile& tile = trusted::tile_at(mesh_, wall.tile);
        const PlanePoint far = plane_corner(tile, right ? trusted::next_edge(tile, wall.edge) : wall.edge);
        const Int128 along = dot_from(walk_.at(), far, target_.point());
        return along <= 0 ? 0 : double(along) / std::sqrt(double(dot_from(walk_.at(), far, far)));
    }

    // Continues at a corner that blocks the straight line to the target. Returns false if the move has ended.
    bool leave_corner() {
        const double on_right = advance(true), on_left = advance(false);
        if (on_right <= 0 && on_left <= 0) return false;
        const bool right = on_right >= on_left;
        const uint32_t edge = walk_.wall(right).edge;
        walk_.go_to_wall(right);
        return slide_along(edge);
    }

    const NavMesh& mesh_;
    const MoveRequest& request_;
    MoveResult& result_;
    const TileFrame& frame_;
    SurfaceWalk walk_;
    WalkTarget target_{};
    DVec3 position_;
};

}  // namespace

Status move_along_surface(const NavMesh& mesh, const MoveRequest& request, MoveResult& result) {
    if (unusual_ends(mesh, request.start, request.end, xz_of(request.start.position), xz_of(request.end)) ||
        !tile_of_polygon(mesh, request.start.polygon) || !(request.max_length >= 0)) {
        if (Status s = validate_request(mesh, request); !s) return s;
    }
    result.reached = false;
    result.length = 0;
    result.points.clear();
    Mover mover(mesh, request, result);
    mover.run();
    const DVec3& end = mover.position();
    const PolygonRef polygon = result.polygons.back();
    const double y = request.with_height ? polygon_height(mesh, polygon, end.x, end.z) : 0;
    result.end.polygon = polygon;
    result.end.position.x = end.x;
    result.end.position.y = y;
    result.end.position.z = end.z;
    result.end.distance = distance_xz(end, request.end);
    result.end.revision = mesh.revision;
    return Done{};
}

}  // namespace navspan
