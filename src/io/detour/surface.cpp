// Repairs the detail triangles of Detour's polygons so that they satisfy the invariants of a NavTile.
//
// In: the detail triangles of one polygon, with its corners and detail vertices.
// Out: counter-clockwise triangles that cover the polygon.
// Idea: On seams, the import inserts corners into the polygon sides. The detail triangles do not use these corners yet. Each
// new corner replaces the detail vertex at its position. If there is no such vertex, the corner splits a triangle.
// Source: own method.
// Weak cases: The repair fails if a triangle is clockwise or the triangles do not cover the polygon.

#include "io/detour/surface.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "core/predicates.h"
#include "polygon/ring.h"
#include "polygon/triangulate.h"

namespace navspan {
namespace {

// Returns the corners, then the detail vertices, on the detail lattice.
std::vector<LatticePoint> fine_points(std::span<const LatticePoint> ring, const DetourSurface& surface) {
    std::vector<LatticePoint> points;
    for (const LatticePoint p : ring)
        points.push_back({p.x * kDetailQuantum, p.z * kDetailQuantum});
    for (const NavDetailVertex& v : surface.vertices)
        points.push_back({v.x, v.z});
    return points;
}

int64_t triangle_area(const std::vector<LatticePoint>& points, const NavDetailTriangle& t) {
    return orient2d(points[t.a], points[t.b], points[t.c]);
}

// Splits triangles at corners that lie on their sides. Tests the newest triangle first, because consecutive corners often lie
// on the same side.
class CornerCutter {
public:
    CornerCutter(const std::vector<LatticePoint>& points, std::vector<NavDetailTriangle>& triangles)
        : points_(points), triangles_(triangles), tests_left_(kTestsPerItem * (points.size() + triangles.size())) {}

    // Finds a triangle with a side that passes the point within two detail-lattice steps. Splits this triangle at the point.
    // Returns false if the search exceeds the limit on tests.
    bool cut_at(uint32_t point) {
        if (triangles_.empty()) return true;
        bool done = cut(triangles_.size() - 1, point);
        for (size_t t = 0; t < triangles_.size() && !done; ++t) {
            if (tests_left_-- == 0) return false;
            done = cut(t, point);
        }
        return true;
    }

private:
    static constexpr size_t kTestsPerItem = 1000;  // limit on tests per point or triangle, against malicious files

    bool cut(size_t number, uint32_t point) {
        NavDetailTriangle& t = triangles_[number];
        for (int turn = 0; turn < 3; ++turn) {
            t = {t.b, t.c, t.a};
            const LatticePoint a = points_[t.a], b = points_[t.b], p = points_[point];
            const int64_t length = std::max(std::abs(int64_t{b.x} - a.x), std::abs(int64_t{b.z} - a.z));
            const NavDetailTriangle first{t.a, point, t.c}, second{point, t.b, t.c};
            if (std::abs(orient2d(a, b, p)) > 2 * length || triangle_area(points_, first) <= 0 ||
                triangle_area(points_, second) <= 0)
                continue;
            t = first;
            triangles_.push_back(second);
            return true;
        }
        return false;
    }

