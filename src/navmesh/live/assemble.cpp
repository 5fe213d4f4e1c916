// Assembles the tiles and seams of the mesh after a change.
//
// In: the previous snapshot, and the tiles that were linked again.
// Out: the tiles and seams of the next snapshot.
// Idea: The new mesh shares each tile with the previous snapshot if relinking did not change the tile. Paths through shared
// tiles stay valid without a new search. Tiles that were not relinked form runs, which are shared or copied as a whole.
// Source: own method.
// Weak cases: If a tile with polygons appears or disappears, the twins of all seam edges are renumbered.

#include <atomic>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "navmesh/index/surface_tree.h"
#include "navmesh/live/change.h"

namespace navspan {

uint32_t next_revision() {
    static std::atomic<uint32_t> last{0};
    uint32_t before = last, next = 0;
    do {
        next = before % (kNoRevision - 1) + 1;
    } while (!last.compare_exchange_weak(before, next));
    return next;
}

// Assigns slots, that is, indices in NavMesh::tiles, to tiles with polygons. If no tile has polygons, the first tile gets a
// slot. Finds the runs of tiles and of slots that were not relinked.
void LiveChange::find_slots() {
    for (uint32_t t = 0; !in_place_ && t < tables_.sites.size(); ++t) {
        if (tables_.sites[t].has_polygons) tables_.slots.push_back(t);
    }
    if (tables_.slots.empty() && !tables_.sites.empty()) tables_.slots.push_back(0);
    kept_ = runs_without(unchanged_, relinked_);
    for (const TileRun& run : kept_) {
        const uint32_t before = old_.slot_at(run.before), after = tables_.slot_at(run.after);
        const uint32_t count = tables_.slot_at(run.after + run.count) - after;
        // The numbers differ if a tile without polygons has a slot in one of the meshes. No other tile of that mesh has a slot.
        if (count == 0 || count != old_.slot_at(run.before + run.count) - before) continue;
        kept_slots_.push_back({before, after, count});
    }
}

// Returns the linked form of a relinked tile.
const NavTile& LiveChange::linked_tile(uint32_t tile) const {
    const std::vector<uint32_t>& members = neighbourhood_.members;
    const auto member = std::lower_bound(members.begin(), members.end(), tile);
    const bool is_member = member != members.end() && *member == tile;
    return is_member ? neighbourhood_.linked[size_t(member - members.begin())]
                     : *after_.tiles[tile]->baked;  // the neighbourhood omits tiles without polygons
}

// Fills NavMesh::tiles and NavMesh::surfaces.
void LiveChange::share_tiles(NavMesh& mesh) {
    const NavMesh& old = *before_.mesh;
    const auto share = [&](uint32_t first, uint32_t count) {
        counts.shared += count;
        if (in_place_) return;
        mesh.tiles.append(old.tiles, first, first + count);
        mesh.surfaces.append(old.surfaces, first, first + count);
    };
    const auto keep = [&](const TileRun& run) { share(run.before, run.count); };
    visit_tiles(kept_slots_, tables_.slots.size(), keep, [&](uint32_t s) {
        const uint32_t t = tables_.slots[s];
        const NavTile& linked = linked_tile(t);
        const uint32_t before = old_.slot_at(find_tile(old_.sites, position_of(linked)));
        if (before < old.tiles.size() && *old.tiles[before] == linked) return share(before, 1);
        write_row(mesh.tiles, s, std::make_shared<const NavTile>(linked));
        write_row(mesh.surfaces, s, std::make_shared<const SurfaceTree>(build_surface_tree(linked)));
        ++counts.relinked;
    });
}

// Copies the twins of the seam edges. A twin becomes invalid if one of its two tiles is not kept.
void LiveChange::copy_seams(NavMesh& mesh) const {
    fill_rows(mesh.seams, before_.mesh->seams, kept_slots_, mesh.tiles.size(),
              [&](uint32_t s) { return std::vector<EdgeRef>(mesh.tiles[s]->seam_edges); });
    const auto renumber = [&](std::span<EdgeRef> twins) {
        for (EdgeRef& twin : twins) {
            if (!twin.valid()) continue;
            twin.tile = number_after(kept_slots_, twin.tile);
            if (!twin.valid()) twin = {};
        }
    };
    if (keep_numbers(kept_slots_)) {
        // Only twins of the neighbourhood can be in tiles that were not kept.
        for (const uint32_t t : neighbourhood_.members) {
            if (!std::binary_search(relinked_.begin(), relinked_.end(), t))
                renumber(mesh.seams.mutable_list(tables_.slot_at(t)));
        }
        return;
    }
    for (const TileRun& run : kept_slots_) {
        for (uint32_t s = run.after; s < run.after + run.count; ++s)
            renumber(mesh.seams.mutable_list(s));
    }
}

// Fills the twins of all seam edges. Sets the twins of all pairs of seam edges in which at least one edge belongs to a relinked
// tile, and copies all others. The neighbourhood consists of the relinked tiles and their neighbours.
void LiveChange::find_seams(NavMesh& mesh) const {
    copy_seams(mesh);
    const std::vector<uint32_t>& members = neighbourhood_.members;
    const auto is_relinked = [&](uint32_t member) {
        return std::binary_search(relinked_.begin(), relinked_.end(), members[member]);
    };
    // Maps an edge of the neighbourhood to the mesh. The polygons of a tile that was not relinked have the same numbers in the
    // neighbourhood and in the mesh. The edges of such a tile may have different numbers.
    const auto in_mesh = [&](EdgeRef edge) -> EdgeRef {
        const uint32_t slot = tables_.slot_at(members[edge.tile]);
        if (is_relinked(edge.tile)) return {slot, edge.edge};
        const NavTile &linked = neighbourhood_.linked[edge.tile], &tile = *mesh.tiles[slot];
        const HalfEdge& wanted = linked.half_edges[edge.edge];
        const NavPolygon& polygon = tile.polygons[linked.edge_polygon[edge.edge]];
        uint32_t e = polygon.first_edge;
        while (e < polygon.first_edge + polygon.edge_count &&
               (tile.half_edges[e].x != wanted.x || tile.half_edges[e].z != wanted.z))
            ++e;
        assert(e < polygon.first_edge + polygon.edge_count);
        return {slot, e};
    };
    const auto set_twin = [&](EdgeRef edge, EdgeRef twin) {
        mesh.seams.mutable_list(edge.tile)[mesh.tiles[edge.tile]->half_edges[edge.edge].twin & ~kSeamBit] = twin;
    };
    for (const auto& [a, b] : neighbourhood_.twins) {
        if (!is_relinked(a.tile) && !is_relinked(b.tile)) continue;
        const EdgeRef edge = in_mesh(a), across = in_mesh(b);
        set_twin(edge, across);
        set_twin(across, edge);
    }
}

}  // namespace navspan
