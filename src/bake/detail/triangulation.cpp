// Incremental Delaunay triangulation of one convex polygon.
//
// In: a convex ring of integer points, then points inside the ring, one after another.
// Out: a Delaunay triangulation of the ring and of the inserted points.
// Idea: The ring is triangulated by ear clipping. Edge flips make the triangulation Delaunay. A new point splits the triangle
// that contains it. A point on an edge splits both adjacent triangles. Flips then proceed outwards.
// Source: Lawson, Software for C1 surface interpolation (1977); Guibas, Stolfi, Primitives for the manipulation of general
// subdivisions and the computation of Voronoi diagrams (1985).
// Weak cases: Each new point can flip all edges: in the worst case, the time is quadratic in the number of points.

#include "bake/detail/triangulation.h"

#include <cassert>
#include <cstddef>

#include "core/predicates.h"

namespace navspan {
namespace {

using Triangle = DetailTriangulation::Triangle;

// Table lookups, because branches on the index would often be mispredicted.
constexpr size_t next_of(size_t k) {
    constexpr uint8_t kNext[3] = {1, 2, 0};
    return kNext[k];
}
constexpr size_t previous_of(size_t k) {
    constexpr uint8_t kPrevious[3] = {2, 0, 1};
    return kPrevious[k];
}

// True if d is strictly inside the circumcircle of the counter-clockwise triangle abp. Precondition: d and p are on opposite
// sides of ab. Exact for extents up to 2^30 lattice units.
inline bool in_circle(LatticePoint a, LatticePoint b, LatticePoint p, LatticePoint d) {
    // d is inside if the sum of the angles at p and d exceeds 180 degrees. The sine of the sum is then negative.
    const int64_t dot_p = dot2d(p, a, b), dot_d = dot2d(d, a, b);
    return Int128{orient2d(p, a, b)} * dot_d + Int128{orient2d(d, b, a)} * dot_p < 0;
}

size_t edge_towards(const Triangle& t, uint32_t neighbour) {
    // Without branches. Two triangles of a triangulation have at most one common edge.
    return size_t(t.neighbour[1] == neighbour) + 2 * size_t(t.neighbour[2] == neighbour);
}

void replace_neighbour(DetailTriangulation& t, uint32_t triangle, uint32_t old_neighbour, uint32_t new_neighbour) {
    if (triangle == kNoIndex) return;
    Triangle& u = t.triangles[triangle];
    u.neighbour[edge_towards(u, old_neighbour)] = new_neighbour;
}

// Flips edge e of triangle t0 if the edge is not Delaunay. Returns true if the edge was flipped. After a flip, corner 2 of both
// triangles is the corner of t0 opposite to the old edge.
inline bool flip_if_needed(DetailTriangulation& t, uint32_t t0, size_t e) {
    const uint32_t t1 = t.triangles[t0].neighbour[e];
    if (t1 == kNoIndex) return false;
    Triangle& first = t.triangles[t0];
    Triangle& second = t.triangles[t1];
    const size_t k = edge_towards(second, t0);
    const uint32_t a = first.corner[e], b = first.corner[next_of(e)], p = first.corner[previous_of(e)];
    const uint32_t d = second.corner[previous_of(k)];
    if (!in_circle(t.points[a], t.points[b], t.points[p], t.points[d])) return false;

    const uint32_t across_ad = second.neighbour[next_of(k)], across_db = second.neighbour[previous_of(k)];
    const uint32_t across_bp = first.neighbour[next_of(e)], across_pa = first.neighbour[previous_of(e)];
    first = {{a, d, p}, {across_ad, t1, across_pa}};
    second = {{d, b, p}, {across_db, across_bp, t0}};
    replace_neighbour(t, across_ad, t1, t0);
    replace_neighbour(t, across_bp, t0, t1);
    return true;
}

// Triangulates the ring by ear clipping. Clips a corner if neither its triangle nor the remaining ring is degenerate.
void clip_ears(DetailTriangulation& t) {
    // ring: indices of the points that are not clipped yet. across[k]: triangle on the other side of the edge that starts at
    // ring[k], or kNoIndex on the outline.
    std::vector<uint32_t>& ring = t.ring;
    std::vector<uint32_t>& across = t.across;
    const auto turns = [&](uint32_t a, uint32_t b, uint32_t c) { return orient2d(t.points[a], t.points[b], t.points[c]) > 0; };
    size_t i = 1;
    size_t skipped = 0;
    while (ring.size() > 3) {
        const size_t n = ring.size();
        i %= n;
        const size_t before = (i + n - 1) % n, after = (i + 1) % n;
        const uint32_t a = ring[before], b = ring[i], c = ring[after];
        if (!turns(a, b, c) || !turns(a, c, ring[(i + 2) % n])) {
            ++skipped;
            assert(skipped <= n && "the ring has no area");
            ++i;
            continue;
        }
        skipped = 0;
        const uint32_t made = uint32_t(t.triangles.size());
        t.triangles.push_back({{a, b, c}, {across[before], across[i], kNoIndex}});
        for (const size_t edge : {before, i}) {
            // Edge 2 of a clipped triangle borders the remaining ring.
            if (across[edge] != kNoIndex) t.triangles[across[edge]].neighbour[2] = made;
        }
        across[before] = made;
        ring.erase(ring.begin() + ptrdiff_t(i));
        across.erase(across.begin() + ptrdiff_t(i));
        // Skip the corner after the ear, so that every second corner is clipped. Removing the ear has moved this corner to
        // index i.
        ++i;
    }
    const uint32_t made = uint32_t(t.triangles.size());
    t.triangles.push_back({{ring[0], ring[1], ring[2]}, {across[0], across[1], across[2]}});
    for (size_t edge = 0; edge < 3; ++edge) {
        if (across[edge] != kNoIndex) t.triangles[across[edge]].neighbour[2] = made;
    }
}

// Flips edges until all edges in `pending`, and all edges whose triangles change, are Delaunay.
void legalize_pending(DetailTriangulation& t) {
    while (!t.pending.empty()) {
        const auto [triangle, edge] = t.pending.back();
        t.pending.pop_back();
        const uint32_t other = t.triangles[triangle].neighbour[edge];
        if (!flip_if_needed(t, triangle, edge)) continue;
        t.pending.push_back({triangle, 0});
        t.pending.push_back({triangle, 2});
        t.pending.push_back({other, 0});
        t.pending.push_back({other, 1});
    }
}

// Makes the triangulation Delaunay after the insertion of a point. Visits the triangles around the point, and flips the edge
// opposite to the point until it is Delaunay. A flip adds a triangle, which is visited next.
// @param first  a triangle with the new point as its third corner
void legalize_around(DetailTriangulation& t, uint32_t first) {
    uint32_t triangle = first;
    do {
        while (flip_if_needed(t, triangle, 0)) {
        }
        triangle = turn(t, triangle);
    } while (triangle != first);
}

// Rotates the corners of a triangle until edge e becomes edge 0.
void rotate_to(Triangle& t, size_t e) {
    const Triangle old = t;
    for (size_t k = 0; k < 3; ++k) {
        t.corner[k] = old.corner[(e + k) % 3];
        t.neighbour[k] = old.neighbour[(e + k) % 3];
    }
}

void split_triangle(DetailTriangulation& t, uint32_t t0, uint32_t p) {
    const Triangle old = t.triangles[t0];
    const auto [a, b, c] = old.corner;
    const uint32_t t1 = uint32_t(t.triangles.size()), t2 = t1 + 1;
    t.triangles[t0] = {{a, b, p}, {old.neighbour[0], t1, t2}};
    t.triangles.push_back({{b, c, p}, {old.neighbour[1], t2, t0}});
    t.triangles.push_back({{c, a, p}, {old.neighbour[2], t0, t1}});
    replace_neighbour(t, old.neighbour[1], t0, t1);
    replace_neighbour(t, old.neighbour[2], t0, t2);
}

void split_edge(DetailTriangulation& t, uint32_t t0, size_t e, uint32_t p) {
    const uint32_t t1 = t.triangles[t0].neighbour[e];
    assert(t1 != kNoIndex);
    rotate_to(t.triangles[t0], e);
    rotate_to(t.triangles[t1], edge_towards(t.triangles[t1], t0));
    const Triangle first = t.triangles[t0], second = t.triangles[t1];
    // `first` has corners a, b, c; `second` has corners b, a, d; p is on edge ab.
    const uint32_t a = first.corner[0], b = first.corner[1], c = first.corner[2], d = second.corner[2];
    const uint32_t t2 = uint32_t(t.triangles.size()), t3 = t2 + 1;
    t.triangles[t0] = {{b, c, p}, {first.neighbour[1], t2, t3}};
    t.triangles[t1] = {{a, d, p}, {second.neighbour[1], t3, t2}};
    t.triangles.push_back({{c, a, p}, {first.neighbour[2], t1, t0}});
    t.triangles.push_back({{d, b, p}, {second.neighbour[2], t0, t1}});
    replace_neighbour(t, first.neighbour[2], t0, t2);
    replace_neighbour(t, second.neighbour[2], t1, t3);
}

}  // namespace

void triangulate_ring(DetailTriangulation& t) {
    t.triangles.clear();
    t.ring.resize(t.points.size());
    for (size_t i = 0; i < t.points.size(); ++i)
        t.ring[i] = uint32_t(i);
    t.across.assign(t.points.size(), kNoIndex);
    clip_ears(t);

    t.pending.clear();
    for (uint32_t i = 0; i < t.triangles.size(); ++i) {
        for (uint32_t e = 0; e < 3; ++e) {
            if (t.triangles[i].neighbour[e] != kNoIndex && t.triangles[i].neighbour[e] > i) t.pending.push_back({i, e});
        }
    }
    legalize_pending(t);
}

uint32_t insert_point(DetailTriangulation& t, LatticePoint point, uint32_t near) {
    // Locates the point by a visibility walk, which never cycles in a Delaunay triangulation.
    uint32_t at = near;
    size_t on_edge = 3;
    for (bool found = false; !found;) {
        found = true;
        on_edge = 3;
        const Triangle& triangle = t.triangles[at];
        for (size_t e = 0; e < 3; ++e) {
            const int64_t side = orient2d(t.points[triangle.corner[e]], t.points[triangle.corner[next_of(e)]], point);
            if (side > 0) continue;
            if (side == 0) {
                on_edge = e;
                continue;
            }
            assert(triangle.neighbour[e] != kNoIndex);
            at = triangle.neighbour[e];
            found = false;
            break;
        }
    }
    const uint32_t p = uint32_t(t.points.size());
    t.points.push_back(point);
    if (on_edge < 3) {
        split_edge(t, at, on_edge, p);
    } else {
        split_triangle(t, at, p);
    }
    legalize_around(t, at);
    return at;
}

}  // namespace navspan
