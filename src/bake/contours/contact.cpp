// Tests whether two simplified edges are in contact, and whether two ring corners overlap.
//
// In: two edges, or two ring corners at the same point.
// Out: for two edges, whether they cross, overlap or touch (an end point of one edge lies inside the other edge). For two
// corners, whether their angles overlap.
// Idea: Every decision is the sign of an integer, so all tests are exact.
// Source: own method.
// Weak cases: A corner at the end of a slit never counts as overlapping.

#include "bake/contours/contact.h"

#include <algorithm>

#include "core/predicates.h"
#include "polygon/ring.h"

namespace navspan::contour {
namespace {

RingAngle angle_of(const RingCorner& corner) {
    return {corner.from, corner.at, corner.to};
}

}  // namespace

bool corners_overlap(const RingCorner& p, const RingCorner& q) {
    // The angle at the end of a slit or spike is a full turn and never counts as overlapping. A ring may touch the end of a
    // slit, and other tests find spikes.
    const RingAngle a = angle_of(p), b = angle_of(q);
    return !a.is_slit_end() && !b.is_slit_end() && angles_overlap(a, b);
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
