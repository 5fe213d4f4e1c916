#pragma once

#include <cstdint>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/search_index.h"
#include "navspan/query/funnel.h"
#include "navspan/query/landmarks.h"

namespace navspan {

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
    std::vector<HeapEntry> heap;          ///< 4-ary, least key first, then the newest node
    std::vector<Slot> slots;              ///< per half-edge of the mesh (of a corner: the one that names it), then per link
    std::vector<uint64_t> stops;          ///< bit half-edge: the first of a polygon where a way passes from block to block
    std::vector<uint32_t> stop_list;      ///< the bits set
    std::vector<uint32_t> polygon_stamp;  ///< per polygon: the flood that reached it
    std::vector<PolygonRef> queue;        ///< of a flood
    std::vector<uint32_t> chain;          ///< nodes of the way found
    BlockScratch blocks;
    LandmarkGoal landmark_goal;
    uint32_t stamp = 0;        ///< of the search in hand
    uint32_t flood_stamp = 0;  ///< of the last flood
};

}  // namespace navspan
