#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/vec.h"

namespace navspan {

/// Convex pieces of a ring. Piece p has the corners corners[first[p] .. first[p + 1]), positions in the ring, counter-clockwise
/// seen from above; corners of 180 degrees stay where the ring has them.
struct ConvexPartition {
    std::vector<uint32_t> corners;
    std::vector<uint32_t> first{0};
    std::vector<uint32_t> rest;  ///< positions of a reflex corner that saw no other corner; empty on sound input
};

/// Cuts a sound ring that runs counter-clockwise (see ring.h; bridges to holes are edges like any other) into convex pieces the
/// way meadow maps are made: from a reflex corner to a corner that it sees, the nearest of those that leave no reflex angle if
/// there are any, and then each half by itself. The pieces' areas sum to the ring's, exactly. Quadratic in the
/// corners where cuts part a ring badly, cubic where most corners near a cut are hidden besides.
/// Source: Arkin, Path planning for a vision-based autonomous robot (1986).
ConvexPartition partition_meadow_map(std::span<const LatticePoint> ring);

}  // namespace navspan
