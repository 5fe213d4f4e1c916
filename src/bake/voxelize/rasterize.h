#pragma once

#include <cstdint>
#include <span>

#include "navspan/bake/heightfield.h"
#include "navspan/bake/tile_window.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"

namespace navspan {

/// The smallest grid that holds all of the soup: bounds snapped outwards to the lattice. An empty soup gives an empty grid.
/// @param headroom  free height that must fit above the highest point: what an agent needs there [vx]
/// Error (failed) when the vertical range passes kMaxHeight steps, the extent what a tile can hold, or the cells what memory
/// can; the message names the numbers and the setting to raise.
Result<Grid> grid_of(const TriangleSoup& soup, const Lattice& lattice, int32_t headroom = 0);

/// The grid of a tile: its window with the halo around, at the height of what of the soup lies inside. Error (failed): that is
/// too tall.
Result<Grid> tile_grid(const TriangleSoup& soup, const Lattice& lattice, const TileWindow& window, int32_t headroom);

/// The same, but of a grid of more than 2^20 cells only the part in which triangles lie, and a cell around them. Errors
/// (failed): as tile_grid; more cells than memory can hold.
Result<Grid> cropped_tile_grid(const TriangleSoup& soup, const Lattice& lattice, const TileWindow& window, int32_t headroom);

struct RasterizeParams {
    int32_t area_merge_height = 0;  ///< tops closer than this many voxels share the higher area id [vx], >= 0
};

/// Voxelises triangles: every cell that a triangle touches gets a span from the lowest to the highest point of the triangle
/// inside that cell, rounded outwards; overlapping and touching spans of a column are merged. The part of a triangle outside
/// the grid is left out. A cell's spans depend on the triangles and the lattice only, never on the grid that was cut out.
/// @param areas  per triangle: area id of its upper side, 0 = not walkable
/// Error (failed) when the spans would pass 2^32 or what memory allows.
/// Source: Mononen, Recast (2009), for the merge rule of areas.
Result<Heightfield> rasterize_triangles(const TriangleSoup& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                        const Grid& grid, const RasterizeParams& params);

/// The columns of a field that lie in a grid, as rasterize_triangles gives them for that grid. Where the grid reaches beyond
/// the field its columns are empty. @param grid  all spans of these columns lie in its range of heights
Heightfield crop_heightfield(const Heightfield& field, const Grid& grid);

}  // namespace navspan
