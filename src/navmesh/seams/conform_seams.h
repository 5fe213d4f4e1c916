#pragma once

// Tiles that are all in memory, made to meet along whole edges. Not public.

#include <cstdint>
#include <utility>
#include <vector>

#include "navmesh/seams/link_tiles.h"
#include "navspan/core/result.h"

namespace navspan {

/// Makes tiles meet along whole edges (seam_plan.h): drops components of too few cells, inserts a vertex wherever the tile
/// across has one or the ground across ends, and gives all corners that are one point of the world one height. Takes the tiles'
/// border records. Error as add_to_plan.
/// @param tiles  ordered by (tile_z, tile_x)
/// @return pairs of edges of the new tiles that are each other's twins; EdgeRef::tile counts in `tiles`
Result<std::vector<std::pair<EdgeRef, EdgeRef>>> conform_seams(std::vector<NavTile>& tiles, const LinkParams& params);

}  // namespace navspan
