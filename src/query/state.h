#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "navspan/query/path.h"
#include "query/exact/exact.h"
#include "query/hubs/search.h"
#include "query/path/clearance.h"
#include "query/path/string.h"
#include "query/search/astar.h"
#include "query/search/flood.h"
#include "query/surface/unfold.h"

namespace navspan {

/// Returns the start of a range of 2^32 search ids that no other scratch uses.
inline uint64_t new_search_ids() {
    static std::atomic<uint64_t> scratches{0};
    return scratches.fetch_add(1, std::memory_order_relaxed) << 32;
}

/// Contents of a SearchScratch: the working memory of all kinds of queries.
struct SearchState {
    uint64_t search_id = new_search_ids();     ///< PathSearch::id of the current search; no other scratch has the same id
    const SearchEdge* search_edges = nullptr;  ///< search_edges.data() of the mesh of the current search
    uint32_t revision = 0;                     ///< NavMesh::revision of the mesh of the current search
    PathSearch sliced;                         ///< copy of the search of the last begin_path
    std::shared_ptr<const NavTile> first_tile, last_tile;  ///< of its mesh; another mesh cannot have tiles at their addresses
    size_t tiles = 0, polygons = 0, links = 0;             ///< numbers of its mesh
    AStarScratch astar;
    CorridorSearch astar_search;  ///< the current search, if its method is weighted or astar
    ExactScratch exact;
    ExactSearch exact_search;  ///< the current search, if its method is exact
    HubScratch hubs;           ///< also holds the path found, if the method is hubs
    ClearanceScratch clearance;
    StringScratch string;
    FloodScratch flood;      ///< for walls, reachability, random points, polygons around a point
    SurfaceScratch surface;  ///< for paths along the ground
};

}  // namespace navspan
