// The point of the navmesh's surface nearest to a point, in 3D.
//
// In: a mesh and a point anywhere. Out: the truly nearest point of any admitted polygon's detail triangles, however far, not
// the best of a box around the point. Tiles by their boxes, polygons through the tile's tree: nearer child first, everything
// whose box is farther than the best so far is left out (Roussopoulos, Kelley, Vincent, Nearest neighbor queries, 1995). Boxes
// a hair nearer than the best are still opened, so that of equally near polygons always the lowest is found, whatever the
// order. All distances are taken relative to the point, in doubles, so they hold far from the origin.

#include "navspan/navmesh/nearest.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "navspan/navmesh/bvh.h"

namespace navspan {
namespace {

// the point of the segment a..b nearest to 0
DVec3 nearest_on_segment(DVec3 a, DVec3 b) {
    const DVec3 d = b - a;
    const double dd = dot(d, d);
    const double t = dd > 0 ? std::clamp(-dot(a, d) / dd, 0.0, 1.0) : 0.0;
    return t >= 1 ? b : a + d * t;
}

// the point of the triangle a, b, c nearest to 0
DVec3 nearest_on_triangle(DVec3 a, DVec3 b, DVec3 c) {
    const DVec3 n = cross(b - a, c - a);
    const double nn = dot(n, n);
    if (nn > 0 && dot(cross(b - a, a), n) <= 0 && dot(cross(c - b, b), n) <= 0 && dot(cross(a - c, c), n) <= 0) {
        return n * (dot(a, n) / nn);
    }
    DVec3 best = nearest_on_segment(a, b);
    for (const DVec3 other : {nearest_on_segment(b, c), nearest_on_segment(c, a)}) {
        if (dot(other, other) < dot(best, best)) best = other;
    }
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
    double squared_distance(const BvhNode& box) const {
        const double dx = std::max({box.min_x - at.x, 0.0, at.x - box.max_x}) * quantum;
        const double dy = std::max({double(box.min_y) - at.y, 0.0, at.y - double(box.max_y)});
        const double dz = std::max({box.min_z - at.z, 0.0, at.z - box.max_z}) * quantum;
        return dx * dx + dy * dy + dz * dz;
    }
};

// boxes that look farther by rounding alone must not be passed over
double with_slack(double squared) {
    return squared * (1 + 1e-12);
}

void visit_polygon(const View& view, PolygonRef ref, Best& best) {
    const NavPolygon& polygon = view.tile.polygons[ref.polygon];
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const NavDetailTriangle& triangle = view.tile.detail_triangles[polygon.first_detail_triangle + t];
        const DVec3 offset = nearest_on_triangle(view.offset(detail_corner(view.tile, polygon, triangle.a)),
                                                 view.offset(detail_corner(view.tile, polygon, triangle.b)),
                                                 view.offset(detail_corner(view.tile, polygon, triangle.c)));
        const double squared = dot(offset, offset);
        if (squared < best.squared || (squared == best.squared && ref < best.polygon)) best = {squared, offset, ref};
    }
}

bool is_admitted(const View& view, PolygonRef ref, const NearestOptions& options) {
    return (!options.filter || admits(*options.filter, view.tile.polygons[ref.polygon])) &&
           (!options.accept || options.accept(ref));
}

void visit_tile(const View& view, uint32_t slot, const NearestOptions& options, Best& best) {
    struct Waiting {
        double squared;
        uint32_t node;
    };
    std::array<Waiting, kMaxBvhDepth + 1> stack;
    size_t waiting = 0;
    stack[waiting++] = {view.squared_distance(view.tile.bvh[0]), 0};
    while (waiting) {
        const Waiting top = stack[--waiting];
        if (top.squared > with_slack(best.squared)) continue;
        const BvhNode& node = view.tile.bvh[top.node];
        if (node.right == 0) {
            if (is_admitted(view, {slot, node.polygon}, options)) visit_polygon(view, {slot, node.polygon}, best);
            continue;
        }
        Waiting near{view.squared_distance(view.tile.bvh[top.node + 1]), top.node + 1};
        Waiting far{view.squared_distance(view.tile.bvh[node.right]), node.right};
        if (far.squared < near.squared) std::swap(near, far);
        stack[waiting++] = far;
        stack[waiting++] = near;
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
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        if (tile.bvh.empty()) continue;
        visit_tile({tile, to_local(tile.frame, point), tile.frame.quantum}, slot, options, best);
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
