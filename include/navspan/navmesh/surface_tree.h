#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

struct SurfaceTriangle;

constexpr size_t kMaxCellTriangles = 32;  ///< maximum length of a cell's list; cells with more triangles nearby have no list

/// A uniform grid over a tile, seen from above. Each grid cell lists the surface triangles that overlap the cell or lie
/// within `margin` of the cell. The list of the cell that contains a point gives the surface near that point in constant time.
struct SurfaceGrid {
    double x = 0,                     ///< x of the grid's corner, relative to the tile's corner [lattice]
        z = 0;                        ///< z of the grid's corner, relative to the tile's corner [lattice]
    double side = 1;                  ///< side of a grid cell [lattice], > 0
    double margin = 0;                ///< a cell's list contains all triangles within this distance of the cell [grid cell]
    uint32_t width = 0,               ///< number of grid cells in x
        depth = 0;                    ///< number of grid cells in z
    std::vector<uint32_t> first;      ///< start offset of each cell's list, row by row, then the end offset of the last list
    std::vector<uint32_t> triangles;  ///< the lists, each ascending; for a cell without a list: one entry kNoIndex
    /// Memberwise comparison.
    friend bool operator==(const SurfaceGrid&, const SurfaceGrid&) = default;
};

/// The triangles near a point, seen from above.
struct NearTriangles {
    std::span<const uint32_t> triangles;  ///< indices of triangles, ascending, at most kMaxCellTriangles
    /// Lower bound on the horizontal distance from the point to the triangles not listed [lattice]. < 0: unknown.
    double radius = -1;
};

/// Returns the triangles near the point (x, z), which is relative to the tile's corner [lattice].
inline NearTriangles near_triangles(const SurfaceGrid& grid, double x, double z) {
    const double u = (x - grid.x) / grid.side, v = (z - grid.z) / grid.side;
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

struct NavMesh;

/// Set in SurfaceNode::child if the child is a detail triangle instead of a node.
constexpr uint32_t kTriangleBit = 0x80000000u;
/// Value in SurfaceTree::level for a polygon whose surface is not horizontal.
constexpr float kNotFlat = std::numeric_limits<float>::infinity();

/// A node of a SurfaceTree, with the bounding boxes of its four children. The axes are x, y, z. The size is one cache line.
struct alignas(64) SurfaceNode {
    std::array<std::array<uint16_t, 4>, 3> low{},  ///< lower bounds of the children's boxes [tree unit], rounded outward
        high{};                                    ///< upper bounds of the children's boxes [tree unit], rounded outward
    std::array<uint32_t, 4> child{};  ///< the children: index of a later node, kTriangleBit | index of a triangle, or kNoIndex
    /// Memberwise comparison.
    friend bool operator==(const SurfaceNode&, const SurfaceNode&) = default;
};
static_assert(sizeof(SurfaceNode) == 64);

/// A detail triangle with the coordinates of its corners. The layout is three rows of 16 bytes for SIMD loads.
struct alignas(16) SurfaceTriangle {
    std::array<int32_t, 3> x{};  ///< x of each corner, relative to the tile's corner [1/256 lattice]
    uint32_t polygon = 0;        ///< index of the polygon that contains the triangle
    std::array<int32_t, 3> z{};  ///< z of each corner, relative to the tile's corner [1/256 lattice]
    float low = 0;               ///< minimum of y [wu]
    std::array<float, 3> y{};    ///< height of each corner, relative to TileFrame::y0 [wu]
    float high = 0;              ///< maximum of y [wu]
    /// Memberwise comparison.
    friend bool operator==(const SurfaceTriangle&, const SurfaceTriangle&) = default;
};
static_assert(sizeof(SurfaceTriangle) == 48);

/// Returns detail triangle \p triangle of a tile. Empty if the triangle does not belong to \p polygon.
SurfaceTriangle surface_triangle(const NavTile& tile, uint32_t polygon, uint32_t triangle);

/// Position of corner \p i of a triangle, as detail_corner returns it: x, z relative to the tile's corner [lattice], y [wu].
inline DVec3 corner_of(const SurfaceTriangle& triangle, size_t i) {
    return {triangle.x[i] * (1.0 / kDetailQuantum), double(triangle.y[i]), triangle.z[i] * (1.0 / kDetailQuantum)};
}

/// A tree of boxes over the detail triangles of one tile, with four children per node. Finds the surface near a point. Boxes
/// are stored as 16-bit integers in tree units: along each axis, the surface is 65535 tree units long. Derived from the tile
/// and not stored in files.
struct SurfaceTree {
    std::array<double, 3> origin{};  ///< origin of the tree's coordinates, relative to the tile: x, z [lattice], y [wu]
    std::array<double, 3> per_unit{1, 1, 1};  ///< tree units per lattice unit (x, z) and per world unit (y)
    std::array<double, 3> side{1, 1, 1};      ///< size of a tree unit [wu]
    std::vector<SurfaceNode> nodes;           ///< nodes[0] is the root; empty for a tile without polygons
    std::vector<SurfaceTriangle> triangles;   ///< the tile's detail triangles, in the order of the tile
    std::vector<float> level;                 ///< height of each flat polygon, relative to TileFrame::y0 [wu]; else kNotFlat
    SurfaceGrid grid;                         ///< for points close to the surface, finds the surface faster than the tree does
    /// Memberwise comparison.
    friend bool operator==(const SurfaceTree&, const SurfaceTree&) = default;
};

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
