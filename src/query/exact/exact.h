#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/marks.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "query/exact/landmark_bound.h"
#include "query/search/plane.h"
#include "query/search/target.h"

namespace navspan {

constexpr uint32_t kMaxExactRoots = (1u << 29) - 1;  ///< largest number of roots of a search; this number of roots uses 24 GiB

struct ExactOptions {
    bool use_blocks = true;               ///< if pruning_is_exact(), search only the blocks between start and goal
    bool use_landmarks = true;            ///< if pruning_is_exact(), use the lower bounds of the mesh's landmarks
    uint32_t max_roots = kMaxExactRoots;  ///< largest number of roots (start, corners, link ends); each uses 48 bytes
};

/// Memory of the exact search, reused between queries and meshes. A slot is valid only if its stamp equals the stamp of the
/// current search.
struct ExactScratch {
    /// A point from which paths continue straight: the start, a corner of an obstacle, or the end of an off-mesh link.
    struct Root {
        PlanePoint at;
        PlanePoint ahead;     ///< a point beyond `at` on the straight line from the previous root
        double length = 0;    ///< length of the path to `at` [2^-20 lattice]
        uint32_t parent = 0;  ///< root from which a straight line leads to `at`; the start and link ends store their own index
        bool stale = false;   ///< true if a shorter path to the same corner or link was found
    };
    enum class NodeKind : uint8_t {
        cone,             ///< the view of a root through an edge, between the rays through two vertices
        cone_left_open,   ///< a cone whose left side is the ray through Root::ahead
        cone_right_open,  ///< a cone whose right side is the ray through Root::ahead
        turn_right,       ///< the view from a corner (the root) after a clockwise bend at the corner
        turn_left,        ///< the view from a corner (the root) after a counter-clockwise bend at the corner
        inside,           ///< a polygon that contains the root
    };
    struct Node {
        LatticePoint left, right;  ///< for a cone: the vertices on its two sides
        uint32_t root : 29;        ///< index into roots
        uint32_t kind : 3;         ///< a NodeKind
        /// Half-edge of the mesh. If the node is a cone or of kind `inside`: the edge through which the path entered the
        /// polygon. If the node is a turn: the first edge that the path crosses after the turn. Exceptions: after a link, the
        /// number of half-edges plus the index of the link; in the start's polygon, kNoIndex.
        uint32_t edge;
        /// The previous node; kNoIndex at the start. Between the two nodes, the path can cross polygons with a single exit,
        /// which need no node.
        uint32_t parent;
    };
    struct HeapEntry {
        double key = 0;   ///< lower bound on the length of all paths through the node [2^-20 lattice]
        uint32_t id = 0;  ///< index into nodes
    };
    struct Slot {
        uint32_t stamp = 0;  ///< stamp of the search that wrote this slot
        uint32_t root = 0;   ///< root with the shortest known path
    };

    std::vector<Node> nodes;
    std::vector<Root> roots;
    std::vector<HeapEntry> heap;  ///< 4-ary heap, least key first; of equal keys, the newest node first
    std::vector<Slot> slots;      ///< index: the fan_id() of a corner, or the number of half-edges plus the index of a link
    /// One bit per half-edge: set for the first half-edge of each polygon that mark_block_joints() marks.
    std::vector<uint64_t> stops;
    std::vector<uint32_t> stop_list;  ///< the half-edges whose bit in `stops` is set; see mark_block_joints()
    Marks flood;                      ///< polygons reached by a flood fill
    std::vector<PolygonRef> queue;    ///< queue of the flood fill
    std::vector<uint32_t> chain;      ///< nodes of the path found; in expand_inside(), nodes of the polygons around a root
    Marks blocks;                     ///< blocks of the block-cut tree between start and target
    LandmarkGoal landmark_goal;
    uint32_t stamp = 0;  ///< stamp of the current search
};

/// Finds the corridor that contains the path of minimum horizontal length over all admitted polygons and off-mesh links. A link
/// contributes its cost. All admitted areas on the start's island must have the same cost (uniform_cost); a cost of 0 counts as
/// 1. Paths cannot pass between obstacles that touch at a point. If the goal cannot be reached, the path leads to the reachable
/// point nearest to requested_goal. Start and goal are snapped by snap_inside. Corridor::cost receives the length times the
/// cost of the areas, plus the cost of the links [wu].
/// Error (failed): the search needs more than options.max_roots roots.
/// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017).
Status find_exact_corridor(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options,
                           ExactScratch& scratch, Corridor& corridor);

/// Error message for a search that stopped at ExactOptions::max_roots. A path may still exist.
std::string exhausted_reason(const ExactOptions& options);

/// State of a search between calls of step_exact. The nodes of the search are in the scratch passed to begin_exact. No other
/// exact search may use that scratch until this search is finished. Mesh and filter must outlive the search.
struct ExactSearch : SearchProgress {
    ExactOptions options;
    uint32_t target_edge = 0;  ///< the first half-edge of the target's polygon
    PlanePoint goal;           ///< the target, snapped for exact predicates
    double rate = 1;           ///< cost factor of the areas
    /// Lower bound on the length of all paths to the goal that start with a shortcut link (see set_link_bound) [2^-20 lattice].
    /// Infinity if there is no such path.
    double link_bound = 0;
    double best_length = 0;           ///< length of the best known path to the target [2^-20 lattice]
    uint64_t next_check = 0;          ///< after this many nodes, a flood fill tests whether the target is reachable
    bool all_admitted = false;        ///< true if the filter admits every polygon of the start's island
    bool direct = false;              ///< true if pruning_is_exact() is true; no path is then shorter than the straight line
    bool prune = false;               ///< true: skip edges outside ExactScratch::blocks, which begin_exact marks
    bool skips_single_exits = false;  ///< true: no node is made for polygons with a single exit (follow_single_exits)
    bool use_landmarks = false;       ///< true: use landmarks for lower bounds on the distance to the target
    bool target_verified = false;     ///< true: the target is known to be reachable
    bool exhausted = false;           ///< true: the search stopped because it needs more than options.max_roots roots
};

void begin_exact(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options, ExactScratch& scratch,
                 ExactSearch& search);
/// Expands at most `nodes` further nodes from the heap. If a node has a single successor, also expands the successor, without
/// counting it. Returns true if the search is done.
bool step_exact(const NavMesh& mesh, ExactScratch& scratch, ExactSearch& search, uint64_t nodes);
/// Writes the same corridor as find_exact_corridor, no matter how the search was divided into steps. If the search is not done,
/// writes the best known path to the goal, or only the start if no path is known. If the search stopped at its limit
/// (ExactSearch::exhausted), Corridor::complete is false.
void finish_exact(const NavMesh& mesh, ExactScratch& scratch, const ExactSearch& search, Corridor& corridor);

}  // namespace navspan
