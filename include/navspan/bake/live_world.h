#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/config.h"
#include "navspan/bake/obstacle.h"
#include "navspan/bake/tile_window.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

struct TileSource;

struct LiveWorldParams {
    bool keep_voxels = false;  ///< keep tiles as compressed voxels instead of triangles; the results are the same
    bool blocks = true;        ///< as in LiveMeshParams
    double link_reach = 0.5;   ///< as in LiveMeshParams [wu]
    unsigned threads = 1;      ///< that bake tiles; 0: all the machine has
};

/// An obstacle of a world.
struct PlacedObstacle {
    uint32_t id = 0;
    Obstacle obstacle;
    std::vector<TileWindow> tiles;  ///< where it makes a difference
};

/// A level to which obstacles come and from which they go: what it takes to bake any of its tiles again, and the mesh. Owned by
/// one thread; others read the snapshot mesh.mesh, which never changes, and are handed the next one.
struct LiveWorld {
    BakeConfig config;
    LiveWorldParams params;
    std::vector<std::shared_ptr<const TileSource>> sources;  ///< of the tiles the level touches, by (tile_z, tile_x)
    std::vector<PlacedObstacle> obstacles;                   ///< ascending ids
    uint32_t next_id = 1;
    std::vector<TileWindow> stale;  ///< tiles to bake again, by (tile_z, tile_x)
    LiveMesh mesh;                  ///< as of the last update
};

/// Bakes a level and keeps what it takes to change it. Its snapshot equals bake_nav_mesh of the level.
/// @param links  off-mesh links besides those of the config
/// Errors as bake_nav_mesh; (usage) tiles.size is 0.
Result<LiveWorld> make_live_world(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                  const LiveWorldParams& params = {}, std::vector<OffMeshLink> links = {});

/// Puts an obstacle into the world; shows with the next update. @return its id. Error (usage): the obstacle is wrong.
Result<uint32_t> add_obstacle(LiveWorld& world, Obstacle obstacle);

/// Takes an obstacle away; shows with the next update. False: there is none with this id.
bool remove_obstacle(LiveWorld& world, uint32_t id);

/// What an update did.
struct WorldUpdate {
    uint32_t tiles_baked = 0;
    TileChangeCounts counts;
};

/// Bakes the stale tiles and makes the next snapshot: with triangle obstacles and volumes it equals bake_nav_mesh of the level
/// with all obstacles' triangles after its own, by ascending id. After an error (as rebuild_tile, change_tiles) the world is as
/// it was before, with the same tiles stale.
Result<WorldUpdate> update_world(LiveWorld& world);

/// Bakes all of a world, as bake_nav_mesh does, into a mesh whose tiles can be replaced later; its snapshot is the mesh that
/// bake_nav_mesh gives. @param config  tiles.size is not 0
/// Errors as bake_nav_mesh; (usage) tiles.size is 0.
Result<LiveMesh> bake_live_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                                const BakeOptions& options = {});

}  // namespace navspan
