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

/// A scene's OBJ file baked with the default config on one thread. @param tile_size  [wu]; 0: one tile
NavMesh baked_scene(const std::string& path, double tile_size);

/// A level baked in one of the ways there are.
struct BakedLevel {
    std::string way;
    std::string error;             ///< why there are no bytes, or empty
    std::vector<std::byte> bytes;  ///< of the .nav file
    Warnings warnings;             ///< of linking
    std::vector<PrunedIsland> pruned;
};

/// The level in every way that promises the same bytes: in memory on one thread (the first), again, on three; tile by tile into
/// a file; with a cache that is empty, then full, then into a file; and, where the config has tiles, from three shards merged
/// in memory and into a file.
std::vector<BakedLevel> bake_every_way(const TriangleSoup& soup, const BakeConfig& config);

/// How another way's result differs from the first one's; empty: not at all.
std::string difference(const BakedLevel& first, const BakedLevel& other);

}  // namespace navspan::support
