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

/// Bakes a scene's OBJ file with the default config on one thread. @param tile_size  [wu]; 0 for a single tile
NavMesh baked_scene(const std::string& path, double tile_size);

/// The result of baking a level by one of the supported methods.
struct BakedLevel {
    std::string way;
    std::string error;             ///< reason why `bytes` is empty, or an empty string
    std::vector<std::byte> bytes;  ///< of the .nav file
    Warnings warnings;             ///< warnings of the linking step
    std::vector<PrunedIsland> pruned;
};

/// Bakes the level by every method that guarantees the same bytes. In memory: on one thread (the first result), on one thread
/// again, and on three threads. Into a file: tile by tile. With a cache: empty, full, and full while writing into a file. If
/// the config has tiles, also from three shards, merged in memory and into a file.
std::vector<BakedLevel> bake_every_way(const TriangleSoup& soup, const BakeConfig& config);

/// Describes how the result `other` differs from `first`. Empty if they are equal.
std::string difference(const BakedLevel& first, const BakedLevel& other);

}  // namespace navspan::support
