#pragma once

#include "query/exact/exact.h"
#include "query/path/string.h"
#include "query/search/astar.h"
#include "query/search/flood.h"
#include "query/surface/unfold.h"

namespace navspan {

/// Contents of a SearchScratch: the working memory of all kinds of queries. Each query uses only its own members.
struct SearchState {
    AStarScratch astar;
    CorridorSearch astar_search;  ///< the current search, if its method is weighted or astar
    ExactScratch exact;
    ExactSearch exact_search;  ///< the current search, if its method is exact
    StringScratch string;
    FloodScratch flood;      ///< for walls, reachability, random points, polygons around a point
    SurfaceScratch surface;  ///< for paths along the ground
};

}  // namespace navspan
