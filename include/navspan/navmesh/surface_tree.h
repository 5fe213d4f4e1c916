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

constexpr size_t kMaxCellTriangles = 32;  ///< where more are near, a cell of the grid has no list

/// Square cells over a tile as seen from above, each with the triangles of the surface on it or within `margin` of it: what
/// finds the surface near a point on or close to it in one step.
struct SurfaceGrid {
    double x = 0, z = 0;              ///< corner, from the tile's corner [lattice]
    double side = 1;                  ///< of a cell [lattice], > 0
    double margin = 0;                ///< [cell]
    uint32_t width = 0, depth = 0;    ///< number of cells in x and z
    std::vector<uint32_t> first;      ///< cells + 1, by rows: where a cell's triangles begin
    std::vector<uint32_t> triangles;  ///< of the cells, ascending; a single kNoIndex where more are near than it may hold
    friend bool operator==(const SurfaceGrid&, const SurfaceGrid&) = default;
};

/// What is near a point seen from above.
struct NearTriangles {
    std::span<const uint32_t> triangles;  ///< ascending, at most kMaxCellTriangles
    double radius = -1;                   ///< all others are farther away than this, seen from above [lattice]; < 0: not known
};

/// Of a point from the tile's corner [lattice].
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

/// Lays a grid over triangles, with twice as many cells as triangles; fewer where long triangles would be on too many.
/// Deterministic.
SurfaceGrid build_surface_grid(std::span<const SurfaceTriangle> triangles);

struct NavMesh;

constexpr uint32_t kTriangleBit = 0x80000000u;                       ///< in SurfaceNode::child: a detail triangle, not a node
constexpr float kNotLevel = std::numeric_limits<float>::infinity();  ///< of a polygon with more than one height

/// Four boxes and what is in them: the axes are x, y, z.
struct alignas(64) SurfaceNode {
    std::array<std::array<uint16_t, 4>, 3> low{}, high{};  ///< per axis, per child [tree unit], rounded outward
    std::array<uint32_t, 4> child{};  ///< a later node, kTriangleBit | detail triangle of the tile, or kNoIndex
    friend bool operator==(const SurfaceNode&, const SurfaceNode&) = default;
};
static_assert(sizeof(SurfaceNode) == 64);

/// A detail triangle with its corners at hand, three rows of 16 bytes.
struct alignas(16) SurfaceTriangle {
    std::array<int32_t, 3> x{};  ///< from the tile's corner [1/256 lattice]
    uint32_t polygon = 0;        ///< it belongs to
    std::array<int32_t, 3> z{};  ///< from the tile's corner [1/256 lattice]
    float low = 0;               ///< least of y
    std::array<float, 3> y{};    ///< above the tile's height 0 [wu]
    float high = 0;              ///< largest of y
    friend bool operator==(const SurfaceTriangle&, const SurfaceTriangle&) = default;
};
static_assert(sizeof(SurfaceTriangle) == 48);

/// Detail triangle number `triangle` of a tile, which belongs to `polygon`.
SurfaceTriangle surface_triangle(const NavTile& tile, uint32_t polygon, uint32_t triangle);

/// The same corner as detail_corner gives: x, z [lattice], y [wu].
inline DVec3 corner_of(const SurfaceTriangle& triangle, size_t i) {
    return {triangle.x[i] * (1.0 / kDetailQuantum), double(triangle.y[i]), triangle.z[i] * (1.0 / kDetailQuantum)};
}

/// A tree over the detail triangles of one tile, four children a node: what finds the surface near a point. Made from the tile,
/// not kept in files.
struct SurfaceTree {
    std::array<double, 3> origin{};           ///< from the tile's corner: x, z [lattice], y [wu]
    std::array<double, 3> per_unit{1, 1, 1};  ///< tree units in one of those; 65535 of them span the surface
    std::array<double, 3> side{1, 1, 1};      ///< of a tree unit [wu]
    std::vector<SurfaceNode> nodes;           ///< the first is the root; none for a tile without polygons
    std::vector<SurfaceTriangle> triangles;   ///< the tile's detail triangles, in their order there
    std::vector<float> level;                 ///< per polygon: its height above the tile's height 0 [wu], or kNotLevel
    SurfaceGrid grid;                         ///< the short way to those near a point close to the surface
    friend bool operator==(const SurfaceTree&, const SurfaceTree&) = default;
};

constexpr size_t kMaxSurfaceStack = 64;  ///< enough for the nodes that wait in a walk through any tree: three a level

/// Builds the tree of a valid tile. Deterministic. Source: Kay, Kajiya, Ray tracing complex scenes (1986), for the halving;
/// Wald, Benthin, Boulos, Getting rid of packets (2008), for nodes as wide as vectors.
SurfaceTree build_surface_tree(const NavTile& tile);

/// The last step of making a mesh: the trees of all its tiles, into NavMesh::surfaces.
void build_surface_trees(NavMesh& mesh);

}  // namespace navspan
