#pragma once

/// \file
/// A level with obstacles (doors, crates, bridges, rubble) that can be added and removed while the game runs.
///
/// Given `const TriangleSoup& soup`:
/// \code
/// BakeConfig config;
/// config.tiles.size = 19.2;  // a live world needs tiles
/// Result<LiveWorld> world = make_live_world(soup, config, nav_mesh_info(config, "{}", "my game 1.0"), {.threads = 0});
/// if (!world) return;
/// const std::shared_ptr<const NavMesh> before = world->mesh.mesh;  // readers may keep this snapshot
/// BoxObstacle box;
/// box.center = {20, 1, 20};
/// box.half_extents = {1, 1, 0.1};
/// box.yaw = 30;
/// const Result<uint32_t> door = add_obstacle(*world, box);
/// if (!door) return;
/// if (!update_world(*world)) return;  // after an error, the world is unchanged
/// const std::shared_ptr<const NavMesh> after = world->mesh.mesh;  // hand it to the readers
/// remove_obstacle(*world, *door);
/// if (!update_world(*world)) return;  // the snapshot equals `before`, byte for byte
/// \endcode
///
/// Guarantees: the snapshot depends only on the level and on the current obstacles in the order of their ids. The number of
/// threads has no effect. Snapshots are immutable: any number of threads may read them. The library throws no exceptions
/// itself; std::bad_alloc can propagate to the caller.
///
/// Caveats: only one thread may use a LiveWorld. Obstacles have no effect farther than one tile outside the level.
/// config.tiles.size must not be 0. A live world keeps all islands: a config that sets islands.* or island_seeds is an error.
/// After an update, call repair_corridor (query/agent_corridor.h) for each agent that follows a path.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/config.h"
#include "navspan/bake/obstacle.h"
#include "navspan/bake/rebuild_tile.h"
#include "navspan/bake/tile_window.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

/// Parameters of make_live_world.
struct LiveWorldParams {
    bool keep_voxels = false;  ///< true: stores tile sources as voxels instead of triangles; the snapshots do not change
    bool blocks = false;       ///< see LiveMeshParams::blocks
    double link_reach = 0.5;   ///< see LiveMeshParams::link_reach [wu]
    unsigned threads = 1;      ///< number of threads that bake tiles; 0: one per hardware thread
};

/// An obstacle of a live world.
struct PlacedObstacle {
    uint32_t id = 0;                ///< id that add_obstacle returned
    Obstacle obstacle;              ///< the obstacle
    std::vector<TileWindow> tiles;  ///< tiles that the obstacle can change
};

/// A level whose obstacles can change: the current snapshot, and the data needed to rebake any tile. Only one thread may use a
/// LiveWorld. Other threads read the immutable snapshot mesh.mesh.
struct LiveWorld {
    BakeConfig config;                                       ///< config of the bake
    VoxelConfig voxels;                                      ///< the config, converted by to_voxels
    LiveWorldParams params;                                  ///< parameters of the world
    std::vector<std::shared_ptr<const TileSource>> sources;  ///< sources of tiles with geometry, ordered by (tile_z, tile_x)
    TileRectangle obstacle_limits;                           ///< tiles that obstacles may change
    std::vector<PlacedObstacle> obstacles;                   ///< current obstacles, ordered by id
    uint32_t next_id = 1;                                    ///< id of the next obstacle
    std::vector<TileWindow> stale;                           ///< tiles that update_world rebakes, ordered by (tile_z, tile_x)
    LiveMesh mesh;                                           ///< live mesh; mesh.mesh is the current snapshot
};

/// Bakes a level and keeps the data needed to change the level. \p links are added to the off-mesh links of the config. If \p
/// links is empty, the first snapshot equals the result of bake_nav_mesh. Same errors as bake_nav_mesh. Error (usage):
/// tiles.size is 0, or the config removes islands.
Result<LiveWorld> make_live_world(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                  const LiveWorldParams& params = {}, std::vector<OffMeshLink> links = {});

