#pragma once

#include "bake/world/tile_plan.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"

namespace navspan {

struct BakeMemory {
    double level = 0;  ///< the program and the triangles [byte]
    double plan = 0;   ///< the lists of tiles, of triangles per tile, and of baked tiles [byte]
    double tile = 0;   ///< the largest tile while it is baked; each thread needs this [byte]
    double link = 0;   ///< tile borders and the polygon graph; needed after baking [byte]
    double kept = 0;   ///< finished tiles, if the result is in memory; set by the caller [byte]

    // Used only if there are several agents, or if the bake keeps its result in memory.
    double listed = 0;        ///< the part of `plan` that is needed again for each further agent [byte]
    double finished = 0;      ///< size of the largest finished tile; each thread keeps one finished tile per agent [byte]
    double all_finished = 0;  ///< all finished tiles [byte]

    /// Returns level + plan + kept + max(tile * threads, link) [byte].
    double with_threads(unsigned threads) const;
};

/// Estimates the memory of a bake.
/// @param plan    the tiles; null if the level is baked as one tile
/// @param shards  0: all tiles are baked and linked; n > 0: only every n-th tile is baked, and nothing is linked
BakeMemory estimate_bake_memory(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan* plan, uint32_t shards = 0);

/// Returns an upper bound on estimate_bake_memory in a fraction of the time.
BakeMemory bake_memory_at_most(const TriangleSoup& soup, const VoxelConfig& config, const TilePlan* plan, uint32_t shards = 0);

/// Returns the largest number of threads, up to thread_count(wanted), with which the bake needs at most `most` bytes. Without
/// tiles, each further thread adds a fixed amount of memory. Error (failed): one thread alone needs more than `most` bytes.
Result<unsigned> threads_within(const BakeMemory& memory, double most, unsigned wanted, bool in_tiles);

}  // namespace navspan
