// Finds the point on the surface of a mesh that is nearest to a given point, in 3D.
//
// In: a mesh and any point.
// Out: the nearest point on the detail triangles of admitted polygons, or nothing if this point is too far away.
// Idea: If the query point is close to the surface, its grid cell lists all candidates (surface_tree.h). Otherwise, the tile's
// tree of triangles is traversed, nearer child first. Single-precision lower bounds exclude most boxes and triangles; the
// other triangles are tested in double precision.
// Source: Roussopoulos, Kelley, Vincent, Nearest neighbor queries (1995).
// Weak cases: For extremely distant query points, every triangle is tested.

#include "navspan/navmesh/nearest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "core/simd.h"
#include "navmesh/index/nearest_ground.h"
#include "navmesh/index/nearest_on_triangle.h"
#include "navmesh/index/polygon_surface.h"
#include "navmesh/index/surface_tree.h"
#include "navmesh/mesh/admission_filter.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/surface_tree.h"

namespace navspan {
namespace {

struct NearestHit {
    double squared = 0;  // squared distance [wu^2]
    DVec3 offset;        // offset from the query point to the hit [wu]
    PolygonRef polygon;
};

// The query point in the coordinates of a tile.
struct LocalPoint {
    DVec3 at;  // x, z [lattice], y [wu]
    double quantum;

    DVec3 offset(DVec3 corner) const { return {(corner.x - at.x) * quantum, corner.y - at.y, (corner.z - at.z) * quantum}; }
};

// Tests one triangle and updates the best hit. Calls `admitted` only if the triangle would be the best hit.
template <class Admitted>
void visit_triangle(const LocalPoint& view, uint32_t slot, const SurfaceTriangle& t, NearestHit& best,
                    const Admitted& admitted) {
    const DVec3 a = view.offset(corner_of(t, 0)), b = view.offset(corner_of(t, 1)), c = view.offset(corner_of(t, 2));
    DVec3 offset;
    if (!nearest_on_level_triangle(a, b, c, offset)) offset = nearest_on_triangle(a, b, c);
    const double squared = dot(offset, offset);
    const PolygonRef ref{slot, t.polygon};
    if (squared > best.squared || (squared == best.squared && !(ref < best.polygon))) return;
    if (admitted(ref)) best = {squared, offset, ref};
}

// Tests all triangles of a polygon. Does not use the tree, because the validation of links calls this function (through
// nearest_on_polygon) before the tree exists.
void visit_polygon(const NavMesh& mesh, PolygonRef ref, DVec3 point, NearestHit& best) {
    const NavTile& tile = tile_of(mesh, ref);
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const LocalPoint view{to_local(tile.frame, point), tile.frame.quantum};
    for (uint32_t t = 0; t < polygon.detail_triangle_count; ++t) {
        const SurfaceTriangle triangle = surface_triangle(tile, ref.polygon, polygon.first_detail_triangle + t);
        visit_triangle(view, ref.tile, triangle, best, [](PolygonRef) { return true; });
    }
}

F32x4 magnitude(F32x4 a) {
    return F32x4(I32x4(a) & std::numeric_limits<int32_t>::max());
}

F32x4 to_floats(const std::array<uint16_t, 4>& numbers) {
    U16x4 shorts;
    std::memcpy(&shorts, numbers.data(), sizeof(shorts));
    return __builtin_convertvector(__builtin_convertvector(shorts, I32x4), F32x4);
}

// Computes distances from the query point to the boxes of a tree, in single precision.
class BoxDistance {
public:
    BoxDistance(const SurfaceTree& tree, const LocalPoint& view) {
        const std::array<double, 3> local{view.at.x, view.at.y, view.at.z};
        double slack = 0;  // upper bound on the rounding error of a distance [wu]
        for (size_t a = 0; a < 3; ++a) {
            const double units = (local[a] - tree.origin[a]) * tree.per_unit[a];
            at_[a] = F32x4{} + float(units);
            side_[a] = F32x4{} + float(tree.side[a]);
            slack += (std::fabs(units) + 0x1p16) * 0x1p-21 * tree.side[a];
        }
        slack_ = 1001 * slack * slack;
    }

