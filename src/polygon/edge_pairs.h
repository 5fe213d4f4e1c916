#pragma once

#include <cstdint>
#include <span>

#include "polygon/box_tree.h"

namespace navspan {

/// Calls visit(i, k), i < k, once for every pair of segments that touch. Also visits some pairs of segments that do not touch,
/// but whose bounding boxes overlap. Skips subtrees whose boxes lie on one side of a segment.
/// @param is_new  if not empty: flags per segment; only pairs with at least one new segment are visited
template <class Visit>
void visit_overlapping_pairs(std::span<const Segment> segments, std::span<const uint8_t> is_new, Visit visit) {
    const SegmentTree near = build_segment_tree(segments);
    const std::vector<LatticeBox>& boxes = near.box;
    const auto pairs_with = [&](uint32_t i, uint32_t k) {
        return k > i || (k < i && !is_new.empty() && !is_new[k]);  // if both are new, visit the pair from the lower index only
    };
    for (uint32_t i = 0; i < segments.size(); ++i) {
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