/// Adds an obstacle and returns its id. The mesh changes at the next update_world. Only tiles inside world.obstacle_limits can
/// change: the bounding rectangle of the level's tiles, extended by one tile on each side. The time grows with the number of
/// tiles inside the limits that the bounding rectangle of the obstacle covers. Error (usage): the obstacle is invalid, or the
/// world is default-constructed. Error (failed): the obstacle covers more than 2^20 tiles inside the limits.
Result<uint32_t> add_obstacle(LiveWorld& world, Obstacle obstacle);

/// Removes an obstacle. The mesh changes at the next update_world. Returns false if there is no obstacle with this id.
bool remove_obstacle(LiveWorld& world, uint32_t id);

/// Statistics of an update.
struct WorldUpdate {
    uint32_t tiles_baked = 0;  ///< number of tiles rebaked
    TileChangeCounts counts;   ///< changes to the live mesh
};

/// Rebakes the stale tiles and makes the next snapshot. The time grows with the number of stale tiles. For the small part that
/// grows with the whole mesh, see change_tiles. Same errors as bake_tile and change_tiles. Error (usage): the world is
/// default-constructed. After an error, the world is unchanged.
///
/// If all obstacles are triangles and volumes inside LiveWorld::obstacle_limits, the snapshot equals a new bake (bake_nav_mesh)
/// of a level that contains them. In that level, the triangles of the obstacles follow the triangles of the soup, and the
/// volumes of the obstacles follow the volumes of the config; obstacles are ordered by id. Unless params.blocks is true, the
/// snapshot has no block-cut tree.
Result<WorldUpdate> update_world(LiveWorld& world);

/// Same as make_live_world, but with the options of bake_nav_mesh: cache, observer, memory. The level is voxelized a second
/// time after the bake, because tile sources are stored as voxels. Same errors as make_live_world.
Result<LiveWorld> bake_live_world(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                  const BakeOptions& options = {});

// File format: the file of the live mesh (live_mesh.h) with one more section: the source of every tile as compressed voxels.
// docs/file-format.md describes this section under "live world". Functions that read only the mesh skip this section.

/// Returns the bytes of a level file. A game that loads this file does not need the triangles of the level. Tile sources with
/// triangles are voxelized first. Error (usage): the world is default-constructed, or it has obstacles or stale tiles. Other
/// errors: errors of keep_voxels.
Result<std::vector<std::byte>> serialize_live_world(const LiveWorld& world);

/// True if the bytes are a level file that contains a live world. Does not validate the live world.
bool has_live_world(std::span<const std::byte> bytes);

/// A function that returns the config of the bake. Its argument is the JSON text of the config in the level file, in the format
/// of parse_config (io/config_json.h). A game without a JSON parser ignores the text and returns a config equal to the config
/// of the bake.
using ConfigReader = std::function<Result<BakeConfig>(const std::string& json)>;

/// Reads the bytes written by serialize_live_world. After equal changes, the new world and the original world have
/// byte-identical snapshots. Validates everything, including all voxels and triangles. Does not test whether the voxels yield
/// the stored tiles. \p threads is LiveWorldParams::threads. Error (input): an error of parse_live_mesh, or the live world is
/// missing or damaged. Error (usage): the level was baked with another config or bake revision, or \p read_config is empty.
/// Other errors: errors of \p read_config.
Result<LiveWorld> parse_live_world(std::span<const std::byte> bytes, const ConfigReader& read_config, unsigned threads = 1);

/// Reads a file that contains the bytes of serialize_live_world. Error (input): the file cannot be read. Other errors: errors
/// of parse_live_world. The message contains the path.
Result<LiveWorld> read_live_world(const std::filesystem::path& path, const ConfigReader& read_config, unsigned threads = 1);

/// Bakes a level into a live mesh, whose tiles can be replaced later (navmesh/live_mesh.h). The snapshot equals the result of
/// bake_nav_mesh. Same errors as bake_nav_mesh. Error (usage): tiles.size is 0, or the config removes islands.
Result<LiveMesh> bake_live_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                const BakeOptions& options = {});

}  // namespace navspan
