// Heights on the surface.
//
// In: a polygon and a point seen from above.
// Out: the height of the polygon's detail triangle at the point.
// Idea: If the polygon has few triangles, all of them are tested; otherwise the grid provides the triangles near the point. A
// point that is outside a triangle by at most a rounding error counts as inside. If the point is outside all triangles, the
// height at the nearest point of a triangle is used.
// Source: own method.
// Weak cases: none known.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "navmesh/index/nearest_on_triangle.h"
#include "navmesh/index/polygon_surface.h"
#include "navmesh/index/surface_tree.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

constexpr size_t kFewTriangles = 8;  // the grid is used only for polygons with more triangles

// A point seen from above, and a tolerance: a point within this distance of a triangle counts as inside.
struct Spot {
    double x = 0, z = 0;  // [lattice]
    double slack = 0;     // [1/256 lattice]
};

Spot spot_at(const TileFrame& frame, double x, double z) {
    const double rounding = 0x1p-50 * (std::fabs(x) + std::fabs(z) + std::fabs(frame.origin.x) + std::fabs(frame.origin.z));
    return {(x - frame.origin.x) / frame.quantum - frame.x0, (z - frame.origin.z) / frame.quantum - frame.z0,
            1e-7 + rounding / frame.quantum * kDetailQuantum};
}

bool contains_xz(const SurfaceTriangle& t, const Spot& at) {
    // corners relative to the point [1/256 lattice]
    std::array<double, 3> x, z;
    for (size_t i = 0; i < 3; ++i) {
        x[i] = t.x[i] - at.x * kDetailQuantum;
        z[i] = t.z[i] - at.z * kDetailQuantum;
    }
    // Positive if the point is beyond the side from corner i to corner k by more than the slack. The code has no branches,
    // because their outcomes would be hard to predict.
    const auto beyond = [&](size_t i, size_t k) {
        return x[i] * z[k] - x[k] * z[i] - at.slack * (std::fabs(x[k] - x[i]) + std::fabs(z[k] - z[i]));
    };
    return std::max(std::max(beyond(0, 1), beyond(1, 2)), beyond(2, 0)) <= 0;
}

// Returns the height [wu] of a triangle's plane at a point. @param p  offset of the point from `at` [lattice]
double height_at(const SurfaceTriangle& t, const Spot& at, DVec3 p) {
    const DVec3 a = corner_of(t, 0), b = corner_of(t, 1), c = corner_of(t, 2);
    const double bx = b.x - a.x, bz = b.z - a.z, cx = c.x - a.x, cz = c.z - a.z;
    const double px = at.x + p.x - a.x, pz = at.z + p.z - a.z;
    const double per_area = 1 / (bz * cx - bx * cz);
    return a.y + (pz * cx - px * cz) * per_area * (b.y - a.y) + (bz * px - bx * pz) * per_area * (c.y - a.y);
}

// Returns the first triangle of a polygon that contains a point, or null.
const SurfaceTriangle* triangle_at(const SurfaceTree& tree, uint32_t polygon, std::span<const SurfaceTriangle> triangles,
                                   const Spot& at) {
    if (triangles.size() > kFewTriangles) {
        const NearTriangles near = near_triangles(tree.grid, at.x, at.z);
        for (const uint32_t t : near.triangles) {
            if (tree.triangles[t].polygon == polygon && contains_xz(tree.triangles[t], at)) return &tree.triangles[t];
        }
        if (near.radius * kDetailQuantum > at.slack) return nullptr;
    }
    for (const SurfaceTriangle& t : triangles) {
        if (contains_xz(t, at)) return &t;
    }
    return nullptr;
}

// Returns the height [wu] at the point of the triangles that has the least horizontal distance to `at`.
double nearest_height(std::span<const SurfaceTriangle> triangles, const Spot& at) {
    double height = 0, least = std::numeric_limits<double>::infinity();
    for (const SurfaceTriangle& t : triangles) {
        std::array<DVec3, 3> flat;
        for (size_t i = 0; i < 3; ++i) {
            const DVec3 corner = corner_of(t, i);
            flat[i] = {corner.x - at.x, 0, corner.z - at.z};
        }
        const DVec3 p = nearest_on_triangle(flat[0], flat[1], flat[2]);
        if (dot(p, p) >= least) continue;
        least = dot(p, p);
        height = height_at(t, at, p);
    }
    return height;
}

}  // namespace

double surface_height(const NavMesh& mesh, const SurfacePoint& on, double x, double z) {
    const bool valid = has_point(mesh, on) && is_in_world({x, 0, z});
    return valid ? polygon_height(mesh, on.polygon, x, z) : std::numeric_limits<double>::quiet_NaN();
}

double polygon_height(const NavMesh& mesh, PolygonRef ref, double x, double z) {
    if (!has_polygon(mesh, ref)) return std::numeric_limits<double>::quiet_NaN();
    const TileFrame& frame = tile_of(mesh, ref).frame;
    const SurfaceTree& tree = *mesh.surfaces.begin()[ref.tile];
    const double base = frame.origin.y + frame.height_quantum * frame.y0;
    if (const float level = tree.level[ref.polygon]; level != kNotFlat) return base + level;
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const std::span<const SurfaceTriangle> triangles{tree.triangles.data() + polygon.first_detail_triangle,
                                                     polygon.detail_triangle_count};
    const Spot at = spot_at(frame, x, z);
    const SurfaceTriangle* found = triangle_at(tree, ref.polygon, triangles, at);
    return base + (found ? height_at(*found, at, {}) : nearest_height(triangles, at));
}

}  // namespace navspan
