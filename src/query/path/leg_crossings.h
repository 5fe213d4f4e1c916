#pragma once

#include <span>
#include <vector>

#include "query/search/plane.h"

namespace navspan {

// A straight part of a taut string, from one corner to the next.
struct StringLeg {
    FlatPoint from, to;
};

// Computes where a leg crosses its portals. The crossings advance along the leg.
// @param portals   in the order in which the leg crosses them
// @param rounding  largest distance of the leg's ends from the exact string, in the unit of the leg
// @param crossings receives the position on each portal, from 0 (left end) to 1 (right end)
void leg_crossings(const StringLeg& leg, std::span<const FlatPortal> portals, double rounding, std::vector<double>& crossings);

}  // namespace navspan
