#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_tile.h"
#include "navspan/navmesh/surface_grid.h"

namespace navspan {

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
