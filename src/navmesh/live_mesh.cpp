// A mesh that changes tile by tile.
//
// In: a live mesh, tiles that replace others or are new, places whose tiles go. Out: the live mesh after that; the one before
// is untouched, so readers keep what they have.
//
// How a tile looks once it is linked depends on the tile, on the eight around it (their vertices on the borders, the heights
// where four tiles meet), and on which of its parts are dropped as too small. So the tiles around the changed ones are linked
// anew, among neighbours one ring wider, by the function that links whole worlds; what comes out for the ring is thrown away,
// but for the pairs of edges that meet. Parts are judged over the whole world (live_parts.cpp), and tiles in which the verdict
// changed are linked anew as well. Everything else is shared with the snapshot before. Tiles that come out as they were are
// shared too: agents' ways through them need no search.
//
// What is found over the whole mesh, islands, blocks and corners, is found afresh: that is the part of the work that grows with
// the world.

#include "navspan/navmesh/live_mesh.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "conform_seams.h"
#include "live_parts.h"
#include "navspan/navmesh/corners.h"
#include "navspan/navmesh/islands.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {
namespace {

using std::to_string;
using Marks = std::vector<uint8_t>;  // per tile

TilePlace place_of(const NavTile& tile) {
    return {tile.tile_x, tile.tile_z};
}
bool is_before(TilePlace a, TilePlace b) {
    return std::tie(a.tile_z, a.tile_x) < std::tie(b.tile_z, b.tile_x);
}
std::string name_of(TilePlace place) {
    return "tile (" + to_string(place.tile_x) + ", " + to_string(place.tile_z) + ")";
}
Error failed(TilePlace place, const std::string& what) {
    return Error{ErrorKind::failed, name_of(place) + what};
}

// Some tiles of the world, linked among themselves.
struct Patch {
    std::vector<uint32_t> members;                   // indices of tiles, ascending
    std::vector<NavTile> linked;                     // of each member
    std::vector<std::pair<EdgeRef, EdgeRef>> twins;  // EdgeRef::tile is the number of the member
};

// marks the tiles within `reach` of the marked ones
Marks grown(const LiveTiles& tiles, const Marks& marks, int32_t reach) {
    Marks out(tiles.size());
    for (uint32_t t = 0; t < tiles.size(); ++t) {
        if (!marks[t]) continue;
        const TilePlace at = place_of(*tiles[t]->baked);
        for (int32_t z = at.tile_z - reach; z <= at.tile_z + reach; ++z) {
            for (int32_t x = at.tile_x - reach; x <= at.tile_x + reach; ++x) {
                const uint32_t near = find_tile(tiles, {x, z});
                if (near != kNoIndex) out[near] = 1;
            }
        }
    }
    return out;
}

Result<Patch> link_patch(const LiveTiles& tiles, const Marks& members, bool drop) {
    Patch patch;
    for (uint32_t t = 0; t < tiles.size(); ++t) {
        if (!members[t] || tiles[t]->baked->polygons.empty()) continue;
        patch.members.push_back(t);
        patch.linked.push_back(*tiles[t]->baked);
        // what is to be dropped is known: parts have no cells then, and one a polygon otherwise
        std::vector<uint32_t>& cells = patch.linked.back().border.polygon_cells;
        for (uint32_t p = 0; drop && p < cells.size(); ++p)
            cells[p] = !tiles[t]->parts[tiles[t]->polygon_part[p]].dropped;
    }
    Result<std::vector<std::pair<EdgeRef, EdgeRef>>> twins = conform_seams(patch.linked, {.min_island_cells = drop ? 1u : 0u});
    if (!twins) return twins.error();
    patch.twins = *std::move(twins);
    return patch;
}

class Change {
public:
    Change(const LiveMesh& before, LiveMesh& after) : before_(before), after_(after) {}

    Status run(TileChanges changes) {
        if (Status s = merge(std::move(changes)); !s) return s;
        if (Status s = check_lattice(); !s) return s;
        if (Status s = check_grid(); !s) return s;
        if (Status s = link(); !s) return s;
        NavMesh mesh;
        mesh.info = before_.mesh->info;
        if (Status s = assemble(mesh); !s) return s;
        after_.mesh = std::make_shared<const NavMesh>(std::move(mesh));
        return Done{};
    }
    Status relink() {
        after_.tiles = before_.tiles;
        NavMesh mesh = *before_.mesh;
        mesh.links.clear();
        mesh.landmarks = {};
        counts.shared = uint32_t(mesh.tiles.size());
        if (Status s = finish(mesh); !s) return s;
        after_.mesh = std::make_shared<const NavMesh>(std::move(mesh));
        return Done{};
    }

