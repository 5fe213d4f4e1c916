#pragma once

#include <cstdint>
#include <vector>

#include "core/marks.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "query/exact/landmark_bound.h"
#include "query/search/plane.h"
#include "query/search/target.h"

namespace navspan {

constexpr uint32_t kMaxExactRoots = (1u << 29) - 1;  ///< corners that one exact search can turn at: 25 GB of them

struct ExactOptions {
    bool use_blocks = true;     ///< search only what the block-cut tree says lies on the way, where that loses nothing
    bool use_landmarks = true;  ///< use the mesh's landmarks, if it has any, where that loses nothing
    uint32_t max_roots = kMaxExactRoots;  ///< corners that may be turned at, 48 bytes each, up to kMaxExactRoots
};

/// Memory of the exact search, reused between queries, usable with any mesh. Arrays indexed by half-edge, link or polygon are
/// never cleared: an entry is valid only if its stamp is the current search's.
struct ExactScratch {
    /// A point at which paths bend: the start, a corner of an obstacle, or the end of an off-mesh link.
    struct Root {
        PlanePoint at;
        PlanePoint ahead;     ///< a point beyond it on the line from the previous root
        double length = 0;    ///< of the path to it [2^-20 lattice]
        uint32_t parent = 0;  ///< the root where the straight line to it starts; itself at the start and after a link
        bool stale = false;   ///< a shorter path to the same corner or link was found
    };
    enum class NodeKind : uint8_t {
        cone,             ///< the view of a root through an edge, between two vertices
        cone_left_open,   ///< the same, but the left side is the line ahead of the root
        cone_right_open,  ///< the same, but the right side is the line ahead of the root
        turn_right,       ///< everything visible around a corner, clockwise
        turn_left,        ///< the same, counter-clockwise
        inside,           ///< a polygon that contains the root
    };
    struct Node {
        LatticePoint left, right;  ///< of a cone: the vertices on its sides
        uint32_t root : 29;        ///< index into roots
        uint32_t kind : 3;         ///< a NodeKind
        uint32_t edge;    ///< index over the whole mesh; cone: the edge through which the search enters the polygon; turn: the
                          ///< first edge crossed; inside: the edge through which the polygon was entered, or the number of
                          ///< half-edges + the link that ends at the root, or kNoIndex in the start's polygon
        uint32_t parent;  ///< the previous node, kNoIndex at the start; polygons with one exit may lie between two cones
    };
    struct HeapEntry {
        double key = 0;   ///< lower bound on the length of all paths through the node [2^-20 lattice]
        uint32_t id = 0;  ///< node
    };
    struct Slot {
        uint32_t stamp = 0;  ///< the search that wrote this slot
        uint32_t root = 0;   ///< the best root so far
    };

    std::vector<Node> nodes;
    std::vector<Root> roots;
    std::vector<HeapEntry> heap;      ///< 4-ary, least key first; ties go to the newest node
    std::vector<Slot> slots;          ///< per half-edge of the mesh (a corner uses the half-edge that names it), then per link
    std::vector<uint64_t> stops;      ///< bit per half-edge, set for the first one of a polygon that joins two blocks
    std::vector<uint32_t> stop_list;  ///< the bits set
    Marks flood;                      ///< polygons reached by a flood fill
    std::vector<PolygonRef> queue;    ///< of the flood fill
    std::vector<uint32_t> chain;      ///< nodes of the path found
    Marks blocks;                     ///< the blocks between start and target
    LandmarkGoal landmark_goal;
    uint32_t stamp = 0;  ///< of the current search
};

/// Finds the corridor of the shortest path seen from above: the string pulled through it is the shortest of all paths over the
/// admitted polygons, including off-mesh links at their cost. Requires that all admitted areas on the start's island have the
/// same cost (uniform_cost); a cost of 0 counts as 1. Paths cannot pass between obstacles that touch in a point. If the goal
/// cannot be reached, the path leads to the reachable point nearest to `wish`. Corridor::cost is the length times the areas'
/// cost, plus the links' cost [wu]. Start and goal are snapped by snap_inside.
/// Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017).
void find_exact_corridor(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options,
                         ExactScratch& scratch, Corridor& corridor);

/// An unfinished search that runs in slices. Its nodes are in the scratch passed to begin_exact, which no other exact search
/// may use until this one is finished. Mesh and filter must outlive the search.
struct ExactSearch : SearchProgress {
    ExactOptions options;
    uint32_t target_edge = 0;         ///< the first half-edge of the target's polygon
    PlanePoint goal;                  ///< the target, snapped for exact predicates
    double rate = 1;                  ///< cost per unit of length
    double link_bound = 0;            ///< lower bound on the remaining length from the start of the last shortcut link on, or
                                      ///< infinity
    double best_length = 0;           ///< of the best path to the target so far [2^-20 lattice]
    uint64_t next_check = 0;          ///< number of expanded nodes after which reachability of the target is tested
    bool all_admitted = false;        ///< the filter admits every polygon of the island
    bool direct = false;              ///< no path is shorter than the straight line: pruning_is_exact
    bool prune = false;               ///< skip edges outside of the marked blocks
    bool skips_single_exits = false;  ///< pass polygons with one exit without a node of their own
    bool use_landmarks = false;       ///< landmarks give lower bounds to the target
    bool target_verified = false;     ///< the target is known to be reachable
    bool exhausted = false;           ///< the search stopped because it reached options.max_roots corners
};

void begin_exact(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options, ExactScratch& scratch,
                 ExactSearch& search);
/// Expands at most `nodes` further nodes. Returns true if the search is done.
bool step_exact(const NavMesh& mesh, ExactScratch& scratch, ExactSearch& search, uint64_t nodes);
/// Returns the same corridor as find_exact_corridor, independent of the slices. If the search is not done, returns the best
/// path to the goal so far, or only the start if there is none yet. If the search is exhausted, the corridor is not complete.
void finish_exact(const NavMesh& mesh, ExactScratch& scratch, const ExactSearch& search, Corridor& corridor);

}  // namespace navspan
