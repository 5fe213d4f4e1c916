// Tests on closed chains of lattice points. All tests are exact: coordinates are integers and every decision is the sign of a
// 64-bit determinant.

#include "polygon/ring.h"

#include <algorithm>

namespace navspan {

bool is_between(LatticePoint a, LatticePoint b, LatticePoint p) {
    return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.z, b.z) <= p.z && p.z <= std::max(a.z, b.z);
}

bool is_inside_segment(LatticePoint a, LatticePoint b, LatticePoint p) {
    return p != a && p != b && is_collinear(a, b, p) && is_between(a, b, p);
}

int64_t doubled_area(std::span<const LatticePoint> ring) {
    int64_t area = 0;
    for (size_t i = 1; i + 1 < ring.size(); ++i)
        area += orient2d(ring[0], ring[i], ring[i + 1]);
    return area;
}

bool direction_enters_ring(LatticePoint before, LatticePoint v, LatticePoint after, LatticePoint q) {
    if (orient2d(before, v, after) > 0) return orient2d(v, after, q) > 0 && orient2d(v, q, before) > 0;
    // Reflex or straight corner: the inside is everything except the closed wedge outside.
    return !(orient2d(v, before, q) >= 0 && orient2d(v, q, after) >= 0);
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

namespace {

// True if the direction a -> b is in the upper half of the circle of directions.
bool is_upward(LatticePoint a, LatticePoint b) {
    return b.z < a.z || (b.z == a.z && b.x > a.x);
}

}  // namespace

RingShape ring_shape(std::span<const LatticePoint> ring) {
    const size_t n = ring.size();
    if (n < 3) return RingShape::flat;
    size_t left = 0, right = 0, rounds = 0;
    bool turns_back = false, repeats = false;
    for (size_t i = 0; i < n; ++i) {
        const LatticePoint a = ring[i], b = ring[(i + 1) % n], c = ring[(i + 2) % n];
        repeats |= a == b;
        const int64_t turn = orient2d(a, b, c);
        left += turn > 0;
        right += turn < 0;
        turns_back |= turn == 0 && is_upward(a, b) != is_upward(b, c);
        rounds += !is_upward(a, b) && is_upward(b, c);
    }
    if (left == 0 && right == 0) return RingShape::flat;
    if (repeats || turns_back || rounds != 1 || (left && right)) return RingShape::other;
    return right == 0 ? RingShape::convex : RingShape::clockwise;
}

}  // namespace navspan
