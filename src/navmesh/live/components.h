#pragma once

// Decides which components of the tiles of a live mesh are dropped. A component is a connected component of the polygons of one
// tile. Not public.

#include <cstdint>
#include <vector>

#include "core/union_find.h"
#include "navmesh/live/tables.h"

namespace navspan {

/// Fills LiveTile::polygon_component. Components are numbered as in find_tile_parts. Returns the components.
std::vector<TileComponent> find_components(LiveTile& tile);

/// Joins the components of all tiles across seams into groups. A component has its index in LiveTables::components.all().
UnionFind join_components(const LiveTables& tables);

/// Sets TileComponent::dropped of all components. A group is dropped if all conditions are met: it reaches a seam, it has fewer
/// than min_cells cells, and all its tiles store the cell counts of their polygons.
/// @return the tiles with a component whose mark changed, ascending
std::vector<uint32_t> drop_components(LiveTables& tables, UnionFind& groups, uint64_t min_cells);

}  // namespace navspan
