#pragma once

#include <cstdint>
#include <vector>

#include "core/marks.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "query/search/target.h"

namespace navspan {

/// Memory of A*, reused from query to query, usable with any mesh. Arrays are indexed by half-edge, link or polygon of the whole
/// mesh and never cleared: an entry counts only if its stamp is that of the current query.
struct AStarScratch {
    /// A portal crossed into a polygon.
    struct Node {
        double cost = 0;      ///< from the start to the portal's midpoint [lattice x area cost]
        uint32_t parent = 0;  ///< the node before, kNoIndex at the start
        uint32_t stamp = 0;   ///< the query that wrote this
    };
    struct HeapEntry {
        double key = 0;   ///< cost so far plus a lower bound on the remaining cost
        uint32_t id = 0;  ///< node: half-edge of the polygon entered, counted over the whole mesh; then off-mesh links
    };
    std::vector<Node> nodes;      ///< per half-edge of the mesh, then per off-mesh link
    std::vector<HeapEntry> heap;  ///< 4-ary, least key first, then least id
    Marks entered;                ///< the first half-edges of the polygons that the current query reached
    Marks blocks;                 ///< the blocks between start and target
};

/// A search in progress, in slices. Its results are in the scratch that was passed to begin_corridor; no other search may use
/// this scratch until finish_corridor. The mesh and the filter must live as long as the search.
struct CorridorSearch : SearchProgress {
    double least_rate = 0;    ///< no way costs less than this times the distance of its ends seen from above
    double best_cost = 0;     ///< of the best way to the target so far [lattice x area cost]
    bool admits_all = false;  ///< the filter admits all polygons of the start's island
    bool pruned = false;      ///< only the blocks between start and target are searched
};

/// Begins an A* search. The nodes of its graph are the midpoints of the portals. Each edge of the graph crosses one polygon and
/// costs its length seen from above times the area cost of the polygon. Admitted off-mesh links are edges too. The search finds
/// the least cost, as Dijkstra's algorithm does, and has no limit on nodes. If the goal cannot be reached, the corridor ends at
/// the reachable point nearest to `wish`.
/// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968).
void begin_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch, CorridorSearch& search);
/// Expands at most `nodes` more nodes. True if the search is done.
bool step_corridor(const NavMesh& mesh, AStarScratch& scratch, CorridorSearch& search, uint64_t nodes);
/// Returns the corridor. It does not depend on the slices. If the search is not done, the corridor is the best path so far to
/// the goal, or to the point nearest to the goal among the polygons reached.
void finish_corridor(const NavMesh& mesh, AStarScratch& scratch, const CorridorSearch& search, Corridor& corridor);

}  // namespace navspan
