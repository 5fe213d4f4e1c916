// Off-mesh links: one-way connections between polygons that do not follow the surface.
//
// In: a mesh and links between its polygons.
// Out: a snapshot with these links in a deterministic order. A link joins the islands of its ends regardless of its direction.
// Idea: The ends of a link must be on the surface of their polygons (find_nearest returns such points). Polygons are convex, so
// a straight line then connects an end with any other point of its polygon. The ends are not moved.
// Source: own method.
// Weak cases: none known.

#include "navspan/navmesh/off_mesh_links.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>

#include "navmesh/graph/islands.h"
#include "navmesh/graph/link_values.h"
#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/mesh/tile_name.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

constexpr double kMaxLinkCost = 1e15;  // maximum cost, and maximum radius [wu]; equal to kMaxWorld_wu
constexpr const char* kBadCost = " has a cost that is not from 0 to 1e15";

// Maps a number to an integer. Larger numbers have larger integers; NaN has a place in the order too.
int64_t order_of(double number) {
    const auto bits = std::bit_cast<int64_t>(number);
    return bits < 0 ? std::numeric_limits<int64_t>::min() - bits : bits;
}

auto sort_key(const OffMeshLink& l) {
    const auto point = [](DVec3 p) { return std::array{order_of(p.x), order_of(p.y), order_of(p.z)}; };
    return std::tuple(l.from, l.to, point(l.start), point(l.end), order_of(l.cost), l.flags, l.area, order_of(l.radius),
                      l.user_id);
}

bool exists(const NavMesh& mesh, PolygonRef ref) {
    return ref.tile < mesh.tiles.size() && ref.polygon < mesh.tiles[ref.tile]->polygons.size();
}

Error bad_link(size_t index, const std::string& problem) {
    return Error{ErrorKind::input, "off-mesh link " + std::to_string(index) + problem};
}

Status validate_end(const NavMesh& mesh, size_t index, const char* which, PolygonRef polygon, DVec3 point) {
    const std::string who = std::string(": its ") + which;
    if (!exists(mesh, polygon)) return bad_link(index, who + " is in a polygon that does not exist");
    const double distance = nearest_in_polygon(mesh, polygon, point).distance;
    const NavTile& tile = tile_of(mesh, polygon);
    if (distance <= kLinkTolerance_cells * tile.frame.quantum) return Done{};
    return bad_link(index, who + " is " + std::to_string(distance) + " away from polygon " + std::to_string(polygon.polygon) +
                               " of " + tile_name(tile) + "; move it onto the surface");
}

Status validate_link(const NavMesh& mesh, size_t index, const OffMeshLink& link) {
    if (link.cost == kCostIsLength) return bad_link(index, kBadCost);
    if (Status s = validate_requested_link(index, link); !s) return s;
    if (Status s = validate_end(mesh, index, "start", link.from, link.start); !s) return s;
    return validate_end(mesh, index, "end", link.to, link.end);
}

}  // namespace

bool is_link_before(const OffMeshLink& a, const OffMeshLink& b) {
    return sort_key(a) < sort_key(b);
}

Status validate_requested_link(size_t index, const OffMeshLink& link) {
    if (!is_in_world(link.start)) return bad_link(index, ": its start is not a point within 1e15 of the origin");
    if (!is_in_world(link.end)) return bad_link(index, ": its end is not a point within 1e15 of the origin");
    const bool cost_fits = link.cost >= 0 && link.cost <= kMaxLinkCost;
    if (!cost_fits && link.cost != kCostIsLength) return bad_link(index, kBadCost);
    if (!(link.radius >= 0 && link.radius <= kMaxLinkCost)) return bad_link(index, " has a radius that is not from 0 to 1e15");
    if (link.area < 1 || link.area > 63) return bad_link(index, " has area id " + std::to_string(link.area) + ", not 1..63");
    return Done{};
}

void sort_links(std::vector<OffMeshLink>& links) {
    // Replace -0 by 0: the two values compare as equal but have different bytes.
    for (OffMeshLink& link : links) {
        link.start = link.start + DVec3{};
        link.end = link.end + DVec3{};
        link.cost += 0.0;
        link.radius += 0.0;
    }
    std::sort(links.begin(), links.end(), is_link_before);
}

Result<NavMesh> with_links(const NavMesh& mesh, std::vector<OffMeshLink> links) {
    for (size_t i = 0; i < links.size(); ++i) {
        if (Status s = validate_link(mesh, i, links[i]); !s) return s.error();
    }
    sort_links(links);
    NavMesh linked = mesh_of_same_tiles(mesh);
    linked.links = std::move(links);
    if (Status s = update_mesh_counts(linked); !s) return Error{ErrorKind::input, s.error().message};
    find_islands(linked);
    linked.blocks = build_block_cut_tree(linked);
    index_search_edges(linked);
    return linked;
}

Status validate_links(const NavMesh& mesh, std::span<const OffMeshLink> links) {
    for (size_t i = 0; i < links.size(); ++i) {
        if (Status s = validate_link(mesh, i, links[i]); !s) return s;
        if (i && is_link_before(links[i], links[i - 1])) return bad_link(i, " is out of order");
    }
    return Done{};
}

Status validate_links(const NavMesh& mesh) {
    return validate_links(mesh, mesh.links);
}

}  // namespace navspan
