// Decides which contour vertices form one mesh vertex.
//
// In: contours.
// Out: the sets of contour vertices that form one mesh vertex. For each contour edge, the reverse edge in the neighbour region,
// or none.
// Idea: Each edge of region r whose neighbour is s is paired with the reverse edge of s whose neighbour is r. The ends of
// paired edges become the same mesh vertices. Other contour vertices at one point are united if they have nearly the same
// height.
// Source: own method.
// Weak cases: Floors that meet only at a point stay apart if their heights differ by more than kTouchHeight.

#include "bake/polygons/weld.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <span>
#include <utility>

#include "core/group_by_count.h"
#include "polygon/ring.h"

namespace navspan {
namespace {

// Largest height difference of contour vertices that become one mesh vertex without paired edges [vx].
constexpr int32_t kTouchHeight = 2;

struct Welder {
    const ContourSet& contours;
    ContourWeld& weld;
    std::vector<uint32_t> prev;

    LatticePoint at(uint32_t i) const { return {contours.vertices[i].x, contours.vertices[i].z}; }
    int32_t y(uint32_t i) const { return contours.vertices[i].y; }
};

// Returns the reverse of edge i in its neighbour region, or kNoIndex. If there are several, returns the edge closest in height.
// @param here  all contour vertices at the start of edge i
uint32_t other_side(const Welder& w, uint32_t i, std::span<const uint32_t> here) {
    const uint32_t across = w.contours.vertices[i].neighbour, end = w.weld.next[i];
    uint32_t best = kNoIndex;
    int64_t best_step = 0;
    for (const uint32_t j : here) {
        const uint32_t k = w.prev[j];
        if (w.weld.region[j] != across || w.contours.vertices[k].neighbour != w.weld.region[i] || w.at(k) != w.at(end))
            continue;
        const int64_t step = std::abs(int64_t{w.y(i)} - w.y(j)) + std::abs(int64_t{w.y(end)} - w.y(k));
        if (best != kNoIndex && step >= best_step) continue;
        best = k;
        best_step = step;
    }
    return best;
}

// Returns the interior angle of a ring at a vertex. At the end of a slit, this is the full angle, which overlaps all other
// angles at the same point.
RingAngle wedge(const Welder& w, uint32_t i) {
    return {w.at(w.prev[i]), w.at(i), w.at(w.weld.next[i])};
}

// Corners i and j have the same position, but may belong to different mesh vertices. Returns true if no interior angle at the
// vertex of i overlaps an interior angle at the vertex of j. `here` has all corners at the position.
bool wedges_are_disjoint(Welder& w, uint32_t i, uint32_t j, std::span<const uint32_t> here) {
    const uint32_t vi = w.weld.vertices.find(i), vj = w.weld.vertices.find(j);
    for (const uint32_t a : here) {
        if (w.weld.vertices.find(a) != vi) continue;
        for (const uint32_t b : here) {
            if (w.weld.vertices.find(b) == vj && angles_overlap(wedge(w, a), wedge(w, b))) return false;
        }
    }
    return true;
}

// Unites vertices that share a point but no paired edge, such as the corner of two diagonally adjacent cells. Vertices with
// overlapping interior angles are on different floors and are not united.
void unite_touching(Welder& w, std::span<const uint32_t> here) {
    for (size_t a = 0; a < here.size(); ++a) {
        for (size_t b = a + 1; b < here.size(); ++b) {
            const uint32_t i = here[a], j = here[b];
            if (std::abs(int64_t{w.y(i)} - w.y(j)) > kTouchHeight) continue;
            if (w.weld.vertices.find(i) != w.weld.vertices.find(j) && wedges_are_disjoint(w, i, j, here))
                w.weld.vertices.unite(i, j);
        }
    }
}

// Contour vertices grouped by lattice point. The points are in the order of their first vertices.
struct VerticesByPoint {
    std::vector<uint32_t> vertices;
    std::vector<uint32_t> first;  // start offset of each point in `vertices`, plus the end
};

VerticesByPoint group_by_point(const ContourSet& contours) {
    const uint32_t n = uint32_t(contours.vertices.size());
    const auto at = [&](uint32_t i) { return LatticePoint{contours.vertices[i].x, contours.vertices[i].z}; };
    // Hash table of the first vertex at each point, at most half full.
    std::vector<uint32_t> table(std::bit_ceil(size_t{2} * n + 1), kNoIndex);
    std::vector<uint32_t> point(n);  // index of each vertex's point
    uint32_t points = 0;
    const size_t mask = table.size() - 1;
    for (uint32_t i = 0; i < n; ++i) {
        const LatticePoint p = at(i);
        const uint64_t mixed = (uint64_t{uint32_t(p.z)} << 32 | uint32_t(p.x)) * 0x9e3779b97f4a7c15u;
        size_t slot = size_t(mixed >> 32) & mask;
        while (table[slot] != kNoIndex && at(table[slot]) != p)
            slot = (slot + 1) & mask;
        const bool is_new = table[slot] == kNoIndex;
        if (is_new) table[slot] = i;
        point[i] = is_new ? points++ : point[table[slot]];
    }
    VerticesByPoint grouped;
    const auto for_each_vertex = [&](auto visit) {
        for (uint32_t i = 0; i < n; ++i)
            visit(point[i], i);
    };
    group_by_count(points, for_each_vertex, grouped.first, grouped.vertices);
    return grouped;
}

// Calls visit(vertices) for each lattice point that has more than one contour vertex.
template <class Visit>
void for_each_shared_point(const VerticesByPoint& grouped, Visit visit) {
    for (size_t p = 0; p + 1 < grouped.first.size(); ++p) {
        const auto here = std::span(grouped.vertices).subspan(grouped.first[p], grouped.first[p + 1] - grouped.first[p]);
        if (here.size() > 1) visit(here);
    }
}

}  // namespace

ContourWeld weld_contours(const ContourSet& contours) {
    const uint32_t n = uint32_t(contours.vertices.size());
    ContourWeld weld;
    weld.next.resize(n);
    weld.region.resize(n);
    weld.across.assign(n, kNoIndex);
    weld.vertices = UnionFind(n);
    Welder w{contours, weld, std::vector<uint32_t>(n)};
    for (const Contour& contour : contours.contours) {
        for (uint32_t i = contour.first; i < contour.first + contour.count; ++i) {
            const uint32_t next = i + 1 < contour.first + contour.count ? i + 1 : contour.first;
            weld.next[i] = next;
            w.prev[next] = i;
            weld.region[i] = contour.region;
        }
    }
    const VerticesByPoint grouped = group_by_point(contours);
    weld.touches.assign(n, 0);
    for_each_shared_point(grouped, [&](std::span<const uint32_t> here) {
        for (size_t k = 1; k < here.size(); ++k)
            weld.touches[here[k]] = weld.region[here[k]] == weld.region[here[k - 1]];
    });

    // Pair two edges if each is the best match of the other, then unite their ends.
    for_each_shared_point(grouped, [&](std::span<const uint32_t> here) {
        for (const uint32_t i : here) {
            if (contours.vertices[i].neighbour != 0 && contours.vertices[i].neighbour != kSeamRegion)
                weld.across[i] = other_side(w, i, here);
        }
    });
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t k = weld.across[i];
        if (k != kNoIndex && weld.across[k] != i) weld.across[i] = kNoIndex;
    }
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t k = weld.across[i];
        if (k == kNoIndex) continue;
        weld.vertices.unite(i, weld.next[k]);
        weld.vertices.unite(weld.next[i], k);
    }
    for_each_shared_point(grouped, [&](std::span<const uint32_t> here) { unite_touching(w, here); });
    return weld;
}

}  // namespace navspan
