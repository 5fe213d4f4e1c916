// The small change of a tile: areas of its polygons, and what is derived from the rest of it.

#include "navspan/navmesh/nav_tile.h"

#include "navmesh/mesh/bvh.h"

namespace navspan {

int64_t doubled_area(const NavTile& tile, uint32_t polygon) {
    const std::span<const HalfEdge> edges = polygon_edges(tile, polygon);
    const int64_t ox = edges[0].x, oz = edges[0].z;
    int64_t sum = 0;
    for (size_t i = 0; i < edges.size(); ++i) {
        const HalfEdge& a = edges[i];
        const HalfEdge& b = edges[i + 1 == edges.size() ? 0 : i + 1];
        sum += (a.z - oz) * (b.x - ox) - (a.x - ox) * (b.z - oz);
    }
    return sum;
}

void index_tile(NavTile& tile) {
    tile.edge_polygon.assign(tile.half_edges.size(), 0);
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const NavPolygon& polygon = tile.polygons[p];
        for (uint32_t e = 0; e < polygon.edge_count; ++e)
            tile.edge_polygon[polygon.first_edge + e] = p;
    }
    tile.seam_edges = 0;
    for (HalfEdge& edge : tile.half_edges) {
        if (edge.twin != kNoIndex && (edge.twin & kSeamBit)) edge.twin = kSeamBit | tile.seam_edges++;
    }
    tile.bvh = build_bvh(tile);
}

}  // namespace navspan
