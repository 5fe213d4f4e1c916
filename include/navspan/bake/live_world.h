#pragma once

/// \file
/// A level with obstacles that come and go while the game runs: doors, crates, bridges, rubble.
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
/// if (!update_world(*world)) return;  // equals `before`, byte for byte
/// \endcode
///
/// Guarantees: the snapshot depends on the level and the current obstacles only, not on their history or on threads. Snapshots
/// are immutable, so any number of threads may read them. Throws no exception of its own; std::bad_alloc may pass through.
///
/// Caveats: one thread owns a LiveWorld. config.tiles.size must not be 0. A live world keeps all islands: islands.* and
/// island_seeds of the config are errors. Agents that follow a path need repair_corridor (query/agent_corridor.h) after an
/// update.

#include <cstdint>
#include <memory>
#include <vector>

#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/config.h"
#include "navspan/bake/obstacle.h"
#include "navspan/bake/rebuild_tile.h"
#include "navspan/bake/tile_window.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

/// How a live world is kept.
struct LiveWorldParams {
    bool keep_voxels = false;  ///< true: keep tiles as compressed voxels instead of triangles; the results are equal
    bool blocks = true;        ///< as in LiveMeshParams
    double link_reach = 0.5;   ///< as in LiveMeshParams [wu]
    unsigned threads = 1;      ///< number of threads that bake tiles; 0: as many as the machine has
};

/// An obstacle of a live world.
struct PlacedObstacle {
    uint32_t id = 0;                ///< id from add_obstacle
    Obstacle obstacle;              ///< the obstacle
    std::vector<TileWindow> tiles;  ///< tiles that the obstacle changes
};

/// A level whose obstacles can change: the current snapshot, and the data needed to rebake any of its tiles. One thread owns
/// it. Other threads read the snapshot mesh.mesh, which never changes, and receive the next one after an update.
struct LiveWorld {
    BakeConfig config;                                       ///< config of the bake
    LiveWorldParams params;                                  ///< how the world is kept
    std::vector<std::shared_ptr<const TileSource>> sources;  ///< sources of the tiles with geometry, by (tile_z, tile_x)
    std::vector<PlacedObstacle> obstacles;                   ///< ascending ids
    uint32_t next_id = 1;                                    ///< id of the next obstacle
    std::vector<TileWindow> stale;                           ///< tiles to rebake, by (tile_z, tile_x)
    LiveMesh mesh;                                           ///< result of the last update
};

/// Bakes a level and keeps the data needed to change it. The snapshot equals bake_nav_mesh of the level. \p links are off-mesh
/// links in addition to those of the config. Errors as bake_nav_mesh; also (usage): tiles.size is 0, or the config removes
/// islands.
Result<LiveWorld> make_live_world(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                  const LiveWorldParams& params = {}, std::vector<OffMeshLink> links = {});

/// Adds an obstacle and returns its id. The next update_world applies it. Error (usage): the obstacle is invalid. Error
/// (failed): it would need too many tiles.
Result<uint32_t> add_obstacle(LiveWorld& world, Obstacle obstacle);

/// Removes an obstacle. The next update_world applies the removal. Returns false if there is no obstacle with this id.
bool remove_obstacle(LiveWorld& world, uint32_t id);

/// Counts of an update.
struct WorldUpdate {
    uint32_t tiles_baked = 0;  ///< number of tiles rebaked
    TileChangeCounts counts;   ///< changes to the live mesh
};

/// Rebakes the stale tiles and makes the next snapshot. With triangle obstacles and volumes, the snapshot equals bake_nav_mesh
/// of the level with the triangles of all obstacles appended in the order of their ids. Errors as bake_tile and change_tiles;
/// after an error the world is unchanged and the same tiles are stale.
Result<WorldUpdate> update_world(LiveWorld& world);

/// Bakes a level into a live mesh, whose tiles can be replaced later (navmesh/live_mesh.h). Its snapshot equals bake_nav_mesh
/// of the level. Errors as bake_nav_mesh; also (usage): tiles.size is 0, or the config removes islands.
Result<LiveMesh> bake_live_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                const BakeOptions& options = {});

}  // namespace navspan
