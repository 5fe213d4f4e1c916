#pragma once

/// \file
/// Rebakes single tiles of a level, with obstacles added. This header is for tools and bake servers. Games use live_world.h,
/// which also links the tiles.
///
/// Given `const TriangleSoup& soup, const BakeConfig& config`, with navmesh/live_mesh.h:
/// \code
/// Result<std::vector<TileSource>> sources = keep_tiles(soup, config);  // config.tiles.size is not 0
/// if (!sources) return;
/// const std::vector<Obstacle> obstacles = {CylinderObstacle{.center = {20, 0, 20}, .radius = 1, .height = 2}};
/// for (const TileSource& source : *sources) {
///     const Result<NavTile> tile = rebuild_tile(source, config, obstacles);
///     if (!tile) return;
///     // Send the tile to the games, which pass it to change_tiles.
/// }
/// \endcode
///
/// Guarantees: the result depends only on the source, the config and the obstacles. Different threads may rebuild different
/// tiles. The library throws no exceptions itself; std::bad_alloc can propagate to the caller.
///
/// Caveats: tile sources are stored only in the file of a live world (live_world.h).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "navspan/bake/bake_tile.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/obstacle.h"

namespace navspan {

/// The data needed to rebuild one tile of a level: triangles or voxels. The rebuilt tile is the same in both cases. Triangles
/// take less memory if the triangles are few and large. Voxels take less memory if the triangles are many and small. Rebuilding
/// from voxels is usually faster.
struct TileSource {
    TileWindow window;  ///< the tile and its halo
    /// Triangles that affect the tile. With `voxels`: only triangles from which the detail surface takes heights.
    TriangleSoup soup;
    std::optional<CompressedVoxels> voxels;  ///< voxels of the tile; empty if the source uses triangles
    bool is_empty = false;                   ///< true if no triangle of the level affects the tile
};

/// Returns the sources of all tiles of a level, as triangles, ordered by (tile_z, tile_x). Error (usage): tiles.size is 0, or
/// to_voxels rejects the config. Error (input): the soup is invalid. Error (failed): the level does not fit the grid.
Result<std::vector<TileSource>> keep_tiles(const TriangleSoup& soup, const BakeConfig& config);

/// Converts a source with triangles to a source with voxels. A source that already has voxels is returned unchanged. Error
/// (usage): to_voxels rejects the config, tiles.size is 0, the source was made with another config, or its voxels are damaged.
/// Error (input): the soup of the source is invalid. Error (failed): the tile does not fit the grid, or it exceeds a limit of
/// the heightfield.
Result<TileSource> keep_voxels(const TileSource& source, const BakeConfig& config);

/// Returns the memory that a source uses [byte].
size_t source_bytes(const TileSource& source);

/// Validates obstacles. In boxes, cylinders and triangles, coordinates and sizes must be finite and within 1e15 wu. Sizes must
/// be positive, and yaw must be from -360 to 360 degrees. Each area id must be kNullArea or defined in the config. Volumes must
/// satisfy the same conditions as volumes of the config (check_config). Error (usage): the first invalid obstacle. The message
/// starts with its index, for example "obstacles[2]".
Status check_obstacles(std::span<const Obstacle> obstacles, const BakeConfig& config);

/// Returns the tiles that the obstacles can change, ordered by (tile_z, tile_x). Error (usage): the config is invalid
/// (to_voxels), tiles.size is 0, or an obstacle is invalid (check_obstacles). Error (failed): the bounding rectangle of an
/// obstacle covers more than 2^20 tiles. Tiles farther than 2^29 cells from the origin are left out.
Result<std::vector<TileWindow>> tiles_affected_by(std::span<const Obstacle> obstacles, const BakeConfig& config);

/// Bakes a tile with obstacles. \p probe may be null. Same errors as bake_tile. Error (usage): tiles.size is 0, an obstacle is
/// invalid, the source was made with another config, or its voxels are damaged.
///
/// An obstacle that reaches farther than 2^29 cells or height steps from the origin is clipped. The clip box is the window of
/// the tile and the height range of the level. If the top of a box or cylinder is clipped, the top is not walkable.
///
/// If all obstacles are triangles and volumes, the result is byte-identical to a new bake (bake_tile) of a level that contains
/// them. In that level, the triangles of the obstacles follow the triangles of the soup, and the volumes of the obstacles
/// follow the volumes of the config.
Result<NavTile> rebuild_tile(const TileSource& source, const BakeConfig& config, std::span<const Obstacle> obstacles,
                             BakeProbe* probe = nullptr);

}  // namespace navspan
