// Ear clipping. A corner b between a and c is an ear when it is strictly convex and nothing of the ring lies in the closed
// triangle a b c but its own sides. While a ring is sound, whatever reaches into that triangle has a corner in it that is not
// strictly convex, so only those are looked at; corners that lie on one of a, b, c need a look at where their edges go.
//
// Whether b is an ear changes only when a neighbour of it is cut off: cutting makes the inside smaller, so an ear that was
// blocked stays so, and a free one cannot be reached by anything new. The state is therefore kept per corner, the ears wait
// in a heap ordered by the third side's length, and each cut looks again at two corners only. The corners that can block are
// kept in square bins, made anew whenever half of them are gone, so that a look costs about as much as the triangle is large.
//
// A ring that encloses area in one piece always has an ear that is not flat (see the proof of the two-ears theorem with the
// farthest vertex in the triangle), also with straight corners, bridges and points visited twice. Should none be found, the
// ring is not sound: spikes without area are taken off, and what is left after that is handed back.

#include "navspan/polygon/triangulate.h"

#include <algorithm>
#include <cassert>

#include "navspan/polygon/ring.h"

namespace navspan {
namespace {

struct Corner {
    LatticePoint p;
    uint32_t next = 0, prev = 0;
    uint32_t edge = kNoHalfEdge;  // half-edge of a triangle on the other side of the edge to the next corner
    uint32_t stamp = 0;           // raised when the state as an ear is looked at again; heap entries of old stamps are void
    bool alive = true;
    bool convex = false;
};

struct Ear {
    int64_t length = 0;  // squared third side
    uint32_t first = 0;  // the corner before the tip
    uint32_t tip = 0, stamp = 0;
};

// Top of the heap: the shortest third side, then the first in the ring.
bool later(const Ear& a, const Ear& b) {
    if (a.length != b.length) return a.length > b.length;
    return a.first != b.first ? a.first > b.first : a.tip > b.tip;
}

// Corners that are not strictly convex, in square bins over their bounds.
struct Bins {
    LatticePoint low;
    int32_t size = 1;  // side of a bin [lattice unit]
    int32_t nx = 0, nz = 0;
    std::vector<uint32_t> first;  // nx * nz + 1
    std::vector<uint32_t> corners;
    uint32_t gone = 0;  // listed corners that do not count any more
};

struct Clipper {
    std::vector<Corner> corners;
    std::vector<Ear> heap;
    Bins bins;
    uint32_t left = 0;  // corners still in the ring
};

LatticePoint at(const Clipper& c, uint32_t i) {
    return c.corners[i].p;
}

void fill_bins(Clipper& c) {
    Bins& bins = c.bins;
    std::vector<uint32_t> blockers;
    LatticePoint low{INT32_MAX, INT32_MAX}, high{INT32_MIN, INT32_MIN};
    for (uint32_t i = 0; i < c.corners.size(); ++i) {
        const Corner& k = c.corners[i];
        if (!k.alive || k.convex) continue;
        blockers.push_back(i);
        low = {std::min(low.x, k.p.x), std::min(low.z, k.p.z)};
        high = {std::max(high.x, k.p.x), std::max(high.z, k.p.z)};
    }
    bins = {};
    if (blockers.empty()) return;

    // about one corner a bin, but one bin only while a plain scan is as good
    const int64_t wx = int64_t{high.x} - low.x + 1, wz = int64_t{high.z} - low.z + 1;
    const int64_t target = blockers.size() < 24 ? 1 : int64_t(blockers.size());
    int64_t size = target == 1 ? std::max(wx, wz) : 1;
    while ((wx + size - 1) / size > (target * 2) / ((wz + size - 1) / size) && size < std::max(wx, wz))
        size *= 2;
    bins.low = low;
    bins.size = int32_t(std::min<int64_t>(size, INT32_MAX));
    bins.nx = int32_t((wx + bins.size - 1) / bins.size);
    bins.nz = int32_t((wz + bins.size - 1) / bins.size);
    bins.first.assign(size_t(bins.nx) * size_t(bins.nz) + 1, 0);
    const auto bin_of = [&](uint32_t i) {
        const LatticePoint p = at(c, i);
        return size_t((int64_t{p.z} - low.z) / bins.size) * size_t(bins.nx) + size_t((int64_t{p.x} - low.x) / bins.size);
    };
    for (const uint32_t i : blockers)
        ++bins.first[bin_of(i) + 1];
    for (size_t b = 1; b < bins.first.size(); ++b)
        bins.first[b] += bins.first[b - 1];
    bins.corners.resize(blockers.size());
    std::vector<uint32_t> fill(bins.first.begin(), bins.first.end() - 1);
    for (const uint32_t i : blockers)
        bins.corners[fill[bin_of(i)]++] = i;
}

// True when an edge at corner r leads into the wedge that opens at v from the direction of w counter-clockwise to that of u,
// the side w v u not counted unless the flags say so.
bool enters(const Clipper& c, uint32_t r, LatticePoint v, LatticePoint w, bool with_w, LatticePoint u, bool with_u) {
    const auto inside = [&](LatticePoint q) {
        const int64_t after_w = orient2d(v, w, q), before_u = orient2d(v, q, u);
        return (after_w > 0 || (with_w && after_w == 0)) && (before_u > 0 || (with_u && before_u == 0));
    };
    return inside(at(c, c.corners[r].next)) || inside(at(c, c.corners[r].prev));
}

// True when an edge at corner r leads to the left of a -> b.
bool leads_left(const Clipper& c, uint32_t r, LatticePoint a, LatticePoint b) {
    return is_left(a, b, at(c, c.corners[r].next)) || is_left(a, b, at(c, c.corners[r].prev));
}

// True when corner r reaches into the triangle with the tip b or touches its third side.
bool corner_blocks(const Clipper& c, uint32_t r, uint32_t b) {
    const uint32_t ia = c.corners[b].prev, id = c.corners[b].next;
    const LatticePoint p = at(c, r), a = at(c, ia), t = at(c, b), d = at(c, id);
    const int64_t side_at = orient2d(a, t, p), side_td = orient2d(t, d, p);
    if (side_at < 0 || side_td < 0 || orient2d(d, a, p) < 0 || r == ia || r == b || r == id) return false;
    if (p == a) return enters(c, r, a, t, false, d, true);
    if (p == t) return enters(c, r, t, d, false, a, false);
    if (p == d) return enters(c, r, d, a, true, t, false);
    if (side_at == 0) return leads_left(c, r, a, t);
    if (side_td == 0) return leads_left(c, r, t, d);
    return true;
}

bool is_ear(const Clipper& c, uint32_t b) {
    const Corner& tip = c.corners[b];
    const LatticePoint a = at(c, tip.prev), d = at(c, tip.next);
    if (!tip.convex) return false;
    const Bins& bins = c.bins;
    if (bins.corners.empty()) return true;
    const auto clamp_bin = [&](int64_t v, int32_t low, int32_t n) {
        return int32_t(std::clamp<int64_t>((v - low) >= 0 ? (v - low) / bins.size : -1, -1, n));
    };
    const auto [x0, x1] = std::minmax({a.x, tip.p.x, d.x});
    const auto [z0, z1] = std::minmax({a.z, tip.p.z, d.z});
    const int32_t bx0 = std::max(clamp_bin(x0, bins.low.x, bins.nx), 0);
    const int32_t bx1 = std::min(clamp_bin(x1, bins.low.x, bins.nx), bins.nx - 1);
    const int32_t bz0 = std::max(clamp_bin(z0, bins.low.z, bins.nz), 0);
    const int32_t bz1 = std::min(clamp_bin(z1, bins.low.z, bins.nz), bins.nz - 1);
    if (bx0 > bx1) return true;
    for (int32_t z = bz0; z <= bz1; ++z) {
        const size_t row = size_t(z) * size_t(bins.nx);
        for (uint32_t k = bins.first[row + size_t(bx0)]; k < bins.first[row + size_t(bx1) + 1]; ++k) {
            const uint32_t r = bins.corners[k];
            if (c.corners[r].alive && !c.corners[r].convex && corner_blocks(c, r, b)) return false;
        }
    }
    return true;
}

// Looks again at what kind of corner i is.
void look_at_turn(Clipper& c, uint32_t i) {
    Corner& corner = c.corners[i];
    const bool convex = orient2d(at(c, corner.prev), corner.p, at(c, corner.next)) > 0;
    if (convex && !corner.convex) ++c.bins.gone;
    corner.convex = convex;
}

void look_for_ear(Clipper& c, uint32_t i) {
    Corner& corner = c.corners[i];
    ++corner.stamp;
    if (!is_ear(c, i)) return;
    c.heap.push_back({distance_squared(at(c, corner.prev), at(c, corner.next)), corner.prev, i, corner.stamp});
    std::push_heap(c.heap.begin(), c.heap.end(), later);
}

void unlink(Clipper& c, uint32_t i) {
    Corner& corner = c.corners[i];
    corner.alive = false;
    if (!corner.convex) ++c.bins.gone;
    c.corners[corner.prev].next = corner.next;
    c.corners[corner.next].prev = corner.prev;
    --c.left;
}

void add_triangle(Clipper& c, Triangulation& out, uint32_t a, uint32_t b, uint32_t d) {
    const uint32_t h = uint32_t(3 * out.triangles.size());
    out.triangles.push_back({a, b, d});
    const auto join = [&](uint32_t mine, uint32_t other) {
        out.twins.push_back(other);
        if (other != kNoHalfEdge) out.twins[other] = mine;
    };
    join(h, c.corners[a].edge);
    join(h + 1, c.corners[b].edge);
    out.twins.push_back(kNoHalfEdge);
    c.corners[a].edge = h + 2;
}

void look_again(Clipper& c, uint32_t a, uint32_t d) {
    look_at_turn(c, a);
    look_at_turn(c, d);
    if (c.bins.gone > 16 && 2 * size_t{c.bins.gone} > c.bins.corners.size()) fill_bins(c);
    look_for_ear(c, a);
    look_for_ear(c, d);
}

void clip(Clipper& c, Triangulation& out, uint32_t b) {
    const uint32_t a = c.corners[b].prev, d = c.corners[b].next;
    add_triangle(c, out, a, b, d);
    unlink(c, b);
    if (c.left >= 3) {
        look_again(c, a, d);
        return;
    }
    // what is left of a triangle are its third side and the edge across it
    const uint32_t h = c.corners[a].edge, across = c.corners[d].edge;
    out.twins[h] = across;
    if (across != kNoHalfEdge) out.twins[across] = h;
}

// Takes one spike (a corner whose neighbours lie on one point) off the ring. Returns false when there is none.
bool drop_spike(Clipper& c, Triangulation& out) {
    for (uint32_t b = 0; b < c.corners.size(); ++b) {
        const Corner& tip = c.corners[b];
        if (!tip.alive || at(c, tip.prev) != at(c, tip.next)) continue;
        const uint32_t a = tip.prev, d = tip.next, to = c.corners[a].edge, back = tip.edge;
        if (to != kNoHalfEdge && back != kNoHalfEdge) {
            out.twins[to] = back;
            out.twins[back] = to;
        }
        c.corners[a].edge = c.corners[d].edge;
        unlink(c, b);
        unlink(c, d);
        if (c.left >= 3) look_again(c, a, c.corners[a].prev);
        return true;
    }
    return false;
}

Clipper open_ring(std::span<const LatticePoint> ring) {
    Clipper c;
    const uint32_t n = uint32_t(ring.size());
    c.left = n;
    c.corners.resize(n);
    for (uint32_t i = 0; i < n; ++i) {
        Corner& corner = c.corners[i];
        corner.p = ring[i];
        corner.next = i + 1 < n ? i + 1 : 0;
        corner.prev = i > 0 ? i - 1 : n - 1;
        corner.convex = orient2d(ring[corner.prev], ring[i], ring[corner.next]) > 0;
    }
    fill_bins(c);
    for (uint32_t i = 0; i < n; ++i) {
        const Corner& corner = c.corners[i];
        if (is_ear(c, i)) c.heap.push_back({distance_squared(at(c, corner.prev), at(c, corner.next)), corner.prev, i, 0});
    }
    std::make_heap(c.heap.begin(), c.heap.end(), later);
    return c;
}

}  // namespace

Triangulation triangulate(std::span<const LatticePoint> ring) {
    Triangulation out;
    if (ring.size() < 3) return out;
    out.triangles.reserve(ring.size() - 2);
    out.twins.reserve(3 * ring.size() - 6);
    Clipper c = open_ring(ring);
    while (c.left >= 3) {
        if (c.heap.empty()) {
            if (!drop_spike(c, out)) break;
            continue;
        }
        const Ear ear = c.heap.front();
        std::pop_heap(c.heap.begin(), c.heap.end(), later);
        c.heap.pop_back();
        if (c.corners[ear.tip].alive && c.corners[ear.tip].stamp == ear.stamp) clip(c, out, ear.tip);
    }
    if (c.left >= 3) {
        for (uint32_t i = 0; i < c.corners.size(); ++i) {
            if (c.corners[i].alive) out.rest.push_back(i);
        }
    }
    return out;
}

}  // namespace navspan
