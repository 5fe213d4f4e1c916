// Walks over the polygons along a line that is straight when seen from above.
//
// In: a position in a polygon and a target.
// Out: the polygons crossed, and the reason why the walk ended.
// Idea: The ray leaves a polygon across an edge or exactly at a corner. At an edge, the walk enters the polygon behind the
// edge. At a corner, it visits the polygons around the corner until one contains the ray's direction. All decisions are exact:
// all corners of a polygon are tested with doubles; exact tests follow if a rounding error could change the result.
// Source: Devillers, Pion, Teillaud, Walking in a triangulation (2002); Shewchuk, Adaptive precision floating-point arithmetic
// and fast robust geometric predicates (1997).
// Weak cases: A corner takes time proportional to the number of its polygons.

#include "query/search/surface_walk.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/simd.h"
#include "navmesh/mesh/trusted.h"
#include "query/search/flood.h"

namespace navspan {
namespace {

PlanePoint operator-(PlanePoint a, PlanePoint b) {
    return {a.x - b.x, a.z - b.z};
}

// Twice the signed area of the triangle 0, a, b, with the sign of turn(0, a, b), rounded to the nearest double.
template <class Integer>
double area_between(PlanePoint a, PlanePoint b) {
    return double(Integer{a.z} * b.x - Integer{a.x} * b.z);
}

// The intersection of an edge with a ray, as a fraction of the edge and of the ray.
struct Crossing {
    double edge_share, ray_share;
};
// Intersects the edge from a to b with the ray from 0 to `ray`.
template <class Integer>
Crossing intersect(PlanePoint a, PlanePoint b, PlanePoint ray) {
    const double right = area_between<Integer>(a, ray), whole = right + area_between<Integer>(ray, b);
    return {right / whole, area_between<Integer>(a, b) / whole};
}

uint32_t edge_before(const NavTile& tile, uint32_t e) {
    const NavPolygon& p = tile.polygons[tile.edge_polygon[e]];
    return e == p.first_edge ? e + p.edge_count - 1 : e - 1;
}

}  // namespace

void SurfaceWalk::begin(PolygonRef polygon, PlanePoint at) {
    move_to(polygon, at);
    polygons_.clear();
    portals_.clear();
    polygons_.push_back(polygon);
}

void SurfaceWalk::move_to(PolygonRef polygon, PlanePoint at) {
    polygon_ = polygon;
    edge_ = trusted::polygon_of(mesh_, polygon).first_edge;
    at_ = at;
    at_corner_ = is_near_ = false;
}

// Updates ray_. Must be called after every change of position, target or tile.
void SurfaceWalk::update_ray() {
    const NavTile& tile = trusted::tile_of(mesh_, polygon_);
    const auto lattice = [](int64_t x, int64_t z) { return F64x2{double(x), double(z)} * (1 / kSubLattice); };
    ray_.tile = &tile;
    ray_.position = lattice(at_.x, at_.z) - F64x2{double(tile.frame.x0), double(tile.frame.z0)};
    ray_.d = lattice(target_.x - at_.x, target_.z - at_.z);
    set_slacks();
}

// Updates the bounds on rounding errors in ray_.
inline void SurfaceWalk::set_slacks() {
    const NavTile& tile = *ray_.tile;
    // The rounding error of a difference of two products is less than 2^-51 times the larger product.
    const auto sum_of_products = [](F64x2 a, F64x2 b) { return a[0] * b[1] + a[1] * b[0]; };
    const F64x2 size{double(tile.width), double(tile.depth)}, d = absolute(ray_.d);
    const F64x2 far = absolute(ray_.position) + size;
    ray_.slack = 0x1p-51 * sum_of_products(far, d);
    ray_.edge_slack = 0x1p-51 * sum_of_products(size, d + far);
}

// Side of the ray on which an edge starts: 1 left, -1 right, 0 collinear.
int SurfaceWalk::exact_side(const NavTile& tile, uint32_t edge) const {
    return navspan::turn(at_, target_, plane_corner(tile, edge));
}

// The corners of a polygon, relative to the position, and the sides of the ray on which they lie.
struct SurfaceWalk::Corners {
    static constexpr uint32_t kMost = 31;

