#pragma once

#include <cstdint>
#include <vector>

#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// A tile from which polygons were removed, and the map from old to new indices.
struct FilteredTile {
    NavTile tile;                   ///< the remaining tile
    std::vector<uint32_t> polygon,  ///< new index of each old polygon, or kNoIndex if it was removed
        edge;                       ///< new index of each old half-edge, or kNoIndex if it was removed
};
/// Removes each polygon p with keep[p] == false from a tile. Precondition: two neighbouring polygons are either both kept or
/// both removed.
FilteredTile filter_polygons(const NavTile& tile, const std::vector<bool>& keep);

}  // namespace navspan
