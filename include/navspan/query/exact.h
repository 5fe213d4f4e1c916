#pragma once

#include <cstdint>

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/corridor.h"
#include "navspan/query/exact_scratch.h"
#include "navspan/query/plane.h"

namespace navspan {

constexpr uint32_t kMostExactRoots = (1u << 29) - 1;  ///< corners that one exact search can turn at: 25 GB of them

struct ExactOptions {
    bool use_blocks = true;     ///< search only what the block-cut tree says lies on the way, where that loses nothing
    bool use_landmarks = true;  ///< use the mesh's landmarks, if it has any, where that loses nothing
    uint32_t max_roots = kMostExactRoots;  ///< corners that may be turned at, 48 bytes each, up to kMostExactRoots
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
struct ExactSearch {
    CorridorRequest request;
    ExactOptions options;
    SurfacePoint target;       ///< the goal, or the reachable point nearest to the wish
    uint32_t target_edge = 0;  ///< the first half-edge of its polygon
    PlanePoint goal;           ///< the target as predicates take it
    double rate = 1;           ///< cost of a unit of length
    double link_bound = 0;    ///< no way through a link that is a short cut is shorter than this from that link on, or infinity
    double best_length = 0;   ///< of the best way to the target so far [2^-20 lattice]
    uint32_t best_node = 0;   ///< the node it comes by
    uint64_t next_check = 0;  ///< after so many nodes it is made sure that the target can be reached
    uint32_t stamp = 0;       ///< of the scratch
    bool all_admitted = false;   ///< the filter leaves no polygon out
    bool direct = false;         ///< no way is shorter than the straight line: pruning_is_exact
    bool prune = false;          ///< ways outside the marked blocks need not be looked at
    bool runs_ahead = false;     ///< polygons with one way on are passed without a node of their own
    bool use_landmarks = false;  ///< landmarks bound ways to the target
    bool settled = false;        ///< the target is known to be reachable
    bool done = false;           ///< nothing can change any more
    bool exhausted = false;      ///< it ended because it would have turned at more than options.max_roots corners
    uint64_t expanded = 0, pushed = 0;
};

void begin_exact(const NavMesh& mesh, const CorridorRequest& request, const ExactOptions& options, ExactScratch& scratch,
                 ExactSearch& search);
/// Goes on for so many nodes. True when the search is done.
bool step_exact(const NavMesh& mesh, ExactScratch& scratch, ExactSearch& search, uint64_t nodes);
/// The corridor found: that of find_exact_corridor, whatever the slices were. Of a search that is not done: the best way to the
/// goal so far, or if there is none yet the start alone; it is not complete where the search was exhausted.
void finish_exact(const NavMesh& mesh, ExactScratch& scratch, const ExactSearch& search, Corridor& corridor);

}  // namespace navspan
