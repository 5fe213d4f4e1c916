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

// Fills NavMesh::polygon_island tile after tile. Lists that did not change are copied in runs.
class PolygonIslands {
public:
    PolygonIslands(const NavMesh& before, const TileRuns& kept, NavMesh& after)
        : before_(before.polygon_island), run_(kept.begin()), end_(kept.end()), after_(after.polygon_island) {
        after_ = {};
        after_.reserve(after.tiles.size(), after.polygon_count());
    }
    // Adds tile `s` of the mesh.
    // @param islands  the island of each component
    // @param polygon_component  for each polygon: index in `components`
    void add_tile(uint32_t s, std::span<const LinkedComponent> components, const std::vector<uint32_t>& islands,
                  const std::vector<uint32_t>& polygon_component) {
        while (run_ != end_ && s >= run_->after + run_->count)
            ++run_;
        if (run_ != end_ && s >= run_->after && is_same(run_->before + (s - run_->after), components, islands)) return;
        finish();
        after_.push_back(polygon_component.begin(), polygon_component.end());
        for (uint32_t& number : after_.mutable_list(after_.size() - 1))
            number = islands[number];
    }
    // Adds the lists that are not copied yet.
    void finish() {
        after_.append(before_, first_, last_);
        first_ = last_;
    }

private:
    // True if the list of tile `old` of the earlier mesh did not change. The list is then copied later.
    bool is_same(uint32_t old, std::span<const LinkedComponent> components, const std::vector<uint32_t>& islands) {
        for (size_t c = 0; c < components.size(); ++c) {
            if (before_[old][components[c].first] != islands[c]) return false;
        }
        if (old != last_) finish(), first_ = old;
        last_ = old + 1;
        return true;
    }

    const PackedLists<uint32_t>& before_;
    TileRuns::const_iterator run_, end_;
    PackedLists<uint32_t>& after_;
    uint32_t first_ = 0, last_ = 0;  // tiles of the earlier mesh whose lists are copied by finish
};

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
    const auto for_lists = [&](auto&& work) {
        work(tables_.linked, old_.linked, &TileDigest::components);
        work(tables_.areas, old_.areas, &TileDigest::areas);
    };
    for_lists([&](auto& lists, const auto& old, auto) { lists.reserve(tables_.sites.size(), old.all().size()); });
    const auto copy = [&](const TileRun& run) {
        for_lists([&](auto& lists, const auto& old, auto) { lists.append(old, run.before, run.before + run.count); });
        tables_.polygon_component.append(old_.polygon_component, run.before, run.before + run.count);
    };
    visit_tiles(kept_, tables_.sites.size(), copy, [&](uint32_t t) {
        TileDigest digest = digest_tile(*after_.tiles[t], tables_.components[t], linked_tile(t));
        for_lists([&](auto& lists, const auto&, auto field) { lists.push_back(digest.*field); });
        tables_.polygon_component.push_back(std::make_shared<const std::vector<uint32_t>>(std::move(digest.polygon_component)));
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

void LiveChange::find_islands(NavMesh& mesh) {
    join_links(mesh);
    mesh.islands.clear();
    mesh.islands.reserve(before_.mesh->islands.size());
    IslandSums sums;
    PolygonIslands polygon_islands(*before_.mesh, kept_slots_, mesh);
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
        polygon_islands.add_tile(s, tables_.linked[t], islands, *tables_.polygon_component[t]);
    }
    polygon_islands.finish();
}

// Returns the group of a component of tile `t` of the live mesh.
uint32_t LiveChange::group_of(uint32_t t, const LinkedComponent& component) {
    return groups_.find(tables_.components.first(t) + component.number);
}

}  // namespace navspan
