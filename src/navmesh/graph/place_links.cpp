// Places the ends of off-mesh links on the ground.
//
// In: wanted links, and the tiles of a mesh one at a time.
// Out: links whose ends are on the surface.
// Idea: Each end moves to the nearest point (in 3D) of the detail surface, within the reach of the end. Ends are sorted by z,
// so that each tile tests only nearby ends. The traversal of a tile's BVH skips boxes that are farther away than the nearest
// point found so far.
// Source: Roussopoulos, Kelley, Vincent, Nearest neighbor queries (1995).
// Weak cases: The longest reach of any end is the search margin for all ends. If one end has a very long reach, every tile
// tests all ends.

#include "navmesh/graph/place_links.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/text.h"
#include "navmesh/index/nearest_on_triangle.h"
#include "navmesh/mesh/bvh.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

constexpr double kMinReach = 1e-6;  // minimum reach [wu]: allows for the rounding error of an end that is on the surface

// Returns the offset from a point to the nearest point of a polygon's surface [wu]. @param local  the point in tile coordinates
DVec3 offset_to(const NavTile& tile, uint32_t polygon, DVec3 local) {
    const NavPolygon& p = tile.polygons[polygon];
    const double q = tile.frame.quantum;
    const auto from_point = [&](DVec3 c) { return DVec3{(c.x - local.x) * q, c.y - local.y, (c.z - local.z) * q}; };
    DVec3 best;
    double least = std::numeric_limits<double>::infinity();
    for (uint32_t t = 0; t < p.detail_triangle_count; ++t) {
        const auto [a, b, c] = trusted::detail_corners(tile, p, t);
        const DVec3 offset = nearest_on_triangle(from_point(a), from_point(b), from_point(c));
        const double squared = dot(offset, offset);
        if (squared < least) least = squared, best = offset;
    }
    return best;
}

// Lower bound on the squared distance from a point to any point of the box [wu^2].
double squared_distance_to_box(const BvhNode& box, DVec3 local, double quantum) {
    const double x = std::max({box.min_x - local.x, local.x - box.max_x, 0.0}) * quantum;
    const double z = std::max({box.min_z - local.z, local.z - box.max_z, 0.0}) * quantum;
    const double y = std::max({double(box.min_y) - local.y, local.y - double(box.max_y), 0.0});
    return (x * x + y * y + z * z) * (1 - 1e-12);
}

// Returns the centre of a cell at the height of its floor [wu]. @param y  height of the floor [height step]
DVec3 cell_middle(const TileFrame& frame, int32_t x, int32_t y, int32_t z) {
    return to_world(frame, {x + 0.5, frame.height_quantum * y, z + 0.5});
}

}  // namespace

double reach_of(const OffMeshLink& link, double reach) {
    const double wanted = reach < 0 ? link.radius : reach;
    return wanted > kMinReach ? wanted : kMinReach;  // also if it is NaN
}

GroundBox ground_box(const NavTile& tile) {
    const DVec3 low = to_world(tile.frame, {-2, 0, -2}), high = to_world(tile.frame, {tile.width + 2.0, 0, tile.depth + 2.0});
    return {low.x, low.z, high.x, high.z};
}

LinkPlacer::LinkPlacer(std::span<const LinkRequest> wanted) : wanted_(wanted) {
    for (const LinkRequest& w : wanted) {
        const double reach = reach_of(w.link, w.reach);
        for (const DVec3 at : {w.link.start, w.link.end}) {
            ends_.push_back({.at = at, .reach = reach, .position = at, .squared = reach * reach});
            if (!is_in_world(at)) ends_.back().squared = ends_.back().reach = -1;  // finds no ground
            if (std::isnan(at.z)) ends_.back().at.z = 0;                           // NaN has no place in an order
            min_x_ = std::min(min_x_, at.x);
            max_x_ = std::max(max_x_, at.x);
        }
        longest_reach_ = std::max(longest_reach_, reach);
    }
    by_z_.resize(ends_.size());
    std::iota(by_z_.begin(), by_z_.end(), 0u);
    std::stable_sort(by_z_.begin(), by_z_.end(), [&](uint32_t a, uint32_t b) { return ends_[a].at.z < ends_[b].at.z; });
}

// Returns the ends that are near a tile in z.
std::span<const uint32_t> LinkPlacer::ends_near(const GroundBox& tile) const {
    if (ends_.empty() || tile.x0 - longest_reach_ > max_x_ || tile.x1 + longest_reach_ < min_x_) return {};
    const double low = tile.z0 - longest_reach_, high = tile.z1 + longest_reach_;
    const auto first = std::partition_point(by_z_.begin(), by_z_.end(), [&](uint32_t e) { return ends_[e].at.z < low; });
    const auto last = std::partition_point(first, by_z_.end(), [&](uint32_t e) { return ends_[e].at.z <= high; });
    return std::span(by_z_).subspan(size_t(first - by_z_.begin()), size_t(last - first));
}

