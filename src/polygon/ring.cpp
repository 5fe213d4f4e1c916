// Tests on closed chains of lattice points. All of them are exact: coordinates are integers and every decision is the sign of a
// 64-bit determinant.

#include "polygon/ring.h"

#include <algorithm>

namespace navspan {
namespace {

// True when p, known to be on the line a b, lies on the closed segment.
bool within(LatticePoint a, LatticePoint b, LatticePoint p) {
    return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.z, b.z) <= p.z && p.z <= std::max(a.z, b.z);
}

bool inside_segment(LatticePoint a, LatticePoint b, LatticePoint p) {
    return p != a && p != b && is_collinear(a, b, p) && within(a, b, p);
}

}  // namespace

int64_t doubled_area(std::span<const LatticePoint> ring) {
    int64_t area = 0;
    for (size_t i = 1; i + 1 < ring.size(); ++i)
        area += orient2d(ring[0], ring[i], ring[i + 1]);
    return area;
}

bool points_inside(LatticePoint before, LatticePoint v, LatticePoint after, LatticePoint q) {
    if (orient2d(before, v, after) > 0) return orient2d(v, after, q) > 0 && orient2d(v, q, before) > 0;
    // reflex or straight: everything but the closed wedge on the outside
    return !(orient2d(v, before, q) >= 0 && orient2d(v, q, after) >= 0);
}

bool segments_touch(LatticePoint p, LatticePoint q, LatticePoint a, LatticePoint b) {
    const int pa = sign_of(orient2d(p, q, a)), pb = sign_of(orient2d(p, q, b));
    if (pa * pb > 0) return false;
    const int ap = sign_of(orient2d(a, b, p)), aq = sign_of(orient2d(a, b, q));
    if (ap * aq > 0) return false;
    if (pa != 0 || pb != 0 || ap != 0 || aq != 0) return true;
    return within(p, q, a) || within(p, q, b) || within(a, b, p);
}

bool segments_conflict(LatticePoint p, LatticePoint q, LatticePoint a, LatticePoint b) {
    if (inside_segment(p, q, a) || inside_segment(p, q, b) || inside_segment(a, b, p) || inside_segment(a, b, q)) return true;
    const int pa = sign_of(orient2d(p, q, a)), pb = sign_of(orient2d(p, q, b));
    const int ap = sign_of(orient2d(a, b, p)), aq = sign_of(orient2d(a, b, q));
    return pa * pb < 0 && ap * aq < 0;
}

}  // namespace navspan