    TileChangeCounts counts;

private:
    Status merge(TileChanges changes);
    Status take(NavTile tile);
    void mark_around(TilePlace place);
    Status check_lattice() const;
    Status check_grid() const;
    Status link();
    void find_joins(const Patch& patch);
    void find_slots();
    Status assemble(NavMesh& mesh);
    void add_slot(NavMesh& mesh, uint32_t t);
    void add_twins(NavMesh& mesh) const;
    Status finish(NavMesh& mesh);

    const LiveMesh& before_;
    LiveMesh& after_;
    std::vector<TilePlace> changed_;
    Marks near_;      // beside a changed place, or at one
    Marks relinked_;  // linked anew
    Patch patch_;
    std::vector<uint32_t> slots_;        // per slot of the new mesh: its tile
    std::vector<uint32_t> slot_of_;      // per tile: its slot or kNoIndex
    std::vector<uint32_t> slot_before_;  // per slot of the old mesh: its slot now, or kNoIndex
};

// puts a tile where it belongs
Status Change::take(NavTile tile) {
    const TilePlace place = place_of(tile);
    if (Status s = validate_tile(tile); !s) return failed(place, ": " + s.error().message);
    if (Status s = validate_border(tile); !s) return failed(place, ": " + s.error().message);
    if (tile.seam_edges && tile.border.steps.empty()) {
        return failed(place, " has no border: put tiles as they were baked, not as they are in a mesh");
    }
    auto live = std::make_shared<LiveTile>();
    live->baked = std::make_shared<const NavTile>(std::move(tile));
    find_parts(*live);
    changed_.push_back(place);
    after_.tiles.push_back(std::move(live));
    return Done{};
}

Status Change::merge(TileChanges changes) {
    for (NavTile& tile : changes.put) {
        if (Status s = take(std::move(tile)); !s) return s;
    }
    const size_t put = changed_.size();
    changed_.insert(changed_.end(), changes.remove.begin(), changes.remove.end());
    std::vector<TilePlace> sorted = changed_;
    std::sort(sorted.begin(), sorted.end(), is_before);
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
        return failed(*twice, " is there twice in one change");
    }
    for (size_t i = 0; i < changed_.size(); ++i) {
        const bool there = find_tile(before_.tiles, changed_[i]) != kNoIndex;
        if (i >= put && !there) return failed(changed_[i], " is to be removed, but there is no tile at that place");
        ++(i >= put ? counts.removed : there ? counts.replaced : counts.added);
    }
    for (const auto& tile : before_.tiles) {
        if (!std::binary_search(sorted.begin(), sorted.end(), place_of(*tile->baked), is_before)) after_.tiles.push_back(tile);
    }
    std::sort(after_.tiles.begin(), after_.tiles.end(),
              [](const auto& a, const auto& b) { return is_before(place_of(*a->baked), place_of(*b->baked)); });
    return Done{};
}

// what tiles of one mesh have in common
Status Change::check_lattice() const {
    uint64_t known = 0;
    for (const NavArea& area : before_.mesh->info.areas)
        known |= uint64_t{1} << area.id;
    for (const auto& live : after_.tiles) {
        const TileFrame &a = after_.tiles[0]->baked->frame, &b = live->baked->frame;
        if (std::tie(a.origin, a.quantum, a.height_quantum) != std::tie(b.origin, b.quantum, b.height_quantum)) {
            return failed(place_of(*live->baked), " has another lattice than the first tile");
        }
        for (const NavPolygon& polygon : live->baked->polygons) {
            if (known >> polygon.area & 1) continue;
            return failed(place_of(*live->baked),
                          " has polygons of area " + to_string(polygon.area) + ", which the areas table lacks");
        }
    }
    return Done{};
}

