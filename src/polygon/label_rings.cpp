// The borders of a label as rings. Each edge with the label on one side is walked with it on the left. Where an edge arrives,
// the next one is the first that is met turning from it through the label's inside, so that a ring runs around one piece: two
// pieces that touch in a point have rings of their own.

#include <algorithm>
#include <utility>

#include "core/group_by_count.h"
#include "core/predicates.h"
#include "polygon/planar_edges.h"

namespace navspan {
namespace {

struct Walk {
    uint32_t from = 0, to = 0;
};

// the edges that have the label on one side only, with it on the left seen from above; ordered by where they start
std::vector<Walk> border_edges(const PlanarEdges& edges, uint8_t label) {
    std::vector<Walk> walks;
    for (const PlanarEdge& e : edges.edges) {
        if ((e.below == label) == (e.above == label)) continue;
        walks.push_back(e.below == label ? Walk{e.a, e.b} : Walk{e.b, e.a});
    }
    std::sort(walks.begin(), walks.end(),
              [](const Walk& l, const Walk& r) { return std::pair(l.from, l.to) < std::pair(r.from, r.to); });
    return walks;
}

// True when direction v -> p is met before v -> q in a clockwise turn, seen from above, that begins at direction v -> u.
bool comes_first_clockwise(LatticePoint v, LatticePoint u, LatticePoint p, LatticePoint q) {
    const auto half = [&](LatticePoint r) {
        const int64_t turn = orient2d(v, u, r);
        return turn < 0 ? 0 : 1;  // to the right of v -> u first; a walk never lies on the one that it follows
    };
    if (half(p) != half(q)) return half(p) < half(q);
    return orient2d(v, p, q) < 0;
}

}  // namespace

LabelRings rings_of_label(const PlanarEdges& edges, uint8_t label) {
    const std::vector<Walk> walks = border_edges(edges, label);
    const uint32_t n = uint32_t(walks.size());
    std::vector<uint32_t> first(edges.points.size() + 1, 0);
    for (const Walk& w : walks)
        ++first[w.from];
    counts_to_start_offsets(first);

    const std::vector<LatticePoint>& at = edges.points;
    const auto next_walk = [&](uint32_t w) {
        const uint32_t v = walks[w].to, u = walks[w].from;
        uint32_t best = first[v];
        for (uint32_t k = best + 1; k < first[v + 1]; ++k) {
            if (comes_first_clockwise(at[v], at[u], at[walks[k].to], at[walks[best].to])) best = k;
        }
        return best;
    };
    LabelRings rings;
    std::vector<uint8_t> done(n, 0);
    for (uint32_t begin = 0; begin < n; ++begin) {
        if (done[begin]) continue;
        for (uint32_t w = begin; !done[w]; w = next_walk(w)) {
            done[w] = 1;
            rings.corners.push_back(walks[w].from);
        }
        rings.first.push_back(uint32_t(rings.corners.size()));
    }
    return rings;
}

}  // namespace navspan
