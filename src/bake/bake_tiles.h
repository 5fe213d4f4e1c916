#pragma once

// Many tiles on many threads: what baking a world and baking a shard of one share.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/tile_plan.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// A tile is finished; called by several threads at once, each tile once.
/// @param i      which of the tiles asked for
/// @param notes  what options.notes gave for it, or what was kept with it
using TileSink = std::function<Status(size_t i, NavTile tile, std::vector<std::byte> notes)>;

/// Finds or bakes these tiles of a plan (numbers, ascending), in any order. Of several failing tiles the lowest one's error,
/// with its place before it; those after it are then not begun.
Status bake_tiles(const TriangleSoup& soup, const BakeConfig& config, const TilePlan& plan, std::span<const size_t> numbers,
                  const BakeOptions& options, const TileSink& sink);

/// The same for all of a soup as one tile.
Status bake_single_tile(const TriangleSoup& soup, const BakeConfig& config, const BakeOptions& options, const TileSink& sink);

/// Lowers options.threads to what options.max_memory allows, see bake_memory.h.
/// @param plan    null: one tile
/// @param shards  every so many-th tile is baked and left unlinked; 0: all are, and linked
/// Error (failed): not even one thread may.
Status fit_into_memory(const TriangleSoup& soup, const BakeConfig& config, const TilePlan* plan, BakeOptions& options,
                       uint32_t shards = 0);

}  // namespace navspan
