// Compares the ground of two levels.
//
// In: two meshes, each on its own lattice.
// Out: lost and gained area, islands that were split or joined, links that were lost or gained.
// Idea: Clips each old polygon by every new polygon with an overlapping bounding box. The result is common ground if the old
// and the new height at its centre are about equal. All other old ground is lost. All other new ground is gained.
// Source: Sutherland, Hodgman, Reentrant polygon clipping (1974); both polygons are convex.
// Weak cases: Two floors closer together than the height tolerance can both match one floor of the other level.

#include "check/verify/mesh_diff.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/clip_ring.h"
#include "core/ring_turns.h"
#include "navmesh/graph/islands.h"
#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/bvh.h"
#include "navmesh/mesh/plane_bounds.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

constexpr double kAreaRounding = 1e-6;  // relative area error that is ignored as rounding
constexpr double kSharedIsland = 0.01;  // minimum common area, relative to the smaller island

bool bounds_meet(const PlaneBounds& a, const PlaneBounds& b) {
    return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_z <= b.max_z && b.min_z <= a.max_z;
}

PlaneBounds tile_bounds(const NavTile& tile) {
    const DVec3 low = to_world(tile.frame, {}), high = to_world(tile.frame, {double(tile.width), 0, double(tile.depth)});
    return {low.x, low.z, high.x, high.z};
}

DVec3 corner(const NavTile& tile, const HalfEdge& e) {
    return to_world(tile.frame, {double(e.x), double(tile.vertex_y[e.vertex]), double(e.z)});
}

// Horizontal area; positive if counter-clockwise.
double ring_area(const std::vector<DVec3>& ring) {
    RingArea<double> area;
    for (const DVec3& p : ring)
        area.add(p.x, p.z);
    return area.doubled() / 2;
}

DVec3 centre_of(const std::vector<DVec3>& ring) {
    DVec3 sum;
    for (const DVec3& p : ring)
        sum = sum + (p - ring[0]);
    return ring[0] + sum * (1.0 / double(ring.size()));
}

// Clips the ring to the left side of the line a -> b. `spare` is working memory.
void clip(std::vector<DVec3>& ring, std::vector<DVec3>& spare, DVec3 a, DVec3 b) {
    const auto beyond = [&](DVec3 p) { return (b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x); };
    const auto crossing = [](DVec3 p, DVec3 q, double share) { return p + (q - p) * share; };
    spare.clear();
    clip_ring(std::span<const DVec3>(ring), beyond, crossing, [&](DVec3 p) { spare.push_back(p); });
    ring.swap(spare);
}

// Finds the links without an equal link in the other level. A link matches at most one other link.
void compare_links(const NavMesh& before, const NavMesh& after, double most, MeshDiff& diff) {
    const auto is_near = [most](DVec3 a, DVec3 b) { return dot(a - b, a - b) <= most * most; };
    std::vector<uint32_t> order(after.links.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto x_of = [&](uint32_t i) { return after.links[i].start.x; };
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return std::pair(x_of(a), a) < std::pair(x_of(b), b); });
    std::vector<bool> taken(order.size());
    for (uint32_t i = 0; i < before.links.size(); ++i) {
        const OffMeshLink& a = before.links[i];
        auto it =
            std::lower_bound(order.begin(), order.end(), a.start.x - most, [&](uint32_t k, double x) { return x_of(k) < x; });
        const auto is_same = [&](uint32_t k) {
            const OffMeshLink& b = after.links[k];
            return !taken[k] && a.area == b.area && a.flags == b.flags && is_near(a.start, b.start) && is_near(a.end, b.end);
        };
        while (it != order.end() && x_of(*it) <= a.start.x + most && !is_same(*it))
            ++it;
        if (it == order.end() || x_of(*it) > a.start.x + most) {
            diff.lost_links.push_back(i);
        } else {
            taken[*it] = true;
        }
    }
    for (uint32_t k = 0; k < taken.size(); ++k) {
        if (!taken[k]) diff.gained_links.push_back(k);
    }
}

class Differ {
public:
    Differ(const NavMesh& before, const NavMesh& after, const MeshDiffParams& params)
        : before_(before), after_(after), params_(params) {}

    MeshDiff run() {
        shared_before_.resize(before_.polygon_count());
        shared_after_.resize(after_.polygon_count());
        diff_.piece_first.push_back(0);
        for (uint32_t slot = 0; slot < before_.tiles.size(); ++slot)
            compare_tile(slot);
        list_changes(before_, shared_before_, diff_.lost, diff_.old_area, diff_.lost_area);
        list_changes(after_, shared_after_, diff_.gained, diff_.new_area, diff_.gained_area);
        compare_islands();
        compare_links(before_, after_, params_.height, diff_);
        return std::move(diff_);
    }

private:
    void compare_tile(uint32_t slot) {
        const NavTile& tile = *before_.tiles[slot];
        const PlaneBounds box = tile_bounds(tile);
        std::vector<uint32_t> tiles;
        for (uint32_t t = 0; t < after_.tiles.size(); ++t) {
            if (!after_.tiles[t]->polygons.empty() && bounds_meet(box, tile_bounds(*after_.tiles[t]))) tiles.push_back(t);
        }
        for (uint32_t p = 0; p < tile.polygons.size(); ++p)
            compare_polygon({slot, p}, tiles);
    }

