#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "bake/voxelize/compressed_voxels.h"
#include "bake/world/tile_plan.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/obstacle.h"

namespace navspan {

/// What a program keeps of the level to rebuild one tile of it. Both kinds give the same tiles: triangles are smaller where the
/// level is made of few large ones, voxels save the voxelisation where it is made of many.
struct TileSource {
    TileWindow window;
    TriangleSoup soup;                       ///< all triangles that the tile sees; beside voxels only what heights come from
    std::optional<CompressedVoxels> voxels;  ///< the tile and its halo, voxelised
    bool nothing = false;                    ///< the tile sees no triangle
};

/// A tile's source that keeps its triangles. @param t  tile of the plan
TileSource keep_triangles(const TriangleSoup& soup, const TilePlan& plan, size_t t);

/// The same tile's source with voxels instead of triangles. Error (failed): as rasterize_triangles.
Result<TileSource> keep_voxels(const TileSource& triangles, const BakeConfig& config);

/// Memory that a source holds [byte].
size_t source_bytes(const TileSource& source);

/// Tests obstacles: numbers finite, sizes positive, areas that the config knows. Error (usage): the first that is wrong.
Status check_obstacles(std::span<const Obstacle> obstacles, const BakeConfig& config);

/// Where obstacles can make a difference: the tiles that see any of their triangles, or lie under their volumes, as a bake
/// would plan them, by (tile_z, tile_x). Error (failed): as plan_tiles.
Result<std::vector<TileWindow>> tiles_seeing(std::span<const Obstacle> obstacles, const VoxelConfig& config);

/// Bakes a tile with obstacles. With triangle obstacles and volumes the result equals bake_tile of the level with their
/// triangles after its own and their volumes after the config's, to the bit; obstacles that are far away change nothing. Errors
/// as bake_tile; (usage) tiles.size is 0, or an obstacle is wrong.
Result<NavTile> rebuild_tile(const TileSource& source, const BakeConfig& config, std::span<const Obstacle> obstacles,
                             BakeProbe* probe = nullptr);

}  // namespace navspan