bool LinkPlacer::may_reach(const GroundBox& tile) const {
    const std::span<const uint32_t> ends = ends_near(tile);
    return std::any_of(ends.begin(), ends.end(),
                       [&](uint32_t e) { return box_around(ends_[e].at, ends_[e].reach).overlaps(tile); });
}

void LinkPlacer::add_tile(uint32_t slot, const NavTile& tile) {
    quantum_ = tile.frame.quantum;
    if (tile.bvh.empty()) return;
    for (const uint32_t e : ends_near(ground_box(tile)))
        find_in_tile(slot, tile, ends_[e]);
}

void LinkPlacer::find_in_tile(uint32_t slot, const NavTile& tile, WantedEnd& end) {
    const DVec3 local = to_local(tile.frame, end.at);
    const auto misses = [&](const BvhNode& node) {
        return squared_distance_to_box(node, local, tile.frame.quantum) > end.squared;
    };
    visit_leaves(tile, misses, [&](uint32_t polygon) {
        const PolygonRef ref{slot, polygon};
        DVec3 offset = offset_to(tile, polygon, local);
        const double squared = dot(offset, offset);
        if (squared > end.squared || (squared == end.squared && end.polygon.valid() && !(ref < end.polygon))) return;
        end.squared = squared;
        end.polygon = ref;
        end.distance = std::sqrt(squared);
        end.position = end.at + offset;
        // If the point is far away, the sum of the point and the long offset is inexact. Move the sum to the nearest point of
        // the surface.
        offset = offset_to(tile, polygon, to_local(tile.frame, end.position));
        end.position = end.position + offset;
    });
}

std::vector<OffMeshLink> LinkPlacer::finish(Warnings* warnings, UnplacedLinks* unplaced) const {
    UnplacedLinks none_of;
    UnplacedLinks& missing = unplaced ? *unplaced : none_of;
    missing = {};
    std::vector<OffMeshLink> links;
    for (size_t i = 0; i < wanted_.size(); ++i) {
        const WantedEnd &start = start_of(i), &end = end_of(i);
        OffMeshLink link = wanted_[i].link;
        if (!start.polygon.valid() || !end.polygon.valid()) {
            const bool which = start.polygon.valid();
            const DVec3 at = which ? end.at : start.at;
            if (wanted_[i].generated) {
                if (missing.no_ground++ == 0) missing.first_no_ground = at;
            } else if (warnings) {
                warnings->push_back({"link_lost",
                                     wanted_[i].name + ": there is no walkable ground within " + number_text(start.reach) +
                                         " of its " + (which ? "end " : "start ") + point_text(at) +
                                         "; the link is left out. Move this end onto the ground or raise the link's radius",
                                     at});
            }
            continue;
        }
        if (wanted_[i].generated && start.polygon == end.polygon) {
            ++missing.one_polygon;
            continue;
        }
        const double tolerance = kLinkTolerance_cells * quantum_;
        link.from = start.polygon, link.to = end.polygon;
        if (start.distance > tolerance) link.start = start.position;
        if (end.distance > tolerance) link.end = end.position;
        if (link.cost == kCostIsLength) link.cost = distance_3d(link.end, link.start);
        links.push_back(link);
        if (wanted_[i].two_way) links.push_back(reversed(link));
    }
    sort_links(links);
    return links;
}

std::vector<OffMeshLink> place_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, Warnings* warnings,
                                     UnplacedLinks* unplaced) {
    LinkPlacer placer(wanted);
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot)
        placer.add_tile(slot, *mesh.tiles[slot]);
    return placer.finish(warnings, unplaced);
}

void warn_unplaced_links(const UnplacedLinks& unplaced, bool all_islands, Warnings* warnings) {
    if (!warnings || unplaced.no_ground == 0 || !all_islands) return;
    // Round to three decimals for the message: further digits are rounding errors.
    const auto rounded = [](double v) { return std::round(v * 1000) / 1000; };
    const DVec3 first = unplaced.first_no_ground;
    warnings->push_back(
        {"found_links_lost",
         "generated drops and jumps without walkable ground at an end are left out: " + std::to_string(unplaced.no_ground) +
             ", the first at " + point_text({rounded(first.x), rounded(first.y), rounded(first.z)}) +
             "; lower contours.max_error or voxels.cell_size",
         first});
}

void add_generated_link(const NavTile& tile, const TileLink& found, std::vector<LinkRequest>& wanted) {
    LinkRequest& link = wanted.emplace_back();
    link.link.start = cell_middle(tile.frame, found.x, found.y, found.z);
    link.link.end = cell_middle(tile.frame, found.end_x, found.end_y, found.end_z);
    link.link.cost = kCostIsLength;
    link.link.flags = found.flags;
    link.link.area = found.area;
    link.reach = double(found.reach);
    link.two_way = found.two_way != 0;
    link.generated = true;
}

void add_generated_links(const NavTile& tile, std::vector<LinkRequest>& wanted) {
    for (const TileLink& found : tile.links)
        add_generated_link(tile, found, wanted);
}

}  // namespace navspan
