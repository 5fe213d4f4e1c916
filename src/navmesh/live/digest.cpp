// Digests of linked tiles, and the counts and islands of a snapshot. A digest lists the components (connected parts) of a
// tile.
//
// In: tiles, their digests, the components that are connected across seams, and off-mesh links.
// Out: counts, area flags and islands. They equal the results of update_mesh_counts and find_islands.
// Idea: An island is a group of components, so islands are found without a traversal of the polygon graph.
// Source: own method.
// Weak cases: Every change reads the tables of all tiles.

#include "navmesh/live/digest.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "navmesh/live/change.h"

namespace navspan {
namespace {

void add_flags(std::vector<AreaFlags>& areas, const NavPolygon& polygon) {
    auto at = std::find_if(areas.begin(), areas.end(), [&](const auto& a) { return a.area == polygon.area; });
    if (at == areas.end()) at = areas.insert(at, {.area = polygon.area});
    at->any |= polygon.flags;
    at->all &= polygon.flags;
}

}  // namespace

TileDigest digest_tile(const LiveTile& live, std::span<const TileComponent> components, const NavTile& linked) {
    TileDigest digest;
    std::vector<uint32_t> index(components.size(), kNoIndex);
    for (const uint32_t number : live.polygon_component) {
        if (components[number].dropped) continue;
        const auto p = uint32_t(digest.polygon_component.size());
        if (index[number] == kNoIndex) {
            index[number] = uint32_t(digest.components.size());
            digest.components.push_back({.number = number, .first = p, .polygons = {}});
        }
        add_polygons(digest.components[index[number]].polygons, one_polygon(linked, p));
        digest.polygon_component.push_back(index[number]);
        add_flags(digest.areas, linked.polygons[p]);
    }
    assert(digest.polygon_component.size() == linked.polygons.size());
    return digest;
}

// Fills the tables that contain the digests.
void LiveChange::update_digests() {
    same_areas_ = in_place_;
    const auto copy = [&](const TileRun& run) {
        if (in_place_) return;
        tables_.linked.append(old_.linked, run.before, run.before + run.count);
        tables_.areas.append(old_.areas, run.before, run.before + run.count);
        tables_.polygon_component.append(old_.polygon_component, run.before, run.before + run.count);
    };
    visit_tiles(kept_, tables_.sites.size(), copy, [&](uint32_t t) {
        TileDigest digest = digest_tile(*after_.tiles[t], tables_.components[t], linked_tile(t));
        const std::span<const AreaFlags> areas = same_areas_ ? old_.areas[t] : std::span<const AreaFlags>();
        same_areas_ = same_areas_ && std::equal(areas.begin(), areas.end(), digest.areas.begin(), digest.areas.end());
        write_row(tables_.linked, t, digest.components);
        write_row(tables_.areas, t, digest.areas);
        write_row(tables_.polygon_component, t,
                  std::make_shared<const std::vector<uint32_t>>(std::move(digest.polygon_component)));
    });
}

// Fills NavMesh::polygon_offset, edge_offset and polygon_summary.
Status LiveChange::count(NavMesh& mesh) {
    const std::vector<uint32_t>& old = before_.mesh->polygon_offset;
    std::vector<uint32_t>& offset = mesh.polygon_offset;
    offset.assign(mesh.tiles.size() + 1, 0);
    const auto copy = [&](const TileRun& run) {
        const uint32_t shift = offset[run.after] - old[run.before];  // modulo 2^32
        for (uint32_t i = 1; i <= run.count; ++i)
            offset[run.after + i] = old[run.before + i] + shift;
    };
    visit_tiles(kept_slots_, mesh.tiles.size(), copy,
                [&](uint32_t s) { offset[s + 1] = offset[s] + uint32_t(mesh.tiles[s]->polygons.size()); });
    if (Status s = lay_out_edges(mesh); !s) return s;
    if (same_areas_) return Done{};
    mesh.polygon_summary = {};
    for (const AreaFlags& flags : tables_.areas.all()) {
        AreaSummary& use = mesh.polygon_summary[flags.area];
        use.any_flags |= flags.any;
        use.all_flags &= flags.all;
    }
    return Done{};
}

// Returns the component that contains a polygon.
static ComponentId component_at(const LiveTables& tables, PolygonRef ref) {
    const uint32_t t = tables.slots[ref.tile], c = (*tables.polygon_component[t])[ref.polygon];
    return {t, tables.linked[t][c].number};
}

// Returns the island of a component that is not dropped.
static uint32_t island_of(const LiveTables& tables, ComponentId id) {
    const std::span<const LinkedComponent> components = tables.linked[id.tile];
    const auto at = std::find_if(components.begin(), components.end(), [&](const auto& c) { return c.number == id.number; });
    return at->island;
}

// Returns the connected pairs of components that a change can remove or add.
// @param tables  the tables before or after the change  @param tiles  the changed tiles
// @param links  the off-mesh links that the change can remove or add
static std::vector<ComponentIds> pairs_near(const LiveTables& tables, std::span<const uint32_t> tiles,
                                            const std::vector<OffMeshLink>& links) {
    std::vector<ComponentIds> pairs;
    add_pairs_of(tables, tiles, pairs);
    std::erase_if(pairs,
                  [&](const ComponentIds& pair) { return tables.components[pair.first.tile][pair.first.number].dropped; });
    for (const OffMeshLink& link : links)
        pairs.push_back({component_at(tables, link.from), component_at(tables, link.to)});
    return pairs;
}

// If the islands of all tiles that are not relinked stay the same, sets LinkedComponent::island of the relinked tiles to
// numbers that are equal for components of one island: the number of the island before the change, or a larger number for a new
// island.
// @return false if islands may have been joined or split
bool LiveChange::keep_islands() {
    if (!same_groups_) return false;
    std::vector<ComponentId> inner;
    for (const uint32_t t : replaced_) {
        for (const LinkedComponent& component : tables_.linked[t])
            inner.push_back({t, component.number});
    }
    std::sort(inner.begin(), inner.end());
    const auto representatives = find_representatives(replaced_, inner, pairs_near(old_, replaced_, links_removed_),
                                                      pairs_near(tables_, replaced_, links_added_));
    if (!representatives) return false;
    const auto is_replaced = [&](uint32_t t) { return std::binary_search(replaced_.begin(), replaced_.end(), t); };
    const auto index_of = [&](ComponentId id) {
        return uint32_t(std::lower_bound(inner.begin(), inner.end(), id) - inner.begin());
    };
    for (const uint32_t t : relinked_) {
        for (LinkedComponent& component : tables_.linked.mutable_list(t)) {
            ComponentId id{t, component.number};
            if (is_replaced(t)) id = (*representatives)[index_of(id)];
            component.island =
                is_replaced(id.tile) ? uint32_t(before_.mesh->islands.size()) + index_of(id) : island_of(old_, id);
        }
    }
    return true;
}

// Joins the components of all tiles across seams and links. Returns the set of each component of LiveTables::linked.all().
std::vector<uint32_t> LiveChange::join_islands(const NavMesh& mesh) const {
    UnionFind joined = join_components(tables_);
    const auto index_of = [&](ComponentId id) { return tables_.components.first(id.tile) + id.number; };
    const OffMeshLink* last = nullptr;  // links between the same polygons follow each other
    for (const OffMeshLink& link : mesh.links) {
        if (last && last->from == link.from && last->to == link.to) continue;
        joined.unite(index_of(component_at(tables_, link.from)), index_of(component_at(tables_, link.to)));
        last = &link;
    }
    std::vector<uint32_t> sets;
    sets.reserve(tables_.linked.all().size());
    for (uint32_t t = 0; t < tables_.sites.size(); ++t) {
        for (const LinkedComponent& component : tables_.linked[t])
            sets.push_back(joined.find(index_of({t, component.number})));
    }
    return sets;
}

// Sets the islands of the components and polygons of a tile of the mesh.
// @param islands  the island of each component of the tile
void LiveChange::write_islands(NavMesh& mesh, uint32_t s, std::span<const uint32_t> islands) {
    const uint32_t t = tables_.slots[s];
    const std::span<LinkedComponent> components = tables_.linked.mutable_list(t);
    for (size_t c = 0; c < components.size(); ++c)
        components[c].island = islands[c];
    const std::span<uint32_t> of_polygon = mesh.polygon_island.mutable_list(s);
    const std::vector<uint32_t>& component = *tables_.polygon_component[t];
    for (size_t p = 0; p < of_polygon.size(); ++p)
        of_polygon[p] = islands[component[p]];
}

void LiveChange::find_islands(NavMesh& mesh) {
    fill_rows(mesh.polygon_island, before_.mesh->polygon_island, kept_slots_, mesh.tiles.size(),
              [&](uint32_t s) { return std::vector<uint32_t>(mesh.tiles[s]->polygons.size()); });
    const bool keep = keep_islands();
    const std::vector<uint32_t> sets = keep ? std::vector<uint32_t>() : join_islands(mesh);
    std::vector<uint32_t> number(before_.mesh->islands.size() + tables_.components.all().size(), kNoIndex), islands;
    mesh.islands.clear();
    IslandSums sums;
    TileFrame base, frame;
    if (!mesh.tiles.empty()) base = frame = mesh.tiles[0]->frame;
    const auto add_tile = [&](uint32_t s, bool made) {
        const uint32_t t = tables_.slots[s], first = tables_.linked.first(t);
        frame.x0 = tables_.sites[t].x0, frame.y0 = tables_.sites[t].y0, frame.z0 = tables_.sites[t].z0;
        islands.clear();
        bool same = true;
        for (const LinkedComponent& component : tables_.linked[t]) {
            uint32_t& island = number[keep ? component.island : sets[first + islands.size()]];
            if (island == kNoIndex) {
                island = uint32_t(mesh.islands.size());
                mesh.islands.emplace_back().first = {s, component.first};
            }
            sums.add(island, component.polygons);
            islands.push_back(island);
            same = same && component.island == island;
        }
        sums.end_tile(mesh.islands, frame, base);
        if (!made && same) return;
        write_islands(mesh, s, islands);
        if (!made && layout_) layout_->renumbered = written_;
    };
    const auto add_run = [&](const TileRun& run) {
        for (uint32_t s = run.after; s < run.after + run.count; ++s)
            add_tile(s, false);
    };
    visit_tiles(kept_slots_, mesh.tiles.size(), add_run, [&](uint32_t s) { add_tile(s, true); });
}

}  // namespace navspan
