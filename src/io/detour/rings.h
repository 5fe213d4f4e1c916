#pragma once

#include <cstdint>
#include <vector>

#include "io/detour/lattice.h"
#include "io/detour/read.h"
#include "io/detour/seams.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// A corner of a ring and the side that leaves it.
struct DetourRingSide {
    uint32_t node = 0;           ///< in DetourRings::nodes
    uint32_t twin = kNoIndex;    ///< the same side of the ring across, or a wall
    uint32_t corner = kNoIndex;  ///< of the polygon it was; kNoIndex: put into a side on a seam
};

/// A point of the mesh: corners of polygons that are one point are one node.
struct DetourNode {
    LatticePoint at;
    double y = 0;  ///< [wu]
};

/// The ground polygons of all tiles of a set, one after the other, joined over the seams.
struct DetourRings {
    std::vector<DetourNode> nodes;
    std::vector<DetourRingSide> sides;
    std::vector<uint32_t> first;  ///< polygons + 1: where each one's sides begin
};

/// Error (input): neighbours that disagree, or portals that lie upon each other; (failed): more than 32 bits count.
Result<DetourRings> join_detour_polygons(const DetourSet& set, const DetourLattice& lattice);

}  // namespace navspan
