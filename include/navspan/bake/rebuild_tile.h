#pragma once

/// \file
/// Bakes single tiles of a level again, with obstacles. For tools and bake servers; a game uses live_world.h, which also links
/// the tiles.
///
/// Given `const TriangleSoup& soup, const BakeConfig& config`, with navmesh/live_mesh.h:
/// \code
/// Result<std::vector<TileSource>> sources = keep_tiles(soup, config);  // config.tiles.size is not 0
/// if (!sources) return;
/// const std::vector<Obstacle> obstacles = {CylinderObstacle{.center = {20, 0, 20}, .radius = 1, .height = 2}};
/// for (const TileSource& source : *sources) {
///     const Result<NavTile> tile = rebuild_tile(source, config, obstacles);
///     if (!tile) return;  // send the tile to the games, which replace it with change_tiles
/// }
/// \endcode
///
/// Guarantees: the result depends on the source, the config and the obstacles only. Different threads may rebuild different
/// tiles. Throws no exception of its own; std::bad_alloc may pass through.
///
/// Caveats: sources are kept in memory only; they have no file format.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "navspan/bake/bake_tile.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/obstacle.h"

namespace navspan {

/// What a program keeps of the level to rebuild one tile of it: triangles or voxels. Both give the same tile. Triangles take
/// less memory if the level has few large triangles. Voxels take less time, and less memory if it has many small triangles.
struct TileSource {
    TileWindow window;                       ///< the tile and its halo
    TriangleSoup soup;                       ///< all triangles that affect the tile; with voxels, only those that give heights
    std::optional<CompressedVoxels> voxels;  ///< the voxels of the tile, or nothing if the source consists of triangles
    bool nothing = false;                    ///< no triangle of the level affects the tile
};

/// Returns the sources of all tiles of a level, as triangles, ordered by (tile_z, tile_x).
/// Error (usage): tiles.size is 0, or as to_voxels. Error (failed): the level does not fit the grid.
Result<std::vector<TileSource>> keep_tiles(const TriangleSoup& soup, const BakeConfig& config);

/// Returns a source with voxels for the tile of a source with triangles.
/// Error (usage): as to_voxels. Error (failed): the tile does not fit the grid, or a limit of the heightfield is exceeded.
Result<TileSource> keep_voxels(const TileSource& triangles, const BakeConfig& config);

/// Memory that a source holds [byte].
size_t source_bytes(const TileSource& source);

/// Tests obstacles: numbers finite, sizes positive, areas known to the config. Error (usage): the first invalid obstacle.
Status check_obstacles(std::span<const Obstacle> obstacles, const BakeConfig& config);

/// Returns the tiles that obstacles can change, ordered by (tile_z, tile_x). Error (failed): the obstacles do not fit the grid.
Result<std::vector<TileWindow>> tiles_affected_by(std::span<const Obstacle> obstacles, const VoxelConfig& config);

/// Bakes a tile with obstacles. If all obstacles are triangles and volumes, the result has the same bytes as bake_tile of the
/// level with the obstacles' triangles appended, and the obstacles' volumes appended to those of the config. Obstacles that do
/// not reach the tile change nothing. \p probe may be null. Errors as bake_tile. Error (usage): tiles.size is 0, or an obstacle
/// is invalid.
Result<NavTile> rebuild_tile(const TileSource& source, const BakeConfig& config, std::span<const Obstacle> obstacles,
                             BakeProbe* probe = nullptr);

}  // namespace navspan
