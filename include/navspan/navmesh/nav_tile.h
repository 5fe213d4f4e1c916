#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

constexpr uint32_t kNoTwin = 0xffffffffu;  ///< nothing across this half-edge inside the tile

/// Ties a tile's integers to the world: world x = origin.x + quantum * (x0 + x), z alike,
/// world y = origin.y + height_quantum * y0 + y.
struct TileFrame {
    DVec3 origin;               ///< world position of lattice point (0, 0, 0) [wu]
    double quantum = 0;         ///< side of a lattice cell [wu], > 0
    double height_quantum = 0;  ///< height of one lattice step [wu], > 0
    int32_t x0 = 0, z0 = 0;     ///< the tile's corner [lattice]
    int32_t y0 = 0;             ///< the tile's height 0 [lattice step]
};

/// A corner of a polygon and the edge that leaves it, counter-clockwise.
struct HalfEdge {
    int32_t x = 0, z = 0;     ///< start point, from the tile's corner [lattice]
    uint32_t vertex = 0;      ///< its vertex: index into NavTile::vertex_y
    uint32_t twin = kNoTwin;  ///< the same edge of the neighbour polygon, or kNoTwin
};

struct NavPolygon {
    uint32_t first_edge = 0;  ///< half-edges first_edge .. first_edge + edge_count, counter-clockwise from above
    uint32_t edge_count = 0;  ///< >= 3
    uint16_t flags = 0;       ///< 16 bits for query filters
    uint8_t area = 0;         ///< area id 1..63
    uint32_t first_detail_vertex = 0, detail_vertex_count = 0;      ///< in NavTile::detail_vertices
    uint32_t first_detail_triangle = 0, detail_triangle_count = 0;  ///< in NavTile::detail_triangles, >= 1
};

struct NavDetailVertex {
    int32_t x = 0, z = 0;  ///< from the tile's corner [1/256 lattice]
    float y = 0;           ///< [wu] above the tile's height 0
};

/// Triangle corners below the polygon's edge_count are its own corners, the others count into its detail vertices.
struct NavDetailTriangle {
    uint32_t a = 0, b = 0, c = 0;
};

/// A finished, self-contained piece of navmesh: a pure function of the triangles and volumes near it and the config.
struct NavTile {
    TileFrame frame;
    int32_t tile_x = 0, tile_z = 0;  ///< place in the tile directory
    int32_t width = 0, depth = 0;    ///< extent [lattice]
    std::vector<NavPolygon> polygons;
    std::vector<HalfEdge> half_edges;
    std::vector<float> vertex_y;     ///< per vertex: [wu] above the tile's height 0
    std::vector<NavDetailVertex> detail_vertices;
    std::vector<NavDetailTriangle> detail_triangles;
};

}  // namespace navspan
