// Digests of linked tiles, and the counts and islands of a snapshot. A digest lists the components (connected parts) of a
// tile.
//
// In: tiles, their digests, the components that are connected across seams, and off-mesh links.
// Out: counts, area flags and islands. They equal the results of update_mesh_counts and find_islands.
// Idea: An island is a group of components, so islands are found without a traversal of the polygon graph. Only the surface
// areas of polygons are summed one by one, in polygon order. The sums are then bit-identical to those of find_islands.
// Source: own method.
// Weak cases: Every change reads the tables of all tiles and sums the surface areas of all polygons.

#include "navmesh/live/digest.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>
#include <vector>

#include "navmesh/live/change.h"
#include "navmesh/mesh/bvh.h"

namespace navspan {
namespace {

void add_box(TilePolygons& sum, const BvhNode& box) {
    if (sum.count++ == 0) {
        sum.box = box;
        return;
    }
    BvhNode& all = sum.box;
    all.min_x = std::min(all.min_x, box.min_x), all.max_x = std::max(all.max_x, box.max_x);
    all.min_y = std::min(all.min_y, box.min_y), all.max_y = std::max(all.max_y, box.max_y);
    all.min_z = std::min(all.min_z, box.min_z), all.max_z = std::max(all.max_z, box.max_z);
}

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
        TilePolygons& polygons = digest.components[index[number]].polygons;
        add_box(polygons, polygon_box(linked, p));
        polygons.areas |= uint64_t{1} << linked.polygons[p].area;
        digest.polygon_component.push_back(index[number]);
        digest.polygon_area.push_back(polygon_area(linked, p));
        add_flags(digest.areas, linked.polygons[p]);
    }
    assert(digest.polygon_component.size() == linked.polygons.size());
    return digest;
}

// Fills the tables that contain the digests.
void LiveChange::update_digests() {
    const auto for_lists = [&](auto&& work) {
        work(tables_.linked, old_.linked, &TileDigest::components);
        work(tables_.polygon_component, old_.polygon_component, &TileDigest::polygon_component);
        work(tables_.polygon_area, old_.polygon_area, &TileDigest::polygon_area);
        work(tables_.areas, old_.areas, &TileDigest::areas);
    };
    for_lists([&](auto& lists, const auto& old, auto) { lists.reserve(tables_.sites.size(), old.all().size()); });
    const auto copy = [&](const TileRun& run) {
        for_lists([&](auto& lists, const auto& old, auto) { lists.append(old, run.before, run.before + run.count); });
    };
    visit_tiles(kept_, tables_.sites.size(), copy, [&](uint32_t t) {
        const TileDigest digest = digest_tile(*after_.tiles[t], tables_.components[t], linked_tile(t));
        for_lists([&](auto& lists, const auto&, auto field) { lists.push_back(digest.*field); });
    });
}

Status LiveChange::count(NavMesh& mesh) {
    const NavMesh& old = *before_.mesh;
    uint32_t polygons = 0;
    mesh.polygon_offset.assign(1, 0);
    mesh.polygon_offset.reserve(mesh.tiles.size() + 1);
    const auto add = [&](uint32_t more) { mesh.polygon_offset.push_back(polygons += more); };
    const auto copy = [&](const TileRun& run) {
        for (uint32_t s = run.before; s < run.before + run.count; ++s)
            add(old.polygon_offset[s + 1] - old.polygon_offset[s]);
    };
    visit_tiles(kept_slots_, mesh.tiles.size(), copy, [&](uint32_t s) { add(uint32_t(mesh.tiles[s]->polygons.size())); });
    if (Status s = lay_out_edges(mesh); !s) return s;
    mesh.polygon_summary = {};
    for (const AreaFlags& flags : tables_.areas.all()) {
        AreaSummary& use = mesh.polygon_summary[flags.area];
        use.any_flags |= flags.any;
        use.all_flags &= flags.all;
    }
    return Done{};
}

void LiveChange::find_islands(NavMesh& mesh) {
    const auto group_of = [&](uint32_t t, const LinkedComponent& component) {
        return groups_.find(tables_.components.first(t) + component.number);
    };
    const auto group_at = [&](PolygonRef ref) {
        const uint32_t t = tables_.slots[ref.tile], component = tables_.polygon_component.all()[polygon_index(mesh, ref)];
        return group_of(t, tables_.linked[t][component]);
    };
    const OffMeshLink* last = nullptr;  // links between the same polygons follow each other
    for (const OffMeshLink& link : mesh.links) {
        if (last && last->from == link.from && last->to == link.to) continue;
        groups_.unite(group_at(link.from), group_at(link.to));
        last = &link;
    }
    mesh.islands.clear();
    mesh.islands.reserve(before_.mesh->islands.size());
    mesh.polygon_island = {};
    mesh.polygon_island.reserve(mesh.tiles.size(), mesh.polygon_count());
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
            add_polygons(mesh.islands[island], frame, base, component.polygons);
            islands.push_back(island);
        }
        add_islands_of_tile(mesh, t, islands);
    }
}

// Adds the areas of a tile's polygons to Island::area of their islands. Appends the islands of the polygons to
// NavMesh::polygon_island.
// @param tile  index in the live mesh
// @param islands  the island of each component
void LiveChange::add_islands_of_tile(NavMesh& mesh, uint32_t tile, const std::vector<uint32_t>& islands) const {
    const std::span<const double> areas = tables_.polygon_area[tile];
    const std::span<const uint32_t> components = tables_.polygon_component[tile];
    if (islands.size() == 1) {
        double& sum = mesh.islands[islands[0]].area;
        for (const double area : areas)
            sum += area;
    } else {
        for (size_t p = 0; p < areas.size(); ++p)
            mesh.islands[islands[components[p]]].area += areas[p];
    }
    mesh.polygon_island.push_back(components.begin(), components.end());
    for (uint32_t& number : mesh.polygon_island.mutable_list(mesh.polygon_island.size() - 1))
        number = islands[number];
}

}  // namespace navspan
