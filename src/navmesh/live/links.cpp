// Places the off-mesh links of the mesh after a change.
//
// In: the previous snapshot, the tiles after the change, the requested links, and the drops and jumps that the tiles contain.
// Out: the links of the next snapshot. They equal the links that are placed if all links are placed again.
// Idea: The end of a link moves only if the ground within its reach changes. Links with an end near changed ground are placed
// on both snapshots: the result on the previous snapshot is removed from its links, and the result on the next snapshot is
// added. All other links are copied.
// Source: own method.
// Weak cases: Every change tests whether the ends of each link are near changed ground, and copies the other links.

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "navmesh/graph/islands.h"
#include "navmesh/graph/link_values.h"
#include "navmesh/graph/place_links.h"
#include "navmesh/live/change.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {
namespace {

// Places links on a mesh. @param tables  the tables of the mesh
std::vector<OffMeshLink> placed_links(const NavMesh& mesh, const LiveTables& tables, const std::vector<LinkRequest>& wanted) {
    if (wanted.empty()) return {};
    LinkPlacer placer(wanted);
    for (uint32_t s = 0; s < tables.slots.size(); ++s) {
        if (placer.may_reach(tables.sites[tables.slots[s]].ground)) placer.add_tile(s, *mesh.tiles[s]);
    }
    return placer.finish(nullptr);
}

void add_links(std::vector<OffMeshLink>& links, const std::vector<OffMeshLink>& more) {
    links.insert(links.end(), more.begin(), more.end());
    sort_links(links);
}

}  // namespace

// The ground of tiles that a change relinks, adds or removes.
class LiveChange::ChangedGround {
public:
    explicit ChangedGround(std::vector<GroundBox> boxes) : boxes_(std::move(boxes)) {
        std::sort(boxes_.begin(), boxes_.end(), [](const GroundBox& a, const GroundBox& b) { return a.z0 < b.z0; });
        for (const GroundBox& box : boxes_) {
            all_.add(box);
            depth_ = std::max(depth_, box.z1 - box.z0);
        }
    }
    bool overlaps(const GroundBox& box) const {
        if (!all_.overlaps(box)) return false;
        const auto is_before = [](const GroundBox& tile, double z) { return tile.z0 < z; };
        auto tile = std::lower_bound(boxes_.begin(), boxes_.end(), box.z0 - depth_, is_before);
        for (; tile != boxes_.end() && tile->z0 <= box.z1; ++tile) {
            if (tile->overlaps(box)) return true;
        }
        return false;
    }
    // True if an end of a link may be placed on this ground.
    // @param reach  LinkRequest::reach
    bool is_reached_by(const OffMeshLink& link, double reach) const {
        reach = reach_of(link, reach);
        return overlaps(box_around(link.start, reach)) || overlaps(box_around(link.end, reach));
    }

private:
    std::vector<GroundBox> boxes_;  // sorted by z0
    GroundBox all_;                 // bounds of the boxes
    double depth_ = 0;              // largest extent of a box in z [wu]
};

LiveChange::ChangedGround LiveChange::changed_ground() const {
    std::vector<GroundBox> boxes;
    for (const uint32_t t : relinked_)
        boxes.push_back(tables_.sites[t].ground);
    for (const TilePosition position : changed_) {
        const uint32_t before = find_tile(old_.sites, position);
        if (before != kNoIndex) boxes.push_back(old_.sites[before].ground);
    }
    return ChangedGround(std::move(boxes));
}

// Returns the requested links that the change can move: those with an end near changed ground, or all links if the change
// replaces the requests or the reach.
// @param live, tables  the live mesh before or after the change
std::vector<LinkRequest> LiveChange::moved_requests(const LiveMesh& live, const LiveTables& tables,
                                                    const ChangedGround& ground) const {
    std::vector<LinkRequest> wanted;
    for (const OffMeshLink& link : live.links) {
        const double reach = link.radius == 0 ? tables.link_reach : link.radius;
        if (new_requests_ || ground.is_reached_by(link, reach)) wanted.push_back({.name = {}, .link = link, .reach = reach});
    }
    return wanted;
}

// Returns the drops and jumps that the change can move: those with an end near changed ground. The drops and jumps of a changed
// tile start on it.
// @param live, tables  the live mesh before or after the change
std::vector<LinkRequest> LiveChange::moved_jumps(const LiveMesh& live, const LiveTables& tables,
                                                 const ChangedGround& ground) const {
    std::vector<LinkRequest> wanted;
    for (uint32_t t = 0; tables.tiles_with_jumps != 0 && t < tables.sites.size(); ++t) {
        if (!ground.overlaps(tables.sites[t].jumps)) continue;
        const NavTile& tile = *live.tiles[t]->baked;
        for (const TileLink& link : tile.links) {
            add_generated_link(tile, link, wanted);
            if (!ground.is_reached_by(wanted.back().link, wanted.back().reach)) wanted.pop_back();
        }
    }
    return wanted;
}

// Places the links that the change can move, and copies all other links from the previous snapshot. To find the links to copy,
// places the same requests on the previous mesh, and removes the results from its links.
Status LiveChange::place_all_links(NavMesh& mesh) {
    const NavMesh& old = *before_.mesh;
    const ChangedGround ground = changed_ground();
    tables_.link_reach = after_.params.link_reach;
    new_requests_ = new_requests_ || tables_.link_reach != old_.link_reach;
    const std::vector<LinkRequest> requests = moved_requests(before_, old_, ground);
    std::vector<OffMeshLink>&removed = links_removed_, &added = links_added_;
    removed = placed_links(old, old_, requests);
    added = placed_links(mesh, tables_, new_requests_ ? moved_requests(after_, tables_, ground) : requests);
    after_.links_placed = uint32_t(before_.links_placed - removed.size() + added.size());
    counts.links_placed = after_.links_placed;
    counts.links_lost = uint32_t(after_.links.size() - after_.links_placed);
    add_links(added, placed_links(mesh, tables_, moved_jumps(after_, tables_, ground)));
    add_links(removed, placed_links(old, old_, moved_jumps(before_, old_, ground)));
    if (Status s = validate_links(mesh, added); !s) return s;
    merge_links(mesh, removed, added);
    return Done{};
}

