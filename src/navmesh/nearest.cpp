// The point of the navmesh's surface nearest to a point, in 3D.
//
// In: a mesh and a point anywhere. Out: the truly nearest point of any admitted polygon's detail triangles, however far, not
// the best of a box around the point. Each tile's tree of triangles is walked, nearer child first, and everything whose box is
// farther than the best so far is left out (Roussopoulos, Kelley, Vincent, Nearest neighbor queries, 1995). Distances of boxes
// are taken in single precision, four at a time, and a box is left out only when it is farther by more than all roundings
// together, so that of equally near polygons always the lowest is found, whatever the order. Distances of triangles are taken
// relative to the point, in doubles, so they hold far from the origin. Weak case: from a million times the level's size away
// single precision tells no box from another, and every triangle is asked.

#include "navspan/navmesh/nearest.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>

#include "navspan/navmesh/surface_tree.h"

namespace navspan {
namespace {

// the point of the segment a..b nearest to 0
DVec3 nearest_on_segment(DVec3 a, DVec3 b) {
    const DVec3 d = b - a;
    const double dd = dot(d, d);
    const double t = dd > 0 ? std::clamp(-dot(a, d) / dd, 0.0, 1.0) : 0.0;
    return t >= 1 ? b : a + d * t;
}

// the point of the triangle a, b, c nearest to 0: right above or below, or on a side that 0 lies beyond
DVec3 nearest_on_triangle(DVec3 a, DVec3 b, DVec3 c) {
    const DVec3 n = cross(b - a, c - a);
    const double nn = dot(n, n);
    const bool flat = !(nn > 0);
    const bool beyond_ab = flat || dot(cross(b - a, a), n) > 0;
    const bool beyond_bc = flat || dot(cross(c - b, b), n) > 0;
    const bool beyond_ca = flat || dot(cross(a - c, c), n) > 0;
    if (!beyond_ab && !beyond_bc && !beyond_ca) return n * (dot(a, n) / nn);
    DVec3 best = a;
    double least = dot(a, a);
    const auto visit_side = [&](DVec3 from, DVec3 to) {
        const DVec3 p = nearest_on_segment(from, to);
        const double squared = dot(p, p);
        if (squared < least) least = squared, best = p;
    };
    if (beyond_ab) visit_side(a, b);
    if (beyond_bc) visit_side(b, c);
    if (beyond_ca) visit_side(c, a);
    return best;
}

struct Best {
    double squared = 0;  // distance [wu^2]
    DVec3 offset;        // from the point asked for [wu]
    PolygonRef polygon;
};

// a tile and the point asked for in its coordinates
struct View {
    const NavTile& tile;
    DVec3 at;  // x, z [lattice], y [wu]
    double quantum;

    DVec3 offset(DVec3 corner) const { return {(corner.x - at.x) * quantum, corner.y - at.y, (corner.z - at.z) * quantum}; }
};

// asks one triangle; its polygon must be admitted only if it would be the best
template <class Admitted>
void visit_triangle(const View& view, PolygonRef ref, uint32_t triangle, Best& best, const Admitted& admitted) {
    const NavPolygon& polygon = view.tile.polygons[ref.polygon];
    const NavDetailTriangle& t = view.tile.detail_triangles[triangle];
    const DVec3 offset = nearest_on_triangle(view.offset(detail_corner(view.tile, polygon, t.a)),
                                             view.offset(detail_corner(view.tile, polygon, t.b)),
                                             view.offset(detail_corner(view.tile, polygon, t.c)));
    const double squared = dot(offset, offset);
    if (squared > best.squared || (squared == best.squared && !(ref < best.polygon))) return;
    if (admitted(ref)) best = {squared, offset, ref};
}

void visit_polygon(const View& view, PolygonRef ref, Best& best) {
    const NavPolygon& polygon = view.tile.polygons[ref.polygon];
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t)
        visit_triangle(view, ref, polygon.first_detail_triangle + t, best, [](PolygonRef) { return true; });
}

// four at a time, as every 64-bit processor has them
typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Ints __attribute__((vector_size(16)));
typedef uint16_t Shorts __attribute__((vector_size(8)));

Floats to_floats(const std::array<uint16_t, 4>& numbers) {
    Shorts shorts;
    std::memcpy(&shorts, numbers.data(), sizeof(shorts));
    return __builtin_convertvector(__builtin_convertvector(shorts, Ints), Floats);
}

// the point asked for as the boxes of a tree see it
class BoxView {
public:
    BoxView(const SurfaceTree& tree, const View& view) {
        const std::array<double, 3> local{view.at.x, view.at.y, view.at.z};
        double slack = 0;  // more than rounding can change a distance [wu]
        for (size_t a = 0; a < 3; ++a) {
            const double units = (local[a] - tree.origin[a]) * tree.per_unit[a];
            at_[a] = Floats{} + float(units);
            side_[a] = Floats{} + float(tree.side[a]);
            slack += (std::fabs(units) + 0x1p16) * 0x1p-21 * tree.side[a];
        }
        slack_ = 1001 * slack * slack;
    }

    // distances of a node's boxes, squared [wu^2]
    Floats squared_distances(const SurfaceNode& node) const {
        Floats sum{};
        for (size_t a = 0; a < 3; ++a) {
            const Floats below = to_floats(node.low[a]) - at_[a], above = at_[a] - to_floats(node.high[a]);
            const Floats farther = below > above ? below : above;
            const Floats d = (farther > 0.0f ? farther : Floats{}) * side_[a];
            sum += d * d;
        }
        return sum;
    }

