#pragma once

#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::support {

/// Bakes all tiles of a world without linking them. Returns them in the order of (tile_z, tile_x), including tiles without
/// polygons.
std::vector<NavTile> bake_world_tiles(const TriangleSoup& soup, const BakeConfig& config);

/// Links the tiles that have polygons into a mesh. If no tile has polygons, the mesh has only the first tile.
NavMesh link_world(std::vector<NavTile> tiles, const NavMeshInfo& info, uint64_t min_island_cells);

/// Returns the mesh without its block-cut tree, for comparison with a changed live mesh. A change drops the tree unless
/// LiveMeshParams::blocks is true.
NavMesh without_blocks(NavMesh mesh);

/// True if the search arrays of two meshes with equal tiles are equal, except for unused edge indices.
bool has_same_search_edges(const NavMesh& a, const NavMesh& b);

/// Returns one of the project's own scenes by name.
TriangleSoup own_scene_soup(const std::string& name);

/// Enables drops (area 4 "drop" with flags 4) and jumps (area 5 "jump" with flags 8).
void enable_jumps(BakeConfig& config);

/// Adds a triangle with three new vertices.
void add_triangle(TriangleSoup& soup, DVec3 a, DVec3 b, DVec3 c, uint8_t area = kDefaultArea);

/// Adds a closed box. Its top has the area `top_area`. Its other sides have area 0, so that they are never walkable.
void add_box(TriangleSoup& soup, DVec3 min, DVec3 max, uint8_t top_area);

}  // namespace navspan::support