    // Returns the squared distances from the query point to the four boxes of a node [wu^2].
    F32x4 squared_distances(const SurfaceNode& node) const {
        F32x4 sum{};
        for (size_t a = 0; a < 3; ++a) {
            const F32x4 below = to_floats(node.low[a]) - at_[a], above = at_[a] - to_floats(node.high[a]);
            const F32x4 farther = below > above ? below : above;
            const F32x4 d = (farther > 0.0f ? farther : F32x4{}) * side_[a];
            sum += d * d;
        }
        return sum;
    }

    // Returns an upper bound on the value that squared_distances() computes for a box whose squared distance d^2 is at most
    // `squared`. Let s be the rounding error of d. For any k > 0, (d + s)^2 <= d^2 (1 + k) + s^2 (1 + 1/k). Here, k = 0.001.
    float reach(double squared) const { return float(squared * 1.001001 + slack_); }

private:
    std::array<F32x4, 3> at_{}, side_{};  // at_: the query point [tree unit]; side_: size of a tree unit [wu]
    double slack_ = 0;                    // s^2 (1 + 1/k) [wu^2]
};

// Computes lower bounds on the distances from the query point to nearby triangles, in single precision. The horizontal part is
// the distance to the line through a side, if the point is beyond that side. The vertical part is the distance to the
// triangle's height range, if the point is above or below this range.
class TriangleLowerBound {
public:
    explicit TriangleLowerBound(const LocalPoint& view)
        : x_(I32x4{} + rounded(view.at.x)),
          z_(I32x4{} + rounded(view.at.z)),
          y_(float(view.at.y)),
          y_slack_(std::fabs(y_) * 0x1p-22f),
          unit_(float(view.quantum * (1 / (kDetailQuantum * kNormalScale)))) {}

    // Returns a lower bound on the squared distance [wu^2], up to a relative error of a millionth.
    float squared_lower_bound(const SurfaceTriangle& triangle) const {
        const auto* const rows = reinterpret_cast<const std::byte*>(&triangle);
        // Lanes 0 to 2 hold the offsets from the point to the start of each side. The normals in lane 3 are 0.
        const F32x4 dx = to_floats(wrapping_difference(load<I32x4>(rows + offsetof(SurfaceTriangle, x)), x_)),
                    dz = to_floats(wrapping_difference(load<I32x4>(rows + offsetof(SurfaceTriangle, z)), z_));
        const auto normals = load<I16x8>(rows + offsetof(SurfaceTriangle, normal_x));
        const F32x4 nx = to_floats(lower_ints(normals)), nz = to_floats(upper_ints(normals));
        // Upper bound on the rounding errors of the query point (one unit), the normals and the products, times kNormalScale. A
        // coordinate of a normal is off by less than one.
        const F32x4 slack = float(kNormalScale) + 1.5f * (magnitude(dx) + magnitude(dz));
        F32x4 out = greatest(nx * dx + nz * dz - slack, F32x4{});
        out = greatest(out, __builtin_shufflevector(out, out, 2, 3, 0, 1));
        const float flat = greatest(out[0], out[1]) * unit_;
        const float rise = greatest(greatest(triangle.low - y_, y_ - triangle.high) - y_slack_, 0.0f);
        return flat * flat + rise * rise;
    }

private:
    static int32_t rounded(double v) { return int32_t(v * kDetailQuantum + 0.5); }
    static I32x4 wrapping_difference(I32x4 a, I32x4 b) { return I32x4(U32x4(a) - U32x4(b)); }
    static F32x4 to_floats(I32x4 w) { return __builtin_convertvector(w, F32x4); }

