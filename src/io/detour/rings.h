#pragma once

#include <cstdint>
#include <vector>

#include "io/detour/lattice.h"
#include "io/detour/read.h"
#include "io/detour/seams.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// A corner of a ring, and the side that starts at this corner.
struct DetourRingSide {
    uint32_t node = 0;           ///< index in DetourRings::nodes
    uint32_t twin = kNoIndex;    ///< index of the same side in the adjacent ring; kNoIndex: a wall
    uint32_t corner = kNoIndex;  ///< index of the corner in the Detour polygon; kNoIndex: inserted on a seam
};

/// A point of the mesh, shared by coinciding corners of connected polygons.
struct DetourNode {
    LatticePoint at;
    double y = 0;  ///< height [wu]
};

/// The ground polygons of all tiles in file order, connected across seams.
struct DetourRings {
    std::vector<DetourNode> nodes;
    std::vector<DetourRingSide> sides;
    std::vector<uint32_t> first;  ///< start offset of each polygon's sides in `sides`; the last entry is sides.size()
};

/// Connects the polygons of all tiles. Error (input): two polygons disagree on whether they are neighbours, or too many portals
/// overlap. Error (failed): too many polygons for 32-bit indices.
Result<DetourRings> join_detour_polygons(const DetourSet& set, const DetourLattice& lattice);

}  // namespace navspan
