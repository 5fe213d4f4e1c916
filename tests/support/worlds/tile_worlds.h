#pragma once

#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// Every tile of a world, baked and not yet linked, by (tile_z, tile_x); also those without polygons.
std::vector<NavTile> bake_world_tiles(const TriangleSoup& soup, const BakeConfig& config);

/// What link_tiles makes of those of the tiles that have polygons, or of the first.
NavMesh link_world(std::vector<NavTile> tiles, const NavMeshInfo& info, uint64_t min_island_cells);

/// One of this project's own scenes, by name.
TriangleSoup own_scene_soup(const std::string& name);

/// Asks for drops and jumps, of areas and flags of their own: "drop" (4, flags 4) and "jump" (5, flags 8).
void let_jump(BakeConfig& config);

/// Adds a triangle with corners of its own.
void add_triangle(TriangleSoup& soup, DVec3 a, DVec3 b, DVec3 c, uint8_t area = kDefaultArea);

/// Adds a closed box, every side never walkable but the top, which gets the area.
void add_box(TriangleSoup& soup, DVec3 min, DVec3 max, uint8_t top_area);

}  // namespace navspan::support
