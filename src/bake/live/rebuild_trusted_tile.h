#pragma once

#include <span>

#include "navspan/bake/rebuild_tile.h"
#include "navspan/core/result.h"

namespace navspan {

/// Same as rebuild_tile, but does not test whether the voxels of the source can be decompressed. Precondition: keep_voxels made
/// them, or summarize_voxels has tested them.
Result<NavTile> rebuild_trusted_tile(const TileSource& source, const BakeConfig& config, std::span<const Obstacle> obstacles,
                                     BakeProbe* probe = nullptr);

}  // namespace navspan
