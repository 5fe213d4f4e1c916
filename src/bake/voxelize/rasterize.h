#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "bake/voxelize/soup_view.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/tile_window.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"

namespace navspan {

class Workers;

/// True if a grid that needs more memory than the machine has is an error. Estimates of memory accept such a grid.
enum class GridMemory : bool { unlimited, of_machine };

/// Returns the smallest grid that contains the soup, with bounds snapped outwards to the lattice. Empty for an empty soup.
/// @param headroom  free height that the agent needs above the highest point [vx]
/// Error (failed): the height range exceeds kMaxHeight, the extent exceeds the largest tile or the lattice, or the grid needs
/// more memory than the machine has.
Result<Grid> grid_of(const SoupView& soup, const Lattice& lattice, int32_t headroom = 0,
                     GridMemory memory = GridMemory::of_machine);

/// Returns the grid of a tile: its window (tile and halo). The height range covers only the parts of triangles inside this grid
/// or at most one cell outside it.
/// Error (failed): the height range exceeds kMaxHeight, or heights are beyond the limits of the lattice.
Result<Grid> tile_grid(const SoupView& soup, const Lattice& lattice, const TileWindow& window, int32_t headroom);

/// Like tile_grid, but crops a grid of more than 2^20 cells. The cropped grid covers the bounds of the triangles and a margin
/// of one cell. Errors: those of tile_grid. Error (failed): the grid needs more memory than the machine has.
Result<Grid> cropped_tile_grid(const SoupView& soup, const Lattice& lattice, const TileWindow& window, int32_t headroom,
                               GridMemory memory = GridMemory::of_machine);

struct RasterizeParams {
    int32_t area_merge_height = 0;  ///< merged spans take the higher area id if their tops differ by at most this [vx], >= 0
};

/// Voxelizes triangles. In each cell that a triangle touches, a span covers the heights of the triangle inside that cell,
/// rounded outwards. Overlapping and touching spans of a column are merged. Parts of triangles outside the grid are ignored.
/// The spans of a cell do not depend on the bounds of the grid.
/// @param areas  area id of the upper side of each triangle, 0 = not walkable
/// @param workers  null: one thread; the result does not depend on the number of threads
/// Error (failed): 2^32 - 1 or more spans, or not enough memory.
/// Source: Mononen, Recast (2009), for the merge rule of areas.
Result<Heightfield> rasterize_triangles(const SoupView& soup, std::span<const uint8_t> areas, const Lattice& lattice,
                                        const Grid& grid, const RasterizeParams& params, Workers* workers = nullptr);

/// Number of triangles that are voxelized together. On large grids, this is at most about 3/4 of the number of cells, so that
/// their memory is limited by the size of the grid. 0 if there are no triangles.
size_t triangles_of_chunk(size_t triangles, uint64_t cells);

/// Crops a field to a grid. Inside the field, the result is the same as from rasterize_triangles on this grid. Columns outside
/// the field are empty. Returns nothing if the grid does not contain the heights of all spans in its columns.
std::optional<Heightfield> crop_heightfield(const Heightfield& field, const Grid& grid);

}  // namespace navspan
