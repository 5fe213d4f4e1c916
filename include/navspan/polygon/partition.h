#pragma once

#include <cstdint>

namespace navspan {

/// How the ground inside rings is triangulated.
enum class TriangulationMethod : uint8_t {
    ears,       ///< ear clipping, shortest new edge first; gives well-shaped triangles
    monotone,   ///< sweep into monotone polygons; O(n log n) for all rings, but thinner triangles
    automatic,  ///< monotone for large plans, else ears
};

/// How the ground inside rings is cut into convex polygons.
enum class PartitionMethod : uint8_t {
    merge,   ///< triangulates, then merges across the longest common edges first
    meadow,  ///< meadow map: cuts recursively from a reflex vertex to a visible vertex
};

}  // namespace navspan
