#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/scratch.h"

namespace navspan {

/// Polygons to walk through, one after the other.
struct Corridor {
    std::vector<PolygonRef> polygons;  ///< from the start's to the end's
    std::vector<EdgeRef> portals;      ///< portals[i]: the edge, or off-mesh link {kLinkTile, index}, by which polygons[i] is
                                       ///< left for polygons[i + 1]
    SurfacePoint end;                  ///< the goal, or the reachable point nearest to it
    bool complete = false;             ///< the end is the goal
    double cost = 0;                   ///< sum of length x area cost over the portals' midpoints, and of links' costs [wu]
    uint64_t expanded = 0;             ///< nodes whose neighbours were looked at
    uint64_t pushed = 0;               ///< nodes put on the heap
};

struct CorridorRequest {
    SurfacePoint start;  ///< in an admitted polygon
    SurfacePoint goal;   ///< in an admitted polygon
    DVec3 wish;          ///< where the goal was asked for: a partial corridor ends as near to it as it can [wu]
    const QueryFilter* filter = nullptr;  ///< not null
};

/// What taking an off-mesh link costs: its own cost times the filter's cost of its area [wu].
inline double link_cost(const QueryFilter& filter, const OffMeshLink& link) {
    return link.cost * filter.area_cost[link.area];
}

/// A* over the graph whose nodes are the portals' midpoints and whose edges cross one polygon, at the cost of their length seen
/// from above times the polygon's area cost: the least such cost, as Dijkstra finds it. Admitted off-mesh links are further
/// edges, from where they start to where they end. No limit on nodes. When the goal cannot be reached, the corridor ends at the
/// reachable point nearest to `wish`.
/// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968).
void find_corridor(const NavMesh& mesh, const CorridorRequest& request, SearchScratch& scratch, Corridor& corridor);

/// The same search in slices: a search under way. What it has found lives in the scratch it was begun with, which serves
/// nothing else until the search is finished; mesh and filter must live as long.
struct CorridorSearch {
    CorridorRequest request;
    SurfacePoint target;      ///< the goal, or the nearest point of the start's island
    double least_rate = 0;    ///< no way costs less than this times the distance of its ends seen from above
    double best_cost = 0;     ///< of the best way to the target so far [lattice x area cost]
    uint32_t best_node = 0;   ///< the node it comes by
    uint32_t stamp = 0;       ///< of the scratch
    bool admits_all = false;  ///< the filter admits all polygons of the start's island
    bool pruned = false;      ///< only the blocks between start and target are searched
    bool done = false;        ///< nothing can change any more
    uint64_t expanded = 0, pushed = 0;
};

void begin_corridor(const NavMesh& mesh, const CorridorRequest& request, SearchScratch& scratch, CorridorSearch& search);
/// Goes on for so many nodes. True when the search is done.
bool step_corridor(const NavMesh& mesh, SearchScratch& scratch, CorridorSearch& search, uint64_t nodes);
/// The corridor found: that of find_corridor, whatever the slices were. Of a search that is not done: the best way to the goal
/// so far, or to the point nearest to it among what was reached.
void finish_corridor(const NavMesh& mesh, SearchScratch& scratch, const CorridorSearch& search, Corridor& corridor);

enum class CornerKind : uint8_t {
    corner,  ///< the way turns here
    link,    ///< an off-mesh link begins here
    goal,    ///< the way ends here
};

constexpr double kReached_cells = 1.0 / 1024;  ///< a corner so near to the agent is behind it [cell]

struct CorridorCorner {
    DVec3 position;  ///< on the surface [wu]
    CornerKind kind = CornerKind::corner;
    uint32_t polygon = 0;  ///< index into the corridor's polygons: one it lies in
    uint32_t link = 0;     ///< of a link: index into NavMesh::links
};

}  // namespace navspan
