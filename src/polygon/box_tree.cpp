// Builds the tree of boxes for proximity queries.
//
// In: items and the box of each item.
// Out: a tree of boxes over the items.
// Idea: Items are sorted by the Morton code of the lower corner of their box. Consecutive items are then usually close in the
// plane. The box of a node is the smallest box around its items.
// Source: Morton, A computer oriented geodetic data base and a new technique in file sequencing (1966), for the order.
// Weak cases: Long items enlarge the boxes of their nodes, so queries visit more nodes.

#include "polygon/box_tree.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace navspan {
namespace {

uint64_t spread_bits(uint32_t v) {
    uint64_t x = v;
    x = (x | x << 16) & 0x0000ffff0000ffffu;
    x = (x | x << 8) & 0x00ff00ff00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fu;
    x = (x | x << 2) & 0x3333333333333333u;
    return (x | x << 1) & 0x5555555555555555u;
}

uint64_t morton_code(LatticePoint p) {
    return spread_bits(uint32_t(p.x) ^ 0x80000000u) | spread_bits(uint32_t(p.z) ^ 0x80000000u) << 1;
}

}  // namespace

void build_box_tree(BoxTree& tree, std::span<const uint32_t> items, std::span<const LatticeBox> box_of) {
    tree.items.assign(items.begin(), items.end());
    tree.leaves = 0;
    if (items.empty()) return;
    if (items.size() > BoxTree::kLeafItems) {
        auto& morton_keys = tree.morton_keys;
        morton_keys.clear();
        for (const uint32_t i : items)
            morton_keys.emplace_back(morton_code(box_of[i].low), i);
        std::sort(morton_keys.begin(), morton_keys.end());
        for (size_t i = 0; i < morton_keys.size(); ++i)
            tree.items[i] = morton_keys[i].second;
    }
    tree.slot.resize(box_of.size());
    for (uint32_t i = 0; i < tree.items.size(); ++i)
        tree.slot[tree.items[i]] = i;

    tree.leaves = std::bit_ceil(uint32_t((items.size() + BoxTree::kLeafItems - 1) / BoxTree::kLeafItems));
    tree.boxes.assign(2 * size_t{tree.leaves}, {});
    for (uint32_t node = tree.leaves; node < 2 * tree.leaves; ++node) {
        for (const uint32_t i : leaf_items(tree, node))
            grow(tree.boxes[node], box_of[i]);
    }
    for (uint32_t node = tree.leaves - 1; node > 0; --node) {
        tree.boxes[node] = tree.boxes[2 * node];
        grow(tree.boxes[node], tree.boxes[2 * node + 1]);
    }
}

SegmentTree build_segment_tree(std::span<const Segment> segments) {
    SegmentTree out;
    std::vector<uint32_t> all(segments.size());
    std::iota(all.begin(), all.end(), 0u);
    out.box.reserve(segments.size());
    for (const Segment& s : segments)
        out.box.push_back(box_around(s.a, s.b));
    build_box_tree(out.tree, all, out.box);
    return out;
}

}  // namespace navspan
