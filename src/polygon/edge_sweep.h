#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/predicates.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// An edge for a sweep. The ends a and b are ordered by x, then z.
using SweepEdge = Segment;

/// True if p lies above the line of the edge in a drawing with z up. For a vertical edge, "above" means to its left.
inline bool is_above(const SweepEdge& edge, LatticePoint p) {
    return orient2d(edge.a, edge.b, p) < 0;
}

/// True if edge s is below edge t on a sweep line that crosses both. Precondition: edges touch only at common ends.
inline bool lies_below(const SweepEdge& s, const SweepEdge& t) {
    if (s.a == t.a) return is_above(s, t.b);
    if (s.b == t.b) return is_above(s, t.a);
    return is_before(s.a, t.a) ? is_above(s, t.a) : orient2d(t.a, t.b, s.a) > 0;
}

/// Order of the edges that the sweep line crosses, from below to above. Also compares edges with points.
struct SweepLess {
    using is_transparent = void;
    std::span<const SweepEdge> edges;
    bool operator()(uint32_t s, uint32_t t) const { return s != t && lies_below(edges[s], edges[t]); }
    bool operator()(uint32_t s, LatticePoint p) const { return is_above(edges[s], p); }
};

/// Memory for the nodes of a sweep line. All nodes have the same size. Freed nodes are reused. Unlike libstdc++'s
/// std::pmr::unsynchronized_pool_resource, SweepNodes stays valid if an allocation fails.
class SweepNodes final : public std::pmr::memory_resource {
    struct Free {
        Free* next;
    };

    void* do_allocate(size_t bytes, size_t alignment) override {
        if (!free_) return blocks_.allocate(std::max(bytes, sizeof(Free)), std::max(alignment, alignof(Free)));
        return std::exchange(free_, free_->next);
    }
    void do_deallocate(void* node, size_t, size_t) override { free_ = new (node) Free{free_}; }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

    std::pmr::monotonic_buffer_resource blocks_;
    Free* free_ = nullptr;
};

/// Sweeps a line over the end points of edges, by x, then z, in O(n log n). Precondition: edges touch only at common ends.
/// Calls visit(point, below, ended, started, above) at each point. `ended` and `started` are the edges that end and start at
/// the point, from below to above. `below` and `above` are the nearest other edges below and above the point, or kNoIndex.
/// Source: Bentley, Ottmann, Algorithms for reporting and counting geometric intersections (1979), for the order of the edges.
template <class Visit>
void sweep_edges(std::span<const SweepEdge> edges, Visit visit) {
    SweepNodes nodes;
    std::pmr::set<uint32_t, SweepLess> line(SweepLess{edges}, &nodes);
    std::vector<std::pmr::set<uint32_t, SweepLess>::iterator> position(edges.size(), line.end());

    const uint32_t n = uint32_t(edges.size());
    std::vector<uint32_t> by_start(n), by_end(n);
    std::iota(by_start.begin(), by_start.end(), 0u);
    by_end = by_start;
    std::sort(by_start.begin(), by_start.end(), [&](uint32_t s, uint32_t t) {
        if (edges[s].a != edges[t].a) return is_before(edges[s].a, edges[t].a);
        return lies_below(edges[s], edges[t]);
    });
    std::sort(by_end.begin(), by_end.end(), [&](uint32_t s, uint32_t t) {
        if (edges[s].b != edges[t].b) return is_before(edges[s].b, edges[t].b);
        return lies_below(edges[s], edges[t]);
    });
    for (uint32_t start = 0, end = 0; end < n;) {
        const bool starts = start < n && !is_before(edges[by_end[end]].b, edges[by_start[start]].a);
        const LatticePoint at = starts ? edges[by_start[start]].a : edges[by_end[end]].b;
        const uint32_t first_start = start, first_end = end;
        while (end < n && edges[by_end[end]].b == at)
            ++end;
        while (start < n && edges[by_start[start]].a == at)
            ++start;
        const std::span<const uint32_t> ended(by_end.data() + first_end, end - first_end);
        const std::span<const uint32_t> started(by_start.data() + first_start, start - first_start);

        auto above = ended.empty() ? line.lower_bound(at) : std::next(position[ended.back()]);
        for (const uint32_t e : ended)
            line.erase(position[e]);
        const uint32_t edge_above = above == line.end() ? kNoIndex : *above;
        const uint32_t edge_below = above == line.begin() ? kNoIndex : *std::prev(above);
        for (const uint32_t e : started)
            position[e] = line.insert(above, e);
        visit(at, edge_below, ended, started, edge_above);
    }
}

}  // namespace navspan
