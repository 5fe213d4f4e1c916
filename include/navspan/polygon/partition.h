#pragma once

#include <cstdint>

namespace navspan {

/// How ground between rings is cut into triangles.
enum class TriangulationMethod : uint8_t {
    ears,       ///< ear clipping, the shortest third side first: good shapes
    monotone,   ///< sweep into monotone pieces: O(n log n) whatever the rings are like, thinner triangles
    automatic,  ///< ears, for large plans monotone
};

/// How ground between rings is cut into convex polygons.
enum class PartitionMethod : uint8_t {
    merge,   ///< triangles, merged over their longest common edges
    meadow,  ///< the meadow map: cuts from reflex vertices to visible ones, recursively
};

}  // namespace navspan
