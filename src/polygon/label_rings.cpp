// Traces the borders of all areas that have a given label, and returns them as rings.
//
// In: edges without crossings (PlanarEdges), and a label.
// Out: the rings. Seen from above, outlines run counter-clockwise and holes clockwise. Components that touch only at a point
// have separate rings.
// Idea: A border edge has the label on one side only. Each border edge is directed so that the label is on its left. At the end
// of an edge, the ring continues along the first border edge clockwise from the reversed edge.
// Source: own method.
// Weak cases: none known.

#include <algorithm>
#include <utility>

#include "core/group_by_count.h"
#include "core/predicates.h"
#include "polygon/planar_edges.h"

namespace navspan {
namespace {

struct DirectedEdge {
    uint32_t from = 0, to = 0;
};

// Returns the border edges, ordered by start point.
std::vector<DirectedEdge> border_edges(const PlanarEdges& edges, uint8_t label) {
    std::vector<DirectedEdge> edges_by_start;
    for (const PlanarEdge& e : edges.edges) {
        if ((e.below == label) == (e.above == label)) continue;
        edges_by_start.push_back(e.below == label ? DirectedEdge{e.a, e.b} : DirectedEdge{e.b, e.a});
    }
    std::sort(edges_by_start.begin(), edges_by_start.end(),
              [](const DirectedEdge& l, const DirectedEdge& r) { return std::pair(l.from, l.to) < std::pair(r.from, r.to); });
    return edges_by_start;
}

// True if a clockwise turn (seen from above) from the direction v -> u reaches the direction v -> p before v -> q.
bool comes_first_clockwise(LatticePoint v, LatticePoint u, LatticePoint p, LatticePoint q) {
    const auto half = [&](LatticePoint r) {
        const int64_t turn = orient2d(v, u, r);
        return turn < 0 ? 0 : 1;  // directions to the right of v -> u come first; r never lies in the direction v -> u
    };
    if (half(p) != half(q)) return half(p) < half(q);
    return orient2d(v, p, q) < 0;
}

}  // namespace

LabelRings rings_of_label(const PlanarEdges& edges, uint8_t label) {
    const std::vector<DirectedEdge> edges_by_start = border_edges(edges, label);
    const uint32_t n = uint32_t(edges_by_start.size());
    std::vector<uint32_t> first(edges.points.size() + 1, 0);
    for (const DirectedEdge& w : edges_by_start)
        ++first[w.from];
    counts_to_start_offsets(first);

    const std::vector<LatticePoint>& at = edges.points;
    const auto next_walk = [&](uint32_t w) {
        const uint32_t v = edges_by_start[w].to, u = edges_by_start[w].from;
        uint32_t best = first[v];
        for (uint32_t k = best + 1; k < first[v + 1]; ++k) {
            if (comes_first_clockwise(at[v], at[u], at[edges_by_start[k].to], at[edges_by_start[best].to])) best = k;
        }
        return best;
    };
    LabelRings rings;
    std::vector<uint8_t> done(n, 0);
    for (uint32_t begin = 0; begin < n; ++begin) {
        if (done[begin]) continue;
        for (uint32_t w = begin; !done[w]; w = next_walk(w)) {
            done[w] = 1;
            rings.corners.push_back(edges_by_start[w].from);
        }
        rings.first.push_back(uint32_t(rings.corners.size()));
    }
    return rings;
}

}  // namespace navspan
