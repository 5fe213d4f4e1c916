// Walks over the polygons along a line that is straight when seen from above.
//
// In: a position in a polygon and a target.
// Out: the polygons crossed, and the reason why the walk ended.
// Idea: The ray leaves a polygon across an edge or exactly at a corner. At an edge, the walk enters the polygon behind the
// edge. At a corner, it visits the polygons around the corner until one contains the ray's direction. All decisions are exact.
// Source: Devillers, Pion, Teillaud, Walking in a triangulation (2002); Shewchuk, Adaptive precision floating-point arithmetic
// and fast robust geometric predicates (1997).
// Weak cases: A corner takes time proportional to the number of its polygons.

#include "query/search/surface_walk.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "navmesh/mesh/trusted.h"
#include "query/search/flood.h"

namespace navspan {
namespace {

constexpr double kFarthestTarget = 0x1p31;  // largest distance of a target in x and in z [lattice]

// Twice the signed area of the triangle a, b, c, rounded to the nearest double. Its sign is turn(a, b, c).
double orient(PlanePoint a, PlanePoint b, PlanePoint c) {
    const int64_t abx = b.x - a.x, abz = b.z - a.z, acx = c.x - a.x, acz = c.z - a.z;
    // Most differences are in [-2^31, 2^31). The area then fits into 64 bits.
    const auto upper = [](int64_t v) { return uint64_t(v + (int64_t{1} << 31)) >> 32; };
    if ((upper(abx) | upper(abz) | upper(acx) | upper(acz)) == 0) return double(abz * acx - abx * acz);
    return double(Int128{abz} * acx - Int128{abx} * acz);
}

uint32_t edge_before(const NavTile& tile, uint32_t e) {
    const NavPolygon& p = tile.polygons[tile.edge_polygon[e]];
    return e == p.first_edge ? e + p.edge_count - 1 : e - 1;
}

}  // namespace

WalkTarget walk_target(const TileFrame& frame, PlanePoint from, const DVec3& world) {
    const DVec3 local = to_local(frame, world);
    const double from_x = double(from.x) / kSubLattice - frame.x0, from_z = double(from.z) / kSubLattice - frame.z0;
    const double dx = local.x - from_x, dz = local.z - from_z, most = std::max(std::fabs(dx), std::fabs(dz));
    if (most <= kFarthestTarget) return {plane_point(frame, local.x, local.z), 1};
    const double share = kFarthestTarget / most;
    return {plane_point(frame, from_x + dx * share, from_z + dz * share), share};
}

DVec3 point_on_edge(const NavMesh& mesh, EdgeRef edge, double share) {
    const NavTile& tile = trusted::tile_at(mesh, edge.tile);
    const HalfEdge &a = tile.half_edges[edge.edge], &b = tile.half_edges[trusted::next_edge(tile, edge.edge)];
    const DVec3 p = to_world(tile.frame, {a.x + share * (double(b.x) - a.x), 0, a.z + share * (double(b.z) - a.z)});
    return {p.x, 0, p.z};
}

void SurfaceWalk::begin(PolygonRef polygon, PlanePoint at) {
    polygons_.clear();
    portals_.clear();
    polygons_.push_back(polygon);
    move_to(polygon, at);
}

void SurfaceWalk::move_to(PolygonRef polygon, PlanePoint at) {
    polygon_ = polygon;
    edge_ = trusted::polygon_of(mesh_, polygon).first_edge;
    at_ = at;
    at_corner_ = false;
}

// Updates ray_. Must be called after every change of position, target or tile.
void SurfaceWalk::look() {
    const NavTile& tile = trusted::tile_of(mesh_, polygon_);
    const auto below = [](int64_t sub_lattice, int32_t corner) { return double(sub_lattice) * (1 / kSubLattice) - corner; };
    ray_.tile = &tile;
    ray_.x = below(at_.x, tile.frame.x0);
    ray_.z = below(at_.z, tile.frame.z0);
    ray_.dx = double(target_.x - at_.x) * (1 / kSubLattice);
    ray_.dz = double(target_.z - at_.z) * (1 / kSubLattice);
    // The rounding error of a difference of two products is less than 2^-51 times the larger product.
    const double width = tile.width, depth = tile.depth, dx = std::fabs(ray_.dx), dz = std::fabs(ray_.dz);
    const double far_x = std::fabs(ray_.x) + width, far_z = std::fabs(ray_.z) + depth;
    ray_.slack = 0x1p-51 * (dz * far_x + dx * far_z);
    ray_.edge_slack = 0x1p-51 * (depth * (dx + far_x) + width * (dz + far_z));
}

// Side of the ray on which an edge starts: 1 left, -1 right, 0 collinear.
int SurfaceWalk::exact_side(const NavTile& tile, uint32_t edge) const {
    return navspan::turn(at_, target_, plane_corner(tile, edge));
}

// Extends the ray beyond its target. Sets edge_ to the edge across which the extended ray leaves the polygon. For Exit::corner,
// edge_ starts at the corner.
inline SurfaceWalk::Exit SurfaceWalk::find_exit() {
    const NavTile& tile = *ray_.tile;
    const NavPolygon& polygon = tile.polygons[polygon_.polygon];
    const HalfEdge* const edges = tile.half_edges.data();
    const uint32_t end = polygon.first_edge + polygon.edge_count;
    const double x = ray_.x, z = ray_.z, dx = ray_.dx, dz = ray_.dz, slack = ray_.slack;
    const auto side = [&](uint32_t edge, double left) {
        return left > slack ? 1 : left < -slack ? -1 : exact_side(tile, edge);
    };
    uint32_t e = edge_;
    // (ax, az) and (bx, bz) are the ends of edge e, relative to the start of the ray.
    double ax = edges[e].x - x, az = edges[e].z - z;
    int before = side_known_ ? edge_side_ : side(e, dz * ax - dx * az);
    for (uint32_t i = 0; i < polygon.edge_count; ++i) {
        const uint32_t next = e + 1 == end ? polygon.first_edge : e + 1;
        const double bx = edges[next].x - x, bz = edges[next].z - z, left = dz * bx - dx * bz;
        const int after = left < -slack ? -1 : side(next, left);
        if (before < 0 && after > 0) {
            edge_ = e;
            // If the target is on the inner side of the edge, the ray ends before it leaves the polygon.
            const double inside = (bz - az) * (dx - ax) - (bx - ax) * (dz - az);
            if (inside > ray_.edge_slack) return Exit::beyond_target;
            if (inside < -ray_.edge_slack) return Exit::edge;
            const bool outside = navspan::turn(plane_corner(tile, e), plane_corner(tile, next), target_) < 0;
            return outside ? Exit::edge : Exit::beyond_target;
        }
        if (before <= 0 && after >= 0 && before != after) {
            edge_ = before == 0 ? e : next;
            return target_is_before_corner(plane_corner(tile, edge_)) ? Exit::beyond_target : Exit::corner;
        }
        e = next;
        ax = bx;
        az = bz;
        before = after;
    }
    assert(false && "the ray's start is in the polygon, so the ray leaves the polygon across an edge");
    return Exit::beyond_target;
}

bool SurfaceWalk::target_is_before_corner(PlanePoint corner) {
    return Int128{target_.x - corner.x} * (target_.x - at_.x) + Int128{target_.z - corner.z} * (target_.z - at_.z) <= 0;
}

// True if the ray continues from the start of edge `leaving` into the polygon of this edge or along its border.
bool SurfaceWalk::contains_ray(EdgeRef leaving) const {
    const NavTile& tile = trusted::tile_at(mesh_, leaving.tile);
    return exact_side(tile, trusted::next_edge(tile, leaving.edge)) <= 0 &&
           exact_side(tile, edge_before(tile, leaving.edge)) >= 0;
}

// Steps to the next polygon around a corner. Returns false at a wall.
bool SurfaceWalk::step_around(FanSide& side, bool right) const {
    const NavTile& tile = trusted::tile_at(mesh_, side.leaving.tile);
    const EdgeRef edge = right ? side.leaving : EdgeRef{side.leaving.tile, edge_before(tile, side.leaving.edge)};
    const EdgeRef twin = across(mesh_, filter_, edge);
    if (!twin.valid()) {
        side.wall = edge;
        side.open = false;
        return false;
    }
    side.leaving = right ? EdgeRef{twin.tile, trusted::next_edge(trusted::tile_at(mesh_, twin.tile), twin.edge)} : twin;
    ++side.steps;
    return true;
}

// Finds the polygon around the current corner into which the ray continues, and enters it. Returns false if there is no such
// polygon.
bool SurfaceWalk::turn_at_corner() {
    const EdgeRef first = edge();
    right_ = left_ = {.leaving = first, .wall = {}};
    bool found = contains_ray(first);
    while (!found && (right_.open || left_.open)) {
        for (const bool right : {true, false}) {
            FanSide& side = right ? right_ : left_;
            if (!side.open || !step_around(side, right)) continue;
            // a full turn without a wall: the ray continues into none of the polygons
            if (side.leaving == first) return false;
            found = contains_ray(side.leaving);
            if (!found) continue;
            follow(side.steps, right);
            break;
        }
    }
    side_known_ = true;
    edge_side_ = 0;
    return found;
}

void SurfaceWalk::follow(uint32_t steps, bool right) {
    for (; steps > 0; --steps) {
        const EdgeRef portal = right ? edge() : EdgeRef{polygon_.tile, edge_before(trusted::tile_of(mesh_, polygon_), edge_)};
        const EdgeRef twin = trusted::twin_of(mesh_, portal);
        enter(portal, twin);
        edge_ = right ? trusted::next_edge(trusted::tile_of(mesh_, polygon_), twin.edge) : twin.edge;
    }
}

// Crosses edge_, which the ray intersects. Returns false if there is no admitted polygon behind the edge.
inline bool SurfaceWalk::cross() {
    const EdgeRef portal = edge();
    const uint32_t twin = ray_.tile->half_edges[edge_].twin;
    if (twin & kSeamBit) {
        const EdgeRef beyond = across(mesh_, filter_, portal);
        if (!beyond.valid()) return false;
        enter(portal, beyond);
        edge_ = trusted::next_edge(trusted::tile_of(mesh_, polygon_), beyond.edge);
        look();
    } else {
        __builtin_prefetch(&ray_.tile->half_edges[twin]);
        const uint32_t next = ray_.tile->edge_polygon[twin];
        const NavPolygon& polygon = ray_.tile->polygons[next];
        if (!admits(filter_, polygon)) return false;
        polygon_.polygon = next;
        polygons_.push_back(polygon_);
        portals_.push_back(portal);
        edge_ = twin + 1 == polygon.first_edge + polygon.edge_count ? polygon.first_edge : twin + 1;
    }
    side_known_ = true;
    edge_side_ = -1;
    return true;
}

void SurfaceWalk::enter(EdgeRef portal, EdgeRef twin) {
    polygon_ = trusted::polygon_at(mesh_, twin);
    polygons_.push_back(polygon_);
    portals_.push_back(portal);
}

void SurfaceWalk::stop_at_edge(const NavTile& tile) {
    const PlanePoint a = plane_corner(tile, edge_), b = plane_corner(tile, trusted::next_edge(tile, edge_));
    const double right = orient(at_, a, target_), left = orient(at_, target_, b);
    const double inside = orient(a, b, at_), outside = orient(a, target_, b);
    edge_share_ = right / (right + left);
    ray_share_ = inside / (inside + outside);
}

void SurfaceWalk::stop_at_corner(PlanePoint corner) {
    const double dx = double(target_.x - at_.x), dz = double(target_.z - at_.z);
    ray_share_ = (double(corner.x - at_.x) * dx + double(corner.z - at_.z) * dz) / (dx * dx + dz * dz);
    at_ = corner;
    at_corner_ = true;
}

WalkEnd SurfaceWalk::walk_to(PlanePoint target) {
    target_ = target;
    if (at_ == target_) return WalkEnd::target;
    side_known_ = false;
    if (at_corner_ && !turn_at_corner()) {
        ray_share_ = 0;
        return WalkEnd::corner;
    }
    at_corner_ = false;
    look();
    // Terminates: polygons are convex and the walk never moves backwards, so it enters no polygon twice.
    while (true) {
        const Exit exit = find_exit();
        if (exit == Exit::beyond_target) break;
        if (exit == Exit::corner) {
            const PlanePoint corner = plane_corner(*ray_.tile, edge_);
            if (turn_at_corner()) {
                look();
                continue;
            }
            stop_at_corner(corner);
            return WalkEnd::corner;
        }
        if (!cross()) {
            stop_at_edge(*ray_.tile);
            return WalkEnd::edge;
        }
    }
    at_ = target_;
    return WalkEnd::target;
}

void SurfaceWalk::go_to_corner(uint32_t edge, bool end) {
    const NavTile& tile = trusted::tile_of(mesh_, polygon_);
    edge_ = end ? trusted::next_edge(tile, edge) : edge;
    at_ = plane_corner(tile, edge_);
    at_corner_ = true;
}

void SurfaceWalk::go_to_wall(bool right) {
    follow(right ? right_.steps : left_.steps, right);
}

}  // namespace navspan
