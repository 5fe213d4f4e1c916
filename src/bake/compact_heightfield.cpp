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
#include <string>
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

    const uint32_t* first = field.first.data() + column;
    const Span* spans = field.spans.data();
    uint16_t *floor = row.floor.data(), *ceiling = row.ceiling.data();
    uint8_t* area = row.area.data();
    uint32_t* cell = row.cell.data();
    uint32_t n = 0;
    for (size_t x = 0; x < width; ++x) {
        const Span *span = spans + first[x], *end = spans + first[x + 1];
        for (; span != end; ++span) {
            // every span is written, the next one overwrites it where it was not walkable
            floor[n] = span->top;
            ceiling[n] = span + 1 != end ? span[1].bottom : uint16_t(kMaxHeight);
            area[n] = span->area;
            n += span->area != 0;
        }
        cell[x + 1] = n;
    }
}

// What linking two cells reads of a row.
struct Columns {
    const uint16_t* floor;
    const uint16_t* ceiling;
    int32_t height, climb;

    Columns(const Row& row, const CompactParams& params)
        : floor(row.floor.data()), ceiling(row.ceiling.data()), height(params.walkable_height), climb(params.walkable_climb) {}

    bool linked(uint32_t i, const Columns& other, uint32_t j) const {
        const int32_t step = int32_t{floor[i]} - int32_t{other.floor[j]};
        const int32_t bottom = std::max(floor[i], other.floor[j]), top = std::min(ceiling[i], other.ceiling[j]);
        return (top - bottom >= height) & (std::abs(step) <= climb);
    }
};

// Calls link(i, j) for every pair of open spans of two neighbour cells that an agent can step between.
template <class Link>
void link_cells(const Columns& a, uint32_t a_begin, uint32_t a_end, const Columns& b, uint32_t b_begin, uint32_t b_end,
                Link link) {
    uint32_t i = a_begin, j = b_begin;
    while (i < a_end && j < b_end) {
        if (a.linked(i, b, j)) {
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
    const Columns columns(row, params);
    const size_t width = row.cell.size() - 1;
    const uint32_t* cell = row.cell.data();
    uint32_t* right = row.right.data();
    uint8_t* has_left = row.has_left.data();
    const auto link = [=](uint32_t i, uint32_t j) {
        right[i] = j;
        has_left[j] = 1;
    };
    for (size_t x = 0; x + 1 < width; ++x) {
        const uint32_t begin = cell[x], middle = cell[x + 1], end = cell[x + 2];
        if ((middle - begin == 1) & (end - middle == 1)) {
            if (columns.linked(begin, columns, middle)) link(begin, middle);
        } else {
            link_cells(columns, begin, middle, columns, middle, end, link);
        }
    }
}

// Follows the right links from every span without a left one and writes the spans in that order.
void append_runs(Row& row, uint32_t place, CompactHeightfield& out) {
    row.place.resize(row.size());
    const size_t width = row.cell.size() - 1;
    const uint32_t *right = row.right.data(), *cell = row.cell.data();
    const uint16_t *floor = row.floor.data(), *ceiling = row.ceiling.data();
    const uint8_t *area = row.area.data(), *has_left = row.has_left.data();
    uint32_t* places = row.place.data();
    uint16_t *out_floor = out.floor.data(), *out_clearance = out.clearance.data();
    uint8_t *out_area = out.area.data(), *out_links = out.links.data();
    for (size_t x = 0; x < width; ++x) {
        for (uint32_t start = cell[x]; start < cell[x + 1]; ++start) {
            if (has_left[start]) continue;
            const uint32_t first = place;
            for (uint32_t i = start; i != kNone; i = right[i]) {
                places[i] = place;
                out_floor[place] = floor[i];
                out_clearance[place] = uint16_t(ceiling[i] - floor[i]);
                out_area[place] = area[i];
                out_links[place] = 1u << kLeft | 1u << kRight;
                ++place;
            }
            out_links[first] = uint8_t(out_links[first] & ~(1u << kLeft));
            out_links[place - 1] = uint8_t(out_links[place - 1] & ~(1u << kRight));
            out.runs.push_back({.x0 = int32_t(x), .length = place - first, .first = first});
        }
    }
}

void link_rows(const Row& lower, const Row& upper, const CompactParams& params, CompactHeightfield& out) {
    const Columns below(lower, params), above(upper, params);
    const size_t width = lower.cell.size() - 1;
    const uint32_t *below_cell = lower.cell.data(), *above_cell = upper.cell.data();
    const uint32_t *below_place = lower.place.data(), *above_place = upper.place.data();
    uint32_t *up = out.up.data(), *down = out.down.data();
    uint8_t* links = out.links.data();
    const auto link = [=](uint32_t i, uint32_t j) {
        const uint32_t from = below_place[i], to = above_place[j];
        up[from] = to;
        down[to] = from;
        links[from] |= uint8_t(1u << kUp);
        links[to] |= uint8_t(1u << kDown);
    };
    for (size_t x = 0; x < width; ++x) {
        const uint32_t i = below_cell[x], i_end = below_cell[x + 1], j = above_cell[x], j_end = above_cell[x + 1];
        if ((i_end - i == 1) & (j_end - j == 1)) {
            if (below.linked(i, above, j)) link(i, j);
        } else {
            link_cells(below, i, i_end, above, j, j_end, link);
        }
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
    assert(params.walkable_height >= 1 && params.walkable_climb >= 0);
    assert(check_open_span_count(field).ok());
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
    out.floor.resize(count);
    out.clearance.resize(count);
    out.area.resize(count);
    out.links.resize(count);
    out.up.assign(count, kNoSpan);
    out.down.assign(count, kNoSpan);

    Row row, previous;
    uint32_t placed = 0;
    for (int32_t z = 0; z < depth; ++z) {
        gather_row(field, z, row);
        link_to_the_right(row, params);
        append_runs(row, placed, out);
        placed += row.size();
        if (z > 0) link_rows(previous, row, params, out);
        out.row_run[size_t(z) + 1] = uint32_t(out.runs.size());
        out.row_span[size_t(z) + 1] = placed;
        std::swap(row, previous);
    }
    return out;
}

}  // namespace navspan
