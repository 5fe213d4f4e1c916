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

// Joins the groups of components that links connect.
void LiveChange::join_links(const NavMesh& mesh) {
    const auto group_at = [&](PolygonRef ref) {
        const uint32_t t = tables_.slots[ref.tile], component = (*tables_.polygon_component[t])[ref.polygon];
        return group_of(t, tables_.linked[t][component]);
    };
    const OffMeshLink* last = nullptr;  // links between the same polygons follow each other
    for (const OffMeshLink& link : mesh.links) {
        if (last && last->from == link.from && last->to == link.to) continue;
        groups_.unite(group_at(link.from), group_at(link.to));
        last = &link;
    }
}

// Writes the islands of the polygons of a tile of the mesh.
// @param islands  the island of each component of the tile
void LiveChange::write_islands(NavMesh& mesh, uint32_t s, std::span<const uint32_t> islands) {
    const uint32_t t = tables_.slots[s];
    const std::span<uint32_t> of_polygon = mesh.polygon_island.mutable_list(s);
    const std::span<const LinkedComponent> components = tables_.linked[t];
    bool same = true;
    for (size_t c = 0; c < components.size(); ++c)
        same = same && of_polygon[components[c].first] == islands[c];
    if (same) return;
    const std::vector<uint32_t>& component = *tables_.polygon_component[t];
    for (size_t p = 0; p < of_polygon.size(); ++p)
        of_polygon[p] = islands[component[p]];
    if (layout_) layout_->written[t] = written_;
}

void LiveChange::find_islands(NavMesh& mesh) {
    join_links(mesh);
    fill_rows(mesh.polygon_island, before_.mesh->polygon_island, kept_slots_, mesh.tiles.size(),
              [&](uint32_t s) { return std::vector<uint32_t>(mesh.tiles[s]->polygons.size(), kNoIndex); });
    mesh.islands.clear();
    mesh.islands.reserve(before_.mesh->islands.size());
    IslandSums sums;
    std::vector<uint32_t> number(groups_.size(), kNoIndex), islands;
    TileFrame base, frame;
    if (!mesh.tiles.empty()) base = frame = mesh.tiles[0]->frame;
    for (uint32_t s = 0; s < tables_.slots.size(); ++s) {
        const uint32_t t = tables_.slots[s];
        frame.x0 = tables_.sites[t].x0, frame.y0 = tables_.sites[t].y0, frame.z0 = tables_.sites[t].z0;
        islands.clear();
        for (const LinkedComponent& component : tables_.linked[t]) {
            uint32_t& island = number[group_of(t, component)];
            if (island == kNoIndex) {
                island = uint32_t(mesh.islands.size());
                mesh.islands.emplace_back().first = {s, component.first};
            }
            sums.add(island, component.polygons);
            islands.push_back(island);
        }
        sums.end_tile(mesh.islands, frame, base);
        write_islands(mesh, s, islands);
    }
}

// Returns the group of a component of tile `t` of the live mesh.
uint32_t LiveChange::group_of(uint32_t t, const LinkedComponent& component) {
    return groups_.find(tables_.components.first(t) + component.number);
}

}  // namespace navspan
