#pragma once

#include <cstdint>
#include <span>

#include "bake/world/tile_plan.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/hash.h"

namespace navspan {

/// Revision of the bake. Raise it by one with every change that changes the bytes of any tile, so that tiles in caches are
/// baked again. A test fails if the golden fingerprints change but the revision does not.
constexpr uint32_t kBakeRevision = 9;

/// Key of a tile in a cache: a hash of everything that affects the result of bake_tile. The hash covers:
/// - the bake revision, the lattice, the settings and the window
/// - the triangles in the window, in order, with their areas
/// - the volumes that reach into the window
/// - the flags of the areas that occur, and the areas of generated links
/// The hash does not cover names and costs.
/// @param seen    indices of the triangles in the tile's window, from plan_tiles
/// @param config  must be valid
/// @param voxels  result of to_voxels(config)
Hash128 tile_key(const TriangleSoup& soup, std::span<const uint32_t> seen, const BakeConfig& config, const VoxelConfig& voxels,
                 const TileWindow& window);

/// Key of a soup that is baked as one tile.
Hash128 tile_key(const TriangleSoup& soup, const BakeConfig& config, const VoxelConfig& voxels);

/// Returns a hash of the bake revision, the names of the areas, and everything in a config that can affect a tile.
Hash128 settings_key(const BakeConfig& config, const VoxelConfig& voxels);

/// Returns a hash of all triangles and their areas, which identifies the level of a shard.
Hash128 soup_hash(const TriangleSoup& soup);

}  // namespace navspan
