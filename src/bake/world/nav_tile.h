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

/// Packs the polygons and their heights into a tile: half-edges with twins, flags of the areas, bounding volume tree.
/// @param areas  areas of the config; gives the flags
/// Error (failed): the tile is wider than kMaxTileExtent or lies beyond kMaxLattice.
Result<NavTile> build_nav_tile(const PolyMesh& mesh, const DetailMesh& detail, const Lattice& lattice,
                               std::span<const AreaConfig> areas);

/// Removes the halo from a tile: makes coordinates relative to the tile's own corner, marks the edges on its border as seam
/// edges, and stores the floors on both sides of them.
void fit_to_window(NavTile& tile, const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                   const TileWindow& window);

/// The cells of a grid that belong to the tile itself, without the halo.
CellRectangle own_cells(const Grid& grid, const TileWindow* window);

/// Adds the drops and jumps that start in a tile, in its own coordinates, with the flags of their areas.
/// @param grid  to which the links are relative
void add_tile_links(NavTile& tile, std::span<const GeneratedLink> links, const Grid& grid, const VoxelConfig& voxels,
                    const BakeConfig& config);

}  // namespace navspan
