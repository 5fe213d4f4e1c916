#pragma once

#include "bake/world/tile_plan.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"

namespace navspan {

/// About how much memory a bake takes, told before it begins.
struct BakeMemory {
    double level = 0;  ///< the program and the triangles [byte]
    double plan = 0;   ///< which tiles there are, what they see, and where they are kept [byte]
    double tile = 0;   ///< the largest tile, while it is baked: once for each thread [byte]
    double link = 0;   ///< what is on the borders of tiles, and the graph of polygons; after the tiles [byte]

    // of several agents
    double listed = 0;    ///< of plan, what every agent needs for itself [byte]
    double finished = 0;  ///< the largest tile once it is baked, while those of other agents are: once for each thread [byte]

    double with_threads(unsigned threads) const;
};

/// @param plan    the tiles, or null where the level is baked as one
/// @param shards  every so many-th tile is baked and left unlinked; 0: all are, and linked
BakeMemory estimate_bake_memory(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan* plan, uint32_t shards = 0);

/// The largest number of threads, no more than wanted, with which a bake keeps within that much memory [byte].
/// Error (failed): not even one does; says how much it takes and what to change.
Result<unsigned> threads_within(const BakeMemory& memory, double most, unsigned wanted, bool in_tiles);

}  // namespace navspan
