// A mesh that changes tile by tile.
//
// In: a live mesh, new tiles, replacement tiles, and positions of tiles to remove.
// Out: the live mesh after the change. The previous live mesh is not modified, so other threads may still read it.
// Idea: This file validates changes and lists the steps. link.cpp relinks the tiles around a change. assemble.cpp shares all
// other tiles with the previous snapshot. links.cpp and digest.cpp update the off-mesh links and the islands.
// Source: own method.
// Weak cases: see link.cpp and assemble.cpp.

#include <algorithm>
#include <string>
#include <utility>

#include "navmesh/graph/islands.h"
#include "navmesh/graph/link_values.h"
#include "navmesh/live/change.h"
#include "navmesh/live/components.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/same_lattice.h"
#include "navmesh/mesh/tile_name.h"
#include "navmesh/validate/tile.h"
#include "navspan/core/lattice.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {
namespace {

using std::to_string;

Error failed(TilePosition position, const std::string& what) {
    return Error{ErrorKind::failed, tile_name(position) + what};
}

Status validate_requested_links(const std::vector<OffMeshLink>& links) {
    for (size_t i = 0; i < links.size(); ++i) {
        if (Status s = validate_requested_link(i, links[i]); !s) return Error{ErrorKind::failed, s.error().message};
    }
    return Done{};
}

// True if a tile was baked for the agent of the mesh, or if one of the two agents is unknown.
bool is_of_agent(const NavTile& tile, const NavAgent& agent) {
    const NavAgent& baked = tile.agent;
    return baked == NavAgent{} || agent == NavAgent{} || baked == agent;
}

Status check_made(const LiveMesh& live) {
    if (live.mesh) return Done{};
    return Error{ErrorKind::usage, "the live mesh is empty; make it with make_live_mesh or bake_live_mesh"};
}

}  // namespace

// Validates a new tile, then adds the tile to `put`.
Status LiveChange::take(NavTile tile, std::vector<NewTile>& put) {
    const TilePosition position = position_of(tile);
    if (Status s = validate_tile(tile); !s) return failed(position, ": " + s.error().message);
    if (Status s = validate_border(tile); !s) return failed(position, ": " + s.error().message);
    if (Status s = validate_tile_links(tile); !s) return failed(position, ": " + s.error().message);
    if (tile.seam_edges && tile.border.steps.empty()) {
        return failed(position, " has no border data; pass the tile that bake_tile returned, not a tile of a mesh");
    }
    if (!is_of_agent(tile, before_.mesh->info.agent)) {
        return failed(position, " was baked for another agent; bake it with the agent of the mesh");
    }
    auto live = std::make_shared<LiveTile>();
    live->baked = std::make_shared<const NavTile>(std::move(tile));
    std::vector<TileComponent> components = find_components(*live);
    changed_.push_back(position);
    put.push_back({std::move(live), std::move(components)});
    return Done{};
}

// True if the change only replaces tiles, and no tile appears in the mesh or disappears from it.
bool LiveChange::can_change_in_place(const std::vector<NewTile>& put) const {
    if (blocks_ || !old_layout() || put.size() != changed_.size()) return false;
    return std::all_of(put.begin(), put.end(), [&](const NewTile& tile) {
        const NavTile& baked = *tile.tile->baked;
        const uint32_t t = find_tile(old_.sites, position_of(baked));
        return t != kNoIndex && old_.sites[t].has_polygons == !baked.polygons.empty();
    });
}

// Replaces the changed tiles, their sites and their components. The new tiles must be ordered by position.
void LiveChange::replace_changed(const std::vector<NewTile>& put) {
    start_tables();
    after_.tiles = before_.tiles;
    std::vector<std::span<const TileComponent>> components;
    for (const NewTile& tile : put) {
        const uint32_t t = find_tile(old_.sites, position_of(*tile.tile->baked));
        replaced_.push_back(t);
        after_.tiles.replace(t, tile.tile);
        tables_.sites[t] = site_of(*tile.tile->baked);
        tables_.tiles_with_jumps += tables_.sites[t].has_jumps() - old_.sites[t].has_jumps();
        components.push_back(tile.components);
    }
    tables_.components.replace(replaced_, components);
    const TileRuns all{{0, 0, uint32_t(old_.sites.size())}};
    unchanged_ = runs_without(all, replaced_);
}

