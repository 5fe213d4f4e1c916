// Places the off-mesh links of the mesh after a change.
//
// In: the previous snapshot, the tiles after the change, the requested links, and the drops and jumps that the tiles contain.
// Out: the links of the next snapshot. They equal the links that are placed if all links are placed again.
// Idea: The end of a link moves only if the ground within its reach changes. Links with an end near changed ground are placed
//   on both snapshots: the result on the previous snapshot is removed from its links, and the result on the next snapshot is
//   added. All other links are copied.
// Source: own method.
// Weak cases: Every change tests whether the ends of each link are near changed ground, and copies the other links.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "navmesh/graph/link_values.h"
#include "navmesh/graph/place_links.h"
#include "navmesh/live/change.h"
#include "navmesh/live/parts.h"
#include "navspan/core/lattice.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

// The ground of tiles that a change relinks, adds or removes.
class LiveChange::ChangedGround {
public:
    void add(const NavTile& tile) {
        const DVec3 low = to_world(tile.frame, {}), high = to_world(tile.frame, {double(tile.width), 0, double(tile.depth)});
        boxes_.push_back({low.x, low.z, high.x, high.z});
        all_.add(boxes_.back());
        margin_ = 2 * tile.frame.quantum;
    }
    // True if an end of a drop or jump may be placed on this ground.
    bool is_reached_by(const NavTile& tile, const TileLink& link) const {
        const double reach = std::max(double(link.reach), 0.0);
        return is_near(to_world(tile.frame, {link.x + 0.5, 0, link.z + 0.5}), reach) ||
               is_near(to_world(tile.frame, {link.end_x + 0.5, 0, link.end_z + 0.5}), reach);
    }
    // True if an end of a requested link may be placed on this ground.
    bool is_reached_by(const OffMeshLink& link, const LiveMeshParams& params) const {
        const double reach = requested_reach(link, params);
        return is_near(link.start, reach) || is_near(link.end, reach);
    }

    // Returns the largest distance from an end of a requested link to its ground [wu].
    static double requested_reach(const OffMeshLink& link, const LiveMeshParams& params) {
        return link.radius == 0 ? params.link_reach : link.radius;
    }

private:
    // A rectangle on the ground [wu].
    struct GroundBox {
        double x0 = std::numeric_limits<double>::infinity(), z0 = x0, x1 = -x0, z1 = -x0;

        void add(const GroundBox& other) {
            x0 = std::min(x0, other.x0), z0 = std::min(z0, other.z0);
            x1 = std::max(x1, other.x1), z1 = std::max(z1, other.z1);
        }
        bool is_within(double reach, DVec3 at) const {
            return at.x >= x0 - reach && at.x <= x1 + reach && at.z >= z0 - reach && at.z <= z1 + reach;
        }
    };

    bool is_near(DVec3 at, double reach) const {
        constexpr size_t kMaxBoxes = 64;  // with more boxes, only their bounding box is tested
        reach += margin_;
        if (!all_.is_within(reach, at)) return false;
        return boxes_.size() > kMaxBoxes ||
               std::any_of(boxes_.begin(), boxes_.end(), [&](const GroundBox& box) { return box.is_within(reach, at); });
    }

    std::vector<GroundBox> boxes_;
    GroundBox all_;
    double margin_ = 0;  // two cells: allows for rounding [wu]
};

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

// Places the requested links that the change can move: those with an end near changed ground, or all links if the change
// replaces the requests. Omits links without ground at an end.
// @param live  the live mesh before or after the change; its requests are placed on `mesh`
std::vector<OffMeshLink> LiveChange::place_moved_requests(const NavMesh& mesh, const LiveMesh& live,
                                                          const ChangedGround& ground) const {
    std::vector<LinkRequest> wanted;
    for (const OffMeshLink& link : live.links) {
        if (!new_requests_ && !ground.is_reached_by(link, live.params)) continue;
        wanted.push_back({.name = {}, .link = link, .reach = ChangedGround::requested_reach(link, live.params)});
    }
    if (wanted.empty()) return {};
    return place_links(mesh, wanted, nullptr);
}

// Places the drops and jumps that the change can move: those of changed tiles, and those with an end near changed ground. Omits
// links without ground at an end, and links with both ends in one polygon.
// @param tiles  the tiles of the mesh, before or after the change
std::vector<OffMeshLink> LiveChange::place_moved_jumps(const NavMesh& mesh, const LiveTiles& tiles,
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

// Places the links that the change can move. Copies all other links from the previous snapshot: these are its links without
// the links that the same requests gave there.
Status LiveChange::place_all_links(NavMesh& mesh) {
    const ChangedGround ground = changed_ground();
    const auto placed = [&](const NavMesh& on, const LiveMesh& live, std::vector<OffMeshLink> requests) {
        const std::vector<OffMeshLink> jumps = place_moved_jumps(on, live.tiles, ground);
        requests.insert(requests.end(), jumps.begin(), jumps.end());
        sort_links(requests);
        return requests;
    };
    std::vector<OffMeshLink> added = place_moved_requests(mesh, after_, ground);
    std::vector<OffMeshLink> removed = place_moved_requests(*before_.mesh, before_, ground);
    after_.links_placed = uint32_t(before_.links_placed - removed.size() + added.size());
    counts.links_placed = after_.links_placed;
    counts.links_lost = uint32_t(after_.links.size() - after_.links_placed);
    added = placed(mesh, after_, std::move(added));
    removed = placed(*before_.mesh, before_, std::move(removed));
    if (Status s = validate_links(mesh, added); !s) return s;
    merge_links(mesh, removed, added);
    return Done{};
}

// Fills the links of the mesh: the links of the previous snapshot without `removed`, and the links `added`. Copies runs of
// links, because both lists are short and in the order of NavMesh::links.
void LiveChange::merge_links(NavMesh& mesh, const std::vector<OffMeshLink>& removed,
                             const std::vector<OffMeshLink>& added) const {
    using Link = std::vector<OffMeshLink>::const_iterator;
    const std::vector<OffMeshLink>& old = before_.mesh->links;
    const auto renumber = [&](OffMeshLink& link) {
        link.from.tile = kept_.slot_after[link.from.tile];
        link.to.tile = kept_.slot_after[link.to.tile];
        assert(link.from.valid() && link.to.valid());
    };
    mesh.links.clear();
    mesh.links.reserve(old.size() - removed.size() + added.size());
    const auto copy = [&](Link first, Link last) {
        mesh.links.insert(mesh.links.end(), first, last);
        std::for_each(mesh.links.end() - (last - first), mesh.links.end(), renumber);
    };
    Link next = added.begin();
    // Copies links that are consecutive in the previous snapshot, and adds the new links that belong between them.
    const auto merge = [&](Link first, Link last) {
        while (next != added.end()) {
            const Link at = std::partition_point(first, last, [&](OffMeshLink link) {
                renumber(link);
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
        assert(at != old.end() && *at == link);
        merge(first, at);
        first = at + 1;
    }
    merge(first, old.end());
    mesh.links.insert(mesh.links.end(), next, added.end());
}

}  // namespace navspan
