// The search arrays of the mesh after a change.
//
// In: the previous snapshot, the tiles and seams after the change.
// Out: edge indices, search records and fans of the next snapshot.
// Idea: Each tile has more edge indices than half-edges. The indices of other tiles therefore seldom change if a tile gets more
// half-edges. If no index changes, only the records of changed tiles and their neighbours are written.
// Source: own method.
// Weak cases: If a tile with polygons appears or disappears, or has too few indices, the records of all tiles are renumbered.

#include <algorithm>
#include <utility>

#include "navmesh/graph/islands.h"
#include "navmesh/live/change.h"
#include "navmesh/mesh/corners.h"

namespace navspan {
namespace {

constexpr uint32_t kMostWithReserve = uint32_t{1} << 31;  // if more edge indices are needed, there is no reserve
constexpr SearchEdge kUnused{.start = {}, .first = kNoIndex, .end = kNoIndex};

// Returns the number of edge indices to assign to a tile with this many half-edges.
uint64_t with_reserve(size_t half_edges) {
    return half_edges == 0 ? 0 : uint64_t{half_edges} + half_edges / 4 + 16;
}

// Returns the number of edge indices of tile `t`, used or not.
uint32_t edge_capacity(const std::vector<uint32_t>& edge_offset, uint32_t t) {
    return edge_offset[t + 1] - edge_offset[t];
}

// Marks the edge indices of tile `s` of the mesh from `used` on as unused.
void clear_records(NavMesh& mesh, uint32_t s, size_t used) {
    const auto first = ptrdiff_t(mesh.edge_offset[s] + used), end = ptrdiff_t(mesh.edge_offset[s + 1]);
    std::fill(mesh.search_edges.begin() + first, mesh.search_edges.begin() + end, kUnused);
    std::fill(mesh.fans.begin() + first, mesh.fans.begin() + end, kNoIndex);
}

}  // namespace

// True if all tiles have enough edge indices.
bool LiveChange::keeps_edge_indices(const NavMesh& mesh) const {
    if (!in_place_ || mesh.polygon_count() == 0) return false;
    bool fits = true;
    visit_made(mesh, [&](uint32_t s) {
        fits = fits && mesh.tiles[s]->half_edges.size() <= edge_capacity(old_layout()->edge_offset, s);
    });
    return fits;
}

// Assigns new edge indices to all tiles. If the previous snapshot has a reserve, kept tiles keep their number of indices.
// @param reserve  true: each tile gets a reserve of unused indices
// @return false if there are too many indices
bool LiveChange::assign_edge_indices(NavMesh& mesh, bool reserve) const {
    uint64_t end = 0;
    mesh.edge_offset.assign(1, 0);
    mesh.edge_offset.reserve(mesh.tiles.size() + 1);
    const auto add = [&](uint64_t numbers) { mesh.edge_offset.push_back(uint32_t(end += numbers)); };
    const auto add_tile = [&](uint32_t s) {
        const size_t count = mesh.tiles[s]->half_edges.size();
        add(reserve ? with_reserve(count) : count);
    };
    const auto keep = [&](const TileRun& run) {
        for (uint32_t i = 0; i < run.count; ++i) {
            if (reserve && old_layout())
                add(edge_capacity(old_layout()->edge_offset, run.before + i));
            else
                add_tile(run.after + i);
        }
    };
    visit_tiles(kept_slots_, mesh.tiles.size(), keep, add_tile);
    return end < (reserve ? kMostWithReserve : kNoIndex);
}

// Assigns edge indices to all tiles, and makes the layout. If the edge indices change, clears the search arrays.
Status LiveChange::lay_out_edges(NavMesh& mesh) {
    if (keeps_edge_indices(mesh)) {
        mesh.edge_offset = old_layout()->edge_offset;
        make_layout(mesh, true);
        return Done{};
    }
    mesh.search_edges.clear();
    mesh.fans.clear();
    if (!blocks_ && mesh.polygon_count() != 0 && assign_edge_indices(mesh, true)) {
        make_layout(mesh, false);
        return Done{};
    }
    return assign_edge_indices(mesh, false) ? Status{Done{}} : too_many_edges();
}

// Returns the kept tiles of the mesh that have a neighbour that was not kept.
std::vector<uint32_t> LiveChange::tiles_beside_change() const {
    std::vector<uint32_t> beside;
    for (const uint32_t t : neighbourhood_.members) {
        if (!std::binary_search(relinked_.begin(), relinked_.end(), t)) beside.push_back(tables_.slot_at(t));
    }
    return beside;
}

// Copies the search records of a kept tile from the previous snapshot, and renumbers them. If a twin is not kept, its number
// becomes kNoIndex. @param before, after  indices of the tile in NavMesh::tiles
void LiveChange::copy_search_records(NavMesh& mesh, uint32_t before, uint32_t after) const {
    const NavMesh& old = *before_.mesh;
    const auto number_in_other_tile = [&](uint32_t e) {
        const auto next = std::upper_bound(old.edge_offset.begin(), old.edge_offset.end(), e);
        const auto s = uint32_t(next - old.edge_offset.begin()) - 1, now = number_after(kept_slots_, s);
        return now == kNoIndex ? kNoIndex : e - old.edge_offset[s] + mesh.edge_offset[now];
    };
    const uint32_t first = old.edge_offset[before], to = mesh.edge_offset[after];
    const auto count = uint32_t(old.tiles[before]->half_edges.size());
    const auto renumber = [&](uint32_t e) {
        if (e - first < count) return e - first + to;
        return e == kNoIndex ? kNoIndex : number_in_other_tile(e);
    };
    for (uint32_t e = 0; e < count; ++e) {
        SearchEdge& edge = mesh.search_edges[to + e] = old.search_edges[first + e];
        edge.first += to - first;
        edge.end += to - first;
        edge.twin = renumber(edge.twin);
        edge.block = 0;
        edge.only_exit = kNoIndex;
        mesh.fans[to + e] = renumber(old.fans[first + e]);
    }
    clear_records(mesh, after, count);
}

// Fills the search arrays with the records of all kept tiles.
void LiveChange::copy_all_search_records(NavMesh& mesh) const {
    mesh.search_edges.assign(mesh.edge_count(), kUnused);
    mesh.fans.assign(mesh.edge_count(), kNoIndex);
    for (const TileRun& run : kept_slots_) {
        for (uint32_t i = 0; i < run.count; ++i)
            copy_search_records(mesh, run.before + i, run.after + i);
    }
}

// Fills the search arrays of the mesh. They equal the result of index_search_edges, except for unused edge indices.
void LiveChange::update_search_edges(NavMesh& mesh) const {
    if (mesh.search_edges.empty()) copy_all_search_records(mesh);
    visit_made(mesh, [&](uint32_t s) {
        clear_records(mesh, s, 0);
        write_search_edges(mesh, s);
    });
    const std::vector<uint32_t> beside = tiles_beside_change();
    const auto for_seams_beside = [&](auto&& work) {
        for (const uint32_t s : beside) {
            const std::vector<HalfEdge>& edges = mesh.tiles[s]->half_edges;
            for (uint32_t e = 0; e < edges.size(); ++e) {
                if (is_seam_edge(edges[e])) work(EdgeRef{s, e});
            }
        }
    };
    for_seams_beside([&](EdgeRef edge) {
        const EdgeRef twin = twin_of(mesh, edge);
        mesh.search_edges[edge_index(mesh, edge)].twin = twin.valid() ? edge_index(mesh, twin) : kNoIndex;
    });
    visit_made(mesh, [&](uint32_t s) {
        const uint32_t first = mesh.edge_offset[s], end = first + uint32_t(mesh.tiles[s]->half_edges.size());
        for (uint32_t e = first; e < end; ++e) {
            if (mesh.fans[e] == kNoIndex) index_fan(mesh, e);
        }
    });
    for_seams_beside([&](EdgeRef edge) {
        const uint32_t e = edge_index(mesh, edge);
        index_fan(mesh, e);
        index_fan(mesh, ring_after(mesh.search_edges.data(), e));
    });
}

}  // namespace navspan
