// Computes where a taut string crosses its portals.
//
// In: a leg (straight part) of the string, and its portals in order.
// Out: for each portal, the position at which the leg crosses it.
// Idea: Each crossing is a ratio of cross products. If rounding makes the crossings go backwards along the leg, a second method
// computes them in order. For each portal, it starts at the previous crossing and finds the first point of the leg within a
// tolerance of the portal. The crossing is the point of the portal nearest to this point of the leg. The tolerance is doubled
// until all portals are reached.
// Source: own method.
// Weak cases: If rounding breaks the preconditions of pull_string, the string may miss a portal. The crossing is then the point
// nearest to the previous crossing.

#include "query/path/leg_crossings.h"

#include <algorithm>
#include <cmath>

namespace navspan {
namespace {

// kBack * rounding is the limit for backward steps in propose(), and the first tolerance of follow().
constexpr double kBack = 1.0 / 16;
constexpr int kMaxTolerances = 16;

// Computes each crossing as a fraction of the portal's length. Returns false if the crossings go backwards or the leg misses a
// portal.
bool propose(StringLeg leg, std::span<const FlatPortal> portals, double rounding, double* crossing) {
    const double whole = along(leg.from, leg.to, leg.to);
    // A crossing behind the previous crossing makes the path longer by twice the distance between them. A lateral deviation
    // adds far less.
    const double max_lateral = rounding * std::sqrt(whole), max_backward = kBack * max_lateral;
    const double farthest = whole + max_backward;
    double reached = 0;
    for (const FlatPortal& portal : portals) {
        const double l = side_of(leg.from, leg.to, portal.left), r = side_of(leg.from, leg.to, portal.right);
        if (l < -max_lateral || r > max_lateral) return false;
        const double share = l != r ? std::clamp(l / (l - r), 0.0, 1.0) : nearest_share(portal.left, portal.right, leg.from);
        const double at = along(leg.from, leg.to, point_at(portal.left, portal.right, share));
        if (at < reached - max_backward || at > farthest) return false;
        reached = std::max(reached, at);
        *crossing++ = share;
    }
    return true;
}

// An interval of a leg, in fractions of its length. Empty if first > last.
struct LegInterval {
    double first = 0, last = 1;

    // Keeps the fractions t with low <= offset + t * slope <= high.
    void clip(double offset, double slope, double low, double high) {
        if (slope == 0) {
            if (offset < low || offset > high) last = -1;
            return;
        }
        const double a = (low - offset) / slope, b = (high - offset) / slope;
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    }
};

// Returns the part of a leg after the fraction `from` that is near a portal. A point is near the portal if it is in the
// rectangle that extends the portal by `tolerance` on all sides.
LegInterval near_portal(const StringLeg& leg, const FlatPortal& portal, double from, double tolerance) {
    const FlatPoint a = portal.left, b = portal.right;
    const double width = std::sqrt(along(a, b, b)), scale = width > 0 ? 1 / width : 0;
    LegInterval part{from, 1};
    const double start_along = along(a, b, leg.from) * scale, start_aside = side_of(a, b, leg.from) * scale;
    part.clip(start_along, along(a, b, leg.to) * scale - start_along, -tolerance, width + tolerance);
    part.clip(start_aside, side_of(a, b, leg.to) * scale - start_aside, -tolerance, tolerance);
    return part;
}

// The second method (see the header of this file). Returns the number of portals whose rectangle the leg misses.
size_t follow(StringLeg leg, std::span<const FlatPortal> portals, double tolerance, double* crossing) {
    double reached = 0;
    size_t missed = 0;
    for (const FlatPortal& portal : portals) {
        const LegInterval part = near_portal(leg, portal, reached, tolerance);
        const bool is_missed = part.first > part.last;
        missed += is_missed;
        if (!is_missed) reached = part.first;
        const double share = nearest_share(portal.left, portal.right, point_at(leg.from, leg.to, reached));
        // Snap to an end of the portal: portals with a common end are then crossed at the same point.
        const double width = std::sqrt(along(portal.left, portal.right, portal.right));
        *crossing++ = share * width <= tolerance ? 0 : (1 - share) * width <= tolerance ? 1 : share;
    }
    return missed;
}

}  // namespace

void leg_crossings(const StringLeg& leg, std::span<const FlatPortal> portals, double rounding, std::vector<double>& crossings) {
    crossings.resize(portals.size());
    if (propose(leg, portals, rounding, crossings.data())) return;
    const double least = kBack * rounding;
    double tolerance = least;
    size_t missed = portals.size();
    for (int i = 0; i < kMaxTolerances && missed > 0; ++i, tolerance *= 2)
        missed = follow(leg, portals, tolerance, crossings.data());
    if (missed == 0) return;
    // Some portals are missed even with the largest tolerance. Use the smallest tolerance that misses the same number of
    // portals, because it gives the most accurate crossings.
    for (tolerance = least; follow(leg, portals, tolerance, crossings.data()) > missed;)
        tolerance *= 2;
}

}  // namespace navspan
