#pragma once

#include <cstdint>
#include <span>

#include "core/predicates.h"

namespace navspan {

// A ring is a closed chain of lattice points given once each, the last joined to the first. It bounds what lies on its left:
// outlines run counter-clockwise seen from above, holes clockwise. A sound ring never crosses itself or another; it may visit a
// point several times and run along one of its own edges the other way, as the two sides of a slit do.

/// Twice the signed area of a ring [lattice units squared]: positive when it runs counter-clockwise seen from above.
int64_t doubled_area(std::span<const LatticePoint> ring);

enum class RingShape {
    convex,     ///< counter-clockwise seen from above; corners of 180 degrees may be among its corners
    clockwise,  ///< convex, but the wrong way round
    flat,       ///< without area: all in one line, or fewer than three points
    other,      ///< a corner turns right, a point is followed by itself, or it goes round more than once
};

/// What kind of ring it is: found by the turns at its corners and by how often its edges go round the circle of directions.
RingShape ring_shape(std::span<const LatticePoint> ring);

/// True when direction v -> q leads strictly into the ring's inside at its corner v, between its neighbours `before` and
/// `after`.
bool direction_enters_ring(LatticePoint before, LatticePoint v, LatticePoint after, LatticePoint q);

/// True when the closed segments p q and a b have a point in common.
bool segments_touch(LatticePoint p, LatticePoint q, LatticePoint a, LatticePoint b);

/// True if p, which lies on the line a b, lies on the closed segment.
bool is_between(LatticePoint a, LatticePoint b, LatticePoint p);
/// True if p lies inside the segment a b: on it, but at neither end.
bool is_inside_segment(LatticePoint a, LatticePoint b, LatticePoint p);

/// True when two segments meet in a way that rings must not: they cross, or an end of one lies inside the other, or they run
/// along each other without having both ends in common. Meeting in a common end is fine.
bool segments_conflict(LatticePoint p, LatticePoint q, LatticePoint a, LatticePoint b);

}  // namespace navspan
