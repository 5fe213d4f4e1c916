#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "polygon/box_tree.h"

namespace navspan {

/// Calls visit(k) for every segment k that touches segment i, including i itself. May also visit other segments whose bounding
/// boxes overlap the box of segment i. Stops at the first call that returns true, and then returns true.
template <class Visit>
bool any_overlapping(const SegmentTree& near, std::span<const Segment> segments, uint32_t i, Visit visit) {
    const LatticePoint a = segments[i].a, b = segments[i].b;
    const LatticeBox& around = near.box[i];
    return any_item(
        near.tree,
        [&](const LatticeBox& box) { return overlap(box, around) && !is_right_of(box, a, b) && !is_right_of(box, b, a); },
        [&](uint32_t k) { return overlap(around, near.box[k]) && visit(k); });
}

/// Calls visit(i, k), i < k, once for every pair of segments that touch. May also visit other pairs whose bounding boxes
/// overlap. Stops at the first call that returns true, and then returns true. If all segments are new, pairs are visited in
/// ascending order of i.
/// @param is_new  if not empty: flags per segment; only pairs with at least one new segment are visited
template <class Visit>
bool any_overlapping_pair(std::span<const Segment> segments, std::span<const uint8_t> is_new, Visit visit) {
    if (!is_new.empty() && std::find(is_new.begin(), is_new.end(), 1) == is_new.end()) return false;
    const SegmentTree near = build_segment_tree(segments);
    const auto pairs_with = [&](uint32_t i, uint32_t k) {
        return k > i || (k < i && !is_new.empty() && !is_new[k]);  // visit a pair of new segments from its lower index only
    };
    for (uint32_t i = 0; i < segments.size(); ++i) {
        if (!is_new.empty() && !is_new[i]) continue;
        const auto visit_pair = [&](uint32_t k) { return pairs_with(i, k) && visit(i < k ? i : k, i < k ? k : i); };
        if (any_overlapping(near, segments, i, visit_pair)) return true;
    }
    return false;
}

}  // namespace navspan
