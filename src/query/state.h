#pragma once

#include "query/exact/exact.h"
#include "query/path/string.h"
#include "query/search/astar.h"
#include "query/search/flood.h"
#include "query/surface/unfold.h"

namespace navspan {

/// What a SearchScratch holds: the memory of every kind of query. Each public query passes on the part that it needs.
struct SearchState {
    AStarScratch astar;
    CorridorSearch astar_search;  ///< the search under way with the methods weighted and astar
    ExactScratch exact;
    ExactSearch exact_search;  ///< the search under way with the exact method
    StringScratch string;
    FloodScratch flood;      ///< of walls, reachability, random points and polygons around a point
    SurfaceScratch surface;  ///< of paths along the ground
};

}  // namespace navspan
