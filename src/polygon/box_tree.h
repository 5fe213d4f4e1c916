#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/predicates.h"

namespace navspan {

/// A closed rectangle of lattice points; empty if low.x > high.x.
struct LatticeBox {
    LatticePoint low{INT32_MAX, INT32_MAX}, high{INT32_MIN, INT32_MIN};
};

inline LatticeBox box_around(LatticePoint p, LatticePoint q) {
    return {{p.x < q.x ? p.x : q.x, p.z < q.z ? p.z : q.z}, {p.x > q.x ? p.x : q.x, p.z > q.z ? p.z : q.z}};
}
inline bool is_empty(const LatticeBox& b) {
    return b.low.x > b.high.x;
}
inline void grow(LatticeBox& box, const LatticeBox& by) {
    if (by.low.x < box.low.x) box.low.x = by.low.x;
    if (by.low.z < box.low.z) box.low.z = by.low.z;
    if (by.high.x > box.high.x) box.high.x = by.high.x;
    if (by.high.z > box.high.z) box.high.z = by.high.z;
}
inline bool overlap(const LatticeBox& a, const LatticeBox& b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.z <= b.high.z && b.low.z <= a.high.z;
}

/// True if the whole box lies strictly to the right of the line a -> b.
inline bool is_right_of(const LatticeBox& box, LatticePoint a, LatticePoint b) {
    const LatticePoint leftmost{b.z > a.z ? box.high.x : box.low.x, b.x > a.x ? box.low.z : box.high.z};
    return orient2d(a, b, leftmost) < 0;
}

/// A binary tree of boxes over items. Items are indices into the caller's data, sorted by Morton code (Morton, 1966).
/// Node 1 is the root, the children of node i are 2 i and 2 i + 1, and leaf l is node `leaves` + l.
struct BoxTree {
    static constexpr uint32_t kLeafItems = 8;
    std::vector<uint32_t> items;    // sorted; leaf l has up to kLeafItems items, starting at kLeafItems * l
    std::vector<LatticeBox> boxes;  // the box of each node
    std::vector<uint32_t> slot;     // for each item: its index in `items`
    uint32_t leaves = 0;            // number of leaves: a power of two, or 0 if there are no items

    std::vector<std::pair<uint64_t, uint32_t>> morton_keys;  // scratch: Morton codes and items
};

/// Builds a tree over items. @param box_of  for each item: its box; only the boxes of the given items are read
void build_box_tree(BoxTree& tree, std::span<const uint32_t> items, std::span<const LatticeBox> box_of);

/// Boxes around segments, and a tree over the boxes.
struct SegmentTree {
    std::vector<LatticeBox> box;  // the box of each segment
    BoxTree tree;
};
SegmentTree build_segment_tree(std::span<const Segment> segments);

/// Grows the box of the item's leaf, and the boxes of its ancestors, to include `by`.
inline void grow_leaf(BoxTree& tree, uint32_t item, const LatticeBox& by) {
    for (uint32_t node = tree.leaves + tree.slot[item] / BoxTree::kLeafItems; node > 0; node /= 2)
        grow(tree.boxes[node], by);
}

inline std::span<const uint32_t> leaf_items(const BoxTree& tree, uint32_t node) {
    const size_t first = size_t(node - tree.leaves) * BoxTree::kLeafItems, n = tree.items.size();
    if (first >= n) return {};
    return std::span(tree.items).subspan(first, n - first < BoxTree::kLeafItems ? n - first : BoxTree::kLeafItems);
}

/// Traverses the tree. Skips a subtree if may_hold(its box) is false, and calls found(item) for the items of the remaining
/// leaves. Returns true as soon as a call of found returns true, otherwise false.
template <class MayHold, class Found>
bool any_item(const BoxTree& tree, MayHold may_hold, Found found) {
    if (tree.leaves == 0) return false;
    uint32_t stack[64], depth = 0;
    stack[depth++] = 1;
    while (depth > 0) {
        const uint32_t node = stack[--depth];
        if (is_empty(tree.boxes[node]) || !may_hold(tree.boxes[node])) continue;
        if (node < tree.leaves) {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node;
            continue;
        }
        for (const uint32_t item : leaf_items(tree, node)) {
            if (found(item)) return true;
        }
    }
    return false;
}

}  // namespace navspan