    void compare_polygon(PolygonRef a, const std::vector<uint32_t>& tiles) {
        const NavTile& tile = tile_of(before_, a);
        old_ring_.clear();
        for (const HalfEdge& e : polygon_edges(tile, a.polygon))
            old_ring_.push_back(corner(tile, e));
        const PlaneBounds box = plane_bounds(old_ring_);
        for (const uint32_t slot : tiles)
            query_tree(a, box, slot);
    }

    void query_tree(PolygonRef a, const PlaneBounds& box, uint32_t slot) {
        const NavTile& tile = *after_.tiles[slot];
        const DVec3 low = to_local(tile.frame, {box.min_x, 0, box.min_z}),
                    high = to_local(tile.frame, {box.max_x, 0, box.max_z});
        const auto misses = [&](const BvhNode& node) {
            return node.min_x > high.x || node.max_x < low.x || node.min_z > high.z || node.max_z < low.z;
        };
        visit_leaves(tile, misses, [&](uint32_t polygon) { compare_pair(a, {slot, polygon}); });
    }

    void compare_pair(PolygonRef a, PolygonRef b) {
        const NavTile& tile = tile_of(after_, b);
        ring_ = old_ring_;
        for (uint32_t i = 0; i < polygon_of(after_, b).edge_count && ring_.size() >= 3; ++i) {
            const uint32_t e = polygon_of(after_, b).first_edge + i;
            clip(ring_, spare_, corner(tile, tile.half_edges[e]), corner(tile, tile.half_edges[next_edge(tile, e)]));
        }
        if (ring_.size() < 3) return;
        const double area = ring_area(ring_);
        if (!(area > 0)) return;
        const DVec3 middle = centre_of(ring_);
        const double y = polygon_height(after_, b, middle.x, middle.z);
        if (!(std::fabs(polygon_height(before_, a, middle.x, middle.z) - y) <= params_.height)) return;
        shared_before_[polygon_index(before_, a)] += area;
        shared_after_[polygon_index(after_, b)] += area;
        shared_islands_[{island_of(before_, a), island_of(after_, b)}] += area;
        if (!params_.pieces) return;
        for (const DVec3& p : ring_)
            diff_.piece_points.push_back({p.x, y, p.z});
        diff_.piece_first.push_back(uint32_t(diff_.piece_points.size()));
    }

    // Lists the polygons with ground that the other level lacks. `shared` holds the common area of each polygon.
    void list_changes(const NavMesh& mesh, const std::vector<double>& shared, std::vector<GroundChange>& changes, double& all,
                      double& changed) {
        for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
            const NavTile& tile = *mesh.tiles[slot];
            for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
                const double area = polygon_area(tile, p), own = area - shared[polygon_index(mesh, {slot, p})];
                all += area;
                if (own <= kAreaRounding * area) continue;
                changed += own;
                ring_.clear();
                for (const HalfEdge& e : polygon_edges(tile, p))
                    ring_.push_back(corner(tile, e));
                changes.push_back({{slot, p}, own, centre_of(ring_)});
            }
        }
    }

    void compare_islands() {
        std::vector<std::vector<uint32_t>> parts(before_.islands.size()), whole(after_.islands.size());
        for (const auto& [pair, area] : shared_islands_) {
            const auto [a, b] = pair;
            if (area < kSharedIsland * std::min(before_.islands[a].area, after_.islands[b].area)) continue;
            parts[a].push_back(b);
            whole[b].push_back(a);
        }
        for (uint32_t a = 0; a < parts.size(); ++a) {
            if (parts[a].empty()) diff_.gone.push_back(a);
            if (parts[a].size() > 1) diff_.split.push_back({a, parts[a]});
        }
        for (uint32_t b = 0; b < whole.size(); ++b) {
            if (whole[b].empty()) diff_.added.push_back(b);
            if (whole[b].size() > 1) diff_.joined.push_back({b, whole[b]});
        }
    }

    const NavMesh &before_, &after_;
    const MeshDiffParams& params_;
    MeshDiff diff_;
    std::vector<double> shared_before_, shared_after_;                // common area of each polygon [wu^2]
    std::map<std::pair<uint32_t, uint32_t>, double> shared_islands_;  // common area of each pair of old and new island [wu^2]
    std::vector<DVec3> old_ring_, ring_, spare_;
};

}  // namespace

MeshDiff diff_meshes(const NavMesh& before, const NavMesh& after, const MeshDiffParams& params) {
    return Differ(before, after, params).run();
}

}  // namespace navspan
