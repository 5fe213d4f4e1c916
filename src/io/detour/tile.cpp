// Converts a tile to Detour's arrays.
//
// In: a linked mesh and one of its tiles.
// Out: the arrays that Detour's addTile expects, see layout.h.
// Idea: Corners keep their order, because both formats are counter-clockwise seen from above. A side on a seam becomes a portal
// if one of its edges has a twin, otherwise a wall. Detour links each portal to at most four overlapping portals at about the
// same height.
// Source: Mononen, Detour (2009), for the arrays.
// Weak cases: Detour matches portals by height and may connect the wrong floors if floors are close together.

#include "io/detour/tile.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "core/text.h"
#include "io/detour/pieces.h"
#include "io/detour/tree.h"
#include "navmesh/mesh/tile_name.h"

namespace navspan {
namespace {

// Detour's numbers for the sides of a tile, from x+ towards z+. Odd numbers stand for the corners between two sides.
enum DetourSide : uint8_t { kXPlus = 0, kZPlus = 2, kXMinus = 4, kZMinus = 6 };

struct TilePiece {
    uint32_t source = 0;  // index of the polygon in the tile
    uint32_t first = 0;   // index of the polygon's first piece
    DetourPart shape;
};

void put_point(std::vector<float>& to, DVec3 world) {
    to.insert(to.end(), {float(world.x), float(world.y), float(world.z)});
}

DVec3 piece_corner(const NavTile& tile, const DetourPart& piece, uint32_t index) {
    if (index >= piece.corners.size()) return piece.detail_vertices[index - piece.corners.size()];
    if (piece.corners[index].inner) return *piece.corners[index].inner;
    const HalfEdge& e = tile.half_edges[piece.corners[index].edge];
    return {double(e.x), double(tile.vertex_y[e.vertex]), double(e.z)};
}

std::string polygon_place(const NavTile& tile, uint32_t polygon) {
    return "near " + point_text(to_world(tile.frame, detail_corner(tile, tile.polygons[polygon], 0)));
}

Error limit_error(const NavTile& tile, const std::string& what) {
    return {ErrorKind::failed, tile_name(tile) + " " + what};
}

Result<std::vector<TilePiece>> cut_tile(const NavTile& tile, double max_climb, size_t& cut) {
    std::vector<TilePiece> pieces;
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        std::vector<DetourPart> shapes = split_polygon(tile, tile.polygons[p], max_climb);
        if (shapes.empty()) {
            return limit_error(tile, "has a polygon " + polygon_place(tile, p) +
                                         " with more detail than the 255 triangles that Detour allows; raise detail.max_error");
        }
        cut += shapes.size() > 1;
        const uint32_t first = uint32_t(pieces.size());
        for (DetourPart& shape : shapes)
            pieces.push_back({p, first, std::move(shape)});
    }
    return pieces;
}

uint8_t seam_side(const NavTile& tile, uint32_t edge) {
    const HalfEdge &a = tile.half_edges[edge], &b = tile.half_edges[next_edge(tile, edge)];
    if (a.x == b.x) return a.x == 0 ? kXMinus : kXPlus;
    return a.z == 0 ? kZMinus : kZPlus;
}

// Returns DetourPolygon::neighbours for a side of a piece.
uint16_t neighbour_of(const NavMesh& mesh, uint32_t slot, const std::vector<uint32_t>& piece_of_edge, const TilePiece& piece,
                      const DetourCorner& corner) {
    if (corner.edges == 0) return uint16_t(1 + piece.first + corner.across);
    const NavTile& tile = *mesh.tiles[slot];
    const uint32_t twin = tile.half_edges[corner.edge].twin;
    if (twin == kNoIndex) return 0;
    if (!(twin & kSeamBit)) return uint16_t(1 + piece_of_edge[twin]);
    // one edge with a twin makes the whole side a portal; Detour finds the overlapping part
    for (uint32_t i = 0, edge = corner.edge; i < corner.edges; ++i, edge = next_edge(tile, edge)) {
        if (twin_of(mesh, {slot, edge}).valid()) return uint16_t(kDetourPortal | seam_side(tile, edge));
    }
    return 0;
}

void add_polygons(const NavMesh& mesh, uint32_t slot, const std::vector<TilePiece>& pieces, DetourTile& out) {
    const NavTile& tile = *mesh.tiles[slot];
    std::vector<uint32_t> piece_of_edge(tile.half_edges.size(), kNoIndex);
    for (uint32_t i = 0; i < pieces.size(); ++i) {
        for (const DetourCorner& corner : pieces[i].shape.corners) {
            if (corner.edges != 0) piece_of_edge[corner.edge] = i;
        }
    }
    // The output vertex of each corner that was a detail vertex. Key: source polygon and DetourCorner::edge.
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> inner;
    const auto vertex_of = [&](const TilePiece& piece, const DetourCorner& corner) {
        if (!corner.inner) return tile.half_edges[corner.edge].vertex;
        const auto [at, is_new] = inner.try_emplace({piece.source, corner.edge}, uint32_t(out.vertices.size() / 3));
        if (is_new) put_point(out.vertices, to_world(tile.frame, *corner.inner));
        return at->second;
    };
    for (const TilePiece& piece : pieces) {
        const NavPolygon& source = tile.polygons[piece.source];
        DetourPolygon polygon{
            .flags = source.flags, .corner_count = uint8_t(piece.shape.corners.size()), .area_and_type = source.area};
        for (size_t side = 0; side < piece.shape.corners.size(); ++side) {
            const DetourCorner& corner = piece.shape.corners[side];
            polygon.corners[side] = uint16_t(vertex_of(piece, corner));
            polygon.neighbours[side] = neighbour_of(mesh, slot, piece_of_edge, piece, corner);
        }
        out.polygons.push_back(polygon);
    }
}

// Appends the details of all pieces. A side is on the border of a piece if only one detail triangle of the piece has this side.
void add_details(const NavTile& tile, const std::vector<TilePiece>& pieces, DetourTile& out) {
    for (const TilePiece& piece : pieces) {
        const DetourPart& shape = piece.shape;
        out.details.push_back({.first_vertex = uint32_t(out.detail_vertices.size() / 3),
                               .first_triangle = uint32_t(out.detail_triangles.size()),
                               .vertices = uint8_t(shape.detail_vertices.size()),
                               .triangles = uint8_t(shape.detail_triangles.size())});
        for (const DVec3& p : shape.detail_vertices)
            put_point(out.detail_vertices, to_world(tile.frame, p));
        std::map<std::pair<uint32_t, uint32_t>, int> sides;
        for (const NavDetailTriangle& t : shape.detail_triangles) {
            for (const auto& [a, b] : {std::pair{t.a, t.b}, {t.b, t.c}, {t.c, t.a}})
                ++sides[std::minmax(a, b)];
        }
        for (const NavDetailTriangle& t : shape.detail_triangles) {
            const auto border = [&](uint32_t a, uint32_t b) { return sides[std::minmax(a, b)] == 1 ? 1 : 0; };
            const int flags = border(t.a, t.b) | border(t.b, t.c) << 2 | border(t.c, t.a) << 4;
            out.detail_triangles.push_back({uint8_t(t.a), uint8_t(t.b), uint8_t(t.c), uint8_t(flags)});
        }
    }
}

void add_vertices(const NavTile& tile, DetourTile& out) {
    out.vertices.resize(3 * tile.vertex_y.size());
    for (const HalfEdge& e : tile.half_edges) {
        const DVec3 p = to_world(tile.frame, {double(e.x), double(tile.vertex_y[e.vertex]), double(e.z)});
        float* v = &out.vertices[size_t{3} * e.vertex];
        v[0] = float(p.x), v[1] = float(p.y), v[2] = float(p.z);
    }
}

// Computes the tile's bounding box and bounding volume tree.
void add_tree(const NavTile& tile, const std::vector<TilePiece>& pieces, DetourTile& out) {
    std::vector<PointBounds> boxes;
    PointBounds all;
    for (const TilePiece& piece : pieces) {
        PointBounds& box = boxes.emplace_back();
        const size_t count = piece.shape.corners.size() + piece.shape.detail_vertices.size();
        for (uint32_t i = 0; i < count; ++i) {
            DVec3 p = piece_corner(tile, piece.shape, i);
            p.x *= tile.frame.quantum, p.z *= tile.frame.quantum;
            box.add(p);
        }
        all.add(box.min), all.add(box.max);
    }
    for (PointBounds& box : boxes)
        box.min.y -= all.min.y, box.max.y -= all.min.y;
    const DVec3 low = to_world(tile.frame, {0, all.min.y, 0});
    const DVec3 high = to_world(tile.frame, {double(tile.width), all.max.y, double(tile.depth)});
    const double widest = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
    const float factor = float(std::min(1 / tile.frame.quantum, 65000 / widest));
    out.tree = detour_tree(boxes, factor);
    const DVec3 ends[2] = {low, high};
    for (int i = 0; i < 2; ++i) {
        float* to = i == 0 ? out.header.min : out.header.max;
        to[0] = float(ends[i].x), to[1] = float(ends[i].y), to[2] = float(ends[i].z);
    }
    out.header.tree_factor = factor;
}

// Number of link records to reserve. Detour silently drops the links above this number.
int32_t max_link_count(const DetourTile& out, size_t starts, size_t ends) {
    size_t count = 4 * starts + 2 * ends;  // at most 4 records for a link's start and 2 for its end
    for (const DetourPolygon& polygon : out.polygons) {
        for (const uint16_t n : polygon.neighbours)
            count += n == 0 ? 0 : n & kDetourPortal ? kDetourMaxPortalLinks : 1;
    }
    return int32_t(count);
}

// Returns the range in mesh.links of the links that start in a tile.
std::pair<uint32_t, uint32_t> links_of(const NavMesh& mesh, uint32_t slot) {
    const auto before = [](const OffMeshLink& link, uint32_t tile) { return link.from.tile < tile; };
    const auto first = std::lower_bound(mesh.links.begin(), mesh.links.end(), slot, before);
    const auto end = std::lower_bound(first, mesh.links.end(), slot + 1, before);
    return {uint32_t(first - mesh.links.begin()), uint32_t(end - mesh.links.begin())};
}

// Returns Detour's number for the side or corner of a tile towards a neighbour tile.
uint8_t side_towards(int64_t dx, int64_t dz) {
    constexpr uint8_t kSides[3][3] = {{5, 4, 3}, {6, kDetourSameTile, 2}, {7, 0, 1}};
    return kSides[dx + 1][dz + 1];
}

bool is_reverse(const OffMeshLink& a, const OffMeshLink& b) {
    return a.from == b.to && a.to == b.from && a.start == b.end && a.end == b.start && a.cost == b.cost && a.flags == b.flags &&
           a.area == b.area && a.user_id == b.user_id && a.radius == b.radius;
}

Warning lost_link_warning(const OffMeshLink& link) {
    return {.code = "link_too_far",
            .message = "the off-mesh link at " + point_text(link.start) +
                       " ends beyond the adjacent tiles, which Detour does not support, so it is left out; raise tiles.size",
            .place = link.start};
}

Warning other_cost(const OffMeshLink& link, double length) {
    return {.code = "link_cost",
            .message = "the off-mesh link at " + point_text(link.start) + " has cost " + number_text(link.cost) +
                       ", but Detour uses its length, " + number_text(length) + ", times the cost of its area",
            .place = link.start};
}

// Returns the index of the reverse link, or mesh.links.size() if there is none.
uint32_t find_reverse(const NavMesh& mesh, const OffMeshLink& link) {
    const auto key = [](const OffMeshLink& l) { return std::pair(l.from, l.to); };
    const auto before = [&](const OffMeshLink& l, const auto& k) { return key(l) < k; };
    auto it = std::lower_bound(mesh.links.begin(), mesh.links.end(), std::pair(link.to, link.from), before);
    while (it != mesh.links.end() && it->from == link.to && it->to == link.from) {
        if (is_reverse(link, *it)) return uint32_t(it - mesh.links.begin());
        ++it;
    }
    return uint32_t(mesh.links.size());
}

void add_off_mesh_links(const NavMesh& mesh, uint32_t slot, DetourTile& out, Warnings& warnings) {
    const auto [first, end] = links_of(mesh, slot);
    for (uint32_t i = first; i < end; ++i) {
        const OffMeshLink& link = mesh.links[i];
        const uint32_t back = find_reverse(mesh, link);
        if (back < i) continue;  // already stored as a two-way connection with its reverse link
        const bool both_ways = back < mesh.links.size();
        const NavTile &from = *mesh.tiles[slot], &to = *mesh.tiles[link.to.tile];
        const int64_t dx = int64_t{to.tile_x} - from.tile_x, dz = int64_t{to.tile_z} - from.tile_z;
        if (std::max(std::abs(dx), std::abs(dz)) > 1) {
            warnings.push_back(lost_link_warning(link));
            continue;
        }
        const double lx = link.end.x - link.start.x, ly = link.end.y - link.start.y, lz = link.end.z - link.start.z;
        const double length = std::sqrt(lx * lx + ly * ly + lz * lz);
        if (std::fabs(link.cost - length) > 1e-3 * (1 + length)) warnings.push_back(other_cost(link, length));
        const double agent_radius = mesh.info.agent.radius > 0 ? mesh.info.agent.radius : from.frame.quantum;
        const double radius = link.radius > 0 ? link.radius : agent_radius;
        const uint16_t vertex = uint16_t(out.vertices.size() / 3);
        out.off_mesh_links.push_back({.start = {float(link.start.x), float(link.start.y), float(link.start.z)},
                                      .end = {float(link.end.x), float(link.end.y), float(link.end.z)},
                                      .radius = float(radius),
                                      .polygon = uint16_t(out.polygons.size()),
                                      .both_ways = uint8_t(both_ways ? 1 : 0),
                                      .side = side_towards(dx, dz),
                                      .user_id = link.user_id});
        put_point(out.vertices, link.start);
        put_point(out.vertices, link.end);
        out.polygons.push_back({.corners = {vertex, uint16_t(vertex + 1)},
                                .flags = link.flags,
                                .corner_count = 2,
                                .area_and_type = uint8_t(link.area | kDetourOffMesh)});
    }
}

void fill_header(const NavMesh& mesh, const NavTile& tile, std::array<int32_t, 2> origin, DetourTile& out) {
    DetourTileHeader& h = out.header;
    h.x = tile.tile_x - origin[0];
    h.z = tile.tile_z - origin[1];
    h.polygons = int32_t(out.polygons.size());
    h.vertices = int32_t(out.vertices.size() / 3);
    h.details = int32_t(out.details.size());
    h.detail_vertices = int32_t(out.detail_vertices.size() / 3);
    h.detail_triangles = int32_t(out.detail_triangles.size());
    h.tree_nodes = int32_t(out.tree.size());
    h.off_mesh_links = int32_t(out.off_mesh_links.size());
    h.first_off_mesh = h.details;
    h.agent_height = float(mesh.info.agent.height);
    h.agent_radius = float(mesh.info.agent.radius);
    h.agent_max_climb = float(mesh.info.agent.max_climb);
}

}  // namespace

