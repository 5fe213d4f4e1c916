#pragma once

#include <span>

#include "bake/jumps/generate_links.h"
#include "bake/world/tile_plan.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/regions.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// Packs the polygons and their heights into a tile: half-edges with twins, flags of the areas, bounding volume tree.
/// Error (failed): the tile is wider than kMaxTileExtent or lies beyond kMaxLattice.
Result<NavTile> build_nav_tile(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice,
                               std::span<const AreaConfig> areas);

/// Returns the agent of a config that has one agent.
inline NavAgent nav_agent(const BakeConfig& config) {
    return {config.agent.radius, config.agent.height, config.agent.max_climb, config.agent.max_slope};
}

/// Removes the halo from a tile, and makes coordinates relative to the tile's own corner. Marks the polygon edges on the border
/// as seam edges, and stores the floors on both sides of these edges.
void fit_to_window(NavTile& tile, const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                   const TileWindow& window);

/// Returns the cells of a tile's grid that do not belong to the halo. @param window  null: all cells of the grid
CellRectangle own_cells(const Grid& grid, const TileWindow* window);

/// Adds generated links (drops and jumps) to the tile in which they start, with their areas and flags.
/// @param grid  grid of the links' coordinates
void add_tile_links(NavTile& tile, std::span<const GeneratedLink> links, const Grid& grid, const VoxelConfig& voxels,
                    const BakeConfig& config);

}  // namespace navspan
