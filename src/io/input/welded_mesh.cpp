// Merges the vertices of tiles across seams.
//
// In: a mesh whose tiles have separate vertices.
// Out: one list of vertices for the whole mesh.
// Idea: A union-find structure joins the end vertices of twin half-edges on seams, with the smallest vertex as root. Positions
// are not compared, so different floors stay separate.
// Source: Galler, Fischer, An improved equivalence algorithm (1964), for union-find.
// Weak cases: Vertices at the same point stay separate if no twins connect them.

#include "io/input/welded_mesh.h"

#include <algorithm>
#include <numeric>

#include "core/union_find.h"

namespace navspan {
namespace {

std::vector<uint32_t> vertex_bases(const NavMesh& mesh) {
    std::vector<uint32_t> bases{0};
    for (const auto& tile : mesh.tiles)
        bases.push_back(bases.back() + uint32_t(tile->vertex_y.size()));
    return bases;
}

// Merges the vertices of all tiles. Returns, for each vertex, the smallest vertex merged with it.
std::vector<uint32_t> join_seams(const NavMesh& mesh, const std::vector<uint32_t>& bases) {
    UnionFind vertices(bases.back());
    const auto vertex = [&](uint32_t slot, uint32_t e) { return bases[slot] + mesh.tiles[slot]->half_edges[e].vertex; };
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            const EdgeRef twin = twin_of(mesh, {slot, e});
            if (!twin.valid() || twin.tile == slot) continue;
            vertices.unite(vertex(slot, e), vertex(twin.tile, next_edge(*mesh.tiles[twin.tile], twin.edge)));
            vertices.unite(vertex(slot, next_edge(tile, e)), vertex(twin.tile, twin.edge));
        }
    }
    return vertices.take_roots();
}

std::vector<uint32_t> polygons_by_area(const NavMesh& mesh) {
    std::vector<uint32_t> order(mesh.polygon_count());
    std::iota(order.begin(), order.end(), 0u);
    const auto area = [&](uint32_t p) { return polygon_of(mesh, polygon_ref(mesh, p)).area; };
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return area(a) < area(b); });
    return order;
}

}  // namespace

WeldedMesh weld_mesh(const NavMesh& mesh) {
    WeldedMesh welded;
    const std::vector<uint32_t> bases = vertex_bases(mesh);
    const std::vector<uint32_t> joined = join_seams(mesh, bases);
    std::vector<uint32_t> number(joined.size(), kNoIndex);
    welded.corners.resize(mesh.edge_count(), kNoIndex);
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            const HalfEdge& edge = tile.half_edges[e];
            uint32_t& vertex = number[joined[bases[slot] + edge.vertex]];
            if (vertex == kNoIndex) {
                vertex = uint32_t(welded.vertices.size());
                welded.vertices.push_back(
                    to_world(tile.frame, {double(edge.x), double(tile.vertex_y[edge.vertex]), double(edge.z)}));
            }
            welded.corners[edge_index(mesh, {slot, e})] = vertex;
        }
    }
    welded.by_area = polygons_by_area(mesh);
    for (int id = 0; id < 64; ++id)
        welded.areas.push_back({.name = "area_" + std::to_string(id), .id = uint8_t(id)});
    for (const NavArea& area : mesh.info.areas)
        welded.areas[area.id] = area;
    return welded;
}

}  // namespace navspan
