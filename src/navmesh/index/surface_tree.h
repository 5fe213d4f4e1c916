#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "navspan/core/no_index.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

constexpr size_t kMaxCellTriangles = 32;  ///< maximum length of a cell's list; cells with more triangles nearby have no list

/// The triangles near a point, seen from above.
struct NearTriangles {
    std::span<const uint32_t> triangles;  ///< indices of triangles, ascending, at most kMaxCellTriangles
    /// Lower bound on the horizontal distance from the point to the triangles not listed [lattice]. < 0: unknown.
    double radius = -1;
};

/// Returns the triangles near the point (x, z), which is relative to the tile's corner [lattice].
inline NearTriangles near_triangles(const SurfaceGrid& grid, double x, double z) {
    const double u = (x - grid.x) * grid.per_side, v = (z - grid.z) * grid.per_side;
    if (!(u >= 0 && v >= 0 && u < grid.width && v < grid.depth)) return {};
    const auto cell_x = uint32_t(u), cell_z = uint32_t(v);
    const size_t cell = size_t{cell_z} * grid.width + cell_x;
    const uint32_t first = grid.first[cell], count = grid.first[cell + 1] - first;
    if (count == 1 && grid.triangles[first] == kNoIndex) return {};
    const double from_side_x = std::min(u - cell_x, cell_x + 1 - u), from_side_z = std::min(v - cell_z, cell_z + 1 - v);
    return {{grid.triangles.data() + first, count}, (std::min(from_side_x, from_side_z) + grid.margin) * grid.side};
}

/// Builds a grid over triangles. The grid has at most about two cells per triangle. It has fewer, larger cells if long
/// triangles would overlap too many cells. Deterministic.
SurfaceGrid build_surface_grid(std::span<const SurfaceTriangle> triangles);

constexpr double kNormalScale = 32767;  ///< length of the normals in SurfaceTriangle

/// Returns detail triangle \p triangle of a tile, without its normals. Precondition: it belongs to \p polygon.
SurfaceTriangle surface_triangle(const NavTile& tile, uint32_t polygon, uint32_t triangle);

/// Position of corner \p i of a triangle, as detail_corner returns it: x, z relative to the tile's corner [lattice], y [wu].
inline DVec3 corner_of(const SurfaceTriangle& triangle, size_t i) {
    return {triangle.x[i] * (1.0 / kDetailQuantum), double(triangle.y[i]), triangle.z[i] * (1.0 / kDetailQuantum)};
}

/// Stack size that suffices for a depth-first traversal of any tree: the stack contains at most three children per level, and
/// 2^31 triangles need 16 levels.
constexpr size_t kMaxSurfaceStack = 64;

/// Builds the tree of a valid tile. Deterministic.
/// Sources: Kay, Kajiya, Ray tracing complex scenes (1986), for splits at the median; Wald, Benthin, Boulos, Getting rid of
/// packets (2008), for nodes as wide as a SIMD vector.
SurfaceTree build_surface_tree(const NavTile& tile);

/// Builds the trees of all tiles and stores them in NavMesh::surfaces.
void build_surface_trees(NavMesh& mesh);

}  // namespace navspan
