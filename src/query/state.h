#pragma once

#include "query/exact/exact.h"
#include "query/path/string.h"
#include "query/search/astar.h"
#include "query/search/flood.h"
#include "query/surface/unfold.h"

namespace navspan {

/// Contents of a SearchScratch: the working memory of all kinds of queries. Each query uses only its own members.
struct SearchState {
    uint64_t search_id = 0;                    ///< PathSearch::id of the current search; 0: there was no search
    const SearchEdge* search_edges = nullptr;  ///< search_edges.data() of the mesh of the current search
    AStarScratch astar;
    CorridorSearch astar_search;  ///< the current search, if its method is weighted or astar
    ExactScratch exact;
    ExactSearch exact_search;  ///< the current search, if its method is exact
    StringScratch string;
    FloodScratch flood;      ///< for walls, reachability, random points, polygons around a point
    SurfaceScratch surface;  ///< for paths along the ground
};

}  // namespace navspan
