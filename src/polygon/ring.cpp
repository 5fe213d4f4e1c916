// Tests on segments and on closed chains of lattice points.
//
// In: points, segments or a ring.
// Out: the area or the shape of a ring, whether a direction enters a ring at a corner, and whether two segments touch or
// conflict.
// Idea: All tests are exact: they compare integer coordinates or take the sign of a 64-bit determinant.
// Source: own method.
// Weak cases: none known.

#include "polygon/ring.h"

#include <algorithm>

#include "core/ring_turns.h"

namespace navspan {

bool is_between(LatticePoint a, LatticePoint b, LatticePoint p) {
    return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.z, b.z) <= p.z && p.z <= std::max(a.z, b.z);
}

bool is_inside_segment(LatticePoint a, LatticePoint b, LatticePoint p) {
    return p != a && p != b && is_collinear(a, b, p) && is_between(a, b, p);
}

int64_t doubled_area(std::span<const LatticePoint> ring) {
    RingArea<int64_t> area;
    for (const LatticePoint p : ring)
        area.add(p.x, p.z);
    return area.doubled();
}

bool direction_enters_ring(LatticePoint before, LatticePoint v, LatticePoint after, LatticePoint q) {
    if (orient2d(before, v, after) > 0) return orient2d(v, after, q) > 0 && orient2d(v, q, before) > 0;
    // Reflex or straight corner: q is inside unless it lies in the closed wedge on the outer side of the corner.
    return !(orient2d(v, before, q) >= 0 && orient2d(v, q, after) >= 0);
}

namespace {
// True if the directions from o to a and from o to b are equal.
bool is_same_direction(LatticePoint o, LatticePoint a, LatticePoint b) {
    const int64_t dot = (int64_t{a.x} - o.x) * (int64_t{b.x} - o.x) + (int64_t{a.z} - o.z) * (int64_t{b.z} - o.z);
    return is_collinear(o, a, b) && dot > 0;
}
}  // namespace

bool RingAngle::is_slit_end() const {
    return is_same_direction(at, before, after);
}

bool angles_overlap(const RingAngle& a, const RingAngle& b) {
    // An angle extends counter-clockwise from the direction `after` to the direction `before`. Two angles overlap if one starts
    // inside the other, or if both start in the same direction.
    return direction_enters_ring(a.before, a.at, a.after, b.after) || direction_enters_ring(b.before, b.at, b.after, a.after) ||
           is_same_direction(a.at, a.after, b.after);
}

bool segments_touch(LatticePoint p, LatticePoint q, LatticePoint a, LatticePoint b) {
    const int pa = sign_of(orient2d(p, q, a)), pb = sign_of(orient2d(p, q, b));
    if (pa * pb > 0) return false;
    const int ap = sign_of(orient2d(a, b, p)), aq = sign_of(orient2d(a, b, q));
    if (ap * aq > 0) return false;
    if (pa != 0 || pb != 0 || ap != 0 || aq != 0) return true;
    return is_between(p, q, a) || is_between(p, q, b) || is_between(a, b, p);
}

bool segments_conflict(LatticePoint p, LatticePoint q, LatticePoint a, LatticePoint b) {
    if (is_inside_segment(p, q, a) || is_inside_segment(p, q, b) || is_inside_segment(a, b, p) || is_inside_segment(a, b, q))
        return true;
    const int pa = sign_of(orient2d(p, q, a)), pb = sign_of(orient2d(p, q, b));
    const int ap = sign_of(orient2d(a, b, p)), aq = sign_of(orient2d(a, b, q));
    return pa * pb < 0 && ap * aq < 0;
}

RingShape ring_shape(std::span<const LatticePoint> ring) {
    if (ring.size() < 3) return RingShape::flat;
    const RingTurns turns = count_turns(
        ring.size(), [&](size_t i) { return ring[i]; }, orient2d);
    if (turns.left == 0 && turns.right == 0) return RingShape::flat;
    if (turns.is_convex()) return RingShape::convex;
    const bool clockwise = turns.left == 0 && turns.rounds == 1 && !turns.turns_back && !turns.repeats;
    return clockwise ? RingShape::clockwise : RingShape::other;
}

}  // namespace navspan
