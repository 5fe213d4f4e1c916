#pragma once

#include <cstdint>

namespace navspan {

/// Method that triangulates the ground inside rings.
enum class TriangulationMethod : uint8_t {
    ears,       ///< ear clipping that prefers the ear with the shortest new edge; gives well-shaped triangles
    monotone,   ///< sweep into monotone polygons; O(n log n) for all rings together, but gives thinner triangles
    automatic,  ///< monotone if the ground has 50000 vertices or more, otherwise ears
};

/// Method that cuts the ground inside rings into convex polygons.
enum class PartitionMethod : uint8_t {
    merge,   ///< triangulates, then merges adjacent polygons whose union is convex, longest common edge first
    meadow,  ///< meadow map: cuts recursively from a reflex vertex to a visible vertex
};

}  // namespace navspan
