#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/search_index.h"
#include "navspan/query/exact_scratch.h"
#include "navspan/query/flood.h"
#include "navspan/query/funnel.h"
#include "navspan/query/path_scratch.h"

namespace navspan {

/// All mutable state of a search: one per thread, kept between queries so that they allocate nothing, usable with any mesh.
/// Arrays are indexed by half-edge, link or polygon of the whole mesh and never cleared: an entry counts only if its stamp is
/// that of the query in hand.
struct SearchScratch {
    /// A portal crossed into a polygon.
    struct Node {
        double cost = 0;      ///< from the start to the portal's midpoint [lattice x area cost]
        uint32_t parent = 0;  ///< the node before, kNoIndex at the start
        uint32_t stamp = 0;   ///< the query that wrote this
    };
    struct HeapEntry {
        double key = 0;   ///< cost so far plus the least that can follow
        uint32_t id = 0;  ///< node: half-edge of the polygon entered, counted over the whole mesh; then off-mesh links
    };
    std::vector<Node> nodes;              ///< per half-edge of the mesh, then per off-mesh link
    std::vector<uint32_t> polygon_stamp;  ///< at the first half-edge of every polygon: the query that reached it
    std::vector<HeapEntry> heap;          ///< 4-ary, least key first, then least id
    uint32_t stamp = 0;                   ///< of the query in hand
    BlockScratch blocks;                  ///< the parts of the mesh between its start and its target
    std::vector<Portal> string;           ///< the portals of the corridor in hand, as segments
    std::vector<StringPoint> line;        ///< the string pulled through them
    FunnelScratch funnel;
    PathScratch path;
    ExactScratch exact;  ///< of the exact search
    FloodScratch flood;  ///< of walls, reachability, random points and polygons around a place
};

/// The memory a scratch holds [byte]: what a thread that makes queries costs. It grows with the largest mesh it was used with.
size_t scratch_bytes(const SearchScratch& scratch);

}  // namespace navspan
