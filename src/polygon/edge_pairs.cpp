// Pairs of segments that may meet, found in a tree of boxes; parts of the tree that lie on one side of a segment are passed
// over.

#include "polygon/edge_pairs.h"

#include "polygon/box_tree.h"

namespace navspan {

void visit_close_edges(std::span<const Segment> segments, std::span<const uint8_t> is_new,
                       const std::function<void(uint32_t, uint32_t)>& visit) {
    const uint32_t n = uint32_t(segments.size());
    const SegmentTree near = build_segment_tree(segments);
    const std::vector<LatticeBox>& boxes = near.box;
    const auto pairs_with = [&](uint32_t i, uint32_t k) {
        return k > i || (k < i && !is_new.empty() && !is_new[k]);  // both new: from the first only
    };
    for (uint32_t i = 0; i < n; ++i) {
        if (!is_new.empty() && !is_new[i]) continue;
        const LatticePoint a = segments[i].a, b = segments[i].b;
        any_item(
            near.tree,
            [&](const LatticeBox& box) { return overlap(box, boxes[i]) && !is_right_of(box, a, b) && !is_right_of(box, b, a); },
            [&](uint32_t k) {
                if (pairs_with(i, k) && overlap(boxes[i], boxes[k])) visit(i < k ? i : k, i < k ? k : i);
                return false;
            });
    }
}

}  // namespace navspan
