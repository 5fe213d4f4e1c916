#pragma once

#include <cstdint>
#include <vector>

#include "core/marks.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "query/search/target.h"

namespace navspan {

/// Memory of A*, reused between queries and meshes. A node is valid only if its stamp equals the stamp of `entered`.
struct AStarScratch {
    /// The best path to the midpoint of a portal, or to the end of an off-mesh link.
    struct Node {
        double cost = 0;      ///< cost from the start [lattice x area cost]
        uint32_t parent = 0;  ///< the previous node, kNoIndex at the start
        uint32_t stamp = 0;   ///< stamp of the search that wrote this node
    };
    struct HeapEntry {
        double key = 0;   ///< cost from the start plus a lower bound on the cost to the goal [lattice x area cost]
        uint32_t id = 0;  ///< index into nodes
    };
    std::vector<Node> nodes;      ///< index: half-edge that enters a polygon, or number of half-edges plus index of a link
    std::vector<HeapEntry> heap;  ///< 4-ary heap, ordered by key, then by id
    Marks entered;                ///< polygons that the current query expanded, each marked at its first half-edge
    Marks blocks;                 ///< blocks of the block-cut tree between start and target
};

/// State of a search between calls of step_corridor. No other search may use the scratch until this search is finished. Mesh
/// and filter must outlive the search.
struct CorridorSearch : SearchProgress {
    double min_cost_rate = 0;  ///< lower bound on (cost of a path) / (distance between its ends)
    double best_cost = 0;      ///< cost of the best known path to the target [lattice x area cost]
    bool admits_all = false;   ///< true if the filter admits all polygons of the start's island
    bool pruned = false;       ///< true if only the blocks between start and target are searched
};

void begin_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch, CorridorSearch& search);
/// Expands at most `nodes` further nodes. Returns true if the search is done.
bool step_corridor(const NavMesh& mesh, AStarScratch& scratch, CorridorSearch& search, uint64_t nodes);
/// Writes the corridor found. If the search is not done, writes the best known corridor to the goal. If no corridor to the goal
/// is known, writes a corridor to the point of the expanded polygons nearest to the goal.
void finish_corridor(const NavMesh& mesh, AStarScratch& scratch, const CorridorSearch& search, Corridor& corridor);

}  // namespace navspan
