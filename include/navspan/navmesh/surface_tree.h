#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace navspan {

/// A uniform grid over a tile, seen from above. Each grid cell lists the surface triangles that overlap the cell or lie
/// within `margin` of the cell. The list of the cell that contains a point gives the surface near that point in constant time.
struct SurfaceGrid {
    double x = 0,                     ///< x of the grid's corner, relative to the tile's corner [lattice]
        z = 0;                        ///< z of the grid's corner, relative to the tile's corner [lattice]
    double side = 1,                  ///< side of a grid cell [lattice], > 0
        per_side = 1;                 ///< grid cells per lattice unit: 1 / side
    double margin = 0;                ///< a cell's list contains all triangles within this distance of the cell [grid cell]
    uint32_t width = 0,               ///< number of grid cells in x
        depth = 0;                    ///< number of grid cells in z
    std::vector<uint32_t> first;      ///< start offset of each cell's list, row by row, then the end offset of the last list
    std::vector<uint32_t> triangles;  ///< the lists, each ascending; for a cell without a list: one entry kNoIndex
    /// Memberwise comparison.
    friend bool operator==(const SurfaceGrid&, const SurfaceGrid&) = default;
};

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

/// A detail triangle with the coordinates of its corners. The layout is four rows of 16 bytes for SIMD loads. The size is one
/// cache line.
struct alignas(64) SurfaceTriangle {
    std::array<int32_t, 3> x{};  ///< x of each corner, relative to the tile's corner [1/256 lattice]
    uint32_t polygon = 0;        ///< index of the polygon that contains the triangle
    std::array<int32_t, 3> z{};  ///< z of each corner, relative to the tile's corner [1/256 lattice]
    float low = 0;               ///< minimum of y [wu]
    std::array<float, 3> y{};    ///< height of each corner, relative to TileFrame::y0 [wu]
    float high = 0;              ///< maximum of y [wu]
    /// For the side that starts at each corner: x of the unit normal that points into the triangle, seen from above, times
    /// 32767 and rounded towards 0. If the side has length 0, the normal is 0. The last element is 0.
    std::array<int16_t, 4> normal_x{};
    std::array<int16_t, 4> normal_z{};  ///< same, z
    /// Memberwise comparison.
    friend bool operator==(const SurfaceTriangle&, const SurfaceTriangle&) = default;
};
static_assert(sizeof(SurfaceTriangle) == 64);

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

}  // namespace navspan
