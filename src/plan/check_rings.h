#pragma once

#include <cstdint>
#include <optional>

#include "navspan/plan/plan.h"

namespace navspan {

/// What may be wrong with a shape given as an outline followed by its holes.
enum class RingFault : uint8_t {
    short_ring,    ///< fewer than three points
    repeat,        ///< the point lies where other_point of the same ring lies
    flat,          ///< all points of the ring lie in one line
    crossing,      ///< the edge from the point meets the edge from other_point of other_ring in a way that it must not
    hole_outside,  ///< the hole reaches out of the outline
    hole_in_hole,  ///< the hole overlaps other_ring
};

struct RingError {
    RingFault fault = RingFault::short_ring;
    uint32_t shape = 0;
    uint32_t ring = 0, point = 0;  ///< ring of the shape, point of the ring
    uint32_t other_ring = 0, other_point = 0;
};

/// Looks for the first fault of a plan whose shapes are outlines with holes: rings may touch each other in single points, but
/// not themselves; a hole lies in the outline, and holes do not overlap. Directions do not matter. O(n log n) where few boxes
/// of edges overlap.
std::optional<RingError> find_ring_error(const GroundPlan& plan);

}  // namespace navspan
