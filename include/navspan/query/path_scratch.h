#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/vec.h"
#include "navspan/query/weighted.h"

namespace navspan {

/// A place between polygons[portal] and polygons[portal + 1] of a corridor where a path is held: at an off-mesh link, or where
/// the optimum crosses from one cost to another. Between two such places the string is pulled tight.
struct StringHold {
    uint32_t portal = 0;
    DVec3 before, after;  ///< on the surface, in polygons[portal] and in polygons[portal + 1]; the same but for links [wu]
};

/// Memory of turning a corridor into a path, reused from call to call.
struct PathScratch {
    std::vector<StringHold> holds;
    std::vector<FlatPoint> left, right;  ///< portals of the piece in hand, from its start [lattice]
    std::vector<double> cost, crossing;
    std::vector<FlatPortal> portals;  ///< of the string just pulled [wu]
    std::vector<double> shares;       ///< of a leg of the string: where it crosses its portals
    WeightedScratch weighted;
};

}  // namespace navspan
