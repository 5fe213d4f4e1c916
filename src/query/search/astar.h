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

/// A* over the graph whose nodes are the portals' midpoints and whose edges cross one polygon, at the cost of their length seen
/// from above times the polygon's area cost: the least such cost, as Dijkstra finds it. Admitted off-mesh links are further
/// edges, from where they start to where they end. No limit on nodes. When the goal cannot be reached, the corridor ends at the
/// reachable point nearest to `wish`.
/// Source: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths (1968).
void find_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch, Corridor& corridor);

/// The same search in slices: a search under way. What it has found lives in the scratch it was begun with, which serves no
/// other search until this one is finished; mesh and filter must live as long.
struct CorridorSearch : SearchProgress {
    double least_rate = 0;    ///< no way costs less than this times the distance of its ends seen from above
    double best_cost = 0;     ///< of the best way to the target so far [lattice x area cost]
    bool admits_all = false;  ///< the filter admits all polygons of the start's island
    bool pruned = false;      ///< only the blocks between start and target are searched
};

void begin_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch, CorridorSearch& search);
/// Expands at most `nodes` more nodes. True if the search is done.
bool step_corridor(const NavMesh& mesh, AStarScratch& scratch, CorridorSearch& search, uint64_t nodes);
/// The corridor found: that of find_corridor, whatever the slices were. Of a search that is not done: the best way to the goal
/// so far, or to the point nearest to it among what was reached.
void finish_corridor(const NavMesh& mesh, AStarScratch& scratch, const CorridorSearch& search, Corridor& corridor);

}  // namespace navspan
