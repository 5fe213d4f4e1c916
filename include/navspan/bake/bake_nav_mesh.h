#pragma once

#include <cstddef>
#include <functional>

#include "navspan/bake/bake_tile.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// How a world is baked; nothing of it shows in the result.
struct BakeOptions {
    unsigned threads = 1;  ///< 0: all the machine has
    /// Gives each tile the probe that watches its bake, or null; without tiles the window is null. Asked for all tiles in order
    /// before any is baked. Probes must live until the bake returns; those of different tiles may be called at the same time.
    std::function<BakeProbe*(const TileWindow* window, size_t tiles)> probe = nullptr;
    std::function<void()> before_link = nullptr;  ///< called once all tiles are baked
};

/// Bakes all of a world: plans tiles (config.tiles.size; 0 is one tile), bakes each, links them. The only function that knows
/// that several tiles exist. The result is the same for any number of threads.
/// Errors as bake_tile and link_tiles; of several failing tiles the lowest one's, with its place before it.
Result<NavMesh> bake_nav_mesh(const TriangleSoup& soup, const BakeConfig& config, NavMeshInfo info,
                              const BakeOptions& options = {});

}  // namespace navspan
