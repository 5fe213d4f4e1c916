// Tells convex rings from others, by the turns at their corners and by how often their edges go round the circle of directions.

#include "polygon/ring_shape.h"

#include "core/predicates.h"

namespace navspan {
namespace {

// whether an edge points into the upper half of the directions
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
