#pragma once

#include <span>
#include <vector>

#include "query/search/plane.h"

namespace navspan {

// A straight part of a taut string, from one corner to the next.
struct StringLeg {
    FlatPoint from, to;
};

// Where a leg crosses a portal.
struct LegCrossing {
    double share = 0;     ///< position on the portal, from 0 (left end) to 1 (right end)
    bool missed = false;  ///< the leg does not reach the portal; `share` is then the position nearest to the previous crossing
};

// Computes where a leg crosses its portals. The crossings advance along the leg. A leg can miss portals: if the corridor goes
// along a line (for example a seam) and then back along the same line, the taut string skips this detour and its portals.
// @param portals   in the order in which the leg crosses them
// @param rounding  largest distance of the leg's ends from the exact string, in the unit of the leg
// @param crossings receives one entry per portal
void leg_crossings(const StringLeg& leg, std::span<const FlatPortal> portals, double rounding,
                   std::vector<LegCrossing>& crossings);

}  // namespace navspan
