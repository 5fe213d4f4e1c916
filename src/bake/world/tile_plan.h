#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/voxelize/soup_view.h"
#include "core/memory.h"
#include "navspan/bake/config.h"
#include "navspan/bake/tile_window.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"

namespace navspan {

/// The tiles of a world and, for each tile, the triangles that may touch its window.
struct TilePlan {
    std::vector<TileWindow> tiles;    ///< tiles with at least one triangle, ordered by (tile_z, tile_x)
    std::vector<uint32_t> first;      ///< start offset of each tile in `triangles`, and the end
    std::vector<uint32_t> triangles;  ///< indices into the soup, ascending within a tile
    std::span<const uint32_t> seen_by(size_t t) const { return {triangles.data() + first[t], triangles.data() + first[t + 1]}; }
};

/// Returns the width of the halo [cell]: one cell for linking, plus the distances at which erosion, filters and the search for
/// links read neighbour cells.
int32_t halo_cells(const VoxelConfig& config);

/// Cuts the world into square tiles with a side of config.tile_size cells. Their borders are fixed on the lattice.
/// @param budget  memory limit of the plan; default: the memory of the machine
/// Error (failed): a triangle is kMaxLattice or more cells or height steps away from the origin, there are 2^32 - 1 or more
/// pairs of triangle and tile, or the plan needs more than the budget. Memory is checked before allocation.
Result<TilePlan> plan_tiles(const TriangleSoup& soup, const VoxelConfig& config, MemoryBudget budget = {});

/// Returns the error (usage) of a function that needs tiles, for a config with tiles.size 0.
inline Error tiles_required_error() {
    return Error{ErrorKind::usage, "tiles.size is 0, but replaceable tiles need a size; set tiles.size"};
}

/// Copies some triangles and their vertices into a new soup with one unnamed group.
TriangleSoup extract_triangles(const TriangleSoup& soup, std::span<const uint32_t> triangles);

/// Returns a view of the triangles of tile t. The soup and the plan must outlive it.
inline SoupView tile_view(const TriangleSoup& soup, const TilePlan& plan, size_t t) {
    return {soup, plan.seen_by(t)};
}

inline TriangleSoup tile_soup(const TriangleSoup& soup, const TilePlan& plan, size_t t) {
    return extract_triangles(soup, plan.seen_by(t));
}

}  // namespace navspan