// Fills the links of the mesh: the links of the previous snapshot without `removed`, and the links `added`. Both lists have the
// order of NavMesh::links, so the other links are copied in runs.
void LiveChange::merge_links(NavMesh& mesh, const std::vector<OffMeshLink>& removed,
                             const std::vector<OffMeshLink>& added) const {
    using Link = std::vector<OffMeshLink>::const_iterator;
    const std::vector<OffMeshLink>& old = before_.mesh->links;
    const bool same = keep_numbers(kept_slots_);
    const auto renumber = [&](OffMeshLink& link) {
        link.from.tile = number_after(kept_slots_, link.from.tile);
        link.to.tile = number_after(kept_slots_, link.to.tile);
        assert(link.from.valid() && link.to.valid());
    };
    mesh.links.clear();
    mesh.links.reserve(old.size() + added.size());
    const auto copy = [&](Link first, Link last) {
        mesh.links.insert(mesh.links.end(), first, last);
        if (!same) std::for_each(mesh.links.end() - (last - first), mesh.links.end(), renumber);
    };
    Link next = added.begin();
    // Copies links that are consecutive in the previous snapshot, and adds the new links that belong between them.
    const auto merge = [&](Link first, Link last) {
        while (next != added.end()) {
            const Link at = std::partition_point(first, last, [&](OffMeshLink link) {
                if (!same) renumber(link);
                return is_link_before(link, *next);
            });
            copy(first, at);
            first = at;
            if (first == last) return;
            mesh.links.push_back(*next++);
        }
        copy(first, last);
    };
    Link first = old.begin();
    for (const OffMeshLink& link : removed) {
        const Link at = std::lower_bound(first, old.end(), link, is_link_before);
        if (at == old.end() || !(*at == link)) continue;  // the caller replaced the snapshot by a mesh without this link
        merge(first, at);
        first = at + 1;
    }
    merge(first, old.end());
    mesh.links.insert(mesh.links.end(), next, added.end());
}

// Updates link_summary from the summary of the previous snapshot, without visiting all links.
// @return false if a removed link determined a value of the summary, and no added link has the same value
bool LiveChange::update_link_summary(NavMesh& mesh) const {
    mesh.link_summary = before_.mesh->link_summary;
    AreaUses removed{}, added{};
    for (const OffMeshLink& link : links_removed_)
        add_link_use(removed, link);
    for (const OffMeshLink& link : links_added_)
        add_link_use(added, link);
    for (size_t a = 0; a < added.size(); ++a) {
        AreaSummary& all = mesh.link_summary[a];
        if ((removed[a].any_flags & ~added[a].any_flags) != 0 || (added[a].all_flags & ~removed[a].all_flags) != 0)
            return false;
        if (removed[a].cost_ratio == all.cost_ratio && added[a].cost_ratio > all.cost_ratio) return false;
        all.any_flags |= added[a].any_flags;
        all.all_flags &= added[a].all_flags;
        all.cost_ratio = std::min(all.cost_ratio, added[a].cost_ratio);
    }
    return true;
}

// Fills link_offset and link_summary. They equal the results of count_links.
Status LiveChange::update_link_counts(NavMesh& mesh) const {
    const NavMesh& old = *before_.mesh;
    const bool fits = mesh.edge_count() + 2 * uint64_t{mesh.links.size()} < kNoIndex;
    if (!in_place_ || !fits || old.links.empty() || mesh.links.empty() || !update_link_summary(mesh)) return count_links(mesh);
    std::vector<uint32_t> changed;  // tiles whose number of links may differ
    visit_made(mesh, [&](uint32_t s) { changed.push_back(s); });
    for (const std::vector<OffMeshLink>* const links : {&links_removed_, &links_added_}) {
        for (const OffMeshLink& link : *links)
            changed.push_back(link.from.tile);
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());

    std::vector<uint32_t>& offset = mesh.link_offset;
    offset.resize(mesh.polygon_count() + size_t{1});
    offset[0] = 0;
    uint32_t next = 0;  // the first tile that is not finished
    const auto copy_until = [&](uint32_t end) {
        const uint32_t from = old.polygon_offset[next], to = mesh.polygon_offset[next], count = mesh.polygon_offset[end] - to;
        const uint32_t shift = offset[to] - old.link_offset[from];  // modulo 2^32
        for (uint32_t p = 1; p <= count; ++p)
            offset[to + p] = old.link_offset[from + p] + shift;
        next = end;
    };
    for (const uint32_t s : changed) {
        copy_until(s);
        const uint32_t first = mesh.polygon_offset[s], count = mesh.polygon_offset[s + 1] - first;
        size_t link = offset[first];
        for (uint32_t p = 0; p < count; ++p) {
            while (link < mesh.links.size() && mesh.links[link].from == PolygonRef{s, p})
                ++link;
            offset[first + p + 1] = uint32_t(link);
        }
        next = s + 1;
    }
    copy_until(uint32_t(mesh.tiles.size()));
    return Done{};
}

}  // namespace navspan
