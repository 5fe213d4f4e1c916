#pragma once

#include <cstdint>
#include <span>

#include "navspan/navmesh/nav_mesh.h"

/// The accessors of nav_mesh.h without tests, for inner loops. Preconditions: has_polygon or has_edge.
namespace navspan::trusted {

inline const NavTile& tile_of(const NavMesh& mesh, PolygonRef ref) {
    return *mesh.tiles[ref.tile];
}
inline const NavPolygon& polygon_of(const NavMesh& mesh, PolygonRef ref) {
    return mesh.tiles[ref.tile]->polygons[ref.polygon];
}
inline uint32_t island_of(const NavMesh& mesh, PolygonRef ref) {
    return mesh.polygon_island[ref.tile][ref.polygon];
}
inline EdgeRef twin_of(const NavMesh& mesh, EdgeRef edge) {
    const uint32_t twin = mesh.tiles[edge.tile]->half_edges[edge.edge].twin;
    if (twin == kNoIndex) return {};
    if (twin & kSeamBit) return mesh.seams[edge.tile][twin & ~kSeamBit];
    return {edge.tile, twin};
}
inline PolygonRef polygon_at(const NavMesh& mesh, EdgeRef edge) {
    return {edge.tile, mesh.tiles[edge.tile]->edge_polygon[edge.edge]};
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

}  // namespace navspan::trusted
