// Builds a mesh from convex polygons, without voxels.
//
// In: vertices in world units, and polygons as lists of vertex indices, with or without neighbours.
// Out: a mesh of one tile with the same polygons in the same order.
// Idea: First finds a lattice that contains every x and z (lattice_fit.h). Then validates each polygon and triangulates it
// without additional vertices. Finally finds twins by sorting the edges of all polygons, which puts both directions of an
// edge next to each other.
// Source: own method.
// Weak cases: Does not check whether polygons overlap, because floors may lie above each other.

#include "navspan/navmesh/from_polygons.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "core/group_by_count.h"
#include "core/predicates.h"
#include "core/ring_turns.h"
#include "core/text.h"
#include "navmesh/mesh/index_tile.h"
#include "navmesh/mesh/lattice_fit.h"
#include "polygon/triangulate.h"

namespace navspan {
namespace {

using std::to_string;

std::string polygon_name(uint32_t p) {
    return "polygon " + to_string(p);
}

std::span<const uint32_t> corners_of(const PolygonSet& set, uint32_t p) {
    return {set.corners.data() + set.first_corner[p], set.first_corner[p + 1] - set.first_corner[p]};
}

Status check_counts(const PolygonSet& set) {
    const uint32_t polygons = set.polygon_count();
    if (set.corners.size() >= kSeamBit) return Error{ErrorKind::failed, "more than 2^31 polygon corners"};
    if (polygons && (set.first_corner.front() != 0 || set.first_corner.back() != set.corners.size())) {
        return input_error("first_corner must start at 0 and end at the number of corners");
    }
    if (!set.neighbours.empty() && set.neighbours.size() != set.corners.size()) {
        return input_error("the numbers of neighbours and corners differ");
    }
    if (!set.areas.empty() && set.areas.size() != polygons) return input_error("the numbers of areas and polygons differ");
    for (uint32_t p = 0; p < polygons; ++p) {
        if (set.first_corner[p + 1] < set.first_corner[p] || set.first_corner[p + 1] > set.corners.size()) {
            return input_error(polygon_name(p) + " has an end offset below its start offset");
        }
    }
    return Done{};
}

Status check_indices(const PolygonSet& set) {
    std::vector<uint32_t> user(set.vertices.size(), kNoIndex);
    for (uint32_t p = 0; p < set.polygon_count(); ++p) {
        const std::span<const uint32_t> corners = corners_of(set, p);
        if (corners.size() < 3) return input_error(polygon_name(p) + " has fewer than 3 corners");
        for (const uint32_t v : corners) {
            if (v >= set.vertices.size()) {
                return input_error(polygon_name(p) + ": vertex " + to_string(v) + " does not exist; there are " +
                                   to_string(set.vertices.size()) + ", counted from 0");
            }
            if (user[v] == p) return input_error(polygon_name(p) + " has vertex " + to_string(v) + " twice");
            user[v] = p;
        }
        if (!set.areas.empty() && (set.areas[p] < 1 || set.areas[p] > 63)) {
            return input_error(polygon_name(p) + " has area id " + to_string(set.areas[p]) + "; give 1 to 63");
        }
    }
    for (size_t v = 0; v < set.vertices.size(); ++v) {
        const DVec3 at = set.vertices[v];
        if (std::isfinite(at.x) && std::isfinite(at.y) && std::isfinite(at.z)) continue;
        const std::string who = user[v] == kNoIndex ? "" : polygon_name(user[v]) + ": ";
        return input_error(who + "vertex " + to_string(v) + " has a coordinate that is not finite");
    }
    return Done{};
}

std::string vertex_name(const PolygonSet& set, size_t v) {
    return "vertex " + to_string(v) + " at x " + number_text(set.vertices[v].x) + ", z " + number_text(set.vertices[v].z);
}

// Returns why a ring of three or more points is not a convex counter-clockwise polygon. Returns an empty string if it is.
std::string shape_error(std::span<const LatticePoint> ring, std::span<const uint32_t> corners) {
    const size_t n = ring.size();
    const auto after = [n](size_t i) { return i + 1 == n ? 0 : i + 1; };
    for (size_t i = 0; i < n; ++i) {
        if (ring[i] == ring[after(i)]) {
            return ": vertices " + to_string(corners[i]) + " and " + to_string(corners[after(i)]) + " are at the same position";
        }
    }
    const RingTurns turns = count_turns(
        n, [&](size_t i) { return ring[i]; }, orient2d);
    if (turns.left == 0 && turns.right == 0) return " has no area";
    if (turns.is_convex()) return {};
    if (turns.left == 0 && turns.rounds == 1 && !turns.turns_back) {
        return " is clockwise seen from above; reverse the order of its corners";
    }
    if (turns.right) return " is not convex at vertex " + to_string(corners[turns.first_right]);
    return " is not convex: its outline crosses or overlaps itself";
}

// One use of an edge by a polygon. Sorting puts all uses of an edge next to each other.
struct EdgeSide {
    uint32_t low = 0, high = 0;  // vertices with the lower and the higher index
    bool backward = false;       // true: the polygon uses the edge from high to low
    uint32_t polygon = 0;
    uint32_t corner = 0;  // index in PolygonSet::corners and in NavTile::half_edges
    auto key() const { return std::tie(low, high, backward, corner); }
    auto vertices() const { return std::tie(low, high); }
};

std::vector<EdgeSide> sorted_sides(const PolygonSet& set) {
    std::vector<EdgeSide> sides;
    sides.reserve(set.corners.size());
    for (uint32_t p = 0; p < set.polygon_count(); ++p) {
        const std::span<const uint32_t> corners = corners_of(set, p);
        for (uint32_t i = 0; i < corners.size(); ++i) {
            const uint32_t a = corners[i], b = corners[i + 1 == corners.size() ? 0 : i + 1];
            sides.push_back({std::min(a, b), std::max(a, b), b < a, p, set.first_corner[p] + i});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const EdgeSide& l, const EdgeSide& r) { return l.key() < r.key(); });
    return sides;
}

std::string edge_name(const EdgeSide& side) {
    return "edge from vertex " + to_string(side.backward ? side.high : side.low) + " to " +
           to_string(side.backward ? side.low : side.high);
}

// Sets the twins of one edge from PolygonSet::neighbours. Error: a given neighbour does not exist, lacks the edge in the
// opposite direction, or does not refer back to the polygon.
// @param sides  all uses of the edge, ordered by direction, then by polygon
std::optional<Error> join_named(const PolygonSet& set, std::span<const EdgeSide> sides, std::vector<HalfEdge>& half_edges) {
    for (const EdgeSide& side : sides) {
        const uint32_t across = set.neighbours[side.corner];
        if (across == kNoIndex) continue;
        const std::string which = edge_name(side);
        if (across >= set.polygon_count()) {
            return input_error(polygon_name(side.polygon) + " names " + polygon_name(across) + " as neighbour of its " + which +
                               ", but there is no " + polygon_name(across));
        }
        const std::string who = polygon_name(side.polygon) + ": its " + which + " has " + polygon_name(across);
        const auto wanted = std::tuple(!side.backward, across);
        const auto place = [](const EdgeSide& s) { return std::tuple(s.backward, s.polygon); };
        const auto twin = std::lower_bound(sides.begin(), sides.end(), wanted,
                                           [&](const EdgeSide& s, const auto& value) { return place(s) < value; });
        if (twin == sides.end() || place(*twin) != wanted) {
            return input_error(who + " as neighbour, which does not have that edge in the opposite direction");
        }
        if (set.neighbours[twin->corner] != side.polygon) {
            return input_error(
                who + " as neighbour, which has " +
                (set.neighbours[twin->corner] == kNoIndex ? "a wall" : polygon_name(set.neighbours[twin->corner])) + " there");
        }
        half_edges[side.corner].twin = twin->corner;
    }
    return std::nullopt;
}

// Sets the twins of one edge. Error: two polygons use the edge in the same direction. @param sides  all uses of the edge
std::optional<Error> join_shared(std::span<const EdgeSide> sides, std::vector<HalfEdge>& half_edges) {
    for (size_t i = 1; i < sides.size(); ++i) {
        if (sides[i].backward != sides[i - 1].backward) continue;
        return input_error(polygon_name(sides[i].polygon) + " and " + polygon_name(sides[i - 1].polygon) + " both use the " +
                           edge_name(sides[i]) + "; remove the overlap, or give each polygon its own vertices");
    }
    if (sides.size() == 2) {
        half_edges[sides[0].corner].twin = sides[1].corner;
        half_edges[sides[1].corner].twin = sides[0].corner;
    }
    return std::nullopt;
}

Status set_twins(const PolygonSet& set, std::vector<HalfEdge>& half_edges) {
    const std::vector<EdgeSide> sides = sorted_sides(set);
    for (size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
        end = end_of_group(sides, begin, &EdgeSide::vertices);
        const std::span<const EdgeSide> edge{sides.data() + begin, end - begin};
        const auto wrong = set.neighbours.empty() ? join_shared(edge, half_edges) : join_named(set, edge, half_edges);
        if (wrong) return *wrong;
    }
    return Done{};
}

// Sets the frame and the size of the tile, and the heights of its vertices.
Status place_tile(const PolygonSet& set, double quantum, NavTile& tile) {
    DVec3 low, high;
    if (!set.vertices.empty()) low = high = set.vertices[0];
    for (const DVec3& v : set.vertices) {
        low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
    }
    tile.frame.quantum = quantum;
    tile.frame.height_quantum = 1;
    if (std::max(std::fabs(low.y), std::fabs(high.y)) > kMaxLattice) {
        return Error{ErrorKind::failed, "the world lies more than 2^29 units above or below height 0; move it"};
    }
    tile.frame.x0 = int32_t(*lattice_steps(low.x, quantum));
    tile.frame.z0 = int32_t(*lattice_steps(low.z, quantum));
    tile.frame.y0 = int32_t(std::floor(low.y));
    tile.width = int32_t(*lattice_steps(high.x, quantum) - tile.frame.x0);
    tile.depth = int32_t(*lattice_steps(high.z, quantum) - tile.frame.z0);
    for (const DVec3& v : set.vertices)
        tile.vertex_y.push_back(float(v.y - tile.frame.y0));
    return Done{};
}

Status add_polygon(const PolygonSet& set, uint32_t p, uint16_t flags, std::vector<LatticePoint>& ring,
                   Triangulator& triangulator, NavTile& tile) {
    const std::span<const uint32_t> corners = corners_of(set, p);
    ring.clear();
    for (const uint32_t v : corners) {
        const DVec3 at = set.vertices[v];
        ring.push_back({int32_t(*lattice_steps(at.x, tile.frame.quantum) - tile.frame.x0),
                        int32_t(*lattice_steps(at.z, tile.frame.quantum) - tile.frame.z0)});
        tile.half_edges.push_back({ring.back().x, ring.back().z, v, kNoIndex});
    }
    if (const std::string mistake = shape_error(ring, corners); !mistake.empty()) return input_error(polygon_name(p) + mistake);

    const Triangulation& cut = triangulator.triangulate(ring);
    NavPolygon polygon;
    polygon.first_edge = set.first_corner[p];
    polygon.edge_count = uint32_t(corners.size());
    polygon.flags = flags;
    polygon.area = set.areas.empty() ? kPlainGround : set.areas[p];
    polygon.first_detail_triangle = uint32_t(tile.detail_triangles.size());
    polygon.detail_triangle_count = uint32_t(cut.triangles.size());
    for (const auto& [a, b, c] : cut.triangles)
        tile.detail_triangles.push_back({a, b, c});
    tile.polygons.push_back(polygon);
    return Done{};
}

// Adds the areas that polygons use and that info.areas does not contain.
void complete_areas(const PolygonSet& set, NavMeshInfo& info) {
    uint64_t missing = set.areas.empty() && set.polygon_count() ? uint64_t{1} << kPlainGround : 0;
    for (const uint8_t area : set.areas)
        missing |= uint64_t{1} << area;
    missing &= ~known_areas(info);
    for (uint8_t id = 1; id <= 63; ++id) {
        if (!(missing >> id & 1)) continue;
        std::string name = id == kPlainGround ? "ground" : "area" + to_string(id);
        while (find_area(info.areas, name))
            name += "_";
        info.areas.push_back({name, id, 1, 1.0});
    }
}

}  // namespace

Result<NavMesh> nav_mesh_from_polygons(const PolygonSet& set, const FromPolygonsOptions& options) {
    if (Status s = check_counts(set); !s) return s.error();
    if (Status s = check_indices(set); !s) return s.error();
    if (Status s = validate_info(options.info); !s) return s.error();
    const auto name = [&set](size_t v) { return vertex_name(set, v); };
    const Result<double> quantum = fit_lattice(set.vertices, options.quantum, name);
    if (!quantum) return quantum.error();

    NavMeshInfo info = options.info;
    complete_areas(set, info);
    std::vector<uint16_t> flags(64, 1);
    for (const NavArea& area : info.areas)
        flags[area.id] = area.flags;

    NavTile tile;
    if (Status s = place_tile(set, *quantum, tile); !s) return s.error();
    std::vector<LatticePoint> ring;
    Triangulator triangulator;
    for (uint32_t p = 0; p < set.polygon_count(); ++p) {
        const uint8_t area = set.areas.empty() ? kPlainGround : set.areas[p];
        if (Status s = add_polygon(set, p, flags[area], ring, triangulator, tile); !s) return s.error();
    }
    if (Status s = set_twins(set, tile.half_edges); !s) return s.error();
    index_tile(tile);
    std::vector<NavTile> tiles;
    tiles.push_back(std::move(tile));
    return link_tiles(std::move(tiles), std::move(info));
}

}  // namespace navspan