// Builds the tiles of `after`, their sites and their components from the unchanged tiles of `before` and the new tiles. The new
// tiles must be ordered by position.
void LiveChange::merge_changed(const std::vector<NewTile>& put) {
    const auto keep = [&](uint32_t first, uint32_t end) {
        if (first == end) return;
        unchanged_.push_back({first, uint32_t(after_.tiles.size()), end - first});
        after_.tiles.append(before_.tiles, first, end);
        tables_.sites.insert(tables_.sites.end(), old_.sites.begin() + first, old_.sites.begin() + end);
        tables_.components.append(old_.components, first, end);
    };
    tables_.sites.reserve(old_.sites.size() + put.size());
    tables_.components.reserve(old_.sites.size() + put.size(), old_.components.all().size() + put.size());
    uint32_t next = 0;
    auto new_tile = put.begin();
    for (const TilePosition position : changed_) {
        const uint32_t at = first_tile_from(old_.sites, position, next);
        keep(next, at);
        next = at < old_.sites.size() && old_.sites[at].position == position ? at + 1 : at;
        if (new_tile == put.end() || position_of(*new_tile->tile->baked) != position) continue;
        after_.tiles.push_back(new_tile->tile);
        tables_.sites.push_back(site_of(*new_tile->tile->baked));
        tables_.components.push_back(new_tile->components);
        ++new_tile;
    }
    keep(next, uint32_t(old_.sites.size()));
    tables_.tiles_with_jumps = uint32_t(std::ranges::count_if(tables_.sites, &TileSite::has_jumps));
}

Status LiveChange::merge(TileChanges changes) {
    std::vector<NewTile> tiles;
    for (NavTile& tile : changes.put) {
        if (Status s = take(std::move(tile), tiles); !s) return s;
    }
    const size_t put = changed_.size();
    changed_.insert(changed_.end(), changes.remove.begin(), changes.remove.end());
    for (size_t i = 0; i < changed_.size(); ++i) {
        const bool there = find_tile(old_.sites, changed_[i]) != kNoIndex;
        if (i >= put && !there) return failed(changed_[i], " cannot be removed, because the mesh has no tile there");
        ++(i >= put ? counts.removed : there ? counts.replaced : counts.added);
    }
    std::sort(changed_.begin(), changed_.end(), is_tile_before);
    if (const auto twice = std::adjacent_find(changed_.begin(), changed_.end()); twice != changed_.end()) {
        return failed(*twice, " is given twice in one change");
    }
    std::sort(tiles.begin(), tiles.end(),
              [](const NewTile& a, const NewTile& b) { return is_tile_before(*a.tile->baked, *b.tile->baked); });
    in_place_ = can_change_in_place(tiles);
    if (in_place_)
        replace_changed(tiles);
    else
        merge_changed(tiles);
    return Done{};
}

bool LiveChange::is_changed(TilePosition position) const {
    return std::binary_search(changed_.begin(), changed_.end(), position, is_tile_before);
}

// Returns the tile whose lattice and size the changed tiles must have: the first unchanged tile, or the first tile if all tiles
// are changed.
// @param with_seams  true: considers only tiles with seam edges
const NavTile* LiveChange::reference_tile(bool with_seams) const {
    const NavTile* first = nullptr;
    for (uint32_t t = 0; t < tables_.sites.size(); ++t) {
        if (with_seams && !tables_.sites[t].has_seams) continue;
        if (!is_changed(tables_.sites[t].position)) return after_.tiles[t]->baked.get();
        if (!first) first = after_.tiles[t]->baked.get();
    }
    return first;
}

// Checks that the changed tiles have the lattice of the other tiles, and that the areas table contains their areas. Also checks
// that neighbours can be found by tile coordinates: all tiles with seam edges have the same size, and their coordinates agree
// with their positions in the world.
Status LiveChange::check_changed() const {
    const NavTile *first = reference_tile(false), *first_with_seams = reference_tile(true);
    const uint64_t known = known_areas(before_.mesh->info);
    for (const TilePosition position : changed_) {
        const uint32_t t = find_tile(tables_.sites, position);
        if (t == kNoIndex) continue;
        const NavTile& tile = *after_.tiles[t]->baked;
        if (!have_same_lattice(first->frame, tile.frame))
            return failed(position, " has a different lattice than the other tiles");
        for (const NavPolygon& polygon : tile.polygons) {
            if (known >> polygon.area & 1) continue;
            return failed(position, " has polygons of area " + to_string(polygon.area) + ", which is not in the areas table");
        }
        if (!tile.seam_edges) continue;
        const bool fits = tile.width == first_with_seams->width && tile.depth == first_with_seams->depth &&
                          tile.frame.x0 == int64_t{tile.tile_x} * tile.width &&
                          tile.frame.z0 == int64_t{tile.tile_z} * tile.depth;
        if (!fits) {
            return failed(position, " is not on the grid of the other tiles; bake it with the same tiles.size");
        }
    }
    return Done{};
}

