// Tests whether two simplified edges are in contact, and whether two ring corners overlap.
//
// In: two edges, or two ring corners at the same point.
// Out: for edges: whether they cross, overlap or touch. They touch if an end point of one edge lies inside the other edge; a
// common end point is no contact. For corners: whether they overlap, that is, whether a side of one corner lies strictly inside
// the angle of the other, or both corners have the same two sides.
// Idea: Every decision is the sign of an integer determinant or dot product, so all tests are exact.

#include "bake/contours/contact.h"

#include <algorithm>

#include "core/predicates.h"
#include "polygon/ring.h"

namespace navspan::contour {
namespace {

// Twice the signed area of the triangle o, a, b; positive if counter-clockwise.
int64_t turn(LatticePoint o, LatticePoint a, LatticePoint b) {
    return orient2d(o, a, b);
}

bool same_ray(LatticePoint o, LatticePoint a, LatticePoint b) {
    const int64_t dot = (int64_t{a.x} - o.x) * (int64_t{b.x} - o.x) + (int64_t{a.z} - o.z) * (int64_t{b.z} - o.z);
    return turn(o, a, b) == 0 && dot > 0;
}

// True if the ray from o through `ray` lies strictly inside the corner that opens counter-clockwise from `to` to `from`.
bool inside_corner(LatticePoint o, LatticePoint to, LatticePoint from, LatticePoint ray) {
    const int64_t opening = turn(o, to, from);
    if (opening > 0) return turn(o, to, ray) > 0 && turn(o, ray, from) > 0;
    if (opening < 0) return turn(o, from, ray) < 0 || turn(o, ray, to) < 0;
    return turn(o, to, ray) > 0;
}

}  // namespace

bool corners_overlap(const RingCorner& p, const RingCorner& q) {
    // If the two sides of a corner coincide (at a spike or at the end of a slit), its angle is empty.
    if (same_ray(p.at, p.from, p.to) || same_ray(q.at, q.from, q.to)) return false;
    if (inside_corner(p.at, p.to, p.from, q.to) || inside_corner(p.at, p.to, p.from, q.from)) return true;
    if (inside_corner(p.at, q.to, q.from, p.to) || inside_corner(p.at, q.to, q.from, p.from)) return true;
    return same_ray(p.at, p.to, q.to) && same_ray(p.at, p.from, q.from);
}

Contact contact_of(const Segment& e, const Segment& f) {
    const int64_t fa = orient2d(e.a, e.b, f.a), fb = orient2d(e.a, e.b, f.b);
    if ((fa > 0 && fb > 0) || (fa < 0 && fb < 0)) return {};
    const int64_t ea = orient2d(f.a, f.b, e.a), eb = orient2d(f.a, f.b, e.b);
    if ((ea > 0 && eb > 0) || (ea < 0 && eb < 0)) return {};
    if (fa == 0 && fb == 0) {
        // Collinear edges overlap if they share more than a point.
        const auto key = [&](LatticePoint p) { return e.a.x != e.b.x ? p.x : p.z; };
        const int32_t low = std::max(std::min(key(e.a), key(e.b)), std::min(key(f.a), key(f.b)));
        const int32_t high = std::min(std::max(key(e.a), key(e.b)), std::max(key(f.a), key(f.b)));
        return {low < high ? ContactKind::overlap : ContactKind::none, {}};
    }
    if (fa != 0 && fb != 0 && ea != 0 && eb != 0) return {ContactKind::cross, {}};
    if (fa == 0 && is_inside_segment(e.a, e.b, f.a)) return {ContactKind::touch, f.a};
    if (fb == 0 && is_inside_segment(e.a, e.b, f.b)) return {ContactKind::touch, f.b};
    if (ea == 0 && is_inside_segment(f.a, f.b, e.a)) return {ContactKind::touch, e.a};
    if (eb == 0 && is_inside_segment(f.a, f.b, e.b)) return {ContactKind::touch, e.b};
    return {};
}

}  // namespace navspan::contour
