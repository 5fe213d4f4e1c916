// From solid spans to the open space above them, in run order.
//
// In: the filtered solid field. Out: one open span above every walkable solid span, linked to the open spans of the four
// neighbour cells that an agent can step onto.
//
// Every row is handled twice. First its open spans are gathered cell by cell and each is linked to the right; the chains of
// right links are the runs, and writing the spans run after run gives them their final places. Then the row is linked to the
// one before it. Two cells are linked by one sweep over both columns from the bottom up: a pair that fits is linked, of a pair
// that does not the one with the lower ceiling is left behind, since everything above it in the other column is higher still.
// That sweep is symmetric by construction and gives each span its lowest possible neighbour. Two floors of one cell that both
// fit a span are more than walkable_height apart, so as long as walkable_climb <= walkable_height there is never a choice. When
// an agent climbs higher than it is tall there may be: then the lower floors are paired first and the upper ones get what is
// left, where Recast links both to the lower one, and that one to only one of them.
//
// Source: Mikko Mononen, Recast (2009), compact heightfield. The runs are our own.

#include "navspan/bake/compact_heightfield.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <utility>

namespace navspan {
namespace {

constexpr uint32_t kNone = 0xffffffffu;

// The open spans of one row in the order of its cells.
struct Row {
    std::vector<uint32_t> cell;  // width + 1 offsets
    std::vector<uint16_t> floor;
    std::vector<uint16_t> ceiling;
    std::vector<uint8_t> area;
    std::vector<uint32_t> right;    // per span: span of this row it is linked to, or kNone
    std::vector<uint8_t> has_left;  // per span
    std::vector<uint32_t> place;    // per span: index in the compact heightfield

    uint32_t size() const { return cell.back(); }
};

void gather_row(const Heightfield& field, int32_t z, Row& row) {
    const size_t width = size_t(field.grid.width);
    const size_t column = size_t(z) * width;
    const uint32_t solid = field.first[column + width] - field.first[column];
    row.cell.resize(width + 1);
    row.floor.resize(solid);
    row.ceiling.resize(solid);
    row.area.resize(solid);
    row.cell[0] = 0;

    uint32_t n = 0;
    for (size_t x = 0; x < width; ++x) {
        const uint32_t begin = field.first[column + x], end = field.first[column + x + 1];
        for (uint32_t s = begin; s < end; ++s) {
            // every span is written, the next one overwrites it where it was not walkable
            const Span& span = field.spans[s];
            row.floor[n] = span.top;
            row.ceiling[n] = s + 1 < end ? field.spans[s + 1].bottom : uint16_t(kMaxHeight);
            row.area[n] = span.area;
            n += span.area != 0;
        }
        row.cell[x + 1] = n;
    }
}

// Calls link(i, j) for every pair of open spans of two neighbour cells that an agent can step between.
template <class Link>
void link_cells(const Row& a, uint32_t a_begin, uint32_t a_end, const Row& b, uint32_t b_begin, uint32_t b_end,
                const CompactParams& params, Link link) {
    uint32_t i = a_begin, j = b_begin;
    while (i < a_end && j < b_end) {
        const int32_t step = int32_t(a.floor[i]) - int32_t(b.floor[j]);
        const int32_t bottom = std::max(a.floor[i], b.floor[j]), top = std::min(a.ceiling[i], b.ceiling[j]);
        if (top - bottom >= params.walkable_height && std::abs(step) <= params.walkable_climb) {
            link(i++, j++);
        } else if (a.ceiling[i] <= b.ceiling[j]) {
            ++i;
        } else {
            ++j;
        }
    }
}

void link_to_the_right(Row& row, const CompactParams& params) {
    row.right.assign(row.size(), kNone);
    row.has_left.assign(row.size(), 0);
    const size_t width = row.cell.size() - 1;
    for (size_t x = 0; x + 1 < width; ++x) {
        link_cells(row, row.cell[x], row.cell[x + 1], row, row.cell[x + 1], row.cell[x + 2], params,
                   [&](uint32_t i, uint32_t j) {
                       row.right[i] = j;
                       row.has_left[j] = 1;
                   });
    }
}

// Follows the right links from every span without a left one and appends the spans in that order.
void append_runs(Row& row, CompactHeightfield& out) {
    row.place.resize(row.size());
    const size_t width = row.cell.size() - 1;
    for (size_t x = 0; x < width; ++x) {
        for (uint32_t start = row.cell[x]; start < row.cell[x + 1]; ++start) {
            if (row.has_left[start]) continue;
            Run run{.x0 = int32_t(x), .length = 0, .first = out.span_count()};
            uint8_t left = 0;
            for (uint32_t i = start; i != kNone; i = row.right[i]) {
                row.place[i] = run.first + run.length++;
                out.floor.push_back(row.floor[i]);
                out.clearance.push_back(uint16_t(row.ceiling[i] - row.floor[i]));
                out.area.push_back(row.area[i]);
                out.links.push_back(uint8_t(left | (row.right[i] != kNone ? 1u << kRight : 0u)));
                left = 1u << kLeft;
            }
            out.runs.push_back(run);
        }
    }
}

void link_rows(const Row& lower, const Row& upper, const CompactParams& params, CompactHeightfield& out) {
    const size_t width = lower.cell.size() - 1;
    for (size_t x = 0; x < width; ++x) {
        link_cells(lower, lower.cell[x], lower.cell[x + 1], upper, upper.cell[x], upper.cell[x + 1], params,
                   [&](uint32_t i, uint32_t j) {
                       const uint32_t below = lower.place[i], above = upper.place[j];
                       out.up[below] = above;
                       out.down[above] = below;
                       out.links[below] |= uint8_t(1u << kUp);
                       out.links[above] |= uint8_t(1u << kDown);
                   });
    }
}

size_t count_walkable(const Heightfield& field) {
    size_t n = 0;
    for (const Span& span : field.spans)
        n += span.area != 0;
    return n;
}

}  // namespace

CompactHeightfield build_compact_heightfield(const Heightfield& field, const CompactParams& params) {
    assert(params.walkable_height >= 1 && params.walkable_climb >= 0);
    assert(field.first.size() == cell_count(field.grid) + 1 || (field.first.empty() && cell_count(field.grid) == 0));
    CompactHeightfield out;
    out.grid = field.grid;
    out.walkable_height = params.walkable_height;
    out.walkable_climb = params.walkable_climb;
    const int32_t depth = field.grid.depth;
    out.row_run.assign(size_t(depth) + 1, 0);
    out.row_span.assign(size_t(depth) + 1, 0);
    if (cell_count(field.grid) == 0) return out;

    const size_t count = count_walkable(field);
    out.floor.reserve(count);
    out.clearance.reserve(count);
    out.area.reserve(count);
    out.links.reserve(count);
    out.up.assign(count, kNoSpan);
    out.down.assign(count, kNoSpan);

    Row row, previous;
    for (int32_t z = 0; z < depth; ++z) {
        gather_row(field, z, row);
        link_to_the_right(row, params);
        append_runs(row, out);
        if (z > 0) link_rows(previous, row, params, out);
        out.row_run[size_t(z) + 1] = uint32_t(out.runs.size());
        out.row_span[size_t(z) + 1] = out.span_count();
        std::swap(row, previous);
    }
    return out;
}

}  // namespace navspan
