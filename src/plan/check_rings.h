#pragma once

#include <cstdint>
#include <optional>

#include "navspan/plan/plan.h"

namespace navspan {

/// Errors of a shape (an outline and its holes).
enum class RingFault : uint8_t {
    short_ring,    ///< fewer than three points
    repeat,        ///< `point` and `other_point` of the ring have the same position
    flat,          ///< all points are collinear
    crossing,      ///< the edges that start at `point` and `other_point` cross or overlap, or touch and are in one ring
    hole_outside,  ///< part of the hole is outside the outline
    hole_in_hole,  ///< the hole overlaps another hole of the same shape (other_ring)
};

struct RingError {
    RingFault fault = RingFault::short_ring;
    uint32_t shape = 0;
    uint32_t ring = 0, point = 0;  ///< index of the ring in the shape, index of the point in the ring
    uint32_t other_ring = 0, other_point = 0;
};

/// Finds the first error of a plan whose shapes are outlines with holes. Rings may touch each other at points, but not
/// themselves. Holes must lie inside the outline and must not overlap. Ring direction does not matter. Takes O(n log n) time if
/// few bounding boxes of edges overlap.
std::optional<RingError> find_ring_error(const GroundPlan& plan);

}  // namespace navspan
