#pragma once

#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// Bakes every tile of a world without linking, ordered by (tile_z, tile_x). Includes tiles without polygons.
std::vector<NavTile> bake_world_tiles(const TriangleSoup& soup, const BakeConfig& config);

/// Links the tiles that have polygons. If no tile has polygons, links only the first tile.
NavMesh link_world(std::vector<NavTile> tiles, const NavMeshInfo& info, uint64_t min_island_cells);

/// Returns one of the project's own scenes by name.
TriangleSoup own_scene_soup(const std::string& name);

/// Enables drops and jumps with areas and flags of their own: "drop" (area 4, flags 4) and "jump" (area 5, flags 8).
void enable_jumps(BakeConfig& config);

/// Adds a triangle that shares no corners.
void add_triangle(TriangleSoup& soup, DVec3 a, DVec3 b, DVec3 c, uint8_t area = kDefaultArea);

/// Adds a closed box. The top gets `top_area`, all other sides are never walkable.
void add_box(TriangleSoup& soup, DVec3 min, DVec3 max, uint8_t top_area);

}  // namespace navspan::support
