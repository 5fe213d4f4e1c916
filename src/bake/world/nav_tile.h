#pragma once

#include <span>

#include "bake/jumps/generate_links.h"
#include "bake/world/tile_plan.h"
#include "navspan/bake/config.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

/// Packs the polygons and their heights into a tile: half-edges with twins, flags from the areas, the tree over them.
/// @param areas  the config's areas: flags by area id
/// Error (failed): the tile is wider than kMaxTileExtent or lies beyond kMaxLattice.
Result<NavTile> build_nav_tile(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice,
                               std::span<const AreaConfig> areas);

/// Takes the halo off a tile: coordinates count from the tile's own corner, edges on its border know that they lie on a seam
/// and between which floors one crosses it.
void fit_to_window(NavTile& tile, const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                   const TileWindow& window);

/// The cells of a grid that are the tile's own: without the halo, if it has a window.
CellRectangle own_cells(const Grid& grid, const TileWindow* window);

/// Keeps drops and jumps in the tile they start in, in its own coordinates, with the flags of their areas.
/// @param grid  that the links count from
void add_tile_links(NavTile& tile, std::span<const GeneratedLink> links, const Grid& grid, const VoxelConfig& voxels,
                    const BakeConfig& config);

}  // namespace navspan