    F64x2 at(uint32_t i) const { return F64x2{double(edges[i].x), double(edges[i].z)} - position; }
    uint32_t all_bits() const { return (1u << count) - 1; }
    uint32_t next(uint32_t i) const { return i + 1 == count ? 0 : i + 1; }
    // The first edge that leads from the right of the ray to the left, or vice versa.
    uint32_t edge_to_left() const { return uint32_t(std::countr_zero(right & ~right_of_next())); }
    uint32_t edge_to_right() const { return uint32_t(std::countr_zero(~right & right_of_next())); }
    // Bit i is 1 if the corner after corner i is right of the ray.
    uint32_t right_of_next() const { return right >> 1 | (right & 1) << (count - 1); }
    // Twice the area of the triangle between edge i and a point: positive if the point is on the inner side of the edge.
    double area(uint32_t i, F64x2 point) const {
        const F64x2 a = at(i), edge = at(next(i)) - a, to = point - a;
        return edge[1] * to[0] - edge[0] * to[1];
    }

    const HalfEdge* edges;  // of the polygon
    uint32_t count;         // number of corners
    F64x2 position;         // position of the walk, relative to the corner of the tile [lattice]
    uint32_t right = 0;     // bit i is 1 if corner i is right of the ray; 0 if exact tests are necessary
};

// Returns the corners of the current polygon.
inline SurfaceWalk::Corners SurfaceWalk::corners() const {
    const NavPolygon& polygon = ray_.tile->polygons[polygon_.polygon];
    Corners all{ray_.tile->half_edges.data() + polygon.first_edge, polygon.edge_count, ray_.position};
    if (all.count > Corners::kMost) return all;
    const auto both = [](double v) { return F64x2{v, v}; };
    const F64x2 dx = both(ray_.d[0]), dz = both(ray_.d[1]), x = both(ray_.position[0]), z = both(ray_.position[1]);
    // Smallest |left|: twice the area of the triangle of a corner, the position and the target.
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    F64x2 least_area{kInfinity, kInfinity};
    static_assert(sizeof(HalfEdge) == sizeof(I32x4) && offsetof(HalfEdge, x) == 0 && offsetof(HalfEdge, z) == 4);
    const auto test_two = [&](uint32_t i) {
        const uint32_t last = all.count - 1;
        const I32x4 corners = zip(load<I32x4>(all.edges + least(i, last)), load<I32x4>(all.edges + least(i + 1, last)));
        const F64x2 left = dz * (lower_doubles(corners) - x) - dx * (upper_doubles(corners) - z);
        all.right |= sign_bits(I64x2(left)) << i;
        least_area = least(least_area, absolute(left));
    };
    // Corners are tested in groups of four, because the exit of a loop over pairs would often be mispredicted.
    for (uint32_t i = 0; i < all.count; i += 4) {
        test_two(i);
        test_two(i + 2);
    }
    all.right &= all.all_bits();
    if (least(least_area[0], least_area[1]) <= ray_.slack || all.right == all.all_bits()) all.right = 0;
    return all;
}

// Extends the ray beyond its target. Sets edge_ to the edge across which the extended ray leaves the polygon. For Exit::corner,
// edge_ starts at the corner.
inline SurfaceWalk::Exit SurfaceWalk::find_exit() {
    return find_exit(corners());
}

inline SurfaceWalk::Exit SurfaceWalk::find_exit(const Corners& corners) {
    if (corners.right == 0) return find_exit_exactly();
    const uint32_t out = corners.edge_to_left();
    // If the target is on the inner side of the edge, the ray ends before it leaves the polygon.
    const double inside = corners.area(out, ray_.d);
    if (std::fabs(inside) <= ray_.edge_slack) return find_exit_exactly();
    edge_ = ray_.tile->polygons[polygon_.polygon].first_edge + out;
    return inside > 0 ? Exit::beyond_target : Exit::edge;
}

// Same as find_exit.
SurfaceWalk::Exit SurfaceWalk::find_exit_exactly() {
    const NavTile& tile = *ray_.tile;
    const NavPolygon& polygon = tile.polygons[polygon_.polygon];
    const uint32_t end = polygon.first_edge + polygon.edge_count;
    int before = exact_side(tile, end - 1);
    for (uint32_t e = end - 1, next = polygon.first_edge; next < end; e = next++) {
        const int after = exact_side(tile, next);
        if (before < 0 && after > 0) {
            edge_ = e;
            const bool outside = navspan::turn(plane_corner(tile, e), plane_corner(tile, next), target_) < 0;
            return outside ? Exit::edge : Exit::beyond_target;
        }
        if (before <= 0 && after >= 0 && before != after) {
            edge_ = before == 0 ? e : next;
            return target_is_before_corner(plane_corner(tile, edge_)) ? Exit::beyond_target : Exit::corner;
        }
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
        update_ray();
    } else {
        __builtin_prefetch(&ray_.tile->half_edges[twin]);
        const uint32_t next = ray_.tile->edge_polygon[twin];
        const NavPolygon& polygon = ray_.tile->polygons[next];
        if (!admits(filter_, polygon)) return false;
        const PolygonRef entered{polygon_.tile, next};
        polygons_.push_back(entered);
        portals_.push_back(portal);
        polygon_.polygon = next;
    }
    return true;
}

void SurfaceWalk::enter(EdgeRef portal, EdgeRef twin) {
    polygon_ = trusted::polygon_at(mesh_, twin);
    polygons_.push_back(polygon_);
    portals_.push_back(portal);
}

void SurfaceWalk::stop_at_edge() {
    const PlanePoint a = plane_corner(*ray_.tile, edge_) - at_,
                     b = plane_corner(*ray_.tile, trusted::next_edge(*ray_.tile, edge_)) - at_, ray = target_ - at_;
    // Most coordinates are in [-2^31, 2^31). The areas then fit into 64 bits.
    const auto upper = [](PlanePoint p) {
        return uint64_t(p.x + (int64_t{1} << 31)) >> 32 | uint64_t(p.z + (int64_t{1} << 31)) >> 32;
    };
    const bool fits = (upper(a) | upper(b) | upper(ray)) == 0;
    const Crossing at = fits ? intersect<int64_t>(a, b, ray) : intersect<Int128>(a, b, ray);
    edge_share_ = at.edge_share;
    ray_share_ = at.ray_share;
}

void SurfaceWalk::stop_at_corner(PlanePoint corner) {
    const double dx = double(target_.x - at_.x), dz = double(target_.z - at_.z);
    ray_share_ = (double(corner.x - at_.x) * dx + double(corner.z - at_.z) * dz) / (dx * dx + dz * dz);
    at_ = corner;
    at_corner_ = true;
}

WalkEnd SurfaceWalk::walk_to(const WalkTarget& target) {
    if (!is_near_) return walk_to(target.point());
    is_near_ = false;
    target_ = target.point();
    ray_.d = target.local - ray_.position;
    set_slacks();
    const Corners around = corners();
    const auto area_at_start = [&](uint32_t edge) { return around.area(edge, F64x2{}); };
    // The ray starts inside if its start is on the inner side of the edges across which its line enters and leaves.
    if (around.right != 0 &&
        least(area_at_start(around.edge_to_right()), area_at_start(around.edge_to_left())) > ray_.edge_slack)
        return walk_on(find_exit(around));
    at_ = snap_inside(*ray_.tile, ray_.tile->polygons[polygon_.polygon], at_);
    return walk_to(target_);
}

WalkEnd SurfaceWalk::walk_to(PlanePoint target) {
    target_ = target;
    if (at_ == target_) return WalkEnd::target;
    if (at_corner_ && !turn_at_corner()) {
        ray_share_ = 0;
        return WalkEnd::corner;
    }
    at_corner_ = false;
    update_ray();
    return walk_on(find_exit());
}

// Walks on after find_exit.
WalkEnd SurfaceWalk::walk_on(Exit exit) {
    // Terminates: polygons are convex and the walk never moves backwards, so it enters no polygon twice.
    while (true) {
        if (exit == Exit::beyond_target) break;
        if (exit == Exit::corner) {
            const PlanePoint corner = plane_corner(*ray_.tile, edge_);
            if (turn_at_corner()) {
                update_ray();
                exit = find_exit();
                continue;
            }
            stop_at_corner(corner);
            return WalkEnd::corner;
        }
        if (!cross()) {
            stop_at_edge();
            return WalkEnd::edge;
        }
        exit = find_exit();
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
