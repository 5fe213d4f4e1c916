#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

/// Convex parts of a ring. The corners of part p are corners[first[p] .. first[p + 1]): indices in the ring, counter-clockwise
/// seen from above. Corners of 180 degrees are kept.
struct ConvexPartition {
    std::vector<uint32_t> corners;
    std::vector<uint32_t> first{0};
    std::vector<uint32_t> rest;  ///< indices of reflex corners from which no other corner is visible; empty on sound input
};

/// Cuts a sound counter-clockwise ring (see ring.h) into convex parts as in a meadow map. Bridges to holes are treated like
/// other edges. A cut starts at a reflex corner and divides its angle in two. The cut ends at the nearest visible corner for
/// which neither of these two angles is reflex. If there is no such corner, the cut ends at the nearest visible corner. The
/// areas of the parts sum exactly to the area of the ring. Takes quadratic time if cuts split the ring unevenly; cubic time at
/// worst.
/// Source: Arkin, Path planning for a vision-based autonomous robot (1986).
ConvexPartition partition_meadow_map(std::span<const LatticePoint> ring);

}  // namespace navspan
