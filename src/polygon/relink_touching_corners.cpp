// Relinks rings at points that several corners share.
//
// In: rings as linked lists.
// Out: the relinked rings. Every ring bounds one connected component. A hole that touches the outline becomes part of the
// outline. No two rings touch at a vertex.
// Idea: The edges at a shared point are sorted by angle, counter-clockwise. The inside is to the left of every edge, so each
// edge that leaves the point starts an inside sector. The next edge in the order arrives at the point and ends this sector.
// Each arriving edge is linked to the leaving edge of its sector.
// Source: own method.
// Weak cases: none known.

#include <algorithm>
#include <span>
#include <utility>

#include "polygon/linked_rings.h"

namespace navspan {
namespace {

// An edge that starts or ends at the point.
struct EdgeEnd {
    int64_t x = 0, z = 0;
    bool leaves = false;
    uint32_t slot = 0;
};

int half_of(const EdgeEnd& s) {
    return s.z < 0 || (s.z == 0 && s.x > 0) ? 0 : 1;
}

bool same_direction(const EdgeEnd& a, const EdgeEnd& b) {
    return half_of(a) == half_of(b) && a.z * b.x == a.x * b.z;
}

// Orders edge ends counter-clockwise, seen from above.
bool ccw_less(const EdgeEnd& a, const EdgeEnd& b) {
    if (half_of(a) != half_of(b)) return half_of(a) < half_of(b);
    const int64_t turn = a.z * b.x - a.x * b.z;
    if (turn != 0) return turn > 0;
    if (a.leaves != b.leaves) return !a.leaves;
    return a.slot < b.slot;
}

// Orders the coincident edges of zero-width slits. Arriving and leaving edges must alternate around the point, so the edge
// before a slit determines which side of the slit comes first. If this is the arriving edge, the slit is a wall; otherwise the
// slit is part of the inside.
void order_slits(std::vector<EdgeEnd>& edge_ends) {
    const size_t n = edge_ends.size();
    size_t start = 0;
    while (start < n && (same_direction(edge_ends[start], edge_ends[(start + 1) % n]) ||
                         same_direction(edge_ends[start], edge_ends[(start + n - 1) % n]))) {
        ++start;
    }
    if (start == n) return;
    for (size_t k = 1; k + 1 < n; ++k) {
        EdgeEnd &before = edge_ends[(start + k - 1) % n], &a = edge_ends[(start + k) % n], &b = edge_ends[(start + k + 1) % n];
        if (a.leaves == before.leaves && same_direction(a, b)) std::swap(a, b);
    }
}

// Relinks the corners that share a point. Returns true if a link changed.
bool relink_point(LinkedRings& rings, std::span<const uint32_t> here, std::vector<EdgeEnd>& edge_ends) {
    edge_ends.clear();
    for (const uint32_t s : here) {
        const LatticePoint p = rings.at(s), n = rings.at(rings.slots[s].next), b = rings.at(rings.slots[s].prev);
        edge_ends.push_back({int64_t{n.x} - p.x, int64_t{n.z} - p.z, true, s});
        edge_ends.push_back({int64_t{b.x} - p.x, int64_t{b.z} - p.z, false, s});
    }
    std::sort(edge_ends.begin(), edge_ends.end(), ccw_less);
    order_slits(edge_ends);

    // Leaving and arriving edges must alternate. Otherwise the rings cross at this point and are not changed.
    for (size_t i = 0; i < edge_ends.size(); ++i) {
        if (edge_ends[i].leaves == edge_ends[(i + 1) % edge_ends.size()].leaves) return false;
    }
    bool changed = false;
    std::vector<std::pair<uint32_t, uint32_t>> links;
    for (size_t i = 0; i < edge_ends.size(); ++i) {
        if (!edge_ends[i].leaves) continue;
        const EdgeEnd& arriving = edge_ends[(i + 1) % edge_ends.size()];
        changed |= arriving.slot != edge_ends[i].slot;
        links.emplace_back(rings.slots[arriving.slot].prev, edge_ends[i].slot);
    }
    if (changed) {
        for (const auto& [a, b] : links)
            rings.join(a, b);
    }
    return changed;
}

// Updates `starts` to one slot of each ring. Keeps the first old start of each ring. Then appends the lowest slot of each ring
// without an old start.
void find_rings(LinkedRings& rings) {
    std::vector<bool> seen(rings.slots.size(), false);
    std::vector<uint32_t> starts;
    const auto visit = [&](uint32_t start) {
        if (seen[start]) return;
        starts.push_back(start);
        for (uint32_t s = start; !seen[s]; s = rings.slots[s].next)
            seen[s] = true;
    };
    for (const uint32_t s : rings.starts)
        visit(s);
    for (uint32_t s = 0; s < rings.slots.size(); ++s)
        visit(s);
    rings.starts = std::move(starts);
}

}  // namespace

void relink_touching_corners(LinkedRings& rings) {
    // A slot with a key that orders points by x, then z.
    struct Keyed {
        uint64_t point = 0;
        uint32_t slot = 0;
    };
    const uint32_t n = uint32_t(rings.slots.size());
    std::vector<Keyed> keyed(n);
    for (uint32_t s = 0; s < n; ++s) {
        const LatticePoint p = rings.points[s];
        keyed[s] = {uint64_t{uint32_t(p.x) ^ 0x80000000u} << 32 | (uint32_t(p.z) ^ 0x80000000u), s};
    }
    std::sort(keyed.begin(), keyed.end(),
              [](const Keyed& a, const Keyed& b) { return a.point != b.point ? a.point < b.point : a.slot < b.slot; });
    bool changed = false;
    std::vector<EdgeEnd> edge_ends;
    std::vector<uint32_t> here;
    for (size_t i = 0, j = 0; i < n; i = j) {
        for (j = i + 1; j < n && keyed[j].point == keyed[i].point;)
            ++j;
        if (j - i == 1) continue;
        here.clear();
        for (size_t k = i; k < j; ++k)
            here.push_back(keyed[k].slot);
        changed |= relink_point(rings, here, edge_ends);
    }
    if (changed) find_rings(rings);
}

}  // namespace navspan
