// Merges holes into their outlines.
//
// In: outlines and holes.
// Out: rings without holes. Each hole is connected to the ring around it by a bridge.
// Idea: Rings are relinked at shared points until no two rings touch (relink_touching_corners.cpp). Holes are then visited
// from left to right. The leftmost vertex of a hole is connected to the nearest visible vertex of the ring around the hole.
// Source: Eberly, Triangulation by ear clipping (2002), for the order; Mononen, Recast (2009), for the choice of the bridge.
// Weak cases: If several visible corners are equally near, the ring is traversed to choose one.

#include "polygon/merge_holes.h"

#include <algorithm>
#include <numeric>

#include "core/ring_turns.h"
#include "navspan/core/no_index.h"
#include "polygon/box_tree.h"
#include "polygon/linked_rings.h"
#include "polygon/ring.h"

namespace navspan {
namespace {

LinkedRings link_rings(std::span<const LatticePoint> points, std::span<const uint32_t> ring_first) {
    LinkedRings rings{points, std::vector<RingSlot>(points.size()), {}};
    for (size_t r = 0; r + 1 < ring_first.size(); ++r) {
        const uint32_t first = ring_first[r], end = ring_first[r + 1];
        if (first == end) continue;
        rings.starts.push_back(first);
        for (uint32_t i = first; i < end; ++i) {
            rings.slots[i].corner = i;
            rings.join(i, i + 1 < end ? i + 1 : first);
        }
    }
    return rings;
}

int64_t doubled_area(const LinkedRings& rings, uint32_t start) {
    RingArea<int64_t> area;
    uint32_t s = start;
    do {
        area.add(rings.at(s).x, rings.at(s).z);
        s = rings.slots[s].next;
    } while (s != start);
    return area.doubled();
}

uint32_t leftmost_slot(const LinkedRings& rings, uint32_t start) {
    uint32_t best = start;
    for (uint32_t s = rings.slots[start].next; s != start; s = rings.slots[s].next) {
        if (is_before(rings.at(s), rings.at(best))) best = s;
    }
    return best;
}

// True if p lies inside the ring: an odd number of edges cross the ray from p to -x. Precondition: p is not on the ring.
bool ring_contains(const LinkedRings& rings, uint32_t start, LatticePoint p) {
    bool inside = false;
    uint32_t s = start;
    do {
        LatticePoint a = rings.at(s), b = rings.at(rings.slots[s].next);
        s = rings.slots[s].next;
        if ((a.z <= p.z) == (b.z <= p.z)) continue;
        if (a.z > b.z) std::swap(a, b);
        if (orient2d(a, b, p) > 0) inside = !inside;
    } while (s != start);
    return inside;
}

struct Hole {
    uint32_t leftmost = 0;  // slot of the leftmost vertex
    uint32_t outline = 0;   // index in the list of outlines
};

struct Outline {
    uint32_t start = 0;  // any slot of the ring
    int64_t area = 0;    // doubled [lattice units squared]
};

// Returns the smallest outline around a hole, or kNoIndex. @param p  a point of the hole
uint32_t outline_around(const LinkedRings& rings, std::span<const Outline> outlines, LatticePoint p) {
    uint32_t best = kNoIndex;
    for (uint32_t i = 0; i < outlines.size(); ++i) {
        if (best != kNoIndex && outlines[i].area >= outlines[best].area) continue;
        if (ring_contains(rings, outlines[i].start, p)) best = i;
    }
    return best;
}

// Data for finding bridges from holes to the current outline.
struct VisibilityIndex {
    BoxTree edges;                    // tree over the edges of the input slots; bridges only enlarge its boxes
    std::vector<LatticePoint> end;    // for each input slot: end point of its edge
    std::vector<uint8_t> in_outline;  // for each input slot: 1 if it belongs to the current outline, else 0
    std::vector<uint32_t> copy;       // for each slot: next copy of it that a bridge made, or kNoIndex
};

VisibilityIndex build_visibility_index(const LinkedRings& rings) {
    const uint32_t n = uint32_t(rings.slots.size());
    VisibilityIndex visibility{
        {}, std::vector<LatticePoint>(n), std::vector<uint8_t>(n, 0), std::vector<uint32_t>(n, kNoIndex)};
    std::vector<LatticeBox> boxes(n);
    std::vector<uint32_t> items(n);
    std::iota(items.begin(), items.end(), 0u);
    for (uint32_t s = 0; s < n; ++s) {
        visibility.end[s] = rings.at(rings.slots[s].next);
        boxes[s] = box_around(rings.at(s), visibility.end[s]);
    }
    build_box_tree(visibility.edges, items, boxes);
    return visibility;
}

void mark_in_outline(const LinkedRings& rings, VisibilityIndex& visibility, uint32_t start, bool in_outline) {
    uint32_t s = start;
    do {
        if (s < visibility.in_outline.size()) visibility.in_outline[s] = in_outline;
        s = rings.slots[s].next;
    } while (s != start);
}

// True if the segment p q touches an edge that has neither p nor q as an end.
bool blocked(const LinkedRings& rings, const VisibilityIndex& visibility, LatticePoint p, LatticePoint q) {
    const auto blocks = [&](LatticePoint a, LatticePoint b) {
        return a != p && b != p && a != q && b != q && segments_touch(p, q, a, b);
    };
    const LatticeBox bounds = box_around(p, q);
    return any_item(
        visibility.edges,
        [&](const LatticeBox& box) { return overlap(box, bounds) && !is_right_of(box, p, q) && !is_right_of(box, q, p); },
        [&](uint32_t s) {
            if (blocks(rings.at(s), visibility.end[s])) return true;
            for (uint32_t c = visibility.copy[s]; c != kNoIndex; c = visibility.copy[c]) {
                if (blocks(rings.at(c), rings.at(rings.slots[c].next))) return true;
            }
            return false;
        });
}

// Heap entry: a node of the tree, or a slot if `node` is 0. `distance` is a lower bound on the squared distance.
struct Near {
    int64_t distance = 0;
    uint32_t node = 0, slot = 0;
};

bool farther(const Near& a, const Near& b) {
    if (a.distance != b.distance) return a.distance > b.distance;
    return a.node != b.node ? a.node < b.node : a.slot > b.slot;
}

int64_t box_distance(const LatticeBox& box, LatticePoint p) {
    return distance_squared(p, {std::clamp(p.x, box.low.x, box.high.x), std::clamp(p.z, box.low.z, box.high.z)});
}

// Returns the slot that comes first among `slots` when the ring is traversed from `start`.
uint32_t first_in_ring(const LinkedRings& rings, uint32_t start, std::span<const uint32_t> slots) {
    if (slots.size() == 1) return slots.front();
    uint32_t s = start;
    while (std::find(slots.begin(), slots.end(), s) == slots.end())
        s = rings.slots[s].next;
    return s;
}

// Returns the nearest slot of the outline that is visible from slot h of the hole, or kNoIndex. Searches the box tree
// best-first. If several visible slots are equally near, returns the first of them along the outline.
uint32_t nearest_in_sight(const LinkedRings& rings, const VisibilityIndex& visibility, uint32_t outline, uint32_t h,
                          std::vector<Near>& heap) {
    const LatticePoint p = rings.at(h), before = rings.at(rings.slots[h].prev), after = rings.at(rings.slots[h].next);
    const auto push = [&](Near near) {
        heap.push_back(near);
        std::push_heap(heap.begin(), heap.end(), farther);
    };
    const auto push_node = [&](uint32_t node) {
        const LatticeBox& box = visibility.edges.boxes[node];
        if (!is_empty(box)) push({box_distance(box, p), node, 0});
    };
    std::vector<uint32_t> found;
    int64_t distance = 0;
    heap.clear();
    push_node(1);
    while (!heap.empty()) {
        const Near near = heap.front();
        if (!found.empty() && near.distance > distance) break;
        std::pop_heap(heap.begin(), heap.end(), farther);
        heap.pop_back();
        if (near.node >= visibility.edges.leaves) {
            for (const uint32_t s : leaf_items(visibility.edges, near.node)) {
                if (visibility.in_outline[s]) push({distance_squared(p, rings.at(s)), 0, s});
            }
        } else if (near.node != 0) {
            push_node(2 * near.node);
            push_node(2 * near.node + 1);
        } else {
            const LatticePoint q = rings.at(near.slot);
            if (!direction_enters_ring(before, p, after, q) || blocked(rings, visibility, p, q)) continue;
            for (uint32_t s = near.slot; s != kNoIndex; s = visibility.copy[s]) {
                const RingSlot& slot = rings.slots[s];
                if (direction_enters_ring(rings.at(slot.prev), q, rings.at(slot.next), p)) found.push_back(s);
            }
            distance = near.distance;
        }
    }
    return found.empty() ? kNoIndex : first_in_ring(rings, outline, found);
}

// The slots at the ends of a bridge; kNoIndex if there is no bridge.
struct Bridge {
    uint32_t outline = kNoIndex, hole = kNoIndex;
};

// Tries the vertices of the hole, starting at the leftmost vertex. On sound input, the first attempt succeeds.
Bridge find_bridge(const LinkedRings& rings, const VisibilityIndex& visibility, uint32_t outline, uint32_t leftmost,
                   std::vector<Near>& heap) {
    uint32_t h = leftmost;
    do {
        const uint32_t s = nearest_in_sight(rings, visibility, outline, h, heap);
        if (s != kNoIndex) return {s, h};
        h = rings.slots[h].next;
    } while (h != leftmost);
    return {};
}

// Joins the two rings of a bridge. Returns a slot of the joined ring.
uint32_t add_bridge(LinkedRings& rings, VisibilityIndex& visibility, Bridge bridge) {
    const uint32_t a = bridge.outline, b = bridge.hole;
    const uint32_t a2 = uint32_t(rings.slots.size()), b2 = a2 + 1;
    rings.slots.push_back({rings.slots[a].corner, 0, 0, b2});
    rings.slots.push_back({rings.slots[b].corner, 0, 0, a2});
    rings.join(rings.slots[a].prev, a2);
    rings.join(rings.slots[b].prev, b2);
    rings.join(a2, b);
    rings.join(b2, a);
    visibility.copy.push_back(visibility.copy[a]);
    visibility.copy.push_back(visibility.copy[b]);
    visibility.copy[a] = a2;
    visibility.copy[b] = b2;
    grow_leaf(visibility.edges, rings.slots[a].corner, box_around(rings.at(a), rings.at(b)));
    return a;
}

// Connects the holes of one outline. @param holes  sorted from left to right
void merge_holes_of(LinkedRings& rings, VisibilityIndex& visibility, Outline& outline, std::span<const Hole> holes,
                    std::vector<uint32_t>& stray) {
    std::vector<Near> heap;
    mark_in_outline(rings, visibility, outline.start, true);
    for (const Hole& hole : holes) {
        const Bridge bridge = find_bridge(rings, visibility, outline.start, hole.leftmost, heap);
        if (bridge.hole == kNoIndex) {
            stray.push_back(rings.slots[hole.leftmost].corner);
            continue;
        }
        mark_in_outline(rings, visibility, hole.leftmost, true);
        outline.start = add_bridge(rings, visibility, bridge);
    }
    // Holes of the next outline must not be connected to this outline, even if rings cross.
    mark_in_outline(rings, visibility, outline.start, false);
}

MergedRings list_rings(const LinkedRings& rings, std::span<const Outline> outlines) {
    MergedRings result;
    result.corners.reserve(rings.slots.size());
    result.bridge.reserve(rings.slots.size());
    result.first.reserve(outlines.size() + 1);
    std::vector<uint32_t> position(rings.slots.size(), kNoIndex);
    result.first.push_back(0);
    for (const Outline& outline : outlines) {
        uint32_t s = outline.start;
        do {
            position[s] = uint32_t(result.corners.size());
            result.corners.push_back(rings.slots[s].corner);
            result.bridge.push_back(rings.slots[s].bridge);
            s = rings.slots[s].next;
        } while (s != outline.start);
        result.first.push_back(uint32_t(result.corners.size()));
    }
    for (uint32_t& b : result.bridge) {
        if (b != kNoIndex) b = position[b];
    }
    return result;
}

}  // namespace

MergedRings merge_holes(std::span<const LatticePoint> points, std::span<const uint32_t> ring_first) {
    LinkedRings rings = link_rings(points, ring_first);
    relink_touching_corners(rings);

    std::vector<Outline> outlines;
    std::vector<Hole> holes;
    std::vector<uint32_t> stray;
    for (const uint32_t start : rings.starts) {
        const int64_t area = doubled_area(rings, start);
        if (area > 0) outlines.push_back({start, area});
        if (area < 0) holes.push_back({leftmost_slot(rings, start), 0});
    }
    if (!holes.empty()) {
        std::erase_if(holes, [&](Hole& hole) {
            const LatticePoint p = rings.at(hole.leftmost);
            hole.outline = outlines.size() == 1 ? 0 : outline_around(rings, outlines, p);
            if (hole.outline == kNoIndex) stray.push_back(rings.slots[hole.leftmost].corner);
            return hole.outline == kNoIndex;
        });
        std::sort(holes.begin(), holes.end(), [&](const Hole& a, const Hole& b) {
            if (a.outline != b.outline) return a.outline < b.outline;
            const LatticePoint p = rings.at(a.leftmost), q = rings.at(b.leftmost);
            return p != q ? is_before(p, q) : a.leftmost < b.leftmost;
        });
        VisibilityIndex visibility = build_visibility_index(rings);
        for (size_t i = 0, j = 0; i < holes.size(); i = j) {
            for (j = i + 1; j < holes.size() && holes[j].outline == holes[i].outline;)
                ++j;
            merge_holes_of(rings, visibility, outlines[holes[i].outline], std::span(holes).subspan(i, j - i), stray);
        }
    }
    MergedRings result = list_rings(rings, outlines);
    result.stray = std::move(stray);
    return result;
}

}  // namespace navspan
