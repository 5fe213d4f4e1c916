#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "navspan/core/no_index.h"
#include "navspan/navmesh/nav_mesh.h"

/// The accessors of nav_mesh.h and nav_tile.h without tests, for inner loops. Precondition: the tile, polygon, half-edge or
/// triangle exists.
namespace navspan::trusted {

inline const NavTile& tile_at(const NavMesh& mesh, uint32_t tile) {
    return *mesh.tiles.begin()[tile];
}
inline const NavTile& tile_of(const NavMesh& mesh, PolygonRef ref) {
    return tile_at(mesh, ref.tile);
}
inline const NavPolygon& polygon_of(const NavMesh& mesh, PolygonRef ref) {
    return tile_at(mesh, ref.tile).polygons[ref.polygon];
}
inline uint32_t island_of(const NavMesh& mesh, PolygonRef ref) {
    return mesh.polygon_island.all()[mesh.polygon_island.first(ref.tile) + size_t{ref.polygon}];
}
inline EdgeRef twin_of(const NavMesh& mesh, EdgeRef edge) {
    const uint32_t twin = tile_at(mesh, edge.tile).half_edges[edge.edge].twin;
    if (twin == kNoIndex) return {};
    if (twin & kSeamBit) return mesh.seams.all()[mesh.seams.first(edge.tile) + size_t{twin & ~kSeamBit}];
    return {edge.tile, twin};
}
inline PolygonRef polygon_at(const NavMesh& mesh, EdgeRef edge) {
    return {edge.tile, tile_at(mesh, edge.tile).edge_polygon[edge.edge]};
}
inline uint32_t edge_index(const NavMesh& mesh, EdgeRef edge) {
    return mesh.edge_offset[edge.tile] + edge.edge;
}
inline uint32_t polygon_index(const NavMesh& mesh, PolygonRef ref) {
    return mesh.polygon_offset[ref.tile] + ref.polygon;
}
inline std::span<const OffMeshLink> links_from(const NavMesh& mesh, PolygonRef ref) {
    if (mesh.link_offset.empty()) return {};
    const uint32_t* const first = mesh.link_offset.data() + trusted::polygon_index(mesh, ref);
    return {mesh.links.data() + first[0], first[1] - first[0]};
}

inline uint32_t next_edge(const NavTile& tile, uint32_t e) {
    const NavPolygon& p = tile.polygons[tile.edge_polygon[e]];
    return e + 1 == p.first_edge + p.edge_count ? p.first_edge : e + 1;
}
inline std::span<const HalfEdge> polygon_edges(const NavTile& tile, uint32_t polygon) {
    const NavPolygon& p = tile.polygons[polygon];
    return {tile.half_edges.data() + p.first_edge, p.edge_count};
}
inline LatticePoint lattice_point(const NavTile& tile, uint32_t e) {
    return {tile.frame.x0 + tile.half_edges[e].x, tile.frame.z0 + tile.half_edges[e].z};
}
inline DVec3 detail_corner(const NavTile& tile, const NavPolygon& polygon, uint32_t index) {
    if (index < polygon.edge_count) {
        const HalfEdge& e = tile.half_edges[polygon.first_edge + index];
        return {double(e.x), double(tile.vertex_y[e.vertex]), double(e.z)};
    }
    const NavDetailVertex& v = tile.detail_vertices[polygon.first_detail_vertex + index - polygon.edge_count];
    return {v.x * (1.0 / kDetailQuantum), double(v.y), v.z * (1.0 / kDetailQuantum)};
}
inline std::array<DVec3, 3> detail_corners(const NavTile& tile, const NavPolygon& polygon, uint32_t triangle) {
    const NavDetailTriangle& t = tile.detail_triangles[polygon.first_detail_triangle + triangle];
    return {trusted::detail_corner(tile, polygon, t.a), trusted::detail_corner(tile, polygon, t.b),
            trusted::detail_corner(tile, polygon, t.c)};
}

}  // namespace navspan::trusted
