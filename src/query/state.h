#pragma once

#include "query/exact/exact.h"
#include "query/path/string.h"
#include "query/search/astar.h"
#include "query/search/flood.h"
#include "query/surface/unfold.h"

namespace navspan {

/// Contents of a SearchScratch: the memory of every kind of query. Each public query passes on the part that it needs.
struct SearchState {
    AStarScratch astar;
    CorridorSearch astar_search;  ///< the current search of the methods weighted and astar
    ExactScratch exact;
    ExactSearch exact_search;  ///< the current search of the exact method
    StringScratch string;
    FloodScratch flood;      ///< walls, reachability, random points, polygons around a point
    SurfaceScratch surface;  ///< paths along the ground
};

}  // namespace navspan
