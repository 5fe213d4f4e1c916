#pragma once

// What live_mesh.cpp knows about tiles without looking at their polygons. Not public.

#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

using LiveTiles = std::vector<std::shared_ptr<const LiveTile>>;

using TileMarks = std::vector<uint8_t>;  ///< per tile

inline TilePosition place_of(const NavTile& tile) {
    return {tile.tile_x, tile.tile_z};
}
inline bool is_tile_position_before(TilePosition a, TilePosition b) {
    return std::tie(a.tile_z, a.tile_x) < std::tie(b.tile_z, b.tile_x);
}

/// Index of the tile at a place, or kNoIndex.
uint32_t find_tile(const LiveTiles& tiles, TilePosition place);

/// Index of the tile at a place so many tiles further, or kNoIndex.
uint32_t find_tile_at_offset(const LiveTiles& tiles, TilePosition place, int32_t dx, int32_t dz);

/// The parts of a tile: polygons joined by twins inside it, numbered as find_tile_parts does.
void find_parts(LiveTile& tile);

/// Joins the parts of all tiles and finds those to drop: components that reach a seam and have fewer cells than the least, and
/// of which all cells were counted. Tiles whose verdict changes are replaced.
/// @return per tile: 1 when its verdict changed
TileMarks find_dropped_parts(LiveTiles& tiles, uint64_t min_cells);

}  // namespace navspan
