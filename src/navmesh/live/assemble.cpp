// Assembles the mesh after a change.
//
// In: the previous snapshot, and the tiles that were linked again.
// Out: the next snapshot.
// Idea: The new mesh shares a tile with the previous snapshot if the tile was not relinked or if relinking did not change it.
// Paths of agents through shared tiles stay valid without a new search. Islands, blocks and corners are computed again for the
// whole mesh, so this part of the work grows with the world.
// Source: own method.
// Weak cases: In a large world, a small change takes long, because islands, blocks and corners are computed for the whole mesh.

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "navmesh/graph/islands.h"
#include "navmesh/live/change.h"
#include "navmesh/live/parts.h"
#include "navmesh/mesh/corners.h"
#include "navspan/core/lattice.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {
namespace {

// Places the requested links. Returns the links that have ground at both ends.
std::vector<OffMeshLink> place_requested_links(const NavMesh& mesh, const std::vector<OffMeshLink>& requested, double reach) {
    std::vector<LinkRequest> wanted;
    for (const OffMeshLink& link : requested) {
        wanted.push_back({.name = {}, .link = link});
        if (link.radius == 0) wanted.back().reach = reach;
    }
    return place_links(mesh, wanted, nullptr);
}

// Places the drops and jumps that the tiles contain. Omits links without ground at an end, and links with both ends in one
// polygon.
std::vector<OffMeshLink> place_found_links(const NavMesh& mesh, const std::vector<std::shared_ptr<const LiveTile>>& tiles) {
    std::vector<LinkRequest> wanted;
    for (const auto& tile : tiles)
        add_generated_links(*tile->baked, wanted);
    return place_links(mesh, wanted, nullptr);
}

}  // namespace

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
    for (const auto& tile : before_.mesh->tiles) {
        const uint32_t t = find_tile(after_.tiles, place_of(*tile));
        slot_before_.push_back(t == kNoIndex ? kNoIndex : slot_of_[t]);
    }
}

void LiveChange::add_slot(NavMesh& mesh, uint32_t t) {
    const NavMesh& old = *before_.mesh;
    const TilePosition place = place_of(*after_.tiles[t]->baked);
    const auto at = std::lower_bound(old.tiles.begin(), old.tiles.end(), place,
                                     [](const auto& tile, TilePosition wanted) { return is_tile_before(*tile, wanted); });
    const bool was_there = at != old.tiles.end() && place_of(**at) == place;
    const auto slot = size_t(at - old.tiles.begin());
    const bool anew = relinked_[t] || !was_there;
    const auto linked = [&]() -> const NavTile& {
        const auto member = std::lower_bound(neighbourhood_.members.begin(), neighbourhood_.members.end(), t);
        const bool is_member = member != neighbourhood_.members.end() && *member == t;
        return is_member ? neighbourhood_.linked[size_t(member - neighbourhood_.members.begin())]
                         : *after_.tiles[t]->baked;  // the neighbourhood omits tiles without polygons
    };
    if (anew && !(was_there && *old.tiles[slot] == linked())) {
        mesh.tiles.push_back(std::make_shared<const NavTile>(linked()));
        mesh.surfaces.push_back(std::make_shared<const SurfaceTree>(build_surface_tree(*mesh.tiles.back())));
        ++counts.relinked;
    } else {
        mesh.tiles.push_back(old.tiles[slot]);
        mesh.surfaces.push_back(old.surfaces[slot]);
        ++counts.shared;
    }
    if (anew) {
        mesh.seams.emplace_back(mesh.tiles.back()->seam_edges);
        return;
    }
    mesh.seams.push_back(old.seams[slot]);
    for (EdgeRef& twin : mesh.seams.back()) {
        if (!twin.valid()) continue;
        twin.tile = slot_before_[twin.tile];
        // add_twins joins the edges of relinked tiles later
        if (twin.tile == kNoIndex || relinked_[slots_[twin.tile]]) twin = {};
    }
}

// Sets the twins of seam edges if at least one of the two edges belongs to a relinked tile.
void LiveChange::add_twins(NavMesh& mesh) const {
    // Maps an edge of the neighbourhood to the mesh. If a tile was not relinked, its polygons have the same numbers in the
    // neighbourhood and in the mesh, but its edges may have different numbers.
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
    const auto twin_slot = [&](EdgeRef edge) -> EdgeRef& {
        return mesh.seams[edge.tile][mesh.tiles[edge.tile]->half_edges[edge.edge].twin & ~kSeamBit];
    };
    for (const auto& [a, b] : neighbourhood_.twins) {
        if (!relinked_[neighbourhood_.members[a.tile]] && !relinked_[neighbourhood_.members[b.tile]]) continue;
        const EdgeRef edge = in_mesh(a), across = in_mesh(b);
        twin_slot(edge) = across;
        twin_slot(across) = edge;
    }
}

Status LiveChange::assemble(NavMesh& mesh) {
    find_slots();
    for (const uint32_t t : slots_)
        add_slot(mesh, t);
    add_twins(mesh);
    return finish(mesh);
}

// Computes the data that depend on the whole mesh: counts, links, islands, blocks and search edges.
Status LiveChange::finish(NavMesh& mesh) {
    if (Status s = update_mesh_counts(mesh); !s) return s;
    std::vector<OffMeshLink> links = place_requested_links(mesh, after_.links, after_.params.link_reach);
    counts.links_placed = uint32_t(links.size());
    counts.links_lost = uint32_t(after_.links.size() - links.size());
    for (const OffMeshLink& link : place_found_links(mesh, after_.tiles))
        links.push_back(link);
    if (!links.empty()) {
        Result<NavMesh> linked = with_links(mesh, std::move(links));
        if (!linked) return linked.error();
        linked->revision = mesh.revision;
        mesh = *std::move(linked);
        if (!after_.params.blocks) mesh.blocks = {};
    } else {
        find_islands(mesh);
        if (after_.params.blocks) mesh.blocks = build_block_cut_tree(mesh);
    }
    index_search_edges(mesh);
    return Done{};
}

Status LiveChange::relink() {
    after_.tiles = before_.tiles;
    NavMesh mesh = *before_.mesh;
    mesh.links.clear();
    mesh.landmarks = {};
    mesh.hubs = {};
    mesh.revision = next_revision();
    counts.shared = uint32_t(mesh.tiles.size());
    if (Status s = finish(mesh); !s) return s;
    after_.mesh = std::make_shared<const NavMesh>(std::move(mesh));
    return Done{};
}

}  // namespace navspan
