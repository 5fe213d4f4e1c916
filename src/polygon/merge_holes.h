#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Rings without holes. Each hole is connected to the ring around it by a bridge. A ring traverses its bridges once in each
/// direction. Ring r has the positions first[r], ..., first[r + 1] - 1.
struct MergedRings {
    std::vector<uint32_t> corners;  ///< for each position: index of the input point
    std::vector<uint32_t> bridge;   ///< for each position: position of the same bridge in the opposite direction; kNoIndex for
                                    ///< input edges
    std::vector<uint32_t> first;    ///< start offsets in `corners`: one per ring, plus the end
    std::vector<uint32_t> stray;    ///< one point of each hole without outline or bridge; empty on sound input
};

/// Merges holes into the outlines around them. Ring r of the input is points[ring_first[r] .. ring_first[r + 1]). Outlines run
/// counter-clockwise seen from above and holes clockwise, in any order. Rings may touch themselves and each other at vertices.
/// Areas that touch only at a vertex get separate rings. The result has exactly the same area as the input.
///
/// Holes are sorted by their leftmost vertex (smallest x, then z). A bridge connects this vertex to the nearest visible vertex
/// of the surrounding ring (ties: the first in the ring). On sound input, a visible vertex always exists.
/// Sources: Eberly, Triangulation by ear clipping (2002) for the order; Mononen, Recast (2009), for the choice of the bridge.
MergedRings merge_holes(std::span<const LatticePoint> points, std::span<const uint32_t> ring_first);

}  // namespace navspan