Result<DetourTile> detour_tile(const NavMesh& mesh, uint32_t slot, std::array<int32_t, 2> origin, size_t link_ends,
                               Warnings& warnings) {
    const NavTile& tile = *mesh.tiles[slot];
    DetourTile out;
    Result<std::vector<TilePiece>> pieces = cut_tile(tile, mesh.info.agent.max_climb, out.cut);
    if (!pieces) return pieces.error();
    const auto [first_link, end_link] = links_of(mesh, slot);
    const size_t links = end_link - first_link;
    const std::string help = ", and Detour allows ";
    if (pieces->size() + links > kDetourMostPolygons) {
        return limit_error(tile, "has " + std::to_string(pieces->size() + links) + " polygons and links" + help +
                                     std::to_string(kDetourMostPolygons) + " in a tile; set or lower tiles.size");
    }
    add_vertices(tile, out);
    add_polygons(mesh, slot, *pieces, out);
    const size_t vertices = out.vertices.size() / 3 + 2 * links;
    if (vertices > kDetourMostVertices) {
        return limit_error(tile, "has " + std::to_string(vertices) + " vertices" + help + std::to_string(kDetourMostVertices) +
                                     " in a tile; set or lower tiles.size");
    }
    add_details(tile, *pieces, out);
    add_tree(tile, *pieces, out);
    out.header.links = max_link_count(out, links, link_ends);
    add_off_mesh_links(mesh, slot, out, warnings);
    fill_header(mesh, tile, origin, out);
    return out;
}

}  // namespace navspan
