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

// the point asked for in a tile's coordinates
struct View {
    DVec3 at;  // x, z [lattice], y [wu]
    double quantum;

    DVec3 offset(DVec3 corner) const { return {(corner.x - at.x) * quantum, corner.y - at.y, (corner.z - at.z) * quantum}; }
};

// asks one triangle; its polygon must be admitted only if it would be the best
template <class Admitted>
void visit_triangle(const View& view, uint32_t slot, const SurfaceTriangle& t, Best& best, const Admitted& admitted) {
    const DVec3 offset =
        nearest_on_triangle(view.offset(corner_of(t, 0)), view.offset(corner_of(t, 1)), view.offset(corner_of(t, 2)));
    const double squared = dot(offset, offset);
    const PolygonRef ref{slot, t.polygon};
    if (squared > best.squared || (squared == best.squared && !(ref < best.polygon))) return;
    if (admitted(ref)) best = {squared, offset, ref};
}

std::span<const SurfaceTriangle> triangles_of(const NavMesh& mesh, PolygonRef ref) {
    const NavPolygon& polygon = polygon_of(mesh, ref);
    return {mesh.surfaces[ref.tile]->triangles.data() + polygon.first_detail_triangle, polygon.detail_triangle_count};
}

// needs no tree: links are validated before there is one
void visit_polygon(const NavMesh& mesh, PolygonRef ref, DVec3 point, Best& best) {
    const NavTile& tile = tile_of(mesh, ref);
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const View view{to_local(tile.frame, point), tile.frame.quantum};
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const SurfaceTriangle triangle = surface_triangle(tile, ref.polygon, polygon.first_detail_triangle + t);
        visit_triangle(view, ref.tile, triangle, best, [](PolygonRef) { return true; });
    }
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
            const double before = best.squared;
            visit_triangle(view, slot, tree.triangles[child & ~kTriangleBit], best, admitted);
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

constexpr size_t kFewTriangles = 16;  // so few are looked through without the tree

// corners seen from above, from a point at height 0
std::array<DVec3, 3> flat_corners(const SurfaceTriangle& t, DVec3 at) {
    std::array<DVec3, 3> flat;
    for (size_t i = 0; i < 3; ++i) {
        const DVec3 corner = corner_of(t, i);
        flat[i] = {corner.x - at.x, 0, corner.z - at.z};
    }
    return flat;
}

// a triangle holds a point of the plane, or all but: crossings of its sides come with rounding
inline bool holds_xz(const SurfaceTriangle& t, DVec3 at) {
    constexpr double cell = kDetailQuantum, slack = 1e-7;  // [1/256 lattice]
    const double x = at.x * cell, z = at.z * cell;
    const auto is_left_of = [&](size_t i, size_t k) {
        const double ex = double(t.x[k]) - t.x[i], ez = double(t.z[k]) - t.z[i];
        return ex * (z - t.z[i]) - ez * (x - t.x[i]) <= slack * (std::fabs(ex) + std::fabs(ez));
    };
    return is_left_of(0, 1) && is_left_of(1, 2) && is_left_of(2, 0);
}

// height of a triangle's plane at p, given from the point `at` [lattice]
inline double height_at(const SurfaceTriangle& t, DVec3 at, DVec3 p) {
    const DVec3 a = corner_of(t, 0), b = corner_of(t, 1), c = corner_of(t, 2);
    const double bx = b.x - a.x, bz = b.z - a.z, cx = c.x - a.x, cz = c.z - a.z;
    const double px = at.x + p.x - a.x, pz = at.z + p.z - a.z;
    const double per_area = 1 / (bz * cx - bx * cz);
    return a.y + (pz * cx - px * cz) * per_area * (b.y - a.y) + (bz * px - bx * pz) * per_area * (c.y - a.y);
}

// the first triangle of a polygon that holds a point of the plane, through the tree
const SurfaceTriangle* triangle_above(const SurfaceTree& tree, uint32_t polygon, DVec3 at) {
    const auto x = float((at.x - tree.origin[0]) * tree.per_unit[0]), z = float((at.z - tree.origin[2]) * tree.per_unit[2]);
    constexpr float slack = 0.1f;  // more than rounding to single precision takes
    std::array<uint32_t, kMaxSurfaceStack> stack{0};
    size_t waiting = 1;
    const SurfaceTriangle* first = nullptr;
    while (waiting) {
        const SurfaceNode& node = tree.nodes[stack[--waiting]];
        for (size_t i = 0; i < 4; ++i) {
            const uint32_t child = node.child[i];
            if (x < node.low[0][i] - slack || x > node.high[0][i] + slack) continue;
            if (z < node.low[2][i] - slack || z > node.high[2][i] + slack || child == kNoChild) continue;
            if (!(child & kTriangleBit)) {
                stack[waiting++] = child;
                continue;
            }
            const SurfaceTriangle& t = tree.triangles[child & ~kTriangleBit];
            if (t.polygon == polygon && holds_xz(t, at) && (!first || &t < first)) first = &t;
        }
    }
    return first;
}

// adding the offset to a point far away would cost digits: from there the surface is asked again at close range
SurfacePoint surface_point(const NavMesh& mesh, DVec3 point, const Best& best) {
    const DVec3 position = point + best.offset;
    const double distance = std::sqrt(best.squared), quantum = mesh.tiles[0]->frame.quantum;
    if (distance < 1e3 * quantum) return {best.polygon, position, distance};
    Best close{.squared = std::numeric_limits<double>::infinity(), .offset = {}, .polygon = best.polygon};
    visit_polygon(mesh, best.polygon, position, close);
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
        visit_tile(tree, {to_local(tile.frame, point), tile.frame.quantum}, slot, best, admitted);
    }
    if (!best.polygon.valid()) return std::nullopt;
    return surface_point(mesh, point, best);
}

SurfacePoint nearest_on_polygon(const NavMesh& mesh, PolygonRef polygon, DVec3 point) {
    Best best{.squared = std::numeric_limits<double>::infinity(), .offset = {}, .polygon = polygon};
    visit_polygon(mesh, polygon, point, best);
    return surface_point(mesh, point, best);
}

double surface_height(const NavMesh& mesh, PolygonRef ref, double x, double z) {
    const TileFrame& frame = tile_of(mesh, ref).frame;
    const DVec3 at{(x - frame.origin.x) / frame.quantum - frame.x0, 0, (z - frame.origin.z) / frame.quantum - frame.z0};
    const std::span<const SurfaceTriangle> triangles = triangles_of(mesh, ref);
    double height = 0;
    const SurfaceTriangle* found = nullptr;
    if (triangles.size() <= kFewTriangles) {
        for (size_t i = 0; i < triangles.size() && !found; ++i) {
            if (holds_xz(triangles[i], at)) found = &triangles[i];
        }
    } else {
        found = triangle_above(*mesh.surfaces[ref.tile], ref.polygon, at);
    }
    if (found) {
        height = height_at(*found, at, {});
    } else {
        double least = std::numeric_limits<double>::infinity();
        for (const SurfaceTriangle& t : triangles) {
            const std::array<DVec3, 3> flat = flat_corners(t, at);
            const DVec3 p = nearest_on_triangle(flat[0], flat[1], flat[2]);
            if (dot(p, p) >= least) continue;
            least = dot(p, p);
            height = height_at(t, at, p);
        }
    }
    return frame.origin.y + frame.height_quantum * frame.y0 + height;
}

}  // namespace navspan