    const std::vector<LatticePoint>& points_;
    std::vector<NavDetailTriangle>& triangles_;
    size_t tests_left_;
};

// If a detail vertex lies within one detail-lattice step of the corner, replaces the vertex by the corner in all triangles.
// Returns false if there is no such vertex.
bool replace_vertex_by_corner(const std::vector<LatticePoint>& points, uint32_t corners, uint32_t corner,
                              std::vector<NavDetailTriangle>& triangles) {
    const LatticePoint p = points[corner];
    for (uint32_t v = corners; v < points.size(); ++v) {
        if (std::max(std::abs(int64_t{points[v].x} - p.x), std::abs(int64_t{points[v].z} - p.z)) > 1) continue;
        for (NavDetailTriangle& t : triangles) {
            for (uint32_t* const index : {&t.a, &t.b, &t.c})
                *index = *index == v ? corner : *index;
        }
        return true;
    }
    return false;
}

// Removes degenerate triangles (three collinear corners). The middle corner of a degenerate triangle lies on its longest side.
// To keep the surface conforming, the neighbour at the longest side is split at the middle corner. Stops after 4 n rounds for n
// triangles, even if degenerate triangles remain.
void remove_degenerate_triangles(const std::vector<LatticePoint>& points, std::vector<NavDetailTriangle>& triangles) {
    const auto length = [&](uint32_t a, uint32_t b) {
        return std::abs(int64_t{points[a].x} - points[b].x) + std::abs(int64_t{points[a].z} - points[b].z);
    };
    for (size_t left = 4 * triangles.size(); left > 0; --left) {
        const auto flat = std::find_if(triangles.begin(), triangles.end(),
                                       [&](const NavDetailTriangle& t) { return triangle_area(points, t) == 0; });
        if (flat == triangles.end()) return;
        // rotate the corners so that c-a is the longest side
        NavDetailTriangle t = *flat;
        for (int turn = 0; turn < 2; ++turn) {
            if (std::max(length(t.a, t.b), length(t.b, t.c)) > length(t.c, t.a)) t = {t.b, t.c, t.a};
        }
        triangles.erase(flat);
        for (NavDetailTriangle& other : triangles) {
            for (int turn = 0; turn < 3 && !(other.a == t.a && other.b == t.c); ++turn)
                other = {other.b, other.c, other.a};
            if (other.a != t.a || other.b != t.c) continue;
            const uint32_t apex = other.c;
            other = {t.a, t.b, apex};
            triangles.push_back({t.b, t.c, apex});
            break;
        }
    }
}

// Returns the detail vertices on the border of the surface. A vertex is on the border if a side that belongs to only one
// triangle starts at the vertex.
std::vector<uint32_t> border_vertices(uint32_t corners, const std::vector<NavDetailTriangle>& triangles) {
    std::vector<std::pair<uint32_t, uint32_t>> sides;
    for (const NavDetailTriangle& t : triangles)
        sides.insert(sides.end(), {{t.a, t.b}, {t.b, t.c}, {t.c, t.a}});
    std::sort(sides.begin(), sides.end());
    std::vector<uint32_t> rim;
    for (const auto& [a, b] : sides) {
        if (a >= corners && !std::binary_search(sides.begin(), sides.end(), std::pair{b, a})) rim.push_back(a);
    }
    return rim;
}

// Snaps detail vertices on the border to the sides of the ring. Rounding may have moved these vertices off their sides. A
// vertex moves if its distance to the nearest side is between half a step and two steps of the detail lattice. The new position
// is the lattice point nearest to the vertex's projection on the side. Both polygons at a side compute the same point.
// Distances use the maximum norm.
void snap_border_vertices(std::span<const LatticePoint> ring, const std::vector<LatticePoint>& points, DetourSurface& surface) {
    const auto corners = uint32_t(ring.size());
    for (const uint32_t index : border_vertices(corners, surface.triangles)) {
        const LatticePoint p = points[index];
        double least = 2;  // distance to the nearest side [step], maximum norm
        for (uint32_t i = 0; i < corners; ++i) {
            LatticePoint a = points[i], b = points[i + 1 == corners ? 0 : i + 1];
            if (std::tie(b.x, b.z) < std::tie(a.x, a.z)) std::swap(a, b);
            const int64_t dx = int64_t{b.x} - a.x, dz = int64_t{b.z} - a.z;
            const int64_t along = dx * (int64_t{p.x} - a.x) + dz * (int64_t{p.z} - a.z), square = dx * dx + dz * dz;
            const double off = double(std::abs(orient2d(a, b, p))) / double(std::abs(dx) + std::abs(dz));
            if (along <= 0 || along >= square || off >= least) continue;
            least = off;
            NavDetailVertex& vertex = surface.vertices[index - corners];
            const double t = double(along) / double(square);
            vertex.x = off <= 0.5 ? p.x : int32_t(std::floor(a.x + t * double(dx) + 0.5));
            vertex.z = off <= 0.5 ? p.z : int32_t(std::floor(a.z + t * double(dz) + 0.5));
        }
    }
}

bool is_vertex_before(const NavDetailVertex* a, const NavDetailVertex* b) {
    return std::tie(a->x, a->z) < std::tie(b->x, b->z);
}

// Removes detail vertices that no triangle uses.
void drop_unused(uint32_t corners, DetourSurface& surface) {
    std::vector<uint32_t> moved(surface.vertices.size(), 0);
    const auto is_vertex = [&](uint32_t index) { return index >= corners; };
    for (const NavDetailTriangle& t : surface.triangles) {
        for (const uint32_t index : {t.a, t.b, t.c}) {
            if (is_vertex(index)) moved[index - corners] = 1;
        }
    }
    std::vector<NavDetailVertex> kept;
    for (size_t v = 0; v < moved.size(); ++v) {
        const bool used = moved[v] != 0;
        moved[v] = corners + uint32_t(kept.size());
        if (used) kept.push_back(surface.vertices[v]);
    }
    surface.vertices = std::move(kept);
    for (NavDetailTriangle& t : surface.triangles) {
        for (uint32_t* const index : {&t.a, &t.b, &t.c})
            *index = is_vertex(*index) ? moved[*index - corners] : *index;
    }
}

}  // namespace

DetourSurface flat_surface(std::span<const LatticePoint> ring) {
    DetourSurface surface;
    for (const auto& [a, b, c] : triangulate(ring).triangles)
        surface.triangles.push_back({a, b, c});
    return surface;
}

bool repair_surface(std::span<const LatticePoint> ring, DetourSurface& surface) {
    snap_border_vertices(ring, fine_points(ring, surface), surface);
    const std::vector<LatticePoint> points = fine_points(ring, surface);
    remove_degenerate_triangles(points, surface.triangles);
    std::erase_if(surface.triangles, [&](const NavDetailTriangle& t) { return triangle_area(points, t) == 0; });
    std::vector<bool> used(points.size());
    for (const NavDetailTriangle& t : surface.triangles)
        used[t.a] = used[t.b] = used[t.c] = true;
    CornerCutter cutter(points, surface.triangles);
    for (uint32_t i = 0; i < ring.size(); ++i) {
        if (used[i] || replace_vertex_by_corner(points, uint32_t(ring.size()), i, surface.triangles)) continue;
        if (!cutter.cut_at(i)) return false;
    }
    // Border points are rounded, so the total area of the triangles may differ from the area of the ring. The tolerance is the
    // same as in validate_tile.
    int64_t slack = 0, sum = 0;
    for (size_t i = 0; i < ring.size(); ++i) {
        const LatticePoint a = ring[i], b = ring[(i + 1) % ring.size()];
        slack += 2 * int64_t{kDetailQuantum} * (std::abs(int64_t{b.x} - a.x) + std::abs(int64_t{b.z} - a.z));
    }
    const int64_t wanted = doubled_area(ring) * kDetailQuantum * kDetailQuantum;
    for (const NavDetailTriangle& t : surface.triangles) {
        const int64_t area = triangle_area(points, t);
        if (area <= 0) return false;
        sum += area;
        if (sum > wanted + slack) return false;
    }
    if (sum < wanted - slack) return false;
    drop_unused(uint32_t(ring.size()), surface);
    return true;
}

void share_heights_on_edges(NavTile& tile) {
    // Returns the detail vertices of a polygon, sorted by position.
    const auto sorted = [&](const NavPolygon& polygon) {
        std::vector<NavDetailVertex*> vertices;
        for (uint32_t i = 0; i < polygon.detail_vertex_count; ++i)
            vertices.push_back(&tile.detail_vertices[polygon.first_detail_vertex + i]);
        std::sort(vertices.begin(), vertices.end(), is_vertex_before);
        return vertices;
    };
    for (const NavPolygon& polygon : tile.polygons) {
        if (polygon.detail_vertex_count == 0) continue;
        const std::vector<NavDetailVertex*> own = sorted(polygon);
        for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
            const uint32_t twin = tile.half_edges[e].twin;
            if (twin == kNoIndex || twin < e) continue;
            // if both polygons have a detail vertex at a position, this position lies on their common edge
            for (NavDetailVertex* const theirs : sorted(tile.polygons[tile.edge_polygon[twin]])) {
                const auto it = std::lower_bound(own.begin(), own.end(), theirs, is_vertex_before);
                if (it != own.end() && !is_vertex_before(theirs, *it)) theirs->y = (*it)->y;
            }
        }
    }
}

}  // namespace navspan
