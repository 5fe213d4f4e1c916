// Ear clipping.
//
// In: a sound counter-clockwise ring (ring.h).
// Out: triangles that fill the ring, with their adjacency.
// Idea: An ear is a strictly convex corner whose triangle contains no other part of the ring. A heap yields the ear with the
// shortest third side. After each cut, only the two neighbours are tested again. If no ear remains, zero-area spikes are
// removed. If no ear can be cut even then, the remaining corners are returned.
// Source: Meisters, Polygons have ears (1975); Eberly, Triangulation by ear clipping (2002); Mononen, Recast (2009), for the
// order.
// Weak cases: In a star of n long random spikes, testing an ear takes about sqrt(n) time.

#include "polygon/triangulate.h"

#include <algorithm>
#include <utility>

namespace navspan {

namespace {

// Heap order: the ear with the shortest third side is at the top; ties: the ear whose first corner comes first in the ring.
bool later_ear(const Ear& a, const Ear& b) {
    if (a.length != b.length) return a.length > b.length;
    return a.first != b.first ? a.first > b.first : a.tip > b.tip;
}

constexpr size_t kMaxLinearBlockers = 16;  // no tree is built if at most this many corners can block an ear

LatticePoint at(const EarClipper& c, uint32_t i) {
    return c.corners[i].p;
}

bool can_block(const EarClipper& c, uint32_t i) {
    return c.corners[i].alive && !c.corners[i].convex;
}

// Called when corner i can no longer block an ear. Shrinks the boxes that contain the corner.
void remove_blocker(EarClipper& c, uint32_t i) {
    BoxTree& tree = c.blockers;
    if (tree.leaves == 0) return;
    uint32_t node = tree.leaves + tree.slot[i] / BoxTree::kLeafItems;
    LatticeBox box;
    for (const uint32_t k : leaf_items(tree, node)) {
        if (can_block(c, k)) grow(box, {at(c, k), at(c, k)});
    }
    for (;;) {
        if (tree.boxes[node].low == box.low && tree.boxes[node].high == box.high) return;
        tree.boxes[node] = box;
        if (node == 1) return;
        box = tree.boxes[node ^ 1];
        grow(box, tree.boxes[node]);
        node /= 2;
    }
}

// One side of a wedge: the ray from the tip of the wedge to a point.
struct WedgeSide {
    LatticePoint towards;
    bool included;
};

// True if an edge at corner r leads into a wedge. The tip v of the wedge is the position of corner r. The wedge opens
// counter-clockwise from side `from` to side `to`.
bool enters(const EarClipper& c, uint32_t r, LatticePoint v, WedgeSide from, WedgeSide to) {
    const auto inside = [&](LatticePoint q) {
        const int64_t after = orient2d(v, from.towards, q), before = orient2d(v, q, to.towards);
        return (after > 0 || (from.included && after == 0)) && (before > 0 || (to.included && before == 0));
    };
    return inside(at(c, c.corners[r].next)) || inside(at(c, c.corners[r].prev));
}

// True if an edge at corner r leads to the left of the line a -> b.
bool leads_left(const EarClipper& c, uint32_t r, LatticePoint a, LatticePoint b) {
    return is_left(a, b, at(c, c.corners[r].next)) || is_left(a, b, at(c, c.corners[r].prev));
}

// True if corner r reaches into the triangle of the ear with tip b, or touches the third side of this triangle.
bool corner_blocks(const EarClipper& c, uint32_t r, uint32_t b) {
    const uint32_t ia = c.corners[b].prev, id = c.corners[b].next;
    const LatticePoint p = at(c, r), a = at(c, ia), t = at(c, b), d = at(c, id);
    const int64_t side_at = orient2d(a, t, p), side_td = orient2d(t, d, p);
    if (side_at < 0 || side_td < 0 || orient2d(d, a, p) < 0 || r == ia || r == b || r == id) return false;
    if (p == a) return enters(c, r, a, {t, false}, {d, true});
    if (p == t) return enters(c, r, t, {d, false}, {a, false});
    if (p == d) return enters(c, r, d, {a, true}, {t, false});
    if (side_at == 0) return leads_left(c, r, a, t);
    if (side_td == 0) return leads_left(c, r, t, d);
    return true;
}

bool is_ear(const EarClipper& c, uint32_t b) {
    const EarCorner& tip = c.corners[b];
    if (!tip.convex) return false;
    const LatticePoint a = at(c, tip.prev), d = at(c, tip.next);
    LatticeBox bounds = box_around(a, d);
    grow(bounds, {tip.p, tip.p});
    if (c.blockers.leaves == 0) {
        return std::none_of(c.reflex.begin(), c.reflex.end(), [&](uint32_t r) {
            return can_block(c, r) && overlap({at(c, r), at(c, r)}, bounds) && corner_blocks(c, r, b);
        });
    }
    return !any_item(
        c.blockers,
        [&](const LatticeBox& box) {
            return overlap(box, bounds) && !is_right_of(box, a, tip.p) && !is_right_of(box, tip.p, d) &&
                   !is_right_of(box, d, a);
        },
        [&](uint32_t r) { return can_block(c, r) && corner_blocks(c, r, b); });
}

// Updates whether corner i is convex. A corner that has become convex can no longer block an ear.
void update_convexity(EarClipper& c, uint32_t i) {
    EarCorner& corner = c.corners[i];
    const bool convex = orient2d(at(c, corner.prev), corner.p, at(c, corner.next)) > 0;
    const bool freed = convex && !corner.convex;
    corner.convex = convex;
    if (freed) remove_blocker(c, i);
}

void push_if_ear(EarClipper& c, uint32_t i) {
    EarCorner& corner = c.corners[i];
    ++corner.stamp;
    if (!is_ear(c, i)) return;
    c.heap.push_back({distance_squared(at(c, corner.prev), at(c, corner.next)), corner.prev, i, corner.stamp});
    std::push_heap(c.heap.begin(), c.heap.end(), later_ear);
}

void unlink_corner(EarClipper& c, uint32_t i) {
    EarCorner& corner = c.corners[i];
    corner.alive = false;
    if (!corner.convex) remove_blocker(c, i);
    c.corners[corner.prev].next = corner.next;
    c.corners[corner.next].prev = corner.prev;
    --c.left;
}

void add_triangle(EarClipper& c, Triangulation& out, uint32_t a, uint32_t b, uint32_t d) {
    const uint32_t h = uint32_t(3 * out.triangles.size());
    out.triangles.push_back({a, b, d});
    const auto join = [&](uint32_t mine, uint32_t other) {
        out.twins.push_back(other);
        if (other != kNoIndex) out.twins[other] = mine;
    };
    join(h, c.corners[a].edge);
    join(h + 1, c.corners[b].edge);
    out.twins.push_back(kNoIndex);
    c.corners[a].edge = h + 2;
}

void update_neighbours(EarClipper& c, uint32_t a, uint32_t d) {
    update_convexity(c, a);
    update_convexity(c, d);
    // The other corners need no new test, because a cut neither creates nor invalidates ears at other corners.
    push_if_ear(c, a);
    push_if_ear(c, d);
}

void clip(EarClipper& c, Triangulation& out, uint32_t b) {
    const uint32_t a = c.corners[b].prev, d = c.corners[b].next;
    add_triangle(c, out, a, b, d);
    unlink_corner(c, b);
    if (c.left >= 3) {
        update_neighbours(c, a, d);
        return;
    }
    // Two corners remain. Their edges a -> d and d -> a coincide, so make their triangle half-edges twins.
    const uint32_t h = c.corners[a].edge, across = c.corners[d].edge;
    out.twins[h] = across;
    if (across != kNoIndex) out.twins[across] = h;
}

// Removes one spike (a corner whose two neighbours coincide) from the ring. Returns false if there is none.
bool remove_spike(EarClipper& c, Triangulation& out) {
    for (uint32_t b = 0; b < c.corners.size(); ++b) {
        const EarCorner& tip = c.corners[b];
        if (!tip.alive || at(c, tip.prev) != at(c, tip.next)) continue;
        const uint32_t a = tip.prev, d = tip.next, to = c.corners[a].edge, back = tip.edge;
        if (to != kNoIndex && back != kNoIndex) {
            out.twins[to] = back;
            out.twins[back] = to;
        }
        c.corners[a].edge = c.corners[d].edge;
        unlink_corner(c, b);
        unlink_corner(c, d);
        ++out.spikes;
        if (c.left >= 3) update_neighbours(c, a, c.corners[a].prev);
        return true;
    }
    return false;
}

void init_ring(std::span<const LatticePoint> ring, EarClipper& c) {
    const uint32_t n = uint32_t(ring.size());
    c.left = n;
    c.corners.resize(n);
    c.boxes.resize(n);
    c.reflex.clear();
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t next = i + 1 < n ? i + 1 : 0, prev = i > 0 ? i - 1 : n - 1;
        const bool convex = orient2d(ring[prev], ring[i], ring[next]) > 0;
        c.corners[i] = {.p = ring[i], .next = next, .prev = prev, .convex = convex};
        c.boxes[i] = {ring[i], ring[i]};
        if (!convex) c.reflex.push_back(i);
    }
    c.blockers.leaves = 0;
    if (c.reflex.size() > kMaxLinearBlockers) build_box_tree(c.blockers, c.reflex, c.boxes);
    c.heap.clear();
    for (uint32_t i = 0; i < n; ++i) {
        const EarCorner& corner = c.corners[i];
        if (is_ear(c, i)) c.heap.push_back({distance_squared(at(c, corner.prev), at(c, corner.next)), corner.prev, i, 0});
    }
    std::make_heap(c.heap.begin(), c.heap.end(), later_ear);
}

}  // namespace

Triangulation& Triangulator::triangulate(std::span<const LatticePoint> ring) {
    EarClipper& c = clipper_;
    Triangulation& out = out_;
    out.triangles.clear();
    out.twins.clear();
    out.spikes = 0;
    out.rest.clear();
    if (ring.size() < 3) return out;
    out.triangles.reserve(ring.size() - 2);
    out.twins.reserve(3 * ring.size() - 6);
    init_ring(ring, c);
    while (c.left >= 3) {
        if (c.heap.empty()) {
            if (!remove_spike(c, out)) break;
            continue;
        }
        const Ear ear = c.heap.front();
        std::pop_heap(c.heap.begin(), c.heap.end(), later_ear);
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

Triangulation triangulate(std::span<const LatticePoint> ring) {
    return std::move(Triangulator().triangulate(ring));
}

}  // namespace navspan
