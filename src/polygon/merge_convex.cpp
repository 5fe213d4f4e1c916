// Greedy convex merging of triangles.
//
// In: triangles with their adjacency, and the largest number of corners of a polygon.
// Out: convex polygons, each as a list of half-edges.
// Idea: Each edge between two polygons is tested once, longest edge first. The edge is removed if the merged polygon is convex
// and has at most max_vertices corners. One test is enough, because an edge that is not removable never becomes removable.
// Source: Hertel, Mehlhorn, Fast triangulation of simple polygons (1983); Mononen, Recast (2009), for the order.
// Weak cases: The result is not minimal. Many edges of equal length between polygons with very many corners take more than O(n
// log n) time.

#include "polygon/merge_convex.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/group_by_count.h"
#include "core/predicates.h"
#include "polygon/triangulate.h"

namespace navspan {

namespace {

// Heap order: the lowest pair of list indices is at the top.
bool later_candidate(const MergeCandidate& a, const MergeCandidate& b) {
    if (a.low != b.low) return a.low > b.low;
    if (a.high != b.high) return a.high > b.high;
    return a.edge > b.edge;
}

uint32_t part_of(MergeState& m, uint32_t half_edge) {
    return m.polygon_of_triangle.find(half_edge / 3);
}

// True if half-edge h can be removed: it separates two polygons, and the merged polygon is strictly convex at both ends of h
// and has at most max_vertices corners.
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
    const uint32_t low = m.parts[part_of(m, h)].position, high = m.parts[part_of(m, m.twins[h])].position;
    return low < high ? MergeCandidate{low, high, h} : MergeCandidate{high, low, m.twins[h]};
}

void start(MergeState& m) {
    const uint32_t n = uint32_t(m.corners.size());
    m.next.resize(n);
    m.prev.resize(n);
    m.polygon_of_triangle.reset(n / 3);
    m.parts.resize(n / 3);
    m.part_at_position.resize(n / 3);
    for (uint32_t t = 0; t < n / 3; ++t) {
        m.parts[t] = {3 * t, 3, t};
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

void push_if_removable(MergeState& m, uint32_t h) {
    if (!is_removable(m, h)) return;
    m.heap.push_back(candidate_of(m, h));
    std::push_heap(m.heap.begin(), m.heap.end(), later_candidate);
}

// Pushes all edges of a part that are removable and have the current length onto the heap. Called when the part has absorbed
// another part, or when its list index has changed.
void push_candidates_of(MergeState& m, uint32_t part) {
    if (m.parts[part].count > m.alike.size()) {
        for (const InnerEdge& edge : m.alike) {
            if (part_of(m, edge.half_edge) == part || part_of(m, m.twins[edge.half_edge]) == part)
                push_if_removable(m, edge.half_edge);
        }
        return;
    }
    const int64_t length = m.alike.front().length;
    uint32_t h = m.parts[part].edge;
    for (uint32_t count = m.parts[part].count; count > 0; h = m.next[h], --count) {
        const uint32_t t = m.twins[h];
        if (t != kNoIndex && distance_squared(m.corners[h], m.corners[t]) == length) push_if_removable(m, h);
    }
}

// Removes half-edge h and its twin. h belongs to the polygon with the lower list index.
void merge_across(MergeState& m, uint32_t h) {
    const uint32_t t = m.twins[h], p = part_of(m, h), q = part_of(m, t);
    const auto link = [&](uint32_t a, uint32_t b) {
        m.next[a] = b;
        m.prev[b] = a;
    };
    const uint32_t before_h = m.prev[h], after_h = m.next[h];
    link(m.prev[t], after_h);
    link(before_h, m.next[t]);

    // the part with more corners absorbs the other part and gets the lower of their two list indices
    const bool p_absorbs = m.parts[p].count >= m.parts[q].count;
    const uint32_t whole = p_absorbs ? p : q, absorbed = p_absorbs ? q : p;
    const uint32_t position = std::min(m.parts[p].position, m.parts[q].position),
                   hole = std::max(m.parts[p].position, m.parts[q].position);
    m.polygon_of_triangle.unite_under(whole, absorbed);
    m.parts[whole] = {after_h, m.parts[p].count + m.parts[q].count - 2, position};
    m.part_at_position[position] = whole;

    // the last entry of the list of parts moves to the index that is now unused
    const uint32_t last = m.part_at_position.back();
    m.part_at_position.pop_back();
    const bool moves = hole < m.part_at_position.size();
    if (moves) {
        m.part_at_position[hole] = last;
        m.parts[last].position = hole;
    }
    if (m.alike.size() == 1) return;
    push_candidates_of(m, whole);
    if (moves && last != whole) push_candidates_of(m, last);
}

// Removes all removable edges of the current length.
void merge_equal_edges(MergeState& m) {
    if (m.alike.size() == 1) {
        const uint32_t h = m.alike.front().half_edge;
        if (is_removable(m, h)) merge_across(m, candidate_of(m, h).edge);
        return;
    }
    m.heap.clear();
    for (const InnerEdge& edge : m.alike)
        push_if_removable(m, edge.half_edge);
    while (!m.heap.empty()) {
        const MergeCandidate best = m.heap.front();
        std::pop_heap(m.heap.begin(), m.heap.end(), later_candidate);
        m.heap.pop_back();
        const uint32_t p = part_of(m, best.edge), q = part_of(m, m.twins[best.edge]);
        // Outdated entry: the list index of one of its polygons has decreased since the entry was pushed. A newer entry with
        // the lower index has already been popped.
        if (m.parts[p].position != best.low || m.parts[q].position != best.high) continue;
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
        end = end_of_group(edges, begin, &InnerEdge::length);
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