// neighbours are found by their place among the tiles: that must be their place in the world
Status Change::check_grid() const {
    const NavTile* first = nullptr;
    for (const auto& live : after_.tiles) {
        const NavTile& tile = *live->baked;
        if (!tile.seam_edges) continue;
        if (!first) first = &tile;
        const bool fits = tile.width == first->width && tile.depth == first->depth &&
                          tile.frame.x0 == int64_t{tile.tile_x} * tile.width &&
                          tile.frame.z0 == int64_t{tile.tile_z} * tile.depth;
        if (!fits) {
            return failed(place_of(tile), " is not on one grid of tiles with the others: bake it with the same tiles.size");
        }
    }
    return Done{};
}

void Change::find_joins(const Patch& patch) {
    std::vector<std::array<std::vector<PartJoin>, 2>> joins(patch.members.size());
    for (const auto& [a, b] : patch.twins) {
        const auto part = [&](EdgeRef edge) {
            const LiveTile& tile = *after_.tiles[patch.members[edge.tile]];
            return tile.polygon_part[patch.linked[edge.tile].edge_polygon[edge.edge]];
        };
        // of the two the earlier tile keeps the pair
        const auto [low, high] = std::minmax(a, b);
        const size_t d = patch.linked[low.tile].tile_z == patch.linked[high.tile].tile_z ? 0 : 1;
        joins[low.tile][d].push_back({part(low), part(high)});
    }
    for (size_t m = 0; m < patch.members.size(); ++m) {
        const uint32_t t = patch.members[m];
        if (!near_[t]) continue;
        for (auto& pairs : joins[m]) {
            std::sort(pairs.begin(), pairs.end());
            pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        }
        if (joins[m] == after_.tiles[t]->joins) continue;
        auto joined = std::make_shared<LiveTile>(*after_.tiles[t]);
        joined->joins = std::move(joins[m]);
        after_.tiles[t] = std::move(joined);
    }
}

