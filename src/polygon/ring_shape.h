#pragma once

#include <span>

#include "navspan/core/vec.h"

namespace navspan {

enum class RingShape {
    convex,     ///< counter-clockwise seen from above; corners of 180 degrees may be among its corners
    clockwise,  ///< convex, but the wrong way round
    flat,       ///< without area: all in one line, or fewer than three points
    other,      ///< a corner turns right, a point is followed by itself, or it goes round more than once
};

/// What kind of ring it is; exact.
RingShape ring_shape(std::span<const LatticePoint> ring);

}  // namespace navspan
