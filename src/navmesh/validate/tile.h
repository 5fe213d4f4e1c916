#pragma once

#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// Tests the invariants of a tile's border records that link_tiles relies on. Seam edges lie on the tile's border. Each lattice
/// unit of a seam edge has a SeamStep. TileBorder::polygon_cells is empty or has one number per polygon. Precondition: the tile
/// passes validate_tile. Error (input): the first broken invariant.
Status validate_border(const NavTile& tile);

/// Tests the generated links of a tile: each link starts in the tile, its numbers are within their limits, its area id is
/// 1..63, and links are in order. Error (input): the first broken invariant.
Status validate_tile_links(const NavTile& tile);

/// Tests that the areas table contains the areas of all polygons of a tile. Error (input): an area is missing; the message
/// names the first polygon that uses it.
Status validate_areas(const NavTile& tile, const NavMeshInfo& info);

}  // namespace navspan