// tiles with polygons have a slot; where there are none, the first tile stands for all
void Change::find_slots() {
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

Status Change::link() {
    near_.assign(after_.tiles.size(), 0);
    for (const TilePlace place : changed_) {
        for (int32_t dz = -1; dz <= 1; ++dz) {
            for (int32_t dx = -1; dx <= 1; ++dx) {
                const uint32_t t = find_tile(after_.tiles, {place.tile_x + dx, place.tile_z + dz});
                if (t != kNoIndex) near_[t] = 1;
            }
        }
    }
    const Marks members = grown(after_.tiles, near_, 1);
    Result<Patch> patch = link_patch(after_.tiles, members, false);
    if (!patch) return patch.error();
    patch_ = *std::move(patch);
    find_joins(patch_);
    relinked_ = judge_parts(after_.tiles, after_.params.min_island_cells);
    bool again = false;
    for (uint32_t t = 0; t < after_.tiles.size(); ++t) {
        const auto& parts = after_.tiles[t]->parts;
        again |= relinked_[t] ||
                 (members[t] && std::any_of(parts.begin(), parts.end(), [](const TilePart& part) { return part.dropped; }));
        relinked_[t] |= near_[t];
    }
    if (!again) return Done{};
    patch = link_patch(after_.tiles, grown(after_.tiles, relinked_, 1), true);
    if (!patch) return patch.error();
    patch_ = *std::move(patch);
    return Done{};
}

void Change::add_slot(NavMesh& mesh, uint32_t t) {
    const NavMesh& old = *before_.mesh;
    const TilePlace place = place_of(*after_.tiles[t]->baked);
    const auto at = std::lower_bound(old.tiles.begin(), old.tiles.end(), place,
                                     [](const auto& tile, TilePlace wanted) { return is_before(place_of(*tile), wanted); });
    const bool was_there = at != old.tiles.end() && place_of(**at) == place;
    const auto slot = size_t(at - old.tiles.begin());
    const bool anew = relinked_[t] || !was_there;
    const auto linked = [&]() -> const NavTile& {
        const auto member = std::lower_bound(patch_.members.begin(), patch_.members.end(), t);
        const bool is_member = member != patch_.members.end() && *member == t;
        return is_member ? patch_.linked[size_t(member - patch_.members.begin())] : *after_.tiles[t]->baked;  // an empty one
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
        // what was linked anew is joined below
        if (twin.tile == kNoIndex || relinked_[slots_[twin.tile]]) twin = {};
    }
}

// joins the edges of tiles that were linked anew, with each other and with the others
void Change::add_twins(NavMesh& mesh) const {
    // the same edge in the mesh; a tile that was not linked anew may have other edges before it, but has the same polygons
    const auto in_mesh = [&](EdgeRef edge) -> EdgeRef {
        const uint32_t t = patch_.members[edge.tile];
        if (relinked_[t]) return {slot_of_[t], edge.edge};
        const NavTile &linked = patch_.linked[edge.tile], &tile = *mesh.tiles[slot_of_[t]];
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
    for (const auto& [a, b] : patch_.twins) {
        if (!relinked_[patch_.members[a.tile]] && !relinked_[patch_.members[b.tile]]) continue;
        const EdgeRef edge = in_mesh(a), across = in_mesh(b);
        twin_slot(edge) = across;
        twin_slot(across) = edge;
    }
}

Status Change::assemble(NavMesh& mesh) {
    find_slots();
    for (const uint32_t t : slots_)
        add_slot(mesh, t);
    add_twins(mesh);
    return finish(mesh);
}

// the links that find ground
std::vector<OffMeshLink> place_links(const NavMesh& mesh, const std::vector<OffMeshLink>& asked_for, double reach) {
    std::vector<WantedLink> wanted;
    for (const OffMeshLink& link : asked_for) {
        wanted.push_back({.name = {}, .link = link});
        if (link.radius == 0) wanted.back().reach = reach;
    }
    return place_links(mesh, wanted, nullptr);
}

// what is found over the whole mesh
Status Change::finish(NavMesh& mesh) {
    if (Status s = count_mesh(mesh); !s) return s;
    std::vector<OffMeshLink> links = place_links(mesh, after_.links, after_.params.link_reach);
    counts.links_placed = uint32_t(links.size());
    counts.links_lost = uint32_t(after_.links.size() - links.size());
    if (!links.empty()) {
        Result<NavMesh> linked = with_links(mesh, std::move(links));
        if (!linked) return linked.error();
        mesh = *std::move(linked);
        if (!after_.params.blocks) mesh.blocks = {};
    } else {
        find_islands(mesh);
        if (after_.params.blocks) mesh.blocks = build_block_cut_tree(mesh);
    }
    index_search_edges(mesh);
    return Done{};
}

Status check_links(const std::vector<OffMeshLink>& links) {
    for (size_t i = 0; i < links.size(); ++i) {
        const OffMeshLink& link = links[i];
        const std::string who = "off-mesh link " + to_string(i);
        if (!is_in_world(link.start) || !is_in_world(link.end)) {
            return Error{ErrorKind::failed, who + ": an end is not a point within 1e15 of the origin"};
        }
        if (link.cost != kCostIsLength && (!std::isfinite(link.cost) || link.cost < 0)) {
            return Error{ErrorKind::failed, who + " has a cost that is negative or not finite"};
        }
        if (!std::isfinite(link.radius) || link.radius < 0) {
            return Error{ErrorKind::failed, who + " has a radius that is negative or not finite"};
        }
        if (link.area < 1 || link.area > 63) {
            return Error{ErrorKind::failed, who + " has area id " + to_string(link.area) + ", not 1..63"};
        }
    }
    return Done{};
}

}  // namespace

Result<LiveMesh> make_live_mesh(std::vector<NavTile> tiles, NavMeshInfo info, const LiveMeshParams& params,
                                std::vector<OffMeshLink> links) {
    if (Status s = check_links(links); !s) return s.error();
    NavMesh nothing;
    nothing.info = std::move(info);
    LiveMesh live;
    live.params = params;
    live.links = std::move(links);
    live.mesh = std::make_shared<const NavMesh>(std::move(nothing));
    return change_tiles(live, {.put = std::move(tiles), .remove = {}});
}

Result<LiveMesh> change_tiles(const LiveMesh& live, TileChanges changes, TileChangeCounts* counts) {
    LiveMesh after{.params = live.params, .mesh = nullptr, .tiles = {}, .links = live.links};
    Change change(live, after);
    if (Status s = change.run(std::move(changes)); !s) return s.error();
    if (counts) *counts = change.counts;
    return after;
}

Result<LiveMesh> change_links(const LiveMesh& live, std::vector<OffMeshLink> links, TileChangeCounts* counts) {
    if (Status s = check_links(links); !s) return s.error();
    LiveMesh after{.params = live.params, .mesh = nullptr, .tiles = {}, .links = std::move(links)};
    Change change(live, after);
    if (Status s = change.relink(); !s) return s.error();
    if (counts) *counts = change.counts;
    return after;
}

}  // namespace navspan
