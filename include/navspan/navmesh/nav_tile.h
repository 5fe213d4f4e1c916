#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"

namespace navspan {

constexpr uint32_t kSeamBit = 0x80000000u;   ///< set in HalfEdge::twin of a seam edge; the twin, if any, is in another tile
constexpr int32_t kDetailQuantum = 256;      ///< coordinates of detail vertices are multiples of 1/256 lattice unit
constexpr int32_t kMaxLattice = 1 << 29;     ///< largest absolute lattice coordinate in the world
constexpr int32_t kMaxTileExtent = 1 << 22;  ///< largest width and depth of a tile [lattice]
constexpr double kMaxHeight_wu = 1e9;        ///< largest |height| relative to TileFrame::y0 [wu]

/// Maps the integer coordinates of a tile to the world:
/// world x = origin.x + quantum * (x0 + x), world z = origin.z + quantum * (z0 + z),
/// world y = origin.y + height_quantum * y0 + y.
/// If an untiled level is moved by whole cells, only the frame of its single tile changes.
struct TileFrame {
    DVec3 origin;               ///< world position of lattice point (0, 0, 0) [wu]
    double quantum = 1;         ///< side of a lattice cell [wu], > 0
    double height_quantum = 1;  ///< height of one lattice step [wu], > 0
    int32_t x0 = 0,             ///< x of the tile's corner [lattice]
        z0 = 0;                 ///< z of the tile's corner [lattice]
    int32_t y0 = 0;             ///< height 0 of the tile: all heights in the tile are relative to this height [lattice step]
    /// Memberwise comparison.
    friend bool operator==(const TileFrame&, const TileFrame&) = default;
};

/// An edge of one polygon, with its start point. The half-edges of a polygon run counter-clockwise seen from above.
struct HalfEdge {
    int32_t x = 0,        ///< x of the start point, relative to the tile's corner [lattice]
        z = 0;            ///< z of the start point, relative to the tile's corner [lattice]
    uint32_t vertex = 0;  ///< vertex at the start: index into NavTile::vertex_y
    /// Half-edge of the neighbour polygon along the same edge. At a wall: kNoIndex. For the k-th seam edge of the tile (in edge
    /// order): kSeamBit | k. The twin of a seam edge is entry k of the tile's list in NavMesh::seams.
    uint32_t twin = kNoIndex;
    /// Memberwise comparison.
    friend bool operator==(const HalfEdge&, const HalfEdge&) = default;
};

/// True if the edge is on a seam: its twin, if any, is in another tile.
inline bool is_seam_edge(const HalfEdge& edge) {
    return edge.twin != kNoIndex && (edge.twin & kSeamBit) != 0;
}

/// A convex polygon. Corners of 180 degrees are legal.
struct NavPolygon {
    uint32_t first_edge = 0;             ///< index of the polygon's first half-edge; the half-edges are consecutive
    uint32_t edge_count = 0;             ///< number of half-edges, >= 3
    uint16_t flags = 0;                  ///< flags for query filters
    uint8_t area = 0;                    ///< area id 1..63
    uint8_t reserved = 0;                ///< always 0
    uint32_t first_detail_vertex = 0,    ///< index into NavTile::detail_vertices
        detail_vertex_count = 0;         ///< number of detail vertices
    uint32_t first_detail_triangle = 0,  ///< index into NavTile::detail_triangles
        detail_triangle_count = 0;       ///< number of detail triangles, >= 1
    /// Memberwise comparison.
    friend bool operator==(const NavPolygon&, const NavPolygon&) = default;
};

/// A vertex of a polygon's detail surface that is not a corner of the polygon.
struct NavDetailVertex {
    int32_t x = 0,  ///< x relative to the tile's corner [1/256 lattice]
        z = 0;      ///< z relative to the tile's corner [1/256 lattice]
    float y = 0;    ///< height, relative to TileFrame::y0 [wu]
    /// Memberwise comparison.
    friend bool operator==(const NavDetailVertex&, const NavDetailVertex&) = default;
};

/// A triangle of a polygon's detail surface, counter-clockwise seen from above. A corner index i < edge_count refers to corner
/// i of the polygon. A corner index i >= edge_count refers to detail vertex i - edge_count of the polygon.
struct NavDetailTriangle {
    uint32_t a = 0,  ///< index of the first corner
        b = 0,       ///< index of the second corner
        c = 0;       ///< index of the third corner
    /// Memberwise comparison.
    friend bool operator==(const NavDetailTriangle&, const NavDetailTriangle&) = default;
};

/// A node of a tile's bounding volume tree. Nodes are stored in preorder. The left child of an inner node is the next node, and
/// the right child is at `right`. The subtree of the left child ends where the right child starts.
struct BvhNode {
    int32_t min_x = 0,     ///< lower bound on x, relative to the tile's corner [lattice]
        min_z = 0,         ///< lower bound on z, relative to the tile's corner [lattice]
        max_x = 0,         ///< upper bound on x [lattice]
        max_z = 0;         ///< upper bound on z [lattice]
    float min_y = 0,       ///< lower bound on the height, relative to TileFrame::y0 [wu]
        max_y = 0;         ///< upper bound on the height, relative to TileFrame::y0 [wu]
    uint32_t right = 0;    ///< index of the right child, greater than the node's own index; 0 in a leaf
    uint32_t polygon = 0;  ///< index of the polygon in a leaf; 0 in an inner node
    /// Memberwise comparison.
    friend bool operator==(const BvhNode&, const BvhNode&) = default;
};

constexpr int32_t kNoFloor = -0x7fffffff - 1;  ///< height in a SeamStep without a connection

/// Describes how one lattice unit of a seam edge connects to the neighbour tile.
struct SeamStep {
    int32_t own = 0,  ///< height of the floor in this tile [lattice step]
        across = 0;   ///< height of the floor in the neighbour tile [lattice step]
    /// Memberwise comparison.
    friend bool operator==(const SeamStep&, const SeamStep&) = default;
};

/// Data about the border of a baked tile that link_tiles needs. Empty after linking.
struct TileBorder {
    std::vector<SeamStep> steps;  ///< one step per lattice unit of a seam edge; ordered by edge, then along the edge
    /// For the first polygon of each region: number of cells of the region. For other polygons: 0. Empty if cells were not
    /// counted.
    std::vector<uint32_t> polygon_cells;
    /// Memberwise comparison.
    friend bool operator==(const TileBorder&, const TileBorder&) = default;
};

/// A drop or jump that the bake of a tile found. The drop or jump starts in the tile and may end in another tile. link_tiles
/// turns each TileLink into one or two off-mesh links. Both ends are centres of cells: for example, world x = frame.origin.x +
/// quantum * (frame.x0 + x + 1/2).
struct TileLink {
    int32_t x = 0,        ///< start: cell x, relative to the tile's corner [lattice]
        y = 0,            ///< start: height of the floor [lattice step]
        z = 0;            ///< start: cell z [lattice]
    int32_t end_x = 0,    ///< end: cell x, relative to the tile's corner [lattice]; may lie outside the tile
        end_y = 0,        ///< end: height of the floor [lattice step]
        end_z = 0;        ///< end: cell z [lattice]; may lie outside the tile
    float reach = 0;      ///< largest distance that an end may be moved to the ground when the link is placed [wu]
    uint16_t flags = 1;   ///< flags for query filters
    uint8_t area = 1;     ///< area id 1..63
    uint8_t two_way = 0;  ///< 1 if the agent can also jump back, else 0
    /// Memberwise comparison.
    friend auto operator<=>(const TileLink&, const TileLink&) = default;
};

/// The agent that a mesh was baked for.
struct NavAgent {
    double radius = 0,  ///< radius of the agent [wu]
        height = 0,     ///< height of the agent [wu]
        max_climb = 0,  ///< highest step that the agent can climb [wu]
        max_slope = 0;  ///< steepest slope that the agent can walk on [deg]
    /// Memberwise comparison.
    friend bool operator==(const NavAgent&, const NavAgent&) = default;
};

/// The agent that a tile was baked for; all zeros: unknown. change_tiles compares this agent with the agent of the mesh. Files
/// do not store the agent, and the comparison of tiles ignores it.
struct TileAgent : NavAgent {
    /// Always true, because the agent is not part of the value of a tile.
    friend bool operator==(const TileAgent&, const TileAgent&) { return true; }
};

/// A baked tile. Its content depends only on the config and on the triangles and volumes near the tile. All coordinates are
/// relative to the tile's corner, so equal ground gives equal arrays regardless of the position of the tile.
struct NavTile {
    TileFrame frame;                                  ///< maps the tile to the world
    int32_t tile_x = 0,                               ///< column in the tile directory
        tile_z = 0;                                   ///< row in the tile directory
    int32_t width = 0,                                ///< extent in x, 0..kMaxTileExtent [lattice]
        depth = 0;                                    ///< extent in z, 0..kMaxTileExtent [lattice]
    std::vector<NavPolygon> polygons;                 ///< convex polygons; edges and detail data are stored in this order
    std::vector<HalfEdge> half_edges;                 ///< half-edges, polygon by polygon
    std::vector<uint32_t> edge_polygon;               ///< polygon that owns each half-edge
    std::vector<float> vertex_y;                      ///< height of each vertex, relative to TileFrame::y0 [wu]
    std::vector<NavDetailVertex> detail_vertices;     ///< detail vertices, polygon by polygon
    std::vector<NavDetailTriangle> detail_triangles;  ///< detail triangles, polygon by polygon
    std::vector<BvhNode> bvh;     ///< bounding volume tree: 2 * polygons - 1 nodes; empty if there are no polygons
    TileAgent agent;              ///< agent of the bake; set by bake_tile
    TileBorder border;            ///< data for link_tiles; empty after linking
    std::vector<TileLink> links;  ///< drops and jumps that the bake found, ascending; empty after linking
    uint32_t seam_edges = 0;      ///< number of half-edges whose twin has kSeamBit
    /// Memberwise comparison.
    friend bool operator==(const NavTile&, const NavTile&) = default;
};

// If a tile does not have the half-edge, polygon or triangle that the functions below ask for, they return kNoIndex, an empty
// list, or zeros.

/// Index of the half-edge that follows half-edge \p e in its polygon.
inline uint32_t next_edge(const NavTile& tile, uint32_t e) {
    if (e >= tile.edge_polygon.size() || tile.edge_polygon[e] >= tile.polygons.size()) return kNoIndex;
    const NavPolygon& p = tile.polygons[tile.edge_polygon[e]];
    return e + 1 == p.first_edge + p.edge_count ? p.first_edge : e + 1;
}
/// The half-edges of a polygon.
inline std::span<const HalfEdge> polygon_edges(const NavTile& tile, uint32_t polygon) {
    if (polygon >= tile.polygons.size()) return {};
    const NavPolygon& p = tile.polygons[polygon];
    if (uint64_t{p.first_edge} + p.edge_count > tile.half_edges.size()) return {};
    return {tile.half_edges.data() + p.first_edge, p.edge_count};
}
/// Start point of half-edge \p e on the world's lattice.
inline LatticePoint lattice_point(const NavTile& tile, uint32_t e) {
    if (e >= tile.half_edges.size()) return {};
    const auto sum = [](int32_t a, int32_t b) { return int32_t(uint32_t(a) + uint32_t(b)); };  // modulo 2^32
    return {sum(tile.frame.x0, tile.half_edges[e].x), sum(tile.frame.z0, tile.half_edges[e].z)};
}

/// Converts a point relative to the tile's corner (x, z [lattice], y [wu]) to world coordinates [wu].
inline DVec3 to_world(const TileFrame& frame, DVec3 local) {
    return {frame.origin.x + frame.quantum * (frame.x0 + local.x), frame.origin.y + frame.height_quantum * frame.y0 + local.y,
            frame.origin.z + frame.quantum * (frame.z0 + local.z)};
}
/// Converts a point in world coordinates [wu] to coordinates relative to the tile's corner. Inverse of to_world.
inline DVec3 to_local(const TileFrame& frame, DVec3 world) {
    return {(world.x - frame.origin.x) / frame.quantum - frame.x0, world.y - (frame.origin.y + frame.height_quantum * frame.y0),
            (world.z - frame.origin.z) / frame.quantum - frame.z0};
}

/// Position of a corner of a polygon's detail triangle. \p index is a corner index of NavDetailTriangle. The result is relative
/// to the tile's corner: x, z [lattice], y [wu].
inline DVec3 detail_corner(const NavTile& tile, const NavPolygon& polygon, uint32_t index) {
    if (index < polygon.edge_count) {
        const uint64_t edge = uint64_t{polygon.first_edge} + index;
        if (edge >= tile.half_edges.size() || tile.half_edges[edge].vertex >= tile.vertex_y.size()) return {};
        const HalfEdge& e = tile.half_edges[edge];
        return {double(e.x), double(tile.vertex_y[e.vertex]), double(e.z)};
    }
    const uint64_t vertex = uint64_t{polygon.first_detail_vertex} + (index - polygon.edge_count);
    if (vertex >= tile.detail_vertices.size()) return {};
    const NavDetailVertex& v = tile.detail_vertices[vertex];
    return {v.x * (1.0 / kDetailQuantum), double(v.y), v.z * (1.0 / kDetailQuantum)};
}

/// The corners of a detail triangle of a polygon, as detail_corner returns them. \p triangle counts from the first detail
/// triangle of the polygon.
inline std::array<DVec3, 3> detail_corners(const NavTile& tile, const NavPolygon& polygon, uint32_t triangle) {
    const uint64_t at = uint64_t{polygon.first_detail_triangle} + triangle;
    if (at >= tile.detail_triangles.size()) return {};
    const NavDetailTriangle& t = tile.detail_triangles[at];
    return {detail_corner(tile, polygon, t.a), detail_corner(tile, polygon, t.b), detail_corner(tile, polygon, t.c)};
}

/// Twice the area of a polygon, an exact integer [lattice^2]. 0 if there is no such polygon.
int64_t doubled_area(const NavTile& tile, uint32_t polygon);

/// Tests all invariants of a tile that queries rely on:
///   - every index is in range; the index ranges of polygons have no gaps; numbers are finite and within their limits
///   - polygons are convex and counter-clockwise
///   - twins are mutual and have the same vertices
///   - detail triangles are counter-clockwise and cover their polygon
///   - in the bounding volume tree, children come after their parents, and boxes contain their polygons
///
/// Error (input): the first broken invariant and its position.
Status validate_tile(const NavTile& tile);

}  // namespace navspan
