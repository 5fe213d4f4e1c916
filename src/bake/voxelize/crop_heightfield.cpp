// Crops a solid heightfield.
//
// In: a field and a grid.
// Out: the same field that voxelization on that grid would produce.
// Idea: The columns are copied. Their heights become relative to the lowest height of the new grid.
// Source: own method.
// Weak cases: the lowest height of a grid is rounded. A span can therefore lie below it. There is then no result.

#include <algorithm>
#include <optional>

#include "bake/voxelize/rasterize.h"

namespace navspan {
std::optional<Heightfield> crop_heightfield(const Heightfield& field, const Grid& grid) {
    const Grid& from = field.grid;
    const int32_t x0 = std::clamp(from.x0, grid.x0, grid.x0 + grid.width);
    const int32_t x1 = std::clamp(from.x0 + from.width, x0, grid.x0 + grid.width);
    const int32_t lower = from.y0 - grid.y0;
    Heightfield part;
    part.grid = grid;
    part.first.reserve(cell_count(grid) + 1);
    const int32_t first_row = std::clamp(grid.z0 - from.z0, 0, from.depth);
    const int32_t end_row = std::clamp(grid.z0 + grid.depth - from.z0, first_row, from.depth);
    part.spans.reserve(field.first[size_t(end_row) * size_t(from.width)] - field.first[size_t(first_row) * size_t(from.width)]);
    part.first.push_back(0);
    for (int32_t z = grid.z0; z < grid.z0 + grid.depth; ++z) {
        const bool has_row = z >= from.z0 && z < from.z0 + from.depth && x0 < x1;
        if (!has_row) {
            part.first.insert(part.first.end(), size_t(grid.width), part.first.back());
            continue;
        }
        part.first.insert(part.first.end(), size_t(x0 - grid.x0), part.first.back());
        const size_t column = size_t(z - from.z0) * size_t(from.width) + size_t(x0 - from.x0), columns = size_t(x1 - x0);
        const uint32_t begin = field.first[column], before = part.first.back();
        for (size_t c = 1; c <= columns; ++c)
            part.first.push_back(field.first[column + c] - begin + before);
        part.spans.insert(part.spans.end(), field.spans.begin() + begin, field.spans.begin() + field.first[column + columns]);
        part.first.insert(part.first.end(), size_t(grid.x0 + grid.width - x1), part.first.back());
    }
    if (lower == 0) return part;
    for (Span& span : part.spans) {
        if (span.bottom + lower < 0 || span.top + lower > kMaxHeight) return std::nullopt;
        span.bottom = uint16_t(span.bottom + lower);
        span.top = uint16_t(span.top + lower);
    }
    return part;
}

}  // namespace navspan
