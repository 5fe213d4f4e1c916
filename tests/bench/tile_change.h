#pragma once

#include <cstdint>

#include "navspan/core/result.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan::bench {

/// The off-mesh links of a world in which a tile is changed.
enum class ChangedLinks {
    none,
    drops,     ///< every tile has a platform with drops to the ground
    requests,  ///< every tile has requested links
};

/// A live mesh, and a change of the tile in its middle.
struct TileChange {
    LiveMesh before;
    TileChanges changes;
};

/// Makes a live mesh of side x side equal tiles with obstacles, without a block-cut tree, and a change that replaces a tile.
Result<TileChange> tile_change(int32_t side, ChangedLinks kind);

}  // namespace navspan::bench
