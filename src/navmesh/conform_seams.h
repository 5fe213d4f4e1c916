#pragma once

// What link_tiles does with tiles that know their borders. Not public.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Makes tiles meet along whole edges: drops components of too few cells, inserts a vertex wherever the tile across has one or
/// the ground across ends, and gives all corners that are one point of the world one height. Takes the tiles' border records.
/// @param tiles  ordered by (tile_z, tile_x)
/// @return pairs of edges of the new tiles that are each other's twins
std::vector<std::pair<EdgeRef, EdgeRef>> conform_seams(std::vector<NavTile>& tiles, uint64_t min_cells);

/// Per tile and polygon: 1 where its component reaches a seam and has fewer than min_cells cells.
/// @param joined  pairs of seam edges across which components go on
std::vector<std::vector<uint8_t>> find_small_components(const std::vector<NavTile>& tiles,
                                                        std::span<const std::pair<EdgeRef, EdgeRef>> joined,
                                                        uint64_t min_cells);

}  // namespace navspan
