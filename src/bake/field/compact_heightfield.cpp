// From solid spans to the open space above them, in run order.
//
// In: the filtered solid field. Out: one open span above every walkable solid span, linked to the open spans of the four
// neighbour cells that an agent can step onto. The spans are gathered row by row; what becomes of a row is in
// compact_rows.cpp.
// Source: Mikko Mononen, Recast (2009), compact heightfield.

#include "navspan/bake/compact_heightfield.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "bake/field/compact_rows.h"

namespace navspan {
namespace {

void gather_row(const Heightfield& field, int32_t z, OpenRow& row) {
    const size_t width = size_t(field.grid.width);
    const size_t column = size_t(z) * width;
    const uint32_t solid = field.first[column + width] - field.first[column];
    row.cell.resize(width + 1);
    row.floor.resize(solid);
    row.ceiling.resize(solid);
    row.area.resize(solid);
    row.cell[0] = 0;

    const uint32_t* first = field.first.data() + column;
    const Span* spans = field.spans.data();
    uint16_t *floor = row.floor.data(), *ceiling = row.ceiling.data();
    uint8_t* area = row.area.data();
    uint32_t* cell = row.cell.data();
    uint32_t n = 0;
    for (size_t x = 0; x < width; ++x) {
        // every span is written, the next one overwrites it where it was not walkable
        const Span *span = spans + first[x], *end = spans + first[x + 1];
        for (; end - span > 1; ++span) {
            floor[n] = span->top;
            ceiling[n] = span[1].bottom;
            area[n] = span->area;
            n += span->area != 0;
        }
        if (span != end) {
            floor[n] = span->top;
            ceiling[n] = uint16_t(kMaxHeight);
            area[n] = span->area;
            n += span->area != 0;
        }
        cell[x + 1] = n;
    }
}

uint64_t count_walkable(const Heightfield& field) {
    uint64_t n = 0;
    for (const Span& span : field.spans)
        n += span.area != 0;
    return n;
}

}  // namespace

Status check_open_span_count(const Heightfield& field, uint64_t most) {
    if (field.spans.size() <= most) return Done{};
    const uint64_t walkable = count_walkable(field);
    if (walkable <= most) return Done{};
    return Error{ErrorKind::failed, "there are " + std::to_string(walkable) + " walkable spans, the most is " +
                                        std::to_string(most) + "; raise voxels.cell_size"};
}

CompactHeightfield build_compact_heightfield(const Heightfield& field, const CompactParams& params) {
    assert(check_open_span_count(field).ok());
    assert(field.first.size() == cell_count(field.grid) + 1 || (field.first.empty() && cell_count(field.grid) == 0));
    CompactBuilder builder(field.grid, params, count_walkable(field));
    for (int32_t z = 0; z < field.grid.depth && field.grid.width > 0; ++z) {
        gather_row(field, z, builder.row());
        builder.add_row();
    }
    return builder.take();
}

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
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            const int32_t length = int32_t(run.length);
            const int32_t inside = std::clamp(tile.x0 - run.x0, 0, length);
            const int32_t beyond = std::clamp(tile.x0 + tile.size - run.x0, 0, length);
            move_out(run.first, run.first + uint32_t(inside));
            move_out(run.first + uint32_t(beyond), run.first + run.length);
        }
    }
}

}  // namespace navspan
