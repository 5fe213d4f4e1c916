#pragma once

#include <cstddef>
#include <span>

namespace navspan {

/// Clips a convex ring to a half-plane or a half-space: the points p with beyond(p) <= 0.
/// @param beyond    beyond(p): a linear function of the point p, positive outside the half-plane or half-space
/// @param crossing  crossing(a, b, share): returns the point a + share * (b - a), where share is in [0, 1]
/// @param add       add(p): called with each point of the result, in order
/// Source: Sutherland, Hodgman, Reentrant polygon clipping (1974).
template <class Point, class Beyond, class Crossing, class Add>
void clip_ring(std::span<const Point> ring, Beyond beyond, Crossing crossing, Add add) {
    for (size_t i = 0; i < ring.size(); ++i) {
        const Point &a = ring[i], &b = ring[i + 1 == ring.size() ? 0 : i + 1];
        const double at_a = beyond(a), at_b = beyond(b);
        if (at_a <= 0) add(a);
        if ((at_a < 0 && at_b > 0) || (at_a > 0 && at_b < 0)) add(crossing(a, b, at_a / (at_a - at_b)));
    }
}

}  // namespace navspan
