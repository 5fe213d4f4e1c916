#pragma once

#include <cstdint>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"

namespace navspan {

/// The cells of one tile and the halo of neighbour cells that its stages must see.
struct TileWindow {
    int32_t tile_x = 0, tile_z = 0;  ///< place among the tiles
    int32_t x0 = 0, z0 = 0;          ///< first cell of the tile [lattice cell]
    int32_t size = 0;                ///< side of the tile [cell]
    int32_t halo = 0;                ///< cells seen beyond each side [cell]
    friend bool operator==(const TileWindow&, const TileWindow&) = default;
};

/// The order of tiles: by row, then by place in it.
inline bool is_tile_before(const TileWindow& a, const TileWindow& b) {
    return a.tile_z != b.tile_z ? a.tile_z < b.tile_z : a.tile_x < b.tile_x;
}

/// The tiles of a world and the triangles that each of them sees.
struct TilePlan {
    std::vector<TileWindow> tiles;    ///< those that some triangle may reach, by (tile_z, tile_x)
    std::vector<uint32_t> first;      ///< tiles + 1: triangles of tile t are triangles[first[t]] .. triangles[first[t + 1]]
    std::vector<uint32_t> triangles;  ///< indices into the soup, ascending within a tile
};

/// How many cells beyond a tile decide about the cells at its border and their neighbours across it: erosion looks that far,
/// and the filters before it a little farther; drops and jumps as far as they lead and a little more.
int32_t halo_cells(const VoxelConfig& config);

/// Cuts the world into tiles of config.tile_size cells, whose borders are fixed on the lattice. Error (failed): the soup
/// reaches farther than kMaxLattice cells, triangles and tiles make more than 2^32 pairs, or the plan takes too much memory,
/// which is known before it takes any.
/// @param max_bytes  what the plan may take [byte]; 0: what the machine has
Result<TilePlan> plan_tiles(const TriangleSoup& soup, const VoxelConfig& config, double max_bytes = 0);

/// The triangles that tile t of the plan sees, as a soup of their own with the vertices they use, all in one nameless group.
TriangleSoup tile_soup(const TriangleSoup& soup, const TilePlan& plan, size_t t);

/// The grid of a tile: its window with the halo around, at the height of what of the soup lies inside. Error (failed): that is
/// too tall.
Result<Grid> tile_grid(const TriangleSoup& soup, const Lattice& lattice, const TileWindow& window, int32_t headroom);

/// The same, but of a grid of more than 2^20 cells only the part in which triangles lie, and a cell around them. Errors (failed):
/// as tile_grid; more cells than memory can hold.
Result<Grid> cropped_tile_grid(const TriangleSoup& soup, const Lattice& lattice, const TileWindow& window, int32_t headroom);

}  // namespace navspan
