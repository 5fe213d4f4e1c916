// Cuts a polygon into pieces that Detour can store.
//
// In: a polygon with any number of corners, and its detail surface.
// Out: pieces within Detour's limits: 6 corners, 255 vertices and 255 detail triangles each.
// Idea: A polygon with too many corners or too much detail is cut along chords. A triangle with too much detail is cut into
// three at a detail vertex. Clips detail triangles at the chords; heights do not change. Removes or cuts off straight corners
// (180 degrees) that would mislead Detour's raycast.
// Source: own method.
// Weak cases: A polygon with many straight corners or much detail becomes many pieces.

#include "io/detour/pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "core/clip_ring.h"
#include "io/detour/layout.h"

namespace navspan {
namespace {

using CornerRing = std::vector<DetourCorner>;

const HalfEdge& at(const NavTile& tile, const DetourCorner& corner) {
    return tile.half_edges[corner.edge];
}

// Twice the signed area of a triangle; positive if counter-clockwise.
int64_t edge_turn(const HalfEdge& a, const HalfEdge& b, const HalfEdge& c) {
    return int64_t{b.z - a.z} * (c.x - a.x) - int64_t{b.x - a.x} * (c.z - a.z);
}

int64_t doubled_corner_area(const NavTile& tile, const CornerRing& ring) {
    int64_t sum = 0;
    for (size_t i = 1; i + 1 < ring.size(); ++i)
        sum += edge_turn(at(tile, ring[0]), at(tile, ring[i]), at(tile, ring[i + 1]));
    return sum;
}

bool is_flat(const NavTile& tile, const CornerRing& ring, size_t i) {
    const size_t n = ring.size();
    return edge_turn(at(tile, ring[(i + n - 1) % n]), at(tile, ring[i]), at(tile, ring[(i + 1) % n])) == 0;
}

// True if one side may replace a run of collinear edges on a seam. Detour connects at most four sides to one side, and only if
// their heights are similar. The heights of the removed corners must be within max_climb of the new side.
// @param edges  number of edges in the run
bool can_merge_edges(const NavTile& tile, uint32_t first, uint32_t edges, double max_climb) {
    if (edges > kDetourMaxPortalLinks) return false;
    std::array<uint32_t, kDetourMaxPortalLinks + 1> corners{first};
    for (uint32_t i = 0; i < edges; ++i)
        corners[i + 1] = next_edge(tile, corners[i]);
    const auto along = [&](uint32_t edge) {  // distance from the first corner [lattice]
        const HalfEdge &a = tile.half_edges[first], &e = tile.half_edges[edge];
        return std::abs(double(e.x) - a.x) + std::abs(double(e.z) - a.z);
    };
    const auto height = [&](uint32_t edge) { return double(tile.vertex_y[tile.half_edges[edge].vertex]); };
    const double low = height(first), rise = (height(corners[edges]) - low) / along(corners[edges]);
    for (uint32_t i = 1; i < edges; ++i) {
        if (std::abs(height(corners[i]) - (low + rise * along(corners[i]))) > max_climb) return false;
    }
    return true;
}

// Returns the polygon's corners. Omits straight corners on a seam if one side can replace both adjacent sides.
CornerRing ring_of(const NavTile& tile, const NavPolygon& polygon, double max_climb) {
    CornerRing ring;
    const auto on_seam = [&](uint32_t edge) { return is_seam_edge(tile.half_edges[edge]); };
    const auto is_straight = [&](uint32_t edge) {
        const uint32_t before = edge == polygon.first_edge ? edge + polygon.edge_count - 1 : edge - 1;
        return on_seam(before) && on_seam(edge) &&
               edge_turn(tile.half_edges[before], tile.half_edges[edge], tile.half_edges[next_edge(tile, edge)]) == 0;
    };
    uint32_t first = polygon.first_edge;
    while (is_straight(first))
        ++first;
    for (uint32_t i = 0, edge = first; i < polygon.edge_count; ++i, edge = next_edge(tile, edge)) {
        if (is_straight(edge) && can_merge_edges(tile, ring.back().edge, ring.back().edges + 1, max_climb)) {
            ++ring.back().edges;
        } else {
            ring.push_back({.edge = edge});
        }
    }
    return ring;
}

// Cuts a ring along the chord from corner 0 to corner `other`. Returns the part with corners 0 to `other`; `ring` keeps the
// rest, including both chord corners.
CornerRing cut_off(CornerRing& ring, size_t other) {
    CornerRing piece(ring.begin(), ring.begin() + ptrdiff_t(other) + 1);
    piece.back().edges = 0;
    CornerRing rest(ring.begin() + ptrdiff_t(other), ring.end());
    rest.push_back({.edge = ring[0].edge, .edges = 0});
    ring = std::move(rest);
    return piece;
}

// For each corner i, returns twice the area of the polygon with corners 0 to i.
std::vector<int64_t> cut_off_areas(const NavTile& tile, const CornerRing& ring) {
    std::vector<int64_t> areas(ring.size(), 0);
    for (size_t i = 2; i < ring.size(); ++i)
        areas[i] = areas[i - 1] + edge_turn(at(tile, ring[0]), at(tile, ring[i - 1]), at(tile, ring[i]));
    return areas;
}

// True if the corner is straight and at most one of its sides is a wall. At such a corner, Detour's raycast may report the
// wrong side.
bool is_misleading_corner(const NavTile& tile, const CornerRing& ring, size_t i) {
    const DetourCorner& before = ring[(i + ring.size() - 1) % ring.size()];
    const auto is_wall = [&](const DetourCorner& c) { return c.edges == 1 && at(tile, c).twin == kNoIndex; };
    return is_flat(tile, ring, i) && !(is_wall(before) && is_wall(ring[i]));
}

// Cuts rings until no corner is misleading (see is_misleading_corner), except in degenerate rings. Each chord starts at a
// misleading corner. The chord ends at another misleading corner if possible, otherwise near the opposite corner. Both parts
// have positive area.
void cut_at_misleading_corners(const NavTile& tile, std::vector<CornerRing>& rings) {
    for (size_t r = 0; r < rings.size();) {
        CornerRing ring = rings[r];
        size_t corner = 0;
        while (corner < ring.size() && !is_misleading_corner(tile, ring, corner))
            ++corner;
        if (corner == ring.size()) {
            ++r;
            continue;
        }
        std::rotate(ring.begin(), ring.begin() + ptrdiff_t(corner), ring.end());
        // find the best chord from corner 0 with positive area on both sides
        const std::vector<int64_t> areas = cut_off_areas(tile, ring);
        size_t best = 0;
        int64_t best_score = -1;
        for (size_t other = 2; other + 1 < ring.size(); ++other) {
            const auto balance = int64_t(std::min(other, ring.size() - other));
            const int64_t score = balance + (is_misleading_corner(tile, ring, other) ? int64_t(ring.size()) : 0);
            if (score > best_score && areas[other] > 0 && areas.back() > areas[other]) best = other, best_score = score;
        }
        if (best == 0) {  // no chord with positive area on both sides: the ring is degenerate
            ++r;
            continue;
        }
        rings.push_back(cut_off(ring, best));
        rings[r] = std::move(ring);
    }
}

// Finds a piece of `size` consecutive corners to cut off. The piece and the rest must have positive areas. Returns the first
// corner of the piece, or nullopt if there is no such piece.
std::optional<size_t> find_piece(const NavTile& tile, const CornerRing& ring, size_t size) {
    const size_t n = ring.size();
    const int64_t whole = doubled_corner_area(tile, ring);
    for (size_t first = 1; first <= n; ++first) {
        int64_t area = 0;
        for (size_t i = first + 1; i + 1 < first + size; ++i)
            area += edge_turn(at(tile, ring[first % n]), at(tile, ring[i % n]), at(tile, ring[(i + 1) % n]));
        if (area > 0 && area < whole) return first % n;
    }
    return std::nullopt;
}

// Repeatedly cuts off the largest possible piece from rings with more than max_corners corners.
void cut_large(const NavTile& tile, std::vector<CornerRing>& rings, size_t max_corners) {
    for (size_t r = 0; r < rings.size(); ++r) {
        while (rings[r].size() > max_corners) {
            std::optional<size_t> first;
            size_t size = max_corners + 1;
            while (!first && --size >= 3)
                first = find_piece(tile, rings[r], size);
            if (!first) break;
            std::rotate(rings[r].begin(), rings[r].begin() + ptrdiff_t(*first), rings[r].end());
            CornerRing piece = cut_off(rings[r], size - 1);
            rings.push_back(std::move(piece));
        }
    }
}

// Sets `across` of all chords. The rings on both sides of a chord list its corners in opposite order.
void find_across(std::vector<CornerRing>& rings) {
    const auto ends = [](const CornerRing& ring, size_t i) {
        return std::pair(ring[i].edge, ring[(i + 1) % ring.size()].edge);
    };
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> ring_of;
    for (uint32_t r = 0; r < rings.size(); ++r) {
        for (size_t i = 0; i < rings[r].size(); ++i) {
            if (rings[r][i].edges == 0) ring_of[ends(rings[r], i)] = r;
        }
    }
    for (CornerRing& ring : rings) {
        for (size_t i = 0; i < ring.size(); ++i) {
            if (ring[i].edges != 0) continue;
            const auto [from, to] = ends(ring, i);
            if (const auto other = ring_of.find({to, from}); other != ring_of.end()) ring[i].across = other->second;
        }
    }
}

DVec3 corner_position(const NavTile& tile, const DetourCorner& corner) {
    if (corner.inner) return *corner.inner;
    const HalfEdge& e = at(tile, corner);
    return {double(e.x), double(tile.vertex_y[e.vertex]), double(e.z)};
}

// Positive if p lies to the left of the line a..b. The inside of a counter-clockwise ring is to the left of its sides.
double inside(DVec3 a, DVec3 b, DVec3 p) {
    return (p.x - a.x) * (b.z - a.z) - (p.z - a.z) * (b.x - a.x);
}

// Clips a convex polygon to the left side of the line a..b.
std::vector<DVec3> clip(const std::vector<DVec3>& points, DVec3 a, DVec3 b) {
    const auto crossing = [a, b](DVec3 p, DVec3 q, double) {
        // fixed order of the ends, so that both adjacent triangles compute the same point
        if (std::tie(q.x, q.z) < std::tie(p.x, p.z)) std::swap(p, q);
        const double from = inside(a, b, p);
        return p + (q - p) * (from / (from - inside(a, b, q)));
    };
    std::vector<DVec3> kept;
    clip_ring(
        std::span(points), [a, b](DVec3 p) { return -inside(a, b, p); }, crossing, [&](DVec3 p) { kept.push_back(p); });
    return kept;
}

class DetailBuilder {
public:
    DetailBuilder(const NavTile& tile, DetourPart& piece) : piece_(piece) {
        for (const DetourCorner& corner : piece.corners)
            points_.push_back(corner_position(tile, corner));
    }

