#pragma once

#include <span>

#include "navmesh/live/tables.h"

namespace navspan {

/// Computes the digest of a tile.
/// @param components  the components of the baked tile
/// @param linked  the tile after its dropped components were removed
TileDigest digest_tile(const LiveTile& live, std::span<const TileComponent> components, const NavTile& linked);

}  // namespace navspan
