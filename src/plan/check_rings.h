#pragma once

#include <cstdint>
#include <optional>

#include "navspan/plan/plan.h"

namespace navspan {

/// Faults of a shape that is given as an outline followed by its holes.
enum class RingFault : uint8_t {
    short_ring,    ///< fewer than three points
    repeat,        ///< the point has the position of other_point of the same ring
    flat,          ///< all points of the ring are collinear
    crossing,      ///< the edge from the point has a forbidden contact with the edge from other_point of other_ring
    hole_outside,  ///< part of the hole is outside the outline
    hole_in_hole,  ///< the hole overlaps other_ring
};

struct RingError {
    RingFault fault = RingFault::short_ring;
    uint32_t shape = 0;
    uint32_t ring = 0, point = 0;  ///< ring of the shape, point of the ring
    uint32_t other_ring = 0, other_point = 0;
};

/// Finds the first fault of a plan whose shapes are outlines with holes. Rings may touch each other in single points, but not
/// themselves; a hole lies in the outline, and holes do not overlap. Directions do not matter. O(n log n) if few bounding boxes
/// of edges overlap.
std::optional<RingError> find_ring_error(const GroundPlan& plan);

}  // namespace navspan
