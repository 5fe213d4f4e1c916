// Digests of linked tiles, and the counts of a snapshot. A digest lists the components (connected parts) of a tile.
//
// In: tiles, and the counts of the previous snapshot.
// Out: digests, counts and area flags. The counts equal the results of update_mesh_counts.
// Idea: The counts of other tiles are copied from the previous snapshot. The area flags are computed from the digests.
// Source: own method.
// Weak cases: If the areas of a changed tile differ from before, the area flags of all tiles are read.

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
    std::vector<TileDigest> made;
    const auto copy = [&](const TileRun& run) {
        if (!in_place_) tables_.polygon_component.append(old_.polygon_component, run.before, run.before + run.count);
    };
    visit_tiles(kept_, tables_.sites.size(), copy, [&](uint32_t t) {
        TileDigest digest = digest_tile(*after_.tiles[t], tables_.components[t], linked_tile(t));
        same_areas_ = same_areas_ && std::ranges::equal(digest.areas, old_.areas[t]);
        write_row(tables_.polygon_component, t,
                  std::make_shared<const std::vector<uint32_t>>(std::move(digest.polygon_component)));
        made.push_back(std::move(digest));
    });
    auto next = made.begin();
    fill_rows(tables_.linked, old_.linked, kept_, tables_.sites.size(), [&](uint32_t) { return (next++)->components; });
    next = made.begin();
    fill_rows(tables_.areas, old_.areas, kept_, tables_.sites.size(), [&](uint32_t) { return (next++)->areas; });
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

}  // namespace navspan
