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

/// Memory of the exact search, reused from query to query, usable with any mesh; arrays indexed by half-edge, link or polygon
/// are never cleared: an entry counts only if its stamp is that of the search in hand.
struct ExactScratch {
    /// A point paths bend at: the start, a corner of an obstacle, or where an off-mesh link ends.
    struct Root {
        PlanePoint at;
        PlanePoint ahead;     ///< beyond it on the line from the root before
        double length = 0;    ///< of the way here [2^-20 lattice]
        uint32_t parent = 0;  ///< the root where the straight line to it begins; itself at the start and after a link
        bool stale = false;   ///< a shorter way to the same corner or link was found
    };
    enum class NodeKind : uint8_t {
        cone,             ///< what a root sees through an edge, between two vertices
        cone_left_open,   ///< the same, its left side being the line ahead of the root
        cone_right_open,  ///< the same, its right side being that line
        turn_right,       ///< everything around a corner, going round it clockwise
        turn_left,        ///< the same counter-clockwise
        inside,           ///< a polygon the root lies in
    };
    struct Node {
        LatticePoint left, right;  ///< of a cone: the vertices its sides pass through
        uint32_t root : 29;        ///< index into roots
        uint32_t kind : 3;         ///< a NodeKind
        uint32_t edge;    ///< over the whole mesh; of a cone: by which its polygon is entered; of a turn: the first edge
                          ///< crossed; inside: the edge by which the polygon was entered, or the number of half-edges + the
                          ///< link by which the root was come to, or kNoIndex in the start's polygon
        uint32_t parent;  ///< the node before, kNoIndex at the start; between two cones there may be polygons with one way on
    };
    struct HeapEntry {
        double key = 0;   ///< no way through the node is shorter [2^-20 lattice]
        uint32_t id = 0;  ///< node
    };
    struct Slot {
        uint32_t stamp = 0;  ///< the search that wrote this
        uint32_t root = 0;   ///< the best root here so far
    };

    std::vector<Node> nodes;
    std::vector<Root> roots;
    std::vector<HeapEntry> heap;      ///< 4-ary, least key first, then the newest node
    std::vector<Slot> slots;          ///< per half-edge of the mesh (of a corner: the one that names it), then per link
    std::vector<uint64_t> stops;      ///< bit half-edge: the first of a polygon where a way passes from block to block
    std::vector<uint32_t> stop_list;  ///< the bits set
    Marks flood;                      ///< polygons that a flood reached
    std::vector<PolygonRef> queue;    ///< of a flood
    std::vector<uint32_t> chain;      ///< nodes of the way found
    Marks blocks;                     ///< the blocks between start and target
    LandmarkGoal landmark_goal;
    uint32_t stamp = 0;  ///< of the search in hand
};

/// The corridor of the shortest path seen from above, however it bends: the string pulled through it is the shortest of all
/// ways on the admitted polygons, off-mesh links at their cost included. For filters whose admitted areas all cost the same on
/// the start's island (uniform_cost); a cost of 0 is taken for 1. Where obstacles touch in a point nothing passes through. When
/// the goal cannot be reached, the corridor leads the shortest way to the reachable point nearest to `wish`.
/// Corridor::cost is the length of that way times the areas' cost, plus the links' [wu]. Start and goal count as snap_into
/// says. Source: Cui, Harabor, Grastien, Compromise-free pathfinding on a navigation mesh (2017).
void find_exact_corridor(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options,
                         ExactScratch& scratch, Corridor& corridor);

/// The same search in slices: a search under way. What it has found lives in the scratch it was begun with, which serves no
/// other exact search until this one is finished; mesh and filter must live as long.
struct ExactSearch : SearchProgress {
    ExactOptions options;
    uint32_t target_edge = 0;  ///< the first half-edge of its polygon
    PlanePoint goal;           ///< the target as predicates take it
    double rate = 1;           ///< cost of a unit of length
    double link_bound = 0;    ///< no way through a link that is a short cut is shorter than this from that link on, or infinity
    double best_length = 0;   ///< of the best way to the target so far [2^-20 lattice]
    uint64_t next_check = 0;  ///< after so many nodes it is made sure that the target can be reached
    bool all_admitted = false;   ///< the filter leaves no polygon out
    bool direct = false;         ///< no way is shorter than the straight line: pruning_is_exact
    bool prune = false;          ///< ways outside the marked blocks need not be looked at
    bool runs_ahead = false;     ///< polygons with one way on are passed without a node of their own
    bool use_landmarks = false;  ///< landmarks bound ways to the target
    bool settled = false;        ///< the target is known to be reachable
    bool exhausted = false;      ///< it ended because it would have turned at more than options.max_roots corners
};

void begin_exact(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options, ExactScratch& scratch,
                 ExactSearch& search);
/// Expands at most `nodes` more nodes. True if the search is done.
bool step_exact(const NavMesh& mesh, ExactScratch& scratch, ExactSearch& search, uint64_t nodes);
/// The corridor found: that of find_exact_corridor, whatever the slices were. Of a search that is not done: the best way to the
/// goal so far, or if there is none yet the start alone; it is not complete where the search was exhausted.
void finish_exact(const NavMesh& mesh, ExactScratch& scratch, const ExactSearch& search, Corridor& corridor);

}  // namespace navspan
