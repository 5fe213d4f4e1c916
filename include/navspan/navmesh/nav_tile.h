#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/core/vec.h"

namespace navspan {

constexpr uint32_t kSeamBit = 0x80000000u;   ///< the twin, if there is one, is in a neighbour tile: see HalfEdge::twin
constexpr int32_t kDetailQuantum = 256;      ///< detail lattice units in one lattice unit
constexpr int32_t kMaxLattice = 1 << 29;     ///< largest |lattice coordinate| in the world
constexpr int32_t kMaxTileExtent = 1 << 22;  ///< largest width and depth of a tile [lattice]
constexpr double kMaxHeight_wu = 1e9;        ///< largest |height| above a tile's height 0 [wu]

/// Ties a tile's integers to the world: world x = origin.x + quantum * (x0 + x), z alike,
/// world y = origin.y + height_quantum * y0 + y. The only part of a tile that changes when a level is moved by whole cells.
struct TileFrame {
    DVec3 origin;               ///< world position of lattice point (0, 0, 0) [wu]
    double quantum = 1;         ///< side of a lattice cell [wu], > 0
    double height_quantum = 1;  ///< height of one lattice step [wu], > 0
    int32_t x0 = 0, z0 = 0;     ///< the tile's corner [lattice]
    int32_t y0 = 0;             ///< the tile's height 0 [lattice step]
    friend bool operator==(const TileFrame&, const TileFrame&) = default;
};

/// A corner of a polygon and the edge that leaves it, counter-clockwise seen from above.
struct HalfEdge {
    int32_t x = 0, z = 0;      ///< start point, from the tile's corner [lattice]
    uint32_t vertex = 0;       ///< its vertex: index into NavTile::vertex_y
    uint32_t twin = kNoIndex;  ///< the same edge of the neighbour polygon; kNoIndex at a wall; kSeamBit | k for the k-th edge
                               ///< of this tile (in edge order) that lies on a seam, whose twin NavMesh::seams knows
    friend bool operator==(const HalfEdge&, const HalfEdge&) = default;
};

/// A convex polygon; corners of 180 degrees are legal.
struct NavPolygon {
    uint32_t first_edge = 0;                                        ///< half-edges first_edge .. first_edge + edge_count
    uint32_t edge_count = 0;                                        ///< >= 3
    uint16_t flags = 0;                                             ///< 16 bits for query filters
    uint8_t area = 0;                                               ///< area id 1..63
    uint8_t reserved = 0;                                           ///< 0
    uint32_t first_detail_vertex = 0, detail_vertex_count = 0;      ///< in NavTile::detail_vertices
    uint32_t first_detail_triangle = 0, detail_triangle_count = 0;  ///< in NavTile::detail_triangles, >= 1
    friend bool operator==(const NavPolygon&, const NavPolygon&) = default;
};

/// A point of a polygon's detail surface that is not one of its corners.
struct NavDetailVertex {
    int32_t x = 0, z = 0;  ///< from the tile's corner [1/256 lattice]
    float y = 0;           ///< above the tile's height 0 [wu]
    friend bool operator==(const NavDetailVertex&, const NavDetailVertex&) = default;
};

/// Counter-clockwise from above. Corners below the polygon's edge_count are its own corners, the others count into its detail
/// vertices.
struct NavDetailTriangle {
    uint32_t a = 0, b = 0, c = 0;
    friend bool operator==(const NavDetailTriangle&, const NavDetailTriangle&) = default;
};

/// A node of a tile's bounding volume tree, stored in preorder: an inner node's left child is the next node, its right child
/// comes later; the last node of a subtree is where its parent's right subtree, or its grandparent's, begins.
struct BvhNode {
    int32_t min_x = 0, min_z = 0, max_x = 0, max_z = 0;  ///< box around the surface below, from the tile's corner [lattice]
    float min_y = 0, max_y = 0;                          ///< the same for heights [wu]
    uint32_t right = 0;                                  ///< right child, > own index; 0 in a leaf
    uint32_t polygon = 0;                                ///< in a leaf: its polygon; else 0
    friend bool operator==(const BvhNode&, const BvhNode&) = default;
};

constexpr int32_t kNoFloor = -0x7fffffff - 1;  ///< in a SeamStep: nothing is linked there

/// One lattice unit of an edge on a seam: between which floors one crosses there.
struct SeamStep {
    int32_t own = 0, across = 0;  ///< height of the floor in the tile and in its neighbour [lattice step]
    friend bool operator==(const SeamStep&, const SeamStep&) = default;
};

/// What a baked tile tells link_tiles about its border. Gone once tiles are linked.
struct TileBorder {
    std::vector<SeamStep> steps;          ///< of each seam edge in edge order, along the edge
    std::vector<uint32_t> polygon_cells;  ///< empty, or per polygon: cells of the region it is the first polygon of, else 0
    friend bool operator==(const TileBorder&, const TileBorder&) = default;
};

/// A drop or jump that a tile found from itself to other ground, which may lie in another tile. Becomes off-mesh links once
/// tiles are linked. Its ends are the middles of cells: world x = frame.origin.x + quantum * (frame.x0 + x + 1/2), z alike.
struct TileLink {
    int32_t x = 0, y = 0, z = 0;              ///< cell and floor of the start, from the tile's corner [lattice]
    int32_t end_x = 0, end_y = 0, end_z = 0;  ///< the same of the landing; may lie outside the tile
    float reach = 0;                          ///< how far the ground may be from an end [wu]
    uint16_t flags = 1;                       ///< for query filters
    uint8_t area = 1;                         ///< area id 1..63
    uint8_t two_way = 0;                      ///< 1: it may be jumped back
    friend auto operator<=>(const TileLink&, const TileLink&) = default;
};

/// A finished, self-contained piece of navmesh: a pure function of the triangles and volumes near it and the config.
/// Everything in it counts from its own corner, so equal ground gives equal arrays wherever the tile lies.
struct NavTile {
    TileFrame frame;
    int32_t tile_x = 0, tile_z = 0;    ///< place in the tile directory
    int32_t width = 0, depth = 0;      ///< extent, 0..kMaxTileExtent [lattice]
    std::vector<NavPolygon> polygons;  ///< their edges, detail vertices and triangles follow one another
    std::vector<HalfEdge> half_edges;
    std::vector<uint32_t> edge_polygon;  ///< per half-edge: the polygon it belongs to
    std::vector<float> vertex_y;         ///< per vertex: above the tile's height 0 [wu]
    std::vector<NavDetailVertex> detail_vertices;
    std::vector<NavDetailTriangle> detail_triangles;
    std::vector<BvhNode> bvh;  ///< 2 * polygons - 1 nodes, or none
    TileBorder border;
    std::vector<TileLink> links;  ///< found by the bake, ascending; gone once tiles are linked
    uint32_t seam_edges = 0;      ///< number of half-edges whose twin has kSeamBit
    friend bool operator==(const NavTile&, const NavTile&) = default;
};

/// The half-edge after e around its polygon.
inline uint32_t next_edge(const NavTile& tile, uint32_t e) {
    const NavPolygon& p = tile.polygons[tile.edge_polygon[e]];
    return e + 1 == p.first_edge + p.edge_count ? p.first_edge : e + 1;
}
inline std::span<const HalfEdge> polygon_edges(const NavTile& tile, uint32_t polygon) {
    const NavPolygon& p = tile.polygons[polygon];
    return {tile.half_edges.data() + p.first_edge, p.edge_count};
}
/// A half-edge's start point on the world's lattice.
inline LatticePoint lattice_point(const NavTile& tile, uint32_t e) {
    return {tile.frame.x0 + tile.half_edges[e].x, tile.frame.z0 + tile.half_edges[e].z};
}

/// World position of a point given from the tile's corner: x, z [lattice], y [wu].
inline DVec3 to_world(const TileFrame& frame, DVec3 local) {
    return {frame.origin.x + frame.quantum * (frame.x0 + local.x), frame.origin.y + frame.height_quantum * frame.y0 + local.y,
            frame.origin.z + frame.quantum * (frame.z0 + local.z)};
}
/// The same backwards.
inline DVec3 to_local(const TileFrame& frame, DVec3 world) {
    return {(world.x - frame.origin.x) / frame.quantum - frame.x0, world.y - (frame.origin.y + frame.height_quantum * frame.y0),
            (world.z - frame.origin.z) / frame.quantum - frame.z0};
}

/// A corner of one of a polygon's detail triangles, as its index there says: x, z from the tile's corner [lattice], y [wu].
inline DVec3 detail_corner(const NavTile& tile, const NavPolygon& polygon, uint32_t index) {
    if (index < polygon.edge_count) {
        const HalfEdge& e = tile.half_edges[polygon.first_edge + index];
        return {double(e.x), double(tile.vertex_y[e.vertex]), double(e.z)};
    }
    const NavDetailVertex& v = tile.detail_vertices[polygon.first_detail_vertex + index - polygon.edge_count];
    return {v.x * (1.0 / kDetailQuantum), double(v.y), v.z * (1.0 / kDetailQuantum)};
}

/// The corners of a polygon's detail triangle, counted from its first one.
inline std::array<DVec3, 3> detail_corners(const NavTile& tile, const NavPolygon& polygon, uint32_t triangle) {
    const NavDetailTriangle& t = tile.detail_triangles[polygon.first_detail_triangle + triangle];
    return {detail_corner(tile, polygon, t.a), detail_corner(tile, polygon, t.b), detail_corner(tile, polygon, t.c)};
}

/// For messages: which tile it is.
template <class Tile>
std::string tile_name(const Tile& tile) {
    return "tile (" + std::to_string(tile.tile_x) + ", " + std::to_string(tile.tile_z) + ")";
}

/// Twice the polygon's area [lattice^2]; exact.
int64_t doubled_area(const NavTile& tile, uint32_t polygon);

/// Numbers the vertices in the order in which half-edges use them; those that none uses go.
void number_vertices(NavTile& tile);

/// Fills edge_polygon, seam_edges and the bounding volume tree from the rest of the tile.
void index_tile(NavTile& tile);

/// Tests everything a query relies on: every index in range, ranges gapless, numbers finite and within their limits, polygons
/// convex and counter-clockwise, twins mutual and on the same vertices, detail triangles counter-clockwise and covering their
/// polygon, the tree strictly forward and around its polygons. Error (input): the first law broken, and where.
Status validate_tile(const NavTile& tile);

/// Tests what link_tiles relies on in the border records of a valid tile that has any: seam edges lie on the tile's border,
/// every lattice unit of them has its floors, and cells are counted for all polygons or none. Error (input): the law broken.
Status validate_border(const NavTile& tile);

/// Tests the links a baked tile found: they start in it, numbers are sound, areas are ids. Error (input): the law broken.
Status validate_tile_links(const NavTile& tile);

}  // namespace navspan