    // what squared_distances does not pass for a box that may hold something as near as this, because with distance d and slack
    // s, (d + s)^2 <= d^2 (1 + k) + s^2 (1 + 1/k) for every k
    float reach(double squared) const { return float(squared * 1.001001 + slack_); }

private:
    std::array<Floats, 3> at_{}, side_{};  // [tree unit], its size [wu]
    double slack_ = 0;                     // [wu^2]
};

template <class Admitted>
void visit_tile(const SurfaceTree& tree, const View& view, uint32_t slot, Best& best, const Admitted& admitted) {
    struct Waiting {
        float squared;
        uint32_t child;
    };
    std::array<Waiting, kMaxSurfaceStack> stack;
    size_t waiting = 0;
    const BoxView boxes(tree, view);
    float reach = boxes.reach(best.squared);
    uint32_t child = 0;
    for (;;) {
        if (child == kNoChild) {
            // a place left empty in a node
        } else if (child & kTriangleBit) {
            const uint32_t triangle = child & ~kTriangleBit;
            const double before = best.squared;
            visit_triangle(view, {slot, tree.triangle_polygon[triangle]}, triangle, best, admitted);
            if (best.squared < before) reach = boxes.reach(best.squared);
        } else {
            const SurfaceNode& node = tree.nodes[child];
            const Floats squared = boxes.squared_distances(node);
            // the nearest child is next, the others wait
            size_t next = 0;
            for (size_t i = 1; i < 4; ++i)
                next = squared[i] < squared[next] ? i : next;
            for (size_t i = 0; i < 4; ++i) {
                stack[waiting] = {squared[i], node.child[i]};
                waiting += i != next && squared[i] <= reach;
            }
            child = node.child[next];
            if (squared[next] <= reach) continue;
        }
        while (waiting && !(stack[waiting - 1].squared <= reach))
            --waiting;
        if (waiting == 0) return;
        child = stack[--waiting].child;
    }
}

// adding the offset to a point far away would cost digits: from there the surface is asked again at close range
SurfacePoint surface_point(const NavMesh& mesh, DVec3 point, const Best& best) {
    const DVec3 position = point + best.offset;
    const double distance = std::sqrt(best.squared), quantum = mesh.tiles[0]->frame.quantum;
    if (distance < 1e3 * quantum) return {best.polygon, position, distance};
    const NavTile& tile = tile_of(mesh, best.polygon);
    Best close{.squared = std::numeric_limits<double>::infinity(), .offset = {}, .polygon = best.polygon};
    visit_polygon({tile, to_local(tile.frame, position), tile.frame.quantum}, best.polygon, close);
    return {best.polygon, position + close.offset, distance};
}

}  // namespace

bool is_in_world(DVec3 p) {
    return std::fabs(p.x) <= kMaxWorld_wu && std::fabs(p.y) <= kMaxWorld_wu && std::fabs(p.z) <= kMaxWorld_wu;
}

std::optional<SurfacePoint> find_nearest(const NavMesh& mesh, DVec3 point, const NearestOptions& options) {
    assert(is_in_world(point));
    Best best{.squared = options.max_distance * options.max_distance, .offset = {}, .polygon = {}};
    const auto admitted = [&](PolygonRef ref) {
        return (!options.filter || admits(*options.filter, polygon_of(mesh, ref))) && (!options.accept || options.accept(ref));
    };
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        const SurfaceTree& tree = *mesh.surfaces[slot];
        if (tree.nodes.empty()) continue;
        visit_tile(tree, {tile, to_local(tile.frame, point), tile.frame.quantum}, slot, best, admitted);
    }
    if (!best.polygon.valid()) return std::nullopt;
    return surface_point(mesh, point, best);
}

SurfacePoint nearest_on_polygon(const NavMesh& mesh, PolygonRef polygon, DVec3 point) {
    const NavTile& tile = tile_of(mesh, polygon);
    Best best{.squared = std::numeric_limits<double>::infinity(), .offset = {}, .polygon = polygon};
    visit_polygon({tile, to_local(tile.frame, point), tile.frame.quantum}, polygon, best);
    return surface_point(mesh, point, best);
}

double surface_height(const NavMesh& mesh, PolygonRef ref, double x, double z) {
    const NavTile& tile = tile_of(mesh, ref);
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const DVec3 at = to_local(tile.frame, {x, 0, z});
    double best = std::numeric_limits<double>::infinity(), height = 0;
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const NavDetailTriangle& triangle = tile.detail_triangles[polygon.first_detail_triangle + t];
        std::array<DVec3, 3> flat;
        std::array<double, 3> y;
        const std::array<uint32_t, 3> corners{triangle.a, triangle.b, triangle.c};
        for (size_t i = 0; i < 3; ++i) {
            const DVec3 corner = detail_corner(tile, polygon, corners[i]);
            flat[i] = {corner.x - at.x, 0, corner.z - at.z};
            y[i] = corner.y;
        }
        // the nearest point of the triangle seen from above, and the weights of its corners there
        const DVec3 p = nearest_on_triangle(flat[0], flat[1], flat[2]);
        const double squared = dot(p, p);
        if (squared >= best) continue;
        best = squared;
        const double whole = cross(flat[1] - flat[0], flat[2] - flat[0]).y;
        const double wb = cross(p - flat[0], flat[2] - flat[0]).y / whole;
        const double wc = cross(flat[1] - flat[0], p - flat[0]).y / whole;
        height = y[0] + wb * (y[1] - y[0]) + wc * (y[2] - y[0]);
        if (best == 0) break;
    }
    return to_world(tile.frame, {0, height, 0}).y;
}

}  // namespace navspan
