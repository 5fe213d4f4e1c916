#pragma once

#include <cstdint>
#include <vector>

#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/scratch.h"

namespace navspan {

constexpr uint32_t kNoNode = 0xffffffffu;

/// Polygons to walk through, one after the other.
struct Corridor {
    std::vector<PolygonRef> polygons;  ///< from the start's to the end's
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge, or link, by which polygons[i] is left for polygons[i + 1]
    SurfacePoint end;                  ///< the goal, or the reachable point nearest to it
    bool complete = false;             ///< the end is the goal
    double cost = 0;                   ///< sum of length x area cost over the portals' midpoints [wu]
    uint64_t expanded = 0;             ///< nodes whose neighbours were looked at
    uint64_t pushed = 0;               ///< nodes put on the heap
};

struct CorridorRequest {
    SurfacePoint start;  ///< in an admitted polygon
    SurfacePoint goal;   ///< in an admitted polygon
    DVec3 wish;          ///< where the goal was asked for: a partial corridor ends as near to it as it can [wu]
    const QueryFilter* filter = nullptr;  ///< not null
};

/// A* over the graph whose nodes are the portals' midpoints and whose edges cross one polygon, at the cost of their length seen
/// from above times the polygon's area cost: the least such cost, as Dijkstra finds it. No limit on nodes. When the goal cannot
/// be reached, the corridor ends at the reachable point nearest to `wish`.
/// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968).
void find_corridor(const NavMesh& mesh, const CorridorRequest& request, SearchScratch& scratch, Corridor& corridor);

}  // namespace navspan
