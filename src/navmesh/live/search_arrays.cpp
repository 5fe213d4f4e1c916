// The search arrays of the mesh after a change.
//
// In: the previous snapshot, the tiles and seams after the change.
// Out: edge indices, search records and fans of the next snapshot.
// Idea: Each tile has more edge indices than half-edges. The indices of other tiles therefore seldom change if a tile gets more
// half-edges. If no index changes, the change takes the arrays of a destroyed snapshot and writes only the records of the tiles
// that have changed since then. If readers keep all earlier snapshots, the arrays are copied as a whole.
// Source: own method.
// Weak cases: If a tile with polygons appears or disappears, or has too few indices, the records of all tiles are renumbered.

#include "navmesh/live/search_arrays.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "navmesh/graph/islands.h"
#include "navmesh/live/change.h"
#include "navmesh/mesh/corners.h"

namespace navspan {
namespace {

constexpr uint32_t kMostWithReserve = uint32_t{1} << 31;  // if more edge indices are needed, there is no reserve
constexpr SearchEdge kUnused{.start = {}, .first = kNoIndex, .end = kNoIndex};

// Returns a number that no other call in this process returns.
uint64_t unique_number() {
    static std::atomic<uint64_t> last{0};
    return ++last;
}

// Returns the number of edge indices to assign to a tile with this many half-edges.
uint64_t with_reserve(size_t half_edges) {
    return half_edges == 0 ? 0 : uint64_t{half_edges} + half_edges / 4 + 16;
}

// Returns the number of edge indices of tile `t`, used or not.
uint32_t edge_capacity(const NavMesh& mesh, uint32_t t) {
    return mesh.edge_offset[t + 1] - mesh.edge_offset[t];
}

// Copies the records of tile `t`. Both meshes must have the same edge indices.
void copy_tile(SearchArrays& to, const NavMesh& from, uint32_t t) {
    const uint32_t first = from.edge_offset[t], end = from.edge_offset[t + 1];
    std::copy(from.search_edges.begin() + first, from.search_edges.begin() + end, to.edges.begin() + first);
    std::copy(from.fans.begin() + first, from.fans.begin() + end, to.fans.begin() + first);
}

}  // namespace

void SpareArrays::give(NavMesh& mesh, const std::shared_ptr<const SearchLayout>& layout) noexcept {
    SearchArrays given{std::move(mesh.search_edges), std::move(mesh.fans), layout};
    const std::lock_guard lock(mutex_);
    std::swap(arrays_, given);
    std::swap(links_, mesh.links);
}

SearchArrays SpareArrays::take(uint64_t layout_id) {
    const std::lock_guard lock(mutex_);
    if (!arrays_.layout || arrays_.layout->id != layout_id) return {};
    return std::exchange(arrays_, {});
}

std::vector<OffMeshLink> SpareArrays::take_links() {
    const std::lock_guard lock(mutex_);
    links_.clear();
    return std::exchange(links_, {});
}

// Returns the layout of the previous snapshot. Returns null if no edge index of this snapshot is unused, or if the caller
// replaced the snapshot by a mesh that was computed in another way.
const SearchLayout* LiveChange::old_layout() const {
    return old_.search && old_.search->revision == before_.mesh->revision ? old_.search.get() : nullptr;
}

// True if all tiles can keep their edge indices.
bool LiveChange::keeps_edge_indices(const NavMesh& mesh) const {
    const NavMesh& old = *before_.mesh;
    if (!old_layout() || !keep_numbers(kept_slots_) || mesh.tiles.size() != old.tiles.size()) return false;
    if (mesh.polygon_count() == 0) return false;
    bool fits = true;
    visit_made(mesh, [&](uint32_t s) { fits = fits && mesh.tiles[s]->half_edges.size() <= edge_capacity(old, s); });
    return fits;
}

// Assigns new edge indices to all tiles. If the previous snapshot has a reserve, kept tiles keep their number of indices.
// @param reserve  true: each tile gets a reserve of unused indices
// @return false if there are too many indices
bool LiveChange::assign_edge_indices(NavMesh& mesh, bool reserve) const {
    const NavMesh& old = *before_.mesh;
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
                add(edge_capacity(old, run.before + i));
            else
                add_tile(run.after + i);
        }
    };
    visit_tiles(kept_slots_, mesh.tiles.size(), keep, add_tile);
    return end < (reserve ? kMostWithReserve : kNoIndex);
}

