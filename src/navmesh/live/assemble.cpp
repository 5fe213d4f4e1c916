// Assembles the mesh after a change.
//
// In: the previous snapshot, and the tiles that were linked again.
// Out: the next snapshot.
// Idea: The new mesh shares each tile with the previous snapshot if relinking did not change the tile. Paths through shared
// tiles stay valid without a new search. Islands are computed from the connected components of the tiles (digest.cpp). Search
// edges of tiles that were not relinked are copied and renumbered. Drops and jumps are also copied if no relinked tile is in
// reach of their ends, because the ends then cannot move.
// Source: own method.
// Weak cases: All requested links are placed again. Copying the search edges and the links, and building the block-cut tree,
// take time proportional to the size of the world.

#include <algorithm>
#include <atomic>
#include <cassert>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "navmesh/graph/islands.h"
#include "navmesh/graph/link_values.h"
#include "navmesh/graph/place_links.h"
#include "navmesh/live/change.h"
#include "navmesh/live/parts.h"
#include "navspan/core/lattice.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {
namespace {

// Places the requested links. Returns the links that have ground at both ends.
std::vector<OffMeshLink> place_requested_links(const NavMesh& mesh, const std::vector<OffMeshLink>& requested, double reach) {
    if (requested.empty()) return {};
    std::vector<LinkRequest> wanted;
    for (const OffMeshLink& link : requested) {
        wanted.push_back({.name = {}, .link = link});
        if (link.radius == 0) wanted.back().reach = reach;
    }
    return place_links(mesh, wanted, nullptr);
}

}  // namespace

// The ground of tiles that a change relinks, adds or removes.
class LiveChange::ChangedGround {
public:
    void add(const NavTile& tile) {
        const DVec3 low = to_world(tile.frame, {}), high = to_world(tile.frame, {double(tile.width), 0, double(tile.depth)});
        boxes_.push_back({low.x, low.z, high.x, high.z});
        all_.add(boxes_.back());
    }
    // True if an end of a drop or jump may be placed on this ground.
    bool is_reached_by(const NavTile& tile, const TileLink& link) const {
        // Search two cells farther to allow for rounding.
        const double reach = std::max(double(link.reach), 0.0) + 2 * tile.frame.quantum;
        return is_near(tile, link.x, link.z, reach) || is_near(tile, link.end_x, link.end_z, reach);
    }

private:
    // A rectangle on the ground [wu].
    struct GroundBox {
        double x0 = std::numeric_limits<double>::infinity(), z0 = x0, x1 = -x0, z1 = -x0;

        void add(const GroundBox& other) {
            x0 = std::min(x0, other.x0), z0 = std::min(z0, other.z0);
            x1 = std::max(x1, other.x1), z1 = std::max(z1, other.z1);
        }
        bool is_within(double reach, double x, double z) const {
            return x >= x0 - reach && x <= x1 + reach && z >= z0 - reach && z <= z1 + reach;
        }
    };

    bool is_near(const NavTile& tile, int32_t x, int32_t z, double reach) const {
        constexpr size_t kMaxBoxes = 64;  // with more boxes, only their bounding box is tested
        const DVec3 at = to_world(tile.frame, {x + 0.5, 0, z + 0.5});
        if (!all_.is_within(reach, at.x, at.z)) return false;
        return boxes_.size() > kMaxBoxes || std::any_of(boxes_.begin(), boxes_.end(),
                                                        [&](const GroundBox& box) { return box.is_within(reach, at.x, at.z); });
    }

    std::vector<GroundBox> boxes_;
    GroundBox all_;
};

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

LiveChange::ChangedGround LiveChange::changed_ground() const {
    ChangedGround ground;
    for (uint32_t t = 0; t < after_.tiles.size(); ++t) {
        if (relinked_[t]) ground.add(*after_.tiles[t]->baked);
    }
    for (const TilePosition place : changed_) {
        const uint32_t before = find_tile(before_.tiles, place);
        if (before != kNoIndex) ground.add(*before_.tiles[before]->baked);
    }
    return ground;
}

// Places the drops and jumps that the change can move: those of changed tiles, and those with an end near changed ground. Omits
// links without ground at an end, and links with both ends in one polygon.
// @param tiles  the tiles of the mesh, before or after the change
std::vector<OffMeshLink> LiveChange::place_moved_links(const NavMesh& mesh, const LiveTiles& tiles,
                                                       const ChangedGround& ground) const {
    std::vector<LinkRequest> wanted;
    for (const auto& live : tiles) {
        const NavTile& tile = *live->baked;
        const bool changed = !tile.links.empty() && is_changed(*live);
        for (const TileLink& link : tile.links) {
            if (changed || ground.is_reached_by(tile, link)) add_generated_link(tile, link, wanted);
        }
    }
    if (wanted.empty()) return {};
    return place_links(mesh, wanted, nullptr);
}

// Places all requested links, and the drops and jumps that the change can move. Copies all other drops and jumps from the
// previous snapshot. To find them, places the same two kinds of links on the previous mesh, and removes the results from the
// links of that mesh.
Status LiveChange::place_all_links(NavMesh& mesh) {
    const NavMesh& old = *before_.mesh;
    const ChangedGround ground = changed_ground();
    const auto placed = [&](const NavMesh& on, const LiveMesh& live, std::vector<OffMeshLink> requested) {
        const std::vector<OffMeshLink> moved = place_moved_links(on, live.tiles, ground);
        requested.insert(requested.end(), moved.begin(), moved.end());
        sort_links(requested);
        return requested;
    };
    std::vector<OffMeshLink> requested = place_requested_links(mesh, after_.links, after_.params.link_reach);
    counts.links_placed = uint32_t(requested.size());
    counts.links_lost = uint32_t(after_.links.size() - requested.size());
    const std::vector<OffMeshLink> added = placed(mesh, after_, std::move(requested));
    if (Status s = validate_links(mesh, added); !s) return s;
    std::vector<OffMeshLink> kept;
    if (!old.links.empty()) {
        const std::vector<OffMeshLink> removed =
            placed(old, before_, place_requested_links(old, before_.links, before_.params.link_reach));
        kept.reserve(old.links.size());
        std::set_difference(old.links.begin(), old.links.end(), removed.begin(), removed.end(), std::back_inserter(kept),
                            is_link_before);
    }
    for (OffMeshLink& link : kept) {
        link.from.tile = kept_.slot_after[link.from.tile];
        link.to.tile = kept_.slot_after[link.to.tile];
        assert(link.from.valid() && link.to.valid());
    }
    mesh.links.clear();
    mesh.links.reserve(kept.size() + added.size());
    std::merge(kept.begin(), kept.end(), added.begin(), added.end(), std::back_inserter(mesh.links), is_link_before);
    return Done{};
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
