#pragma once

#include "bake/world/tile_plan.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"

namespace navspan {

/// Estimated memory of a bake.
struct BakeMemory {
    double level = 0;  ///< the program and the triangles [byte]
    double plan = 0;   ///< the tiles, the triangles that they see, and where they are stored [byte]
    double tile = 0;   ///< the largest tile during its bake, once per thread [byte]
    double link = 0;   ///< tile borders and the polygon graph, after the tiles are baked [byte]

    // for several agents
    double listed = 0;  ///< the part of `plan` that each agent needs for itself [byte]
    double finished =
        0;  ///< size of the largest baked tile, which is kept until all agents are done; counted once per thread [byte]

    double with_threads(unsigned threads) const;
};

/// @param plan    the tiles; null if the level is baked as one tile
/// @param shards  only every shards-th tile is baked, and nothing is linked; 0: all tiles are baked and linked
BakeMemory estimate_bake_memory(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan* plan, uint32_t shards = 0);

/// Returns the largest number of threads, at most `wanted`, with which a bake takes at most `most` bytes.
/// Error (failed): one thread takes more; the message says how much and what to change.
Result<unsigned> threads_within(const BakeMemory& memory, double most, unsigned wanted, bool in_tiles);

}  // namespace navspan
