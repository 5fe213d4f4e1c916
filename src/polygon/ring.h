#pragma once

#include <cstdint>
#include <span>

#include "core/predicates.h"

namespace navspan {

// A ring is a closed chain of lattice points; the first point is not repeated at the end. The inside is on the left: outlines
// run counter-clockwise seen from above, holes clockwise. A sound ring crosses neither itself nor another ring. It may visit a
// point several times, and may traverse an edge in both directions (the two sides of a slit).

/// Twice the signed area of a ring [lattice units squared]: positive if the ring is counter-clockwise seen from above.
int64_t doubled_area(std::span<const LatticePoint> ring);

enum class RingShape {
    convex,     ///< counter-clockwise seen from above; corners of 180 degrees are allowed
    clockwise,  ///< convex, but clockwise
    flat,       ///< no area: all points are collinear, or fewer than three points
    other,      ///< not convex, has consecutive equal points, or makes more than one full turn
};

/// Classifies a ring by the turns at its corners and by its number of full turns.
RingShape ring_shape(std::span<const LatticePoint> ring);

/// True if the direction v -> q leads strictly into the inside of the ring at its corner v. `before` and `after` are the
/// neighbours of v in the ring.
bool direction_enters_ring(LatticePoint before, LatticePoint v, LatticePoint after, LatticePoint q);

/// A corner `at` of a ring, with its neighbours in the ring. The angle of the corner is the set of directions that lead from
/// `at` into the inside of the ring. If both neighbours are in the same direction, the corner is the end of a slit. Its angle
/// is then the full turn.
struct RingAngle {
    LatticePoint before, at, after;
    /// True if the neighbours are in the same direction.
    bool is_slit_end() const;
};
/// True if the angles of two corners at the same point overlap.
bool angles_overlap(const RingAngle& a, const RingAngle& b);

/// True if the closed segments p q and a b have a common point.
bool segments_touch(LatticePoint p, LatticePoint q, LatticePoint a, LatticePoint b);

/// True if p lies on the closed segment a b. Precondition: p lies on the line a b.
bool is_between(LatticePoint a, LatticePoint b, LatticePoint p);
/// True if p lies on the segment a b, but at neither end.
bool is_inside_segment(LatticePoint a, LatticePoint b, LatticePoint p);

/// True if two segments cannot both be edges of rings: they cross, an end of one segment lies inside the other segment, or they
/// overlap without having both ends in common. Segments may meet at a common end.
bool segments_conflict(LatticePoint p, LatticePoint q, LatticePoint a, LatticePoint b);

}  // namespace navspan
