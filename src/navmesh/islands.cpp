// Islands: the connected components of a mesh's polygons.
//
// In: tiles with their twins and seams. Out: the island of every polygon, and per island its size and box. A flood from the
// lowest polygon not yet reached, over twins; so islands are ordered by their lowest polygon and the numbers depend on nothing
// else. Areas are summed in the order of polygons, boxes are kept relative to the first tile's corner: a level moved by whole
// cells has the same islands to the bit.

#include "navspan/navmesh/islands.h"

#include <algorithm>

#include "navspan/navmesh/bvh.h"

namespace navspan {
namespace {

constexpr uint32_t kUnset = 0xffffffffu;

void flood(NavMesh& mesh, PolygonRef first, uint32_t island, std::vector<PolygonRef>& stack) {
    stack.assign(1, first);
    mesh.polygon_island[first.tile][first.polygon] = island;
    while (!stack.empty()) {
        const PolygonRef ref = stack.back();
        stack.pop_back();
        const NavPolygon& polygon = polygon_of(mesh, ref);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const EdgeRef twin = twin_of(mesh, {ref.tile, e});
            if (!twin.valid()) continue;
            const PolygonRef next = polygon_at(mesh, twin);
            uint32_t& mark = mesh.polygon_island[next.tile][next.polygon];
            if (mark != kUnset) continue;
            mark = island;
            stack.push_back(next);
        }
    }
}

// the polygon's box from the corner and height 0 of the mesh's first tile [wu]
void grow(Island& island, const NavTile& tile, const TileFrame& base, uint32_t polygon) {
    const BvhNode box = polygon_box(tile, polygon);
    const TileFrame& f = tile.frame;
    const double dx = double(f.x0) - base.x0, dz = double(f.z0) - base.z0;
    const double dy = f.height_quantum * (double(f.y0) - base.y0);
    const DVec3 low{f.quantum * (dx + box.min_x), dy + double(box.min_y), f.quantum * (dz + box.min_z)};
    const DVec3 high{f.quantum * (dx + box.max_x), dy + double(box.max_y), f.quantum * (dz + box.max_z)};
    if (island.polygon_count == 0) {
        island.min = low;
        island.max = high;
    } else {
        island.min = {std::min(island.min.x, low.x), std::min(island.min.y, low.y), std::min(island.min.z, low.z)};
        island.max = {std::max(island.max.x, high.x), std::max(island.max.y, high.y), std::max(island.max.z, high.z)};
    }
    ++island.polygon_count;
    island.area += double(doubled_area(tile, polygon)) * 0.5 * (f.quantum * f.quantum);
}

}  // namespace

Status count_mesh(NavMesh& mesh) {
    uint64_t polygons = 0, edges = 0;
    mesh.polygon_base.assign(1, 0);
    mesh.edge_base.assign(1, 0);
    for (const auto& tile : mesh.tiles) {
        polygons += tile->polygons.size();
        edges += tile->half_edges.size();
        if (edges >= kUnset) {
            return Error{ErrorKind::failed,
                         "the mesh has more than 2^32 - 2 polygon edges: split the world into several files"};
        }
        mesh.polygon_base.push_back(uint32_t(polygons));
        mesh.edge_base.push_back(uint32_t(edges));
    }
    return Done{};
}

void find_islands(NavMesh& mesh) {
    mesh.islands.clear();
    mesh.polygon_island.clear();
    for (const auto& tile : mesh.tiles)
        mesh.polygon_island.emplace_back(tile->polygons.size(), kUnset);

    std::vector<PolygonRef> stack;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (uint32_t p = 0; p < mesh.tiles[t]->polygons.size(); ++p) {
            if (mesh.polygon_island[t][p] == kUnset) {
                flood(mesh, {t, p}, uint32_t(mesh.islands.size()), stack);
                mesh.islands.emplace_back().first = {t, p};
            }
            grow(mesh.islands[mesh.polygon_island[t][p]], *mesh.tiles[t], mesh.tiles[0]->frame, p);
        }
    }
}

}  // namespace navspan
