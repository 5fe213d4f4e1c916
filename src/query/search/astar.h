#pragma once

#include <cstdint>
#include <vector>

#include "core/marks.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "query/search/target.h"

namespace navspan {

/// Memory of A*, reused between queries, usable with any mesh. Arrays are indexed by half-edge, link or polygon of the whole
/// mesh and never cleared: an entry is valid only if its stamp is the current query's.
struct AStarScratch {
    /// A portal crossed into a polygon.
    struct Node {
        double cost = 0;      ///< from the start to the portal's midpoint [lattice x area cost]
        uint32_t parent = 0;  ///< the previous node, kNoIndex at the start
        uint32_t stamp = 0;   ///< the query that wrote this node
    };
    struct HeapEntry {
        double key = 0;   ///< cost so far plus a lower bound on the remaining cost
        uint32_t id = 0;  ///< node: index of the half-edge entered, counted over the whole mesh; then off-mesh links
    };
    std::vector<Node> nodes;      ///< per half-edge of the mesh, then per off-mesh link
    std::vector<HeapEntry> heap;  ///< 4-ary, ordered by key, then by id
    Marks entered;                ///< the first half-edges of the polygons that the current query reached
    Marks blocks;                 ///< the blocks between start and target
};

/// An unfinished search that runs in slices. Its nodes are in the scratch passed to begin_corridor, which no other search may
/// use until this one is finished. Mesh and filter must outlive the search.
struct CorridorSearch : SearchProgress {
    double min_cost_rate = 0;  ///< lower bound on cost per distance between two points, seen from above
    double best_cost = 0;      ///< of the best path to the target so far [lattice x area cost]
    bool admits_all = false;   ///< the filter admits all polygons of the start's island
    bool pruned = false;       ///< only the blocks between start and target are searched
};

void begin_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch, CorridorSearch& search);
/// Expands at most `nodes` further nodes. Returns true if the search is done.
bool step_corridor(const NavMesh& mesh, AStarScratch& scratch, CorridorSearch& search, uint64_t nodes);
/// Returns the same corridor as find_corridor, independent of the slices. If the search is not done, returns the best path to
/// the goal so far, or to the reached point nearest to the goal.
void finish_corridor(const NavMesh& mesh, AStarScratch& scratch, const CorridorSearch& search, Corridor& corridor);

}  // namespace navspan
