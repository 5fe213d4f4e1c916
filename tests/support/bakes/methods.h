#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan::support {

/// Bakes the OBJ file of a scene with the default config on one thread.
/// @param tile_size  side of a tile [wu]; 0: one tile
NavMesh baked_scene(const std::string& path, double tile_size);

/// The result of baking a level by one of the methods of bake_every_way.
struct BakedLevel {
    std::string method;            ///< name of the method
    std::string error;             ///< error message; empty if the bake succeeded
    std::vector<std::byte> bytes;  ///< the .nav file; empty if the bake failed
    Warnings warnings;             ///< warnings of the step that links the tiles
    std::vector<PrunedIsland> pruned;
};

/// Bakes the level by every method that must give the same bytes:
/// - in memory: on one thread (the first result), on one thread again, and on three threads
/// - into a file, tile by tile
/// - with a tile cache: in memory with an empty cache, in memory with a filled cache, and into a file with a filled cache
/// - if the config has tiles: from three shards, merged in memory and into a file
std::vector<BakedLevel> bake_every_way(const TriangleSoup& soup, const BakeConfig& config);

/// Describes how the results `first` and `other` differ. Returns an empty string if they are equal.
std::string difference(const BakedLevel& first, const BakedLevel& other);

}  // namespace navspan::support
