// Finds the islands of the mesh after a change.
//
// In: the digests of all tiles, the components that are connected across seams, off-mesh links, and the islands of the previous
// snapshot.
// Out: NavMesh::polygon_island and islands. They equal the results of find_islands (graph/islands.h).
// Idea: An island is a set of connected components, so islands are found without a traversal of the polygon graph. If the
// changed tiles connect the components around them in the same way as before, the islands of all other tiles stay the same. In
// this case, the change only replaces the parts of the islands that lie in the relinked tiles.
// Source: own method.
// Weak cases: The digests of all tiles are read if islands are joined, split, added or removed, or if an island may get smaller
// bounds.

#include "navmesh/graph/islands.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/union_find.h"
#include "navmesh/live/change.h"
#include "navmesh/live/components.h"

namespace navspan {

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

// Returns the edges of the graph of components that a change can remove or add: across seams of changed tiles, and links.
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

// Returns the components of some tiles that are not dropped, ascending.
static std::vector<ComponentId> linked_components(const LiveTables& tables, std::span<const uint32_t> tiles) {
    std::vector<ComponentId> ids;
    for (const uint32_t t : tiles) {
        for (const LinkedComponent& component : tables.linked[t])
            ids.push_back({t, component.number});
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

// Connected components of the graph of components that contain no outer component, in the order of their first polygons.
struct ClosedSets {
    std::vector<ComponentId> representative;
    std::map<ComponentId, size_t> index;  // maps each representative to its index in `representative`
};

// Returns the closed sets before or after a change.
// @param tables  the tables before or after the change  @param tiles  the changed tiles
// @param inner  the inner components, ascending  @param representatives  the representative of each inner component
static ClosedSets closed_sets(const LiveTables& tables, std::span<const uint32_t> tiles, std::span<const ComponentId> inner,
                              std::span<const ComponentId> representatives) {
    ClosedSets sets;
    for (const uint32_t t : tiles) {
        for (const LinkedComponent& component : tables.linked[t]) {
            const auto at = std::lower_bound(inner.begin(), inner.end(), ComponentId{t, component.number}) - inner.begin();
            const ComponentId id = representatives[size_t(at)];
            if (!std::binary_search(tiles.begin(), tiles.end(), id.tile)) continue;
            if (sets.index.try_emplace(id, sets.representative.size()).second) sets.representative.push_back(id);
        }
    }
    return sets;
}

// Tests whether the change keeps the islands of all tiles that are not relinked. If so, sets LinkedComponent::island of the
// relinked tiles. Components of one island get the same number: the number of the island in the previous snapshot, or a larger
// number for a new island. Islands that lie only in changed tiles keep their numbers if their count stays the same.
// @return false if the change may join or split islands
bool LiveChange::keep_islands() {
    if (!same_groups_) return false;
    const std::vector<ComponentId> before = linked_components(old_, replaced_), after = linked_components(tables_, replaced_);
    const auto representatives = find_representatives(replaced_, before, after, pairs_near(old_, replaced_, links_removed_),
                                                      pairs_near(tables_, replaced_, links_added_));
    if (!representatives) return false;
    const ClosedSets closed_before = closed_sets(old_, replaced_, before, representatives->before),
                     closed_after = closed_sets(tables_, replaced_, after, representatives->after);
    const bool as_many = closed_before.index.size() == closed_after.index.size();
    const auto number_of = [&](ComponentId id) {
        const auto at = closed_after.index.find(id);
        if (at == closed_after.index.end()) return island_of(old_, id);
        if (as_many) return island_of(old_, closed_before.representative[at->second]);
        return uint32_t(before_.mesh->islands.size() + at->second);
    };
    for (const uint32_t t : relinked_) {
        const std::span<LinkedComponent> components = tables_.linked.mutable_list(t);
        const bool is_replaced = std::binary_search(replaced_.begin(), replaced_.end(), t);
        for (size_t c = 0; c < components.size(); ++c) {
            if (is_replaced) {
                const ComponentId id{t, components[c].number};
                const auto at = size_t(std::lower_bound(after.begin(), after.end(), id) - after.begin());
                components[c].island = number_of(representatives->after[at]);
            } else {
                // The tile has the same components as before, in the same order.
                assert(components[c].number == old_.linked[t][c].number);
                components[c].island = old_.linked[t][c].island;
            }
        }
    }
    return true;
}

// Finds the islands of all tiles with a union-find over components, seams and links. Returns a number for each element of
// LiveTables::linked.all(). Components of one island have equal numbers, less than the number of components.
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

// Sets the island of each component and of each polygon of a tile. @param s  index in NavMesh::tiles
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

// Fills polygon_island, islands and the tables about islands.
void LiveChange::find_islands(NavMesh& mesh) {
    fill_rows(mesh.polygon_island, before_.mesh->polygon_island, kept_slots_, mesh.tiles.size(),
              [&](uint32_t s) { return std::vector<uint32_t>(mesh.tiles[s]->polygons.size()); });
    const bool keep = keep_islands();
    if (!keep || !update_islands(mesh)) measure_islands(mesh, keep);
}

// Returns the frame of a tile without reading the tile. @param base  frame of any tile of the mesh
static TileFrame frame_of(const TileSite& site, TileFrame base) {
    base.x0 = site.x0, base.y0 = site.y0, base.z0 = site.z0;
    return base;
}

// Fills polygon_island and islands from the components of all tiles.
// @param keep  result of keep_islands
void LiveChange::measure_islands(NavMesh& mesh, bool keep) {
    const std::vector<uint32_t> sets = keep ? std::vector<uint32_t>() : join_islands(mesh);
    std::vector<uint32_t> number(before_.mesh->islands.size() + tables_.components.all().size(), kNoIndex), islands;
    mesh.islands.clear();
    IslandSums sums;
    const TileFrame base = mesh.tiles.empty() ? TileFrame() : mesh.tiles[0]->frame;
    const auto add_tile = [&](uint32_t s, bool made) {
        const uint32_t t = tables_.slots[s], first = tables_.linked.first(t);
        islands.clear();
        bool same = old_layout() != nullptr;  // if null, polygon_island was copied from a mesh with unknown islands
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
        sums.end_tile(mesh.islands, frame_of(tables_.sites[t], base), base);
        if (!made && same) return;
        write_islands(mesh, s, islands);
    };
    const auto add_run = [&](const TileRun& run) {
        for (uint32_t s = run.after; s < run.after + run.count; ++s)
            add_tile(s, false);
    };
    visit_tiles(kept_slots_, mesh.tiles.size(), add_run, [&](uint32_t s) { add_tile(s, true); });
    tables_.doubled_areas = sums.take_doubled_areas();
    set_areas(mesh.islands, tables_.doubled_areas, base);
    if (layout_) layout_->renumbered = written_;
}

namespace {

constexpr double kExactArea = 9007199254740992;  // 2^53: smaller sums of integers are exact

// True if the island may get smaller bounds or lose an area if the part `before` is replaced by the part `after`.
bool may_shrink(const Island& island, const Island& before, const Island& after) {
    const auto lowers = [](double bound, double was, double now) { return was == bound && now > bound; };
    const auto raises = [](double bound, double was, double now) { return was == bound && now < bound; };
    return lowers(island.min.x, before.min.x, after.min.x) || lowers(island.min.y, before.min.y, after.min.y) ||
           lowers(island.min.z, before.min.z, after.min.z) || raises(island.max.x, before.max.x, after.max.x) ||
           raises(island.max.y, before.max.y, after.max.y) || raises(island.max.z, before.max.z, after.max.z) ||
           (before.areas & ~after.areas) != 0;
}

// Replaces a part of an island. @return false if this requires a visit of all tiles
bool replace_part(Island& island, double& doubled_area, const LiveChange::IslandPart& before,
                  const LiveChange::IslandPart& after) {
    if (before.polygons.polygon_count == island.polygon_count) {
        island = after.polygons;
        doubled_area = after.doubled_area;
        return true;
    }
    if (may_shrink(island, before.polygons, after.polygons)) return false;
    const double larger = doubled_area + after.doubled_area;
    if (larger >= kExactArea) return false;
    doubled_area = larger - before.doubled_area;
    if (before.polygons.first == island.first) {
        if (after.polygons.first.tile > island.first.tile) return false;  // a kept tile may have the first polygon
        island.first = after.polygons.first;
    }
    island.first = std::min(island.first, after.polygons.first);
    join_island(island, after.polygons);
    island.polygon_count -= before.polygons.polygon_count;
    return true;
}

}  // namespace

// Returns the parts of the islands in the relinked tiles, by island.
// @param tables  the tables before or after the change  @param base  frame of the first tile of the mesh
std::map<uint32_t, LiveChange::IslandPart> LiveChange::parts_of_islands(const LiveTables& tables, const TileFrame& base) const {
    std::map<uint32_t, IslandPart> parts;
    for (const uint32_t t : relinked_) {
        const uint32_t s = tables.slot_at(t);
        for (const LinkedComponent& component : tables.linked[t]) {
            IslandPart& part = parts[component.island];
            if (part.polygons.polygon_count == 0) part.polygons.first = {s, component.first};
            add_to_island(part.polygons, frame_of(tables.sites[t], base), base, component.polygons);
            part.doubled_area += component.polygons.doubled_area;
        }
    }
    return parts;
}

// Fills polygon_island and islands from the previous snapshot and the relinked tiles. Requires that keep_islands returned true.
// @return false if this requires a visit of all tiles
bool LiveChange::update_islands(NavMesh& mesh) {
    if (relinked_.empty()) return true;
    const TileFrame& base = mesh.tiles[0]->frame;
    if (before_.mesh->tiles[0]->frame != base) return false;
    const std::map<uint32_t, IslandPart> before = parts_of_islands(old_, base), after = parts_of_islands(tables_, base);
    const auto same_island = [](const auto& a, const auto& b) { return a.first == b.first; };
    if (!std::equal(before.begin(), before.end(), after.begin(), after.end(), same_island)) return false;
    for (const auto& [i, part] : after) {
        Island& island = mesh.islands[i];
        double& doubled_area = tables_.doubled_areas[i];
        if (!replace_part(island, doubled_area, before.at(i), part)) return false;
        island.area = area_of(base, doubled_area);
    }
    for (const auto& [i, part] : after) {
        const bool ordered = (i == 0 || mesh.islands[i - 1].first < mesh.islands[i].first) &&
                             (i + 1 == mesh.islands.size() || mesh.islands[i].first < mesh.islands[i + 1].first);
        if (!ordered) return false;
    }
    std::vector<uint32_t> islands;
    for (const uint32_t t : relinked_) {
        islands.clear();
        for (const LinkedComponent& component : tables_.linked[t])
            islands.push_back(component.island);
        if (!islands.empty()) write_islands(mesh, tables_.slot_at(t), islands);
    }
    return true;
}

}  // namespace navspan
