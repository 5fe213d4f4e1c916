#pragma once

#include <string>

#include "navspan/bake/config.h"
#include "navspan/bake/rebuild_tile.h"
#include "navspan/core/result.h"

namespace navspan {

/// Tests voxels whose grid has the cells of a tile. Returns a message about the first error, such as "has voxels that are too
/// high", or an empty string. Sets bit i of \p areas if the area id i occurs in the voxels.
std::string voxels_fault(const CompressedVoxels& voxels, const VoxelConfig& config, uint64_t& areas);

/// Tests the window of a source, and its voxels if it has any. Does not test its triangles. Error (usage): the window is not a
/// tile of this config, the voxels do not cover the window, or voxels_fault finds an error.
Status check_source(const TileSource& source, const VoxelConfig& config);

}  // namespace navspan