    I32x4 x_, z_;        // the query point [1/256 lattice]
    float y_, y_slack_;  // y_: height of the query point [wu]; y_slack_: upper bound on its rounding error [wu]
    float unit_;         // 1/256 of the lattice step, divided by kNormalScale [wu]
};

// Tests the triangles that the point's grid cell lists. Returns true only if all other triangles are farther away than the best
// hit.
template <class Admitted>
bool visit_cell(const SurfaceTree& tree, const LocalPoint& view, uint32_t slot, NearestHit& best, const Admitted& admitted) {
    const NearTriangles near = near_triangles(tree.grid, view.at.x, view.at.z);
    if (near.radius < 0) return false;
    const std::span<const uint32_t> list = near.triangles;
    const TriangleLowerBound triangle_view(view);
    constexpr float kFar = std::numeric_limits<float>::infinity();
    std::array<float, kMaxCellTriangles> least;
    size_t first = 0;
    float smallest = kFar;
    for (size_t i = 0; i < list.size(); ++i) {
        const float bound = triangle_view.squared_lower_bound(tree.triangles[list[i]]);
        least[i] = bound;
        first = bound < smallest ? i : first;
        smallest = bound < smallest ? bound : smallest;
    }
    const auto visit = [&](size_t i) {
        if (least[i] <= float(best.squared * 1.001)) visit_triangle(view, slot, tree.triangles[list[i]], best, admitted);
    };
    if (!list.empty()) visit(first);
    // The distance of the first triangle usually excludes all others.
    uint32_t others = 0;
    const float limit = float(best.squared * 1.001);
    for (size_t i = 0; i < list.size(); i += 4)
        others |= sign_bits(I32x4(load<F32x4>(&least[i]) <= limit)) << i;
    others &= ~(1u << first) & uint32_t((uint64_t{1} << list.size()) - 1);
    for (; others != 0; others &= others - 1)
        visit(size_t(std::countr_zero(others)));
    const double clear = near.radius * view.quantum;
    return best.squared < clear * clear * 0.999;
}

template <class Admitted>
void visit_tree(const SurfaceTree& tree, const LocalPoint& view, uint32_t slot, NearestHit& best, const Admitted& admitted) {
    struct WaitingNode {
        float squared;
        uint32_t child;
    };
    std::array<WaitingNode, kMaxSurfaceStack> stack;
    size_t waiting = 0;
    const BoxDistance boxes(tree, view);
    float reach = boxes.reach(best.squared);
    uint32_t child = 0;
    for (;;) {
        if (child == kNoIndex) {
            // empty child
        } else if (child & kTriangleBit) {
            const double before = best.squared;
            visit_triangle(view, slot, tree.triangles[child & ~kTriangleBit], best, admitted);
            if (best.squared < before) reach = boxes.reach(best.squared);
        } else {
            const SurfaceNode& node = tree.nodes[child];
            const F32x4 squared = boxes.squared_distances(node);
            // visit the nearest child next and push the other children within reach
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

// Lower bound on the squared horizontal distance from a point to the tile's ground [wu^2].
double squared_distance_xz(const NavTile& tile, DVec3 point) {
    const DVec3 at = to_local(tile.frame, point);
    constexpr double slack = 1e-6;  // upper bound on the rounding error near the tile [lattice]
    const double x = std::max({-at.x - slack, at.x - tile.width - slack, 0.0}) * tile.frame.quantum;
    const double z = std::max({-at.z - slack, at.z - tile.depth - slack, 0.0}) * tile.frame.quantum;
    return x * x + z * z;
}

uint32_t nearest_tile(const NavMesh& mesh, DVec3 point) {
    uint32_t nearest = 0;
    if (mesh.tiles.size() < 2) return nearest;
    double least = std::numeric_limits<double>::infinity();
    for (uint32_t slot = 0; slot < mesh.tiles.size() && least > 0; ++slot) {
        const double squared = squared_distance_xz(trusted::tile_at(mesh, slot), point);
        if (squared < least) least = squared, nearest = slot;
    }
    return nearest;
}

// Sets `result` to the world point of a hit. If the query point is far away, the sum of the point and the long offset is
// inexact. This sum is then moved to the nearest point of the polygon.
void set_surface_point(const NavMesh& mesh, const DVec3& point, const NearestHit& best, SurfacePoint& result) {
    result.polygon = best.polygon;
    result.position = point + best.offset;
    result.distance = std::sqrt(best.squared);
    result.revision = mesh.revision;
    if (result.distance < 1e3 * trusted::tile_at(mesh, 0).frame.quantum) return;
    NearestHit close{.squared = std::numeric_limits<double>::infinity(), .offset = {}, .polygon = best.polygon};
    visit_polygon(mesh, best.polygon, result.position, close);
    result.position = result.position + close.offset;
}

template <class Admitted>
std::optional<SurfacePoint> find_nearest_admitted(const NavMesh& mesh, DVec3 point, double max_distance,
                                                  const Admitted& admitted) {
    std::optional<SurfacePoint> found;
    if (!(max_distance >= 0) || !is_in_world(point)) return found;
    NearestHit best{.squared = max_distance * max_distance, .offset = {}, .polygon = {}};
    const auto visit = [&](uint32_t slot) {
        const SurfaceTree& tree = *mesh.surfaces.begin()[slot];
        if (tree.nodes.empty()) return;
        const TileFrame& frame = trusted::tile_at(mesh, slot).frame;
        const LocalPoint view{to_local(frame, point), frame.quantum};
        if (!visit_cell(tree, view, slot, best, admitted)) visit_tree(tree, view, slot, best, admitted);
    };
    // start with the nearest tile: its result limits the search in the other tiles
    const uint32_t first = nearest_tile(mesh, point);
    if (!mesh.tiles.empty()) visit(first);
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        if (slot != first && squared_distance_xz(trusted::tile_at(mesh, slot), point) <= best.squared * (1 + 1e-9)) visit(slot);
    }
    if (best.polygon.valid()) set_surface_point(mesh, point, best, found.emplace());
    return found;
}

// The grid cell that contains a point, as an element of SurfaceGrid::first. Null if the point is outside the grid.
const uint32_t* grid_cell(const SurfaceGrid& grid, DVec3 local) {
    const double u = (local.x - grid.x) * grid.per_side, v = (local.z - grid.z) * grid.per_side;
    if (!(u >= 0 && v >= 0 && u < grid.width && v < grid.depth)) return nullptr;
    return grid.first.data() + size_t{uint32_t(v)} * grid.width + uint32_t(u);
}

}  // namespace

std::optional<SurfacePoint> find_nearest(const NavMesh& mesh, DVec3 point, const NearestOptions& options) {
    const QueryFilter& filter = admission_filter(options.filter);
    return find_nearest_admitted(mesh, point, options.max_distance, [&](PolygonRef ref) {
        return admits(filter, trusted::polygon_of(mesh, ref)) && (!options.accept || options.accept(ref));
    });
}

std::optional<SurfacePoint> find_nearest_ground(const NavMesh& mesh, DVec3 point, double max_distance) {
    return find_nearest_admitted(mesh, point, max_distance, [](PolygonRef) { return true; });
}

void prefetch_nearest(const NavMesh& mesh, DVec3 first, DVec3 second) {
    if (mesh.tiles.size() != 1 || !is_in_world(first) || !is_in_world(second)) return;
    const TileFrame& frame = trusted::tile_at(mesh, 0).frame;
    const SurfaceTree& tree = *mesh.surfaces.begin()[0];
    std::array<const uint32_t*, 2> cells{};  // elements of SurfaceGrid::first; null if the point is outside the grid
    for (size_t i = 0; i < 2; ++i) {
        cells[i] = grid_cell(tree.grid, to_local(frame, i == 0 ? first : second));
        __builtin_prefetch(cells[i]);
    }
    for (const uint32_t* cell : cells) {
        if (cell) __builtin_prefetch(tree.grid.triangles.data() + *cell);
    }
    for (const uint32_t* cell : cells) {
        for (uint32_t i = cell ? cell[0] : 0; i < (cell ? cell[1] : 0); ++i) {
            if (const uint32_t triangle = tree.grid.triangles[i]; triangle != kNoIndex)
                __builtin_prefetch(tree.triangles.data() + triangle);
        }
    }
}

SurfacePoint nearest_on_polygon(const NavMesh& mesh, const SurfacePoint& on, DVec3 point) {
    return has_point(mesh, on) ? nearest_in_polygon(mesh, on.polygon, point) : SurfacePoint{};
}

SurfacePoint nearest_in_polygon(const NavMesh& mesh, PolygonRef polygon, DVec3 point) {
    if (!has_polygon(mesh, polygon) || !is_in_world(point)) return {};
    NearestHit best{.squared = std::numeric_limits<double>::infinity(), .offset = {}, .polygon = polygon};
    visit_polygon(mesh, polygon, point, best);
    SurfacePoint nearest;
    set_surface_point(mesh, point, best, nearest);
    return nearest;
}

}  // namespace navspan
