// Assembles the mesh after a change.
//
// In: the previous snapshot, and the tiles that were linked again.
// Out: the next snapshot.
// Idea: The new mesh shares each tile with the previous snapshot if relinking did not change the tile. Paths through shared
//   tiles stay valid without a new search. Islands are computed from the connected components of the tiles (digest.cpp). Search
//   edges of tiles that were not relinked are copied and renumbered (mesh/corners.cpp). So are the links whose ends cannot move
//   (links.cpp).
// Source: own method.
// Weak cases: Copying the search edges and the links, and building the block-cut tree, take time proportional to the size of
//   the world.

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "navmesh/graph/islands.h"
#include "navmesh/live/change.h"
#include "navmesh/live/parts.h"
#include "navspan/core/lattice.h"

namespace navspan {

uint32_t next_revision() {
    static std::atomic<uint32_t> snapshots{0};
    return 1 + snapshots++ % (kAnyRevision - 1);
}

// Assigns slots to tiles with polygons. If no tile has polygons, the first tile gets a slot.
void LiveChange::find_slots() {
    slot_of_.assign(after_.tiles.size(), kNoIndex);
    for (uint32_t t = 0; t < after_.tiles.size(); ++t) {
        if (!after_.tiles[t]->baked->polygons.empty()) slots_.push_back(t);
    }
    if (slots_.empty() && !after_.tiles.empty()) slots_.push_back(0);
    for (uint32_t s = 0; s < slots_.size(); ++s)
        slot_of_[slots_[s]] = s;
    slot_after_.assign(slots_.size(), kNoIndex);
    uint32_t s = 0;
    for (uint32_t old = 0; old < before_.mesh->tiles.size(); ++old) {
        const NavTile& tile = *before_.mesh->tiles[old];
        const auto tile_at = [&](uint32_t slot) -> const NavTile& { return *after_.tiles[slots_[slot]]->baked; };
        while (s < slots_.size() && is_tile_before(tile_at(s), tile))
            ++s;
        const bool there = s < slots_.size() && !is_tile_before(tile, tile_at(s));
        slot_before_.push_back(there ? s : kNoIndex);
        if (there) slot_after_[s] = old;
    }
    kept_ = {slot_after_, slot_before_};
    for (uint32_t slot = 0; slot < slots_.size(); ++slot) {
        if (!relinked_[slots_[slot]]) continue;
        if (const uint32_t old = slot_after_[slot]; old != kNoIndex) kept_.slot_after[old] = kNoIndex;
        kept_.slot_before[slot] = kNoIndex;
    }
}

void LiveChange::add_slot(NavMesh& mesh, uint32_t s) {
    const NavMesh& old = *before_.mesh;
    if (const uint32_t kept = kept_.slot_before[s]; kept != kNoIndex) {
        mesh.tiles.push_back(old.tiles[kept]);
        mesh.surfaces.push_back(old.surfaces[kept]);
        after_.digests.push_back(before_.digests[kept]);
        ++counts.shared;
        return;
    }
    const uint32_t t = slots_[s];
    const auto member = std::lower_bound(neighbourhood_.members.begin(), neighbourhood_.members.end(), t);
    const bool is_member = member != neighbourhood_.members.end() && *member == t;
    const NavTile& linked = is_member ? neighbourhood_.linked[size_t(member - neighbourhood_.members.begin())]
                                      : *after_.tiles[t]->baked;  // the neighbourhood omits tiles without polygons
    if (const uint32_t before = slot_after_[s]; before != kNoIndex && *old.tiles[before] == linked) {
        mesh.tiles.push_back(old.tiles[before]);
        mesh.surfaces.push_back(old.surfaces[before]);
        ++counts.shared;
    } else {
        mesh.tiles.push_back(std::make_shared<const NavTile>(linked));
        mesh.surfaces.push_back(std::make_shared<const SurfaceTree>(build_surface_tree(linked)));
        ++counts.relinked;
    }
    after_.digests.push_back(std::make_shared<const TileDigest>(digest_tile(*after_.tiles[t], linked)));
}

// Fills the twins of all seam edges. The neighbourhood consists of the relinked tiles and their neighbours. If no tile changes
// its slot, every tile outside the neighbourhood shares its list of twins with the previous snapshot.
void LiveChange::find_seams(NavMesh& mesh) const {
    const NavMesh& old = *before_.mesh;
    const auto renumbered = [&](uint32_t s) {
        std::vector<EdgeRef> twins(mesh.tiles[s]->seam_edges);
        if (kept_.slot_before[s] == kNoIndex) return twins;
        const SharedArray<EdgeRef>& before = old.seams[kept_.slot_before[s]];
        twins.assign(before.begin(), before.end());
        for (EdgeRef& twin : twins) {
            if (!twin.valid()) continue;
            twin.tile = kept_.slot_after[twin.tile];
            if (twin.tile == kNoIndex) twin = {};  // add_twins joins the edges of relinked tiles later
        }
        return twins;
    };
    const bool same_slots = slot_after_.size() == slot_before_.size() &&
                            std::find(slot_after_.begin(), slot_after_.end(), kNoIndex) == slot_after_.end();
    mesh.seams.resize(slots_.size());
    for (uint32_t s = 0; s < slots_.size(); ++s) {
        const uint32_t kept = kept_.slot_before[s];
        mesh.seams[s] = same_slots && kept != kNoIndex ? old.seams[kept] : SharedArray<EdgeRef>(renumbered(s));
    }
    std::vector<std::vector<EdgeRef>> seams;  // for each member of the neighbourhood: the twins of its seam edges
    for (const uint32_t t : neighbourhood_.members)
        seams.push_back(slot_of_[t] == kNoIndex ? std::vector<EdgeRef>() : renumbered(slot_of_[t]));
    add_twins(mesh, seams);
    for (size_t m = 0; m < seams.size(); ++m) {
        if (const uint32_t s = slot_of_[neighbourhood_.members[m]]; s != kNoIndex) mesh.seams[s] = seams[m];
    }
}

// Sets the twins of all pairs of seam edges in which at least one edge belongs to a relinked tile.
// @param seams  for each member of the neighbourhood: the twins of its seam edges
void LiveChange::add_twins(const NavMesh& mesh, std::vector<std::vector<EdgeRef>>& seams) const {
    // Maps an edge of the neighbourhood to the mesh. The polygons of a tile that was not relinked have the same numbers in the
    // neighbourhood and in the mesh. The edges of such a tile may have different numbers.
    const auto in_mesh = [&](EdgeRef edge) -> EdgeRef {
        const uint32_t t = neighbourhood_.members[edge.tile];
        if (relinked_[t]) return {slot_of_[t], edge.edge};
        const NavTile &linked = neighbourhood_.linked[edge.tile], &tile = *mesh.tiles[slot_of_[t]];
        const HalfEdge& wanted = linked.half_edges[edge.edge];
        const NavPolygon& polygon = tile.polygons[linked.edge_polygon[edge.edge]];
        uint32_t e = polygon.first_edge;
        while (e < polygon.first_edge + polygon.edge_count &&
               (tile.half_edges[e].x != wanted.x || tile.half_edges[e].z != wanted.z))
            ++e;
        assert(e < polygon.first_edge + polygon.edge_count);
        return {slot_of_[t], e};
    };
    const auto twin_slot = [&](uint32_t member, EdgeRef edge) -> EdgeRef& {
        return seams[member][mesh.tiles[edge.tile]->half_edges[edge.edge].twin & ~kSeamBit];
    };
    for (const auto& [a, b] : neighbourhood_.twins) {
        if (!relinked_[neighbourhood_.members[a.tile]] && !relinked_[neighbourhood_.members[b.tile]]) continue;
        const EdgeRef edge = in_mesh(a), across = in_mesh(b);
        twin_slot(a.tile, edge) = across;
        twin_slot(b.tile, across) = edge;
    }
}

Status LiveChange::assemble(NavMesh& mesh) {
    find_slots();
    for (uint32_t s = 0; s < slots_.size(); ++s)
        add_slot(mesh, s);
    find_seams(mesh);
    return finish(mesh);
}

// Computes the data that depend on the whole mesh: counts, links, islands, blocks and search edges.
Status LiveChange::finish(NavMesh& mesh) {
    if (Status s = count(mesh); !s) return s;
    if (Status s = place_all_links(mesh); !s) return s;
    if (Status s = count_links(mesh); !s) return s;
    find_islands(mesh);
    if (blocks_) {
        mesh.blocks = build_block_cut_tree(mesh);
        index_search_edges(mesh);
    } else {
        mesh.blocks = {};
        update_search_edges(mesh, *before_.mesh, kept_);
    }
    return Done{};
}

Status LiveChange::relink() {
    after_.tiles = before_.tiles;
    after_.digests = before_.digests;
    relinked_.assign(after_.tiles.size(), 0);
    groups_ = join_parts(after_.tiles);
    find_slots();
    new_requests_ = true;
    NavMesh mesh = mesh_of_same_tiles(*before_.mesh);
    mesh.revision = next_revision();
    counts.shared = uint32_t(mesh.tiles.size());
    if (Status s = finish(mesh); !s) return s;
    after_.mesh = std::make_shared<const NavMesh>(std::move(mesh));
    return Done{};
}

}  // namespace navspan