Status LiveChange::run(TileChanges changes) {
    tables_.spares = old_.spares;
    if (Status s = merge(std::move(changes)); !s) return s;
    if (Status s = check_changed(); !s) return s;
    if (Status s = link(); !s) return s;
    find_slots();
    update_digests();
    NavMesh mesh;
    if (in_place_) mesh = start_mesh();
    mesh.info = before_.mesh->info;
    mesh.revision = next_revision();
    share_tiles(mesh);
    find_seams(mesh);
    return finish(std::move(mesh));
}

Status LiveChange::relink() {
    new_requests_ = true;
    return run({});
}

// Computes the data that depend on the whole mesh: counts, links, islands, blocks and search edges. Stores the result.
Status LiveChange::finish(NavMesh mesh) {
    if (Status s = count(mesh); !s) return s;
    if (Status s = place_all_links(mesh); !s) return s;
    if (Status s = update_link_counts(mesh); !s) return s;
    find_islands(mesh);
    if (blocks_) {
        mesh.blocks = build_block_cut_tree(mesh);
        index_search_edges(mesh);
    } else {
        update_search_edges(mesh);
    }
    store(std::move(mesh));
    return Done{};
}

// Returns a live mesh without tiles, to which a change adds the tiles.
static LiveMesh empty_live_mesh(const LiveMeshParams& params, std::vector<OffMeshLink> links) {
    return {.params = params, .mesh = nullptr, .tiles = {}, .links = std::move(links), .links_placed = 0, .tables = nullptr};
}

// Makes the live mesh after a change. @param blocks  true: compute the block-cut tree
static Result<LiveMesh> after_change(const LiveMesh& live, TileChanges changes, bool blocks, TileChangeCounts* counts) {
    LiveMesh after = empty_live_mesh(live.params, live.links);
    LiveChange change(live, after, blocks);
    if (Status s = change.run(std::move(changes)); !s) return s.error();
    if (counts) *counts = change.counts;
    return after;
}

Result<LiveMesh> make_live_mesh(std::vector<NavTile> tiles, NavMeshInfo info, const LiveMeshParams& params,
                                std::vector<OffMeshLink> links) {
    if (!(params.link_reach >= 0)) return Error{ErrorKind::failed, "the reach of links must be a number >= 0"};
    if (Status s = validate_requested_links(links); !s) return s.error();
    NavMesh nothing;
    nothing.info = std::move(info);
    LiveMesh live = empty_live_mesh(params, std::move(links));
    live.mesh = std::make_shared<const NavMesh>(std::move(nothing));
    LiveTables tables;
    tables.spares = std::make_shared<Spares>();
    live.tables = std::make_shared<const LiveTables>(std::move(tables));
    Result<LiveMesh> made = after_change(live, {.put = std::move(tiles), .remove = {}}, true, nullptr);
    if (!made || params.blocks) return made;
    LiveMesh prepared = empty_live_mesh(params, {});
    LiveChange(*made, prepared, false).prepare();
    if (prepared.tables) made->tables = std::move(prepared.tables);
    return made;
}

Result<LiveMesh> change_tiles(const LiveMesh& live, TileChanges changes, TileChangeCounts* counts) {
    if (Status s = check_made(live); !s) return s.error();
    return after_change(live, std::move(changes), live.params.blocks, counts);
}

Result<LiveMesh> change_links(const LiveMesh& live, std::vector<OffMeshLink> links, TileChangeCounts* counts) {
    if (Status s = check_made(live); !s) return s.error();
    if (Status s = validate_requested_links(links); !s) return s.error();
    LiveMesh after = empty_live_mesh(live.params, std::move(links));
    LiveChange change(live, after, live.params.blocks);
    if (Status s = change.relink(); !s) return s.error();
    if (counts) *counts = change.counts;
    return after;
}

}  // namespace navspan
