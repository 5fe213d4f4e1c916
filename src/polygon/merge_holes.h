#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Rings without holes: each hole is tied to what surrounds it by a bridge that is walked once each way. Ring r is the
/// positions first[r] .. first[r + 1).
struct MergedRings {
    std::vector<uint32_t> corners;  ///< per position: index of the input point
    std::vector<uint32_t> bridge;  ///< per position: where the same bridge leaves the other way; kNoIndex: an edge of the input
    std::vector<uint32_t> first;   ///< number of rings + 1
    std::vector<uint32_t> stray;   ///< a point of every hole that lies in no outline or found no bridge; empty on sound input
};

/// Merges holes into the outlines around them. Ring r of the input is points[ring_first[r] .. ring_first[r + 1]), outlines
/// counter-clockwise seen from above, holes clockwise, in any order. Rings may touch themselves and each other in vertices:
/// what they bound is taken as an open set, so that it does not hang together through a vertex, and the rings are first
/// rejoined at such vertices so that each runs around one piece. The doubled area of the result equals that of the input,
/// exactly.
///
/// Holes are taken by their leftmost vertex (smallest x, then z), from the left; each is tied to the nearest vertex that sees
/// it (ties: the first in the ring), which always exists. A tied ring lists the outline from the bridge on, its first vertex
/// again, then the hole from the bridge on, and that one's first vertex again.
/// Sources: Eberly, Triangulation by ear clipping (2002) for the order; Mononen, Recast (2009), for the choice of the bridge.
MergedRings merge_holes(std::span<const LatticePoint> points, std::span<const uint32_t> ring_first);

}  // namespace navspan
