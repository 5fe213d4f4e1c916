// Greedy convex merging. Every edge between two polygons that may be removed waits in a heap, the longest first. Removing edges
// only ever opens the angles at a vertex and adds corners to a polygon, so an edge that may not be removed now never may; one
// look when it comes up decides.
//
// Ties are settled by place: polygons sit in numbered places, a merged one stays in the lower place of the two, and the last
// polygon moves into the higher. A polygon that changes its place puts its edges into the heap again; places only go down, so
// the new entry comes up before the old one, which is void when the places it names are not those of its polygons any more.
//
// A polygon is a ring of half-edges linked by `next`. Weak: the result is not minimal; at most four times the minimum.

#include "navspan/polygon/merge_convex.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "navspan/core/predicates.h"
#include "navspan/polygon/triangulate.h"

namespace navspan {
namespace {

constexpr uint32_t kGone = 0xffffffffu;  // the place of a part that has become part of another

struct Part {
    uint32_t edge = 0;  // one of its half-edges
    uint32_t count = 0;
    uint32_t place = 0;
};

struct Candidate {
    int64_t length = 0;          // squared
    uint32_t low = 0, high = 0;  // places of the two polygons
    uint32_t edge = 0;           // the half-edge in the polygon of the lower place
};

// Top of the heap: the longest, then the first pair of places.
bool later(const Candidate& a, const Candidate& b) {
    if (a.length != b.length) return a.length < b.length;
    if (a.low != b.low) return a.low > b.low;
    if (a.high != b.high) return a.high > b.high;
    return a.edge > b.edge;
}

struct Merger {
    std::span<const LatticePoint> corners;
    std::span<const uint32_t> twins;
    uint32_t max_vertices = 0;
    std::vector<uint32_t> next, prev;  // per half-edge, around its polygon
    std::vector<uint32_t> part_of;     // per half-edge
    std::vector<Part> parts;
    std::vector<uint32_t> at_place;  // part in each place
    std::vector<Candidate> heap;
};

// True when the polygon on both sides of half-edge h stays strictly convex at both ends of it and small enough without it.
bool may_remove(const Merger& m, uint32_t h) {
    const uint32_t t = m.twins[h], p = m.part_of[h], q = m.part_of[t];
    if (p == q || m.parts[p].count + m.parts[q].count - 2 > m.max_vertices) return false;
    const LatticePoint a = m.corners[h], b = m.corners[t];
    return is_left(m.corners[m.prev[h]], a, m.corners[m.next[m.next[t]]]) &&
           is_left(m.corners[m.prev[t]], b, m.corners[m.next[m.next[h]]]);
}

bool make_candidate(const Merger& m, uint32_t h, Candidate& candidate) {
    const uint32_t t = m.twins[h];
    if (t == kNoHalfEdge || !may_remove(m, h)) return false;
    uint32_t low = m.parts[m.part_of[h]].place, high = m.parts[m.part_of[t]].place, edge = h;
    if (low > high) {
        std::swap(low, high);
        edge = t;
    }
    candidate = {distance_squared(m.corners[h], m.corners[t]), low, high, edge};
    return true;
}

Merger start(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices) {
    const uint32_t n = uint32_t(corners.size());
    Merger m{corners, twins, uint32_t(max_vertices), {}, {}, {}, {}, {}, {}};
    m.next.resize(n);
    m.prev.resize(n);
    m.part_of.resize(n);
    m.parts.resize(n / 3);
    m.at_place.resize(n / 3);
    for (uint32_t t = 0; t < n / 3; ++t) {
        m.parts[t] = {3 * t, 3, t};
        m.at_place[t] = t;
        for (uint32_t k = 0; k < 3; ++k) {
            m.next[3 * t + k] = 3 * t + (k + 1) % 3;
            m.prev[3 * t + k] = 3 * t + (k + 2) % 3;
            m.part_of[3 * t + k] = t;
        }
    }
    Candidate candidate;
    for (uint32_t h = 0; h < n; ++h) {
        if (twins[h] != kNoHalfEdge && h < twins[h] && make_candidate(m, h, candidate)) m.heap.push_back(candidate);
    }
    std::make_heap(m.heap.begin(), m.heap.end(), later);
    return m;
}

// Puts the removable edges of a part that has come to a new place, or is part of a new whole, into the heap again.
void list_edges(Merger& m, uint32_t first, uint32_t count) {
    Candidate candidate;
    for (uint32_t h = first; count > 0; h = m.next[h], --count) {
        if (!make_candidate(m, h, candidate)) continue;
        m.heap.push_back(candidate);
        std::push_heap(m.heap.begin(), m.heap.end(), later);
    }
}

// Removes half-edge h and its twin: the part across joins the part of h.
void merge_over(Merger& m, uint32_t h) {
    const uint32_t t = m.twins[h], p = m.part_of[h], q = m.part_of[t];
    const uint32_t joined = m.next[t], joined_count = m.parts[q].count - 1;
    for (uint32_t e = joined, k = 0; k < joined_count; e = m.next[e], ++k)
        m.part_of[e] = p;
    const auto link = [&](uint32_t a, uint32_t b) {
        m.next[a] = b;
        m.prev[b] = a;
    };
    const uint32_t before_h = m.prev[h], after_h = m.next[h], before_t = m.prev[t];
    link(before_h, joined);
    link(before_t, after_h);
    m.parts[p].count += joined_count - 1;
    m.parts[p].edge = after_h;

    // the last part moves into the place that has become free
    const uint32_t hole = m.parts[q].place, last = m.at_place.back();
    m.at_place[hole] = last;
    m.parts[last].place = hole;
    m.at_place.pop_back();
    m.parts[q].place = kGone;
    list_edges(m, joined, joined_count);
    if (last != q) list_edges(m, m.parts[last].edge, m.parts[last].count);
}

}  // namespace

ConvexParts merge_convex(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices) {
    assert(max_vertices >= 3 && corners.size() == twins.size() && corners.size() % 3 == 0);
    Merger m = start(corners, twins, max_vertices);
    while (!m.heap.empty()) {
        const Candidate best = m.heap.front();
        std::pop_heap(m.heap.begin(), m.heap.end(), later);
        m.heap.pop_back();
        const uint32_t p = m.part_of[best.edge], q = m.part_of[twins[best.edge]];
        if (m.parts[p].place != best.low || m.parts[q].place != best.high) continue;
        if (may_remove(m, best.edge)) merge_over(m, best.edge);
    }
    ConvexParts result;
    result.first.push_back(0);
    result.edges.reserve(corners.size());
    for (const uint32_t p : m.at_place) {
        uint32_t e = m.parts[p].edge;
        for (uint32_t k = 0; k < m.parts[p].count; ++k, e = m.next[e])
            result.edges.push_back(e);
        result.first.push_back(uint32_t(result.edges.size()));
    }
    return result;
}

}  // namespace navspan
