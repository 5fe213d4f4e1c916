// Greedy convex merging. Removable edges between two polygons are taken in the order of their length, the longest first.
// Removing edges only opens the angles at a vertex and adds corners to a polygon, so an edge that may not be removed now never
// may; one test when its turn comes decides.
//
// Ties are settled by place: polygons sit in numbered places, a merged one stays in the lower place of the two, and the last
// polygon moves into the higher. Edges of one length wait in a heap; a polygon that changes its place puts its edges of that
// length into the heap again. Places only go down, so the new entry comes up before the old one, which is void if the places it
// names are no longer those of its polygons.
//
// A polygon is a ring of half-edges linked by `next`; a forest over the triangles tells which polygon a half-edge belongs to.
// Weak case: the result is not minimal, at most four times the minimum. Time grows as n log n unless a great many edges of
// equal length bound polygons of a great many corners.

#include "polygon/merge_convex.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/predicates.h"
#include "polygon/triangulate.h"

namespace navspan {

namespace {

// Top of the heap: the first pair of places.
bool later_candidate(const MergeCandidate& a, const MergeCandidate& b) {
    if (a.low != b.low) return a.low > b.low;
    if (a.high != b.high) return a.high > b.high;
    return a.edge > b.edge;
}

uint32_t part_of(MergeState& m, uint32_t half_edge) {
    uint32_t p = half_edge / 3;
    while (m.parts[p].parent != p)
        p = m.parts[p].parent = m.parts[m.parts[p].parent].parent;
    return p;
}

// True when the polygon on both sides of half-edge h stays strictly convex at both ends of it and small enough without it.
bool is_removable(MergeState& m, uint32_t h) {
    const uint32_t t = m.twins[h];
    const LatticePoint a = m.corners[h], b = m.corners[t];
    if (!is_left(m.corners[m.prev[h]], a, m.corners[m.next[m.next[t]]]) ||
        !is_left(m.corners[m.prev[t]], b, m.corners[m.next[m.next[h]]]))
        return false;
    const uint32_t p = part_of(m, h), q = part_of(m, t);
    return p != q && m.parts[p].count + m.parts[q].count - 2 <= m.max_vertices;
}

MergeCandidate candidate_of(MergeState& m, uint32_t h) {
    const uint32_t low = m.parts[part_of(m, h)].place, high = m.parts[part_of(m, m.twins[h])].place;
    return low < high ? MergeCandidate{low, high, h} : MergeCandidate{high, low, m.twins[h]};
}

void start(MergeState& m) {
    const uint32_t n = uint32_t(m.corners.size());
    m.next.resize(n);
    m.prev.resize(n);
    m.parts.resize(n / 3);
    m.part_at_position.resize(n / 3);
    for (uint32_t t = 0; t < n / 3; ++t) {
        m.parts[t] = {t, 3 * t, 3, t};
        m.part_at_position[t] = t;
        for (uint32_t k = 0; k < 3; ++k) {
            m.next[3 * t + k] = 3 * t + (k + 1) % 3;
            m.prev[3 * t + k] = 3 * t + (k + 2) % 3;
        }
    }
    m.edges.clear();
    for (uint32_t h = 0; h < n; ++h) {
        if (m.twins[h] != kNoIndex && h < m.twins[h] && is_removable(m, h))
            m.edges.push_back({distance_squared(m.corners[h], m.corners[m.twins[h]]), h});
    }
    std::sort(m.edges.begin(), m.edges.end(), [](const InnerEdge& a, const InnerEdge& b) {
        return a.length != b.length ? a.length > b.length : a.half_edge < b.half_edge;
    });
}

void wait(MergeState& m, uint32_t h) {
    if (!is_removable(m, h)) return;
    m.heap.push_back(candidate_of(m, h));
    std::push_heap(m.heap.begin(), m.heap.end(), later_candidate);
}

// Puts the removable edges of a part that has come to a new place, and have the length whose turn it is, into the heap again.
void push_candidates_of(MergeState& m, uint32_t part) {
    if (m.parts[part].count > m.alike.size()) {
        for (const InnerEdge& edge : m.alike) {
            if (part_of(m, edge.half_edge) == part || part_of(m, m.twins[edge.half_edge]) == part) wait(m, edge.half_edge);
        }
        return;
    }
    const int64_t length = m.alike.front().length;
    uint32_t h = m.parts[part].edge;
    for (uint32_t count = m.parts[part].count; count > 0; h = m.next[h], --count) {
        const uint32_t t = m.twins[h];
        if (t != kNoIndex && distance_squared(m.corners[h], m.corners[t]) == length) wait(m, h);
    }
}

// Removes half-edge h, which is that of the polygon in the lower place, and its twin.
void merge_across(MergeState& m, uint32_t h) {
    const uint32_t t = m.twins[h], p = part_of(m, h), q = part_of(m, t);
    const auto link = [&](uint32_t a, uint32_t b) {
        m.next[a] = b;
        m.prev[b] = a;
    };
    const uint32_t before_h = m.prev[h], after_h = m.next[h];
    link(m.prev[t], after_h);
    link(before_h, m.next[t]);

    // the larger one goes on, in the lower place
    const bool p_goes_on = m.parts[p].count >= m.parts[q].count;
    const uint32_t whole = p_goes_on ? p : q, gone = p_goes_on ? q : p;
    const uint32_t place = std::min(m.parts[p].place, m.parts[q].place), hole = std::max(m.parts[p].place, m.parts[q].place);
    m.parts[gone].parent = whole;
    m.parts[whole] = {whole, after_h, m.parts[p].count + m.parts[q].count - 2, place};
    m.part_at_position[place] = whole;

    // the last part moves into the place that has become free
    const uint32_t last = m.part_at_position.back();
    m.part_at_position.pop_back();
    const bool moves = hole < m.part_at_position.size();
    if (moves) {
        m.part_at_position[hole] = last;
        m.parts[last].place = hole;
    }
    if (m.alike.size() == 1) return;
    push_candidates_of(m, whole);
    if (moves && last != whole) push_candidates_of(m, last);
}

// Removes what may be removed of the edges whose turn it is.
void merge_equal_edges(MergeState& m) {
    if (m.alike.size() == 1) {
        const uint32_t h = m.alike.front().half_edge;
        if (is_removable(m, h)) merge_across(m, candidate_of(m, h).edge);
        return;
    }
    m.heap.clear();
    for (const InnerEdge& edge : m.alike)
        wait(m, edge.half_edge);
    while (!m.heap.empty()) {
        const MergeCandidate best = m.heap.front();
        std::pop_heap(m.heap.begin(), m.heap.end(), later_candidate);
        m.heap.pop_back();
        const uint32_t p = part_of(m, best.edge), q = part_of(m, m.twins[best.edge]);
        if (m.parts[p].place != best.low || m.parts[q].place != best.high) continue;
        if (is_removable(m, best.edge)) merge_across(m, best.edge);
    }
}

}  // namespace

ConvexParts& ConvexMerger::merge(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices) {
    assert(max_vertices >= 3 && corners.size() == twins.size() && corners.size() % 3 == 0);
    MergeState& m = merging_;
    m.corners = corners;
    m.twins = twins;
    m.max_vertices = uint32_t(max_vertices);
    start(m);
    const std::span<const InnerEdge> edges = m.edges;
    for (size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        while (end < edges.size() && edges[end].length == edges[begin].length)
            ++end;
        m.alike = edges.subspan(begin, end - begin);
        merge_equal_edges(m);
    }
    ConvexParts& result = result_;
    result.edges.clear();
    result.first.assign(1, 0);
    for (const uint32_t p : m.part_at_position) {
        uint32_t e = m.parts[p].edge;
        for (uint32_t k = 0; k < m.parts[p].count; ++k, e = m.next[e])
            result.edges.push_back(e);
        result.first.push_back(uint32_t(result.edges.size()));
    }
    return result;
}

ConvexParts merge_convex(std::span<const LatticePoint> corners, std::span<const uint32_t> twins, int32_t max_vertices) {
    return std::move(ConvexMerger().merge(corners, twins, max_vertices));
}

}  // namespace navspan
