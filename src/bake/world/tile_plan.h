#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/tile_window.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"

namespace navspan {

/// The tiles of a world and the triangles that each of them sees.
struct TilePlan {
    std::vector<TileWindow> tiles;    ///< those that some triangle may reach, by (tile_z, tile_x)
    std::vector<uint32_t> first;      ///< tiles + 1: triangles of tile t are triangles[first[t]] .. triangles[first[t + 1]]
    std::vector<uint32_t> triangles;  ///< indices into the soup, ascending within a tile
    std::span<const uint32_t> seen_by(size_t t) const { return {triangles.data() + first[t], triangles.data() + first[t + 1]}; }
};

/// How many cells beyond a tile decide about the cells at its border and their neighbours across it: erosion looks that far,
/// and the filters before it a little farther; drops and jumps as far as they lead and a little more.
int32_t halo_cells(const VoxelConfig& config);

/// Cuts the world into tiles of config.tile_size cells, whose borders are fixed on the lattice. Error (failed): the soup
/// reaches farther than kMaxLattice cells, triangles and tiles make more than 2^32 pairs, or the plan takes too much memory,
/// which is known before it takes any.
/// @param max_bytes  what the plan may take [byte]; 0: what the machine has
Result<TilePlan> plan_tiles(const TriangleSoup& soup, const VoxelConfig& config, double max_bytes = 0);

/// Some triangles as a soup of their own with the vertices they use, all in one nameless group.
TriangleSoup extract_triangles(const TriangleSoup& soup, std::span<const uint32_t> triangles);

/// The triangles that tile t of the plan sees.
inline TriangleSoup tile_soup(const TriangleSoup& soup, const TilePlan& plan, size_t t) {
    return extract_triangles(soup, plan.seen_by(t));
}

}  // namespace navspan
