// Separates the open spans of a tile from the open spans of its halo.
//
// In: the compact heightfield of a tile with its halo, and the cells of the tile.
// Out: the field. The area ids of all spans in the halo are moved from `area` to `outside`.
// Idea: In rows outside the tile, all spans are in the halo. In other rows, the spans to the left and right of the tile are in
// the halo.
// Source: own method.
// Weak cases: none known.

#include <algorithm>

#include "bake/field/open_spans.h"

namespace navspan {

void close_tile(CompactHeightfield& field, const TileCells& tile) {
    field.outside.assign(field.span_count(), 0);
    const auto move_out = [&](uint32_t begin, uint32_t end) {
        std::copy(field.area.begin() + begin, field.area.begin() + end, field.outside.begin() + begin);
        std::fill(field.area.begin() + begin, field.area.begin() + end, uint8_t{0});
    };
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        if (z < tile.z0 || z >= tile.z0 + tile.size) {
            move_out(field.row_span[size_t(z)], field.row_span[size_t(z) + 1]);
            continue;
        }
        for (const Run& run : row_runs(field, z)) {
            const int32_t length = int32_t(run.length);
            const int32_t inside = std::clamp(tile.x0 - run.x0, 0, length);
            const int32_t beyond = std::clamp(tile.x0 + tile.size - run.x0, 0, length);
            move_out(run.first, run.first + uint32_t(inside));
            move_out(run.first + uint32_t(beyond), run.first + run.length);
        }
    }
}

}  // namespace navspan
