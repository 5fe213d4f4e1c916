// A mesh that changes tile by tile.
//
// In: a live mesh, new tiles, replacement tiles, and positions of tiles to remove.
// Out: the live mesh after the change. The previous live mesh is not modified, so other threads may still read it.
// Idea: This file validates changes. link.cpp relinks the tiles around a change. assemble.cpp builds the new mesh from the
//   relinked tiles and all other tiles.
// Source: own method.
// Weak cases: see link.cpp and assemble.cpp.

#include <algorithm>
#include <string>
#include <utility>

#include "navmesh/graph/link_values.h"
#include "navmesh/live/change.h"
#include "navmesh/live/parts.h"
#include "navmesh/mesh/same_lattice.h"
#include "navspan/core/lattice.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {
namespace {

using std::to_string;

Error failed(TilePosition place, const std::string& what) {
    return Error{ErrorKind::failed, tile_name(place) + what};
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

// Validates a new tile, then adds the tile to `after`.
Status LiveChange::take(NavTile tile) {
    const TilePosition place = place_of(tile);
    if (Status s = validate_tile(tile); !s) return failed(place, ": " + s.error().message);
    if (Status s = validate_border(tile); !s) return failed(place, ": " + s.error().message);
    if (Status s = validate_tile_links(tile); !s) return failed(place, ": " + s.error().message);
    if (tile.seam_edges && tile.border.steps.empty()) {
        return failed(place, " has no border data; pass the tile that bake_tile returned, not a tile of a mesh");
    }
    if (!is_of_agent(tile, before_.mesh->info.agent)) {
        return failed(place, " was baked for another agent; bake it with the agent of the mesh");
    }
    auto live = std::make_shared<LiveTile>();
    live->baked = std::make_shared<const NavTile>(std::move(tile));
    find_parts(*live);
    changed_.push_back(place);
    after_.tiles.push_back(std::move(live));
    return Done{};
}

// Builds the tiles of `after` from the unchanged tiles of `before` and the new tiles. The new tiles must be ordered by
// position.
void LiveChange::replace_changed(const LiveTiles& put) {
    const LiveTiles& before = before_.tiles;
    after_.tiles.reserve(before.size() + put.size());
    auto next = before.begin();
    auto new_tile = put.begin();
    for (const TilePosition place : changed_) {
        const auto at = std::lower_bound(next, before.end(), place, [](const auto& tile, TilePosition wanted) {
            return is_tile_before(*tile->baked, wanted);
        });
        after_.tiles.insert(after_.tiles.end(), next, at);
        next = at != before.end() && place_of(*(*at)->baked) == place ? at + 1 : at;
        if (new_tile != put.end() && place_of(*(*new_tile)->baked) == place) after_.tiles.push_back(*new_tile++);
    }
    after_.tiles.insert(after_.tiles.end(), next, before.end());
}

Status LiveChange::merge(TileChanges changes) {
    for (NavTile& tile : changes.put) {
        if (Status s = take(std::move(tile)); !s) return s;
    }
    const size_t put = changed_.size();
    changed_.insert(changed_.end(), changes.remove.begin(), changes.remove.end());
    for (size_t i = 0; i < changed_.size(); ++i) {
        const bool there = find_tile(before_.tiles, changed_[i]) != kNoIndex;
        if (i >= put && !there) return failed(changed_[i], " cannot be removed, because the mesh has no tile there");
        ++(i >= put ? counts.removed : there ? counts.replaced : counts.added);
    }
    std::sort(changed_.begin(), changed_.end(), is_tile_before);
    if (const auto twice = std::adjacent_find(changed_.begin(), changed_.end()); twice != changed_.end()) {
        return failed(*twice, " is given twice in one change");
    }
    LiveTiles tiles = std::move(after_.tiles);
    after_.tiles.clear();
    std::sort(tiles.begin(), tiles.end(), [](const auto& a, const auto& b) { return is_tile_before(*a->baked, *b->baked); });
    replace_changed(tiles);
    return Done{};
}

bool LiveChange::is_changed(const LiveTile& tile) const {
    return std::binary_search(changed_.begin(), changed_.end(), place_of(*tile.baked), is_tile_before);
}

// Returns the tile whose lattice and size the changed tiles must have: the first unchanged tile, or the first tile if all tiles
// are changed.
// @param with_seams  true: considers only tiles with seam edges
const NavTile* LiveChange::reference_tile(bool with_seams) const {
    const NavTile* first = nullptr;
    for (const auto& live : after_.tiles) {
        if (with_seams && !live->baked->seam_edges) continue;
        if (!is_changed(*live)) return live->baked.get();
        if (!first) first = live->baked.get();
    }
    return first;
}

// Checks that the changed tiles have the lattice of the other tiles, and that the areas table contains their areas. Also checks
// that neighbours can be found by tile coordinates: all tiles with seam edges have the same size, and their coordinates agree
// with their positions in the world.
Status LiveChange::check_changed() const {
    const NavTile *first = reference_tile(false), *first_with_seams = reference_tile(true);
    const uint64_t known = known_areas(before_.mesh->info);
    for (const TilePosition place : changed_) {
        const uint32_t t = find_tile(after_.tiles, place);
        if (t == kNoIndex) continue;
        const NavTile& tile = *after_.tiles[t]->baked;
        if (!have_same_lattice(first->frame, tile.frame)) return failed(place, " has a different lattice than the other tiles");
        for (const NavPolygon& polygon : tile.polygons) {
            if (known >> polygon.area & 1) continue;
            return failed(place, " has polygons of area " + to_string(polygon.area) + ", which is not in the areas table");
        }
        if (!tile.seam_edges) continue;
        const bool fits = tile.width == first_with_seams->width && tile.depth == first_with_seams->depth &&
                          tile.frame.x0 == int64_t{tile.tile_x} * tile.width &&
                          tile.frame.z0 == int64_t{tile.tile_z} * tile.depth;
        if (!fits) {
            return failed(place, " is not on the grid of the other tiles; bake it with the same tiles.size");
        }
    }
    return Done{};
}

Status LiveChange::run(TileChanges changes) {
    if (Status s = merge(std::move(changes)); !s) return s;
    if (Status s = check_changed(); !s) return s;
    if (Status s = link(); !s) return s;
    NavMesh mesh;
    mesh.info = before_.mesh->info;
    mesh.revision = next_revision();
    if (Status s = assemble(mesh); !s) return s;
    after_.mesh = std::make_shared<const NavMesh>(std::move(mesh));
    return Done{};
}

// Makes the live mesh after a change. @param blocks  true: compute the block-cut tree
static Result<LiveMesh> after_change(const LiveMesh& live, TileChanges changes, bool blocks, TileChangeCounts* counts) {
    LiveMesh after{.params = live.params, .mesh = nullptr, .tiles = {}, .links = live.links, .links_placed = 0, .digests = {}};
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
    LiveMesh live;
    live.params = params;
    live.links = std::move(links);
    live.mesh = std::make_shared<const NavMesh>(std::move(nothing));
    return after_change(live, {.put = std::move(tiles), .remove = {}}, true, nullptr);
}

Result<LiveMesh> change_tiles(const LiveMesh& live, TileChanges changes, TileChangeCounts* counts) {
    if (Status s = check_made(live); !s) return s.error();
    return after_change(live, std::move(changes), live.params.blocks, counts);
}

Result<LiveMesh> change_links(const LiveMesh& live, std::vector<OffMeshLink> links, TileChangeCounts* counts) {
    if (Status s = check_made(live); !s) return s.error();
    if (Status s = validate_requested_links(links); !s) return s.error();
    LiveMesh after{
        .params = live.params, .mesh = nullptr, .tiles = {}, .links = std::move(links), .links_placed = 0, .digests = {}};
    LiveChange change(live, after, live.params.blocks);
    if (Status s = change.relink(); !s) return s.error();
    if (counts) *counts = change.counts;
    return after;
}

}  // namespace navspan
