// Digests of linked tiles, and the counts and islands of a snapshot. A digest lists the components (connected parts) of a
// tile.
//
// In: tiles, their digests, the components that are connected across seams, and off-mesh links.
// Out: counts, area flags and islands. They equal the results of update_mesh_counts and find_islands.
// Idea: An island is a group of components, so islands are found without a traversal of the polygon graph. Only the surface
//   areas of polygons are summed one by one, in polygon order. The sums are then bit-identical to those of find_islands.
// Source: own method.
// Weak cases: Every change visits all tiles and sums the surface areas of all polygons.

#include "navmesh/live/digest.h"

#include <algorithm>
#include <cassert>

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

void add_flags(std::vector<TileDigest::AreaFlags>& areas, const NavPolygon& polygon) {
    auto at = std::find_if(areas.begin(), areas.end(), [&](const auto& a) { return a.area == polygon.area; });
    if (at == areas.end()) at = areas.insert(at, {.area = polygon.area});
    at->any |= polygon.flags;
    at->all &= polygon.flags;
}

}  // namespace

TileDigest digest_tile(const LiveTile& live, const NavTile& linked) {
    TileDigest digest;
    std::vector<uint32_t> index(live.components.size(), kNoIndex);
    for (const uint32_t number : live.polygon_component) {
        if (live.components[number].dropped) continue;
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

Status LiveChange::count(NavMesh& mesh) const {
    mesh.polygon_offset.assign(1, 0);
    mesh.edge_offset.assign(1, 0);
    mesh.polygon_summary = {};
    uint64_t edges = 0;
    for (uint32_t s = 0; s < slots_.size(); ++s) {
        edges += mesh.tiles[s]->half_edges.size();
        if (edges >= kNoIndex) return too_many_edges();
        mesh.polygon_offset.push_back(mesh.polygon_offset.back() + uint32_t(mesh.tiles[s]->polygons.size()));
        mesh.edge_offset.push_back(uint32_t(edges));
        for (const TileDigest::AreaFlags& flags : after_.digests[s]->areas) {
            AreaSummary& use = mesh.polygon_summary[flags.area];
            use.any_flags |= flags.any;
            use.all_flags &= flags.all;
        }
    }
    return Done{};
}

void LiveChange::find_islands(NavMesh& mesh) {
    const auto group_of = [&](uint32_t s, const TileDigest::Component& component) {
        return groups_.sets.find(groups_.first[slots_[s]] + component.number);
    };
    const auto group_at = [&](PolygonRef ref) {
        const TileDigest& digest = *after_.digests[ref.tile];
        return group_of(ref.tile, digest.components[digest.polygon_component[ref.polygon]]);
    };
    for (const OffMeshLink& link : mesh.links)
        groups_.sets.unite(group_at(link.from), group_at(link.to));
    mesh.islands.clear();
    mesh.polygon_island.clear();
    std::vector<uint32_t> number(groups_.sets.size(), kNoIndex), islands;
    for (uint32_t s = 0; s < slots_.size(); ++s) {
        const TileDigest& digest = *after_.digests[s];
        islands.clear();
        for (const TileDigest::Component& component : digest.components) {
            uint32_t& island = number[group_of(s, component)];
            if (island == kNoIndex) {
                island = uint32_t(mesh.islands.size());
                mesh.islands.emplace_back().first = {s, component.first};
            }
            add_polygons(mesh.islands[island], mesh.tiles[s]->frame, mesh.tiles[0]->frame, component.polygons);
            islands.push_back(island);
        }
        add_islands_of_tile(mesh, s, islands);
    }
}

// Adds the areas of a tile's polygons to Island::area of their islands. Appends the islands of the polygons to
// NavMesh::polygon_island.
// @param islands  the island of each component
void LiveChange::add_islands_of_tile(NavMesh& mesh, uint32_t s, const std::vector<uint32_t>& islands) const {
    const TileDigest& digest = *after_.digests[s];
    if (islands.size() == 1) {
        double& area = mesh.islands[islands[0]].area;
        for (const double a : digest.polygon_area)
            area += a;
    } else {
        for (size_t p = 0; p < digest.polygon_area.size(); ++p)
            mesh.islands[islands[digest.polygon_component[p]]].area += digest.polygon_area[p];
    }
    if (const uint32_t old = kept_.slot_before[s]; old != kNoIndex) {
        const SharedArray<uint32_t>& numbers = before_.mesh->polygon_island[old];
        bool same = true;
        for (size_t k = 0; k < islands.size(); ++k)
            same = same && numbers[digest.components[k].first] == islands[k];
        if (same) {
            mesh.polygon_island.push_back(numbers);
            return;
        }
    }
    std::vector<uint32_t> numbers;
    for (const uint32_t component : digest.polygon_component)
        numbers.push_back(islands[component]);
    mesh.polygon_island.emplace_back(numbers);
}

}  // namespace navspan