    void add_fan(const std::vector<DVec3>& ring) {
        for (size_t i = 1; i + 1 < ring.size(); ++i) {
            const NavDetailTriangle t{index_of(ring[0]), index_of(ring[i]), index_of(ring[i + 1])};
            if (inside(points_[t.a], points_[t.b], points_[t.c]) > 1e-9) piece_.detail_triangles.push_back(t);
        }
    }

private:
    uint32_t index_of(DVec3 p) {
        for (uint32_t i = 0; i < points_.size(); ++i) {
            if (points_[i].x == p.x && points_[i].z == p.z) return i;
        }
        points_.push_back(p);
        piece_.detail_vertices.push_back(p);
        return uint32_t(points_.size()) - 1;
    }

    DetourPart& piece_;
    std::vector<DVec3> points_;  // corners, then detail vertices
};

// Adds the polygon's detail triangles, clipped at the piece's chords.
void add_detail(const NavTile& tile, const NavPolygon& polygon, DetourPart& piece) {
    DetailBuilder builder(tile, piece);
    for (uint32_t i = 0; i < polygon.detail_triangle_count; ++i) {
        const NavDetailTriangle& t = tile.detail_triangles[polygon.first_detail_triangle + i];
        std::vector<DVec3> ring;
        for (const uint32_t corner : {t.a, t.b, t.c})
            ring.push_back(detail_corner(tile, polygon, corner));
        for (size_t side = 0; side < piece.corners.size(); ++side) {
            if (piece.corners[side].edges != 0) continue;
            ring = clip(ring, corner_position(tile, piece.corners[side]),
                        corner_position(tile, piece.corners[(side + 1) % piece.corners.size()]));
        }
        builder.add_fan(ring);
    }
}

bool fits(const DetourPart& piece) {
    return piece.corners.size() <= kDetourMostCorners &&
           piece.corners.size() + piece.detail_vertices.size() <= kDetourMostDetail &&
           piece.detail_triangles.size() <= kDetourMostDetail;
}

// Returns the detail vertex deepest inside the triangle, or nullopt if no depth exceeds 0.05. The depth of a vertex is its
// smallest barycentric coordinate.
std::optional<DVec3> middle_vertex(const NavTile& tile, const DetourPart& triangle) {
    const DVec3 a = corner_position(tile, triangle.corners[0]), b = corner_position(tile, triangle.corners[1]),
                c = corner_position(tile, triangle.corners[2]);
    std::optional<DVec3> best;
    double most = 0.05 * inside(a, b, c);
    for (const DVec3& p : triangle.detail_vertices) {
        const double least = std::min({inside(a, b, p), inside(b, c, p), inside(c, a, p)});
        if (least > most) best = p, most = least;
    }
    return best;
}

std::vector<DetourPart> with_detail(const NavTile& tile, const NavPolygon& polygon, std::vector<CornerRing>& rings) {
    find_across(rings);
    std::vector<DetourPart> pieces;
    for (const CornerRing& ring : rings) {
        DetourPart& piece = pieces.emplace_back();
        piece.corners = ring;
        add_detail(tile, polygon, piece);
    }
    return pieces;
}

// Splits each triangle with too much detail into three at a detail vertex. Returns false if such a triangle has no detail
// vertex that is far enough from the triangle's sides.
bool cut_triangles(const NavTile& tile, const std::vector<DetourPart>& pieces, uint32_t& inner,
                   std::vector<CornerRing>& rings) {
    for (size_t i = 0; i < pieces.size(); ++i) {
        if (fits(pieces[i])) continue;
        const std::optional<DVec3> point = middle_vertex(tile, pieces[i]);
        if (!point) return false;
        const CornerRing triangle = rings[i];
        const DetourCorner centre{.edge = kNoIndex - ++inner, .inner = point, .edges = 0};
        for (size_t k = 0; k < 3; ++k) {
            DetourCorner next = triangle[(k + 1) % 3];
            next.edges = 0;
            const CornerRing third{triangle[k], next, centre};
            if (k == 0) {
                rings[i] = third;
            } else {
                rings.push_back(third);
            }
        }
    }
    return true;
}

}  // namespace

std::vector<DetourPart> split_polygon(const NavTile& tile, const NavPolygon& polygon, double max_climb) {
    std::vector<CornerRing> rings;
    std::vector<DetourPart> pieces;
    const auto all_fit = [&] { return std::all_of(pieces.begin(), pieces.end(), fits); };
    for (size_t most = kDetourMostCorners; most >= 3; --most) {
        rings = {ring_of(tile, polygon, max_climb)};
        cut_at_misleading_corners(tile, rings);
        cut_large(tile, rings, most);
        pieces = with_detail(tile, polygon, rings);
        if (all_fit()) return pieces;
    }
    for (uint32_t inner = 0; !all_fit();) {
        if (!cut_triangles(tile, pieces, inner, rings)) return {};
        pieces = with_detail(tile, polygon, rings);
    }
    return pieces;
}

}  // namespace navspan
