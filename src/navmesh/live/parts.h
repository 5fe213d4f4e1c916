#pragma once

// Finds tiles of a live mesh by position, and decides which parts of these tiles are dropped as too small. A part is a
// connected component of a tile's polygons. Not public.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/union_find.h"
#include "navspan/core/no_index.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

using LiveTiles = std::vector<std::shared_ptr<const LiveTile>>;

using TileMarks = std::vector<uint8_t>;  ///< for each tile: 1 if the tile is marked

inline TilePosition place_of(const NavTile& tile) {
    return {tile.tile_x, tile.tile_z};
}

/// Returns the index of the tile at a position, or kNoIndex if there is none.
uint32_t find_tile(const LiveTiles& tiles, TilePosition place);

/// Returns the index of the tile at an offset from a position, or kNoIndex if there is none. @param dx, dz  [tile]
uint32_t find_tile_at_offset(const LiveTiles& tiles, TilePosition place, int32_t dx, int32_t dz);

/// Fills the parts of a tile: the connected components of its polygons, numbered as in find_tile_parts.
void find_parts(LiveTile& tile);

/// The parts of all tiles, in groups. The parts of a group are connected across seams.
struct PartGroups {
    std::vector<uint32_t> first;  ///< for each tile: number of its first part; one additional entry at the end
    UnionFind sets;               ///< over all parts
};
/// Joins the parts of all tiles across seams into groups.
PartGroups join_parts(const LiveTiles& tiles);

/// Marks all parts that must be dropped. A group is dropped if all conditions are met: it reaches a seam, it has fewer than
/// min_cells cells, and all its tiles store the cell counts of their polygons. Replaces each tile that has a changed mark by a
/// copy with the new marks.
/// @return for each tile: 1 if its marks changed
TileMarks find_dropped_parts(LiveTiles& tiles, PartGroups& groups, uint64_t min_cells);

}  // namespace navspan
