#pragma once

#include <cstdint>
#include <span>

#include "navspan/bake/compact_heightfield.h"
#include "navspan/core/no_index.h"

namespace navspan {

/// Returns the runs of row \p z.
inline std::span<const Run> row_runs(const CompactHeightfield& field, int32_t z) {
    return {field.runs.data() + field.row_run[size_t(z)], field.runs.data() + field.row_run[size_t(z) + 1]};
}

/// Returns the neighbour of open span \p i in Direction \p d, or kNoIndex.
inline uint32_t neighbour(const CompactHeightfield& field, uint32_t i, int d) {
    if (!(field.links[i] >> d & 1)) return kNoIndex;
    switch (d) {
        case kLeft:
            return i - 1;
        case kRight:
            return i + 1;
        case kUp:
            return field.up[i];
        default:
            return field.down[i];
    }
}

/// True if span \p i is linked in Direction \p d to walkable ground of a neighbour tile. False before close_tile.
inline bool leads_outside(const CompactHeightfield& field, uint32_t i, int d) {
    if (field.outside.empty()) return false;
    const uint32_t n = neighbour(field, i, d);
    return n != kNoIndex && field.outside[n] != 0;
}

/// Calls visit(x, z, i) for each open span i in ascending order, with its cell in the field's grid.
template <class Visit>
void for_each_open_span(const CompactHeightfield& field, Visit visit) {
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (const Run& run : row_runs(field, z)) {
            for (uint32_t k = 0; k < run.length; ++k)
                visit(run.x0 + int32_t(k), z, run.first + k);
        }
    }
}

/// The square of grid cells that belongs to the tile. All other cells of the grid are the halo of the tile.
struct TileCells {
    int32_t x0 = 0,  ///< first cell in x [cell]
        z0 = 0,      ///< first cell in z [cell]
        size = 0;    ///< side of the tile [cell]
};

/// For each span outside the tile, moves the area id from `area` to `outside`. Regions then stay inside the tile, and
/// leads_outside finds walkable ground of neighbour tiles.
void close_tile(CompactHeightfield& field, const TileCells& tile);

}  // namespace navspan
