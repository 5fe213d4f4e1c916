// Drops and jumps, kept in the tile they start in until tiles are linked.
//
// In: links between cells of a grid. Out: the same counted from the tile's corner, with what they mean to a query: area and
// flags. The ends stay in the middles of cells; where the polygons are is not known before the tiles meet. How far from there
// they may be follows from how outlines and heights are simplified.

#include <algorithm>
#include <cmath>

#include "bake/world/nav_tile.h"
#include "navspan/bake/area_rules.h"

namespace navspan {
namespace {

// from the middle of a border cell to the simplified outline, and from its floor to the ground under it [wu]
double link_end_reach(const VoxelConfig& voxels) {
    const double aside = (voxels.contour_max_error + 1) * voxels.lattice.cell_size;
    const double below = (voxels.detail_max_error + voxels.walkable_climb + 2) * voxels.lattice.cell_height;
    return std::sqrt(aside * aside + below * below);
}

}  // namespace

CellRectangle own_cells(const Grid& grid, const TileWindow* window) {
    if (!window) return {0, 0, grid.width, grid.depth};
    return {window->halo, window->halo, window->halo + window->size, window->halo + window->size};
}

void add_tile_links(NavTile& tile, std::span<const GeneratedLink> links, const Grid& grid, const VoxelConfig& voxels,
                    const BakeConfig& config) {
    // nobody is on ground that is no part of the mesh
    if (links.empty() || tile.polygons.empty()) return;
    const AreaConfig &drop = *find_area(config.areas, config.links.drop_area),
                     &jump = *find_area(config.areas, config.links.jump_area);
    const int32_t dx = grid.x0 - tile.frame.x0, dy = grid.y0 - tile.frame.y0, dz = grid.z0 - tile.frame.z0;
    const float reach = float(link_end_reach(voxels));
    tile.links.reserve(links.size());
    for (const GeneratedLink& link : links) {
        const AreaConfig& area = link.drop && !link.two_way ? drop : jump;
        tile.links.push_back({.x = link.x + dx,
                              .y = link.y + dy,
                              .z = link.z + dz,
                              .end_x = link.end_x + dx,
                              .end_y = link.end_y + dy,
                              .end_z = link.end_z + dz,
                              .reach = reach,
                              .flags = area.flags,
                              .area = area.id,
                              .two_way = link.two_way});
    }
    std::sort(tile.links.begin(), tile.links.end());
}

}  // namespace navspan