Status LiveChange::lay_out_edges(NavMesh& mesh) {
    tables_.search = nullptr;
    if (blocks_) return assign_edge_indices(mesh, false) ? Status{Done{}} : too_many_edges();
    auto layout = std::make_shared<SearchLayout>();
    const uint64_t now = unique_number();
    if (keeps_edge_indices(mesh)) {
        mesh.edge_offset = before_.mesh->edge_offset;
        *layout = *old_layout();
    } else {
        layout->id = now;
        layout->written.assign(mesh.tiles.size(), now);
        if (mesh.polygon_count() == 0 || !assign_edge_indices(mesh, true))
            return assign_edge_indices(mesh, false) ? Status{Done{}} : too_many_edges();
    }
    visit_made(mesh, [&](uint32_t s) { layout->written[s] = now; });
    for (const uint32_t s : tiles_beside_change())
        layout->written[s] = now;
    layout->revision = mesh.revision;
    tables_.search = std::move(layout);
    return Done{};
}

// Returns the kept tiles of the mesh that have a neighbour that was not kept.
std::vector<uint32_t> LiveChange::tiles_beside_change() const {
    std::vector<uint32_t> beside;
    for (const uint32_t t : neighbourhood_.members) {
        if (!std::binary_search(relinked_.begin(), relinked_.end(), t)) beside.push_back(tables_.slot_at(t));
    }
    return beside;
}

// Returns search arrays with the edge indices of the previous snapshot, in which the records of kept tiles are equal to those
// of the previous snapshot.
SearchArrays LiveChange::arrays_with_same_indices() const {
    const NavMesh& old = *before_.mesh;
    SearchArrays arrays = tables_.spares->take(old_layout()->id);
    if (!arrays.layout) return {old.search_edges, old.fans, nullptr};
    const std::vector<uint64_t>&there = arrays.layout->written, &wanted = old_layout()->written;
    for (uint32_t s = 0; s < wanted.size(); ++s) {
        if (there[s] != wanted[s]) copy_tile(arrays, old, s);
    }
    return arrays;
}

// Returns search arrays with the edge indices of `mesh`. The records of kept tiles are copied from the previous snapshot and
// renumbered. If a twin is not kept, its number is kNoIndex.
SearchArrays LiveChange::renumbered_arrays(const NavMesh& mesh) const {
    const NavMesh& old = *before_.mesh;
    SearchArrays arrays;
    arrays.edges.resize(mesh.edge_count(), kUnused);
    arrays.fans.resize(mesh.edge_count(), kNoIndex);
    const auto number_in_other_tile = [&](uint32_t e) {
        const auto next = std::upper_bound(old.edge_offset.begin(), old.edge_offset.end(), e);
        const auto s = uint32_t(next - old.edge_offset.begin()) - 1, after = number_after(kept_slots_, s);
        return after == kNoIndex ? kNoIndex : e - old.edge_offset[s] + mesh.edge_offset[after];
    };
    const auto copy = [&](uint32_t before, uint32_t after) {
        const uint32_t first = old.edge_offset[before], to = mesh.edge_offset[after];
        const auto count = uint32_t(mesh.tiles[after]->half_edges.size());
        const auto renumber = [&](uint32_t e) {
            if (e - first < count) return e - first + to;
            return e == kNoIndex ? kNoIndex : number_in_other_tile(e);
        };
        for (uint32_t e = 0; e < count; ++e) {
            SearchEdge& edge = arrays.edges[to + e] = old.search_edges[first + e];
            edge.first += to - first;
            edge.end += to - first;
            edge.twin = renumber(edge.twin);
            edge.block = 0;
            edge.only_exit = kNoIndex;
            arrays.fans[to + e] = renumber(old.fans[first + e]);
        }
    };
    for (const TileRun& run : kept_slots_) {
        for (uint32_t i = 0; i < run.count; ++i)
            copy(run.before + i, run.after + i);
    }
    return arrays;
}

// Fills the search arrays of the mesh. They equal the result of index_search_edges, except for unused edge indices.
void LiveChange::update_search_edges(NavMesh& mesh) const {
    const bool same = tables_.search && old_layout() && tables_.search->id == old_layout()->id;
    SearchArrays arrays = same ? arrays_with_same_indices() : renumbered_arrays(mesh);
    mesh.search_edges = std::move(arrays.edges);
    mesh.fans = std::move(arrays.fans);
    visit_made(mesh, [&](uint32_t s) {
        const uint32_t first = mesh.edge_offset[s], end = mesh.edge_offset[s + 1];
        std::fill(mesh.search_edges.begin() + first, mesh.search_edges.begin() + end, kUnused);
        std::fill(mesh.fans.begin() + first, mesh.fans.begin() + end, kNoIndex);
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

// Moves a mesh to the heap. When the snapshot is destroyed, a later change can use its search arrays.
std::shared_ptr<const NavMesh> LiveChange::shared_mesh(NavMesh mesh) const {
    if (!tables_.search) return std::make_shared<const NavMesh>(std::move(mesh));
    const auto destroy = [spares = tables_.spares, layout = tables_.search](NavMesh* snapshot) {
        spares->give(*snapshot, layout);
        delete snapshot;
    };
    return std::shared_ptr<NavMesh>(new NavMesh(std::move(mesh)), destroy);
}

}  // namespace navspan
