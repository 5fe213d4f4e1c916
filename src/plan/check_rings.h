#pragma once

#include <cstdint>
#include <optional>

#include "navspan/plan/plan.h"

namespace navspan {

/// Errors of a shape, which consists of an outline followed by its holes.
enum class RingFault : uint8_t {
    short_ring,    ///< the ring has fewer than three points
    repeat,        ///< two points of the ring, point and other_point, have the same position
    flat,          ///< all points of the ring are collinear
    crossing,      ///< the edges that start at `point` and at `other_point` cross or overlap, or touch in a way that is
                   ///< not allowed
    hole_outside,  ///< a part of the hole is outside the outline
    hole_in_hole,  ///< the hole overlaps other_ring, another hole of the same shape
};

struct RingError {
    RingFault fault = RingFault::short_ring;
    uint32_t shape = 0;
    uint32_t ring = 0, point = 0;  ///< index of the ring in the shape, and of the point in the ring
    uint32_t other_ring = 0, other_point = 0;
};

/// Finds the first error of a plan whose shapes are outlines with holes. Two rings may touch at single points, but a ring must
/// not touch itself. Holes must lie inside the outline and must not overlap each other. The direction of rings does not matter.
/// Takes O(n log n) time if few bounding boxes of edges overlap.
std::optional<RingError> find_ring_error(const GroundPlan& plan);

}  // namespace navspan
