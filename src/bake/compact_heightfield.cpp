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
// Most ground is open: one span a cell, linked to the next. Long stretches of it are copied and linked as a whole.
//
// Source: Mikko Mononen, Recast (2009), compact heightfield. The runs are our own.

#include "navspan/bake/compact_heightfield.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>

namespace navspan {
namespace {

constexpr uint32_t kNone = 0xffffffffu;

// Eight open spans at a time, vectors of the compiler's.
constexpr uint32_t kLanes = 8;
constexpr uint32_t kLong = 16;  // spans that are worth handling as a whole
typedef uint16_t Heights __attribute__((vector_size(16)));
typedef uint32_t Indices __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(8)));

template <class T>
T load(const void* from) {
    T v;
    std::memcpy(&v, from, sizeof v);
    return v;
}
template <class T>
void store(void* to, T v) {
    std::memcpy(to, &v, sizeof v);
}

// The open spans of one row in the order of its cells.
struct Row {
    std::vector<uint32_t> cell;  // width + 1 offsets
    std::vector<uint16_t> floor;
    std::vector<uint16_t> ceiling;
    std::vector<uint8_t> area;
    std::vector<uint32_t> right;    // per span: span of this row it is linked to, or kNone
    std::vector<uint8_t> has_left;  // per span
    std::vector<uint8_t> follows;   // per cell: 1 = its only span is linked to the only span of the cell before
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

    // the same for eight pairs, (i, j), (i + 1, j + 1) and so on: all bits set where linked
    Heights linked_eight(uint32_t i, const Columns& other, uint32_t j) const {
        const auto a = load<Heights>(floor + i), b = load<Heights>(other.floor + j);
        const auto a_top = load<Heights>(ceiling + i), b_top = load<Heights>(other.ceiling + j);
        const Heights bottom = a > b ? a : b, step = bottom - (a < b ? a : b), top = a_top < b_top ? a_top : b_top;
        const Heights room = top > bottom ? top - bottom : Heights{};
        // an agent taller than all heights fits nowhere
        const auto possible = uint16_t(height > kMaxHeight ? 0 : 0xffff);
        const Heights fits = Heights(room >= Heights{} + uint16_t(height)) & (Heights{} + possible);
        return fits & Heights(step <= Heights{} + uint16_t(std::min(climb, kMaxHeight)));
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

// Per span: 1 = it could be linked to the next of the row, if that is in the next cell.
void link_to_next(const Columns& columns, uint32_t count, std::vector<uint8_t>& linked) {
    linked.resize(count);
    uint32_t i = 0;
    for (; i + kLanes < count; i += kLanes)
        store(&linked[i], __builtin_convertvector(columns.linked_eight(i, columns, i + 1) & uint16_t{1}, Bytes));
    for (; i + 1 < count; ++i)
        linked[i] = columns.linked(i, columns, i + 1);
}

void link_to_the_right(Row& row, const CompactParams& params, std::vector<uint8_t>& to_next) {
    const size_t width = row.cell.size() - 1;
    row.right.assign(row.size(), kNone);
    row.has_left.assign(row.size(), 0);
    row.follows.assign(width + 1, 0);
    const Columns columns(row, params);
    link_to_next(columns, row.size(), to_next);
    const uint32_t* cell = row.cell.data();
    uint32_t* right = row.right.data();
    uint8_t *has_left = row.has_left.data(), *follows = row.follows.data();
    const uint8_t* next = to_next.data();
    const auto link = [=](uint32_t i, uint32_t j) {
        right[i] = j;
        has_left[j] = 1;
    };
    for (size_t x = 0; x + 1 < width; ++x) {
        const uint32_t begin = cell[x];
        // cells with one span each are linked as a whole
        uint32_t last = 0;
        if (x + kLong <= width && cell[x + kLong] == begin + kLong) {
            while (x + last < width && cell[x + last + 1] == begin + last + 1)
                ++last;
        }
        if (last >= kLong) {
            --last;
            for (uint32_t k = 0; k < last; ++k)
                right[begin + k] = next[begin + k] ? begin + k + 1 : kNone;
            std::copy_n(next + begin, last, has_left + begin + 1);
            std::copy_n(next + begin, last, follows + x + 1);
            x += last;
            if (x + 1 == width) break;
        }
        const uint32_t middle = cell[x + 1], end = cell[x + 2];
        if ((middle - cell[x] == 1) & (end - middle == 1)) {
            right[middle - 1] = next[middle - 1] ? middle : kNone;
            has_left[middle] = follows[x + 1] = next[middle - 1];
        } else {
            link_cells(columns, cell[x], middle, columns, middle, end, link);
        }
    }
}

// Row by row, so that memory is written once, shortly before it is filled in.
void make_room(size_t spans, CompactHeightfield& out) {
    const size_t size = out.floor.size() + spans;
    out.floor.resize(size);
    out.clearance.resize(size);
    out.area.resize(size);
    out.links.resize(size);
    out.up.resize(size, kNoSpan);
    out.down.resize(size, kNoSpan);
}

void copy_stretch(const uint16_t* floor, const uint16_t* ceiling, uint32_t count, uint16_t* out_floor,
                  uint16_t* out_clearance) {
    uint32_t k = 0;
    for (; k + kLanes <= count; k += kLanes) {
        const auto floors = load<Heights>(floor + k);
        store(out_floor + k, floors);
        store(out_clearance + k, load<Heights>(ceiling + k) - floors);
    }
    for (; k < count; ++k) {
        out_floor[k] = floor[k];
        out_clearance[k] = uint16_t(ceiling[k] - floor[k]);
    }
}

// Follows the right links from every span without a left one and writes the spans in that order, a stretch that is in order
// already at a time.
void append_runs(Row& row, uint32_t place, CompactHeightfield& out) {
    row.place.resize(row.size());
    const size_t width = row.cell.size() - 1;
    const uint32_t *right = row.right.data(), *cell = row.cell.data();
    const uint16_t *floor = row.floor.data(), *ceiling = row.ceiling.data();
    const uint8_t *area = row.area.data(), *has_left = row.has_left.data(), *follows = row.follows.data();
    uint32_t* places = row.place.data();
    uint16_t *out_floor = out.floor.data(), *out_clearance = out.clearance.data();
    uint8_t *out_area = out.area.data(), *out_links = out.links.data();
    for (size_t x = 0; x < width; ++x) {
        if (follows[x]) continue;
        for (uint32_t start = cell[x], end = cell[x + 1]; start < end; ++start) {
            if (has_left[start]) continue;
            const uint32_t first = place;
            for (uint32_t i = start, next = start; next != kNone; i = next) {
                uint32_t last = i;
                while (right[last] == last + 1)
                    ++last;
                next = right[last];
                if (last + 1 - i < kLong) {
                    for (; i <= last; ++i, ++place) {
                        places[i] = place;
                        out_floor[place] = floor[i];
                        out_clearance[place] = uint16_t(ceiling[i] - floor[i]);
                        out_area[place] = area[i];
                        out_links[place] = 1u << kLeft | 1u << kRight;
                    }
                    continue;
                }
                copy_stretch(floor + i, ceiling + i, last + 1 - i, out_floor + place, out_clearance + place);
                std::copy(area + i, area + last + 1, out_area + place);
                std::iota(places + i, places + last + 1, place);
                std::fill_n(out_links + place, last + 1 - i, uint8_t(1u << kLeft | 1u << kRight));
                place += last + 1 - i;
            }
            out_links[first] = uint8_t(out_links[first] & ~(1u << kLeft));
            out_links[place - 1] = uint8_t(out_links[place - 1] & ~(1u << kRight));
            out.runs.push_back({.x0 = int32_t(x), .length = place - first, .first = first});
        }
    }
}

// Spans i, i + 1, ... of the lower row with their places in the field, and j, j + 1, ... of the upper one.
struct Stretch {
    uint32_t i = 0, from = 0;
    uint32_t j = 0, to = 0;
    uint32_t count = 0;
};

void link_stretch(const Columns& below, const Columns& above, const Stretch& s, CompactHeightfield& out) {
    uint32_t *up = &out.up[s.from], *down = &out.down[s.to];
    uint8_t *links_up = &out.links[s.from], *links_down = &out.links[s.to];
    uint32_t k = 0;
    for (; k + kLanes <= s.count; k += kLanes) {
        const Heights linked = below.linked_eight(s.i + k, above, s.j + k);
        const auto low = Indices(__builtin_shufflevector(linked, linked, 0, 0, 1, 1, 2, 2, 3, 3));
        const auto high = Indices(__builtin_shufflevector(linked, linked, 4, 4, 5, 5, 6, 6, 7, 7));
        const Indices lanes{k, k + 1, k + 2, k + 3};
        // where they are not linked all bits are set: kNoSpan
        store(up + k, (lanes + s.to) | ~low);
        store(up + k + 4, (lanes + 4 + s.to) | ~high);
        store(down + k, (lanes + s.from) | ~low);
        store(down + k + 4, (lanes + 4 + s.from) | ~high);
        const Bytes bytes = __builtin_convertvector(linked, Bytes);
        store(links_up + k, load<Bytes>(links_up + k) | (bytes & uint8_t(1u << kUp)));
        store(links_down + k, load<Bytes>(links_down + k) | (bytes & uint8_t(1u << kDown)));
    }
    for (; k < s.count; ++k) {
        if (!below.linked(s.i + k, above, s.j + k)) continue;
        up[k] = s.to + k;
        down[k] = s.from + k;
        links_up[k] |= uint8_t(1u << kUp);
        links_down[k] |= uint8_t(1u << kDown);
    }
}

void link_rows(const Row& lower, const Row& upper, const CompactParams& params, CompactHeightfield& out) {
    const Columns below(lower, params), above(upper, params);
    const size_t width = lower.cell.size() - 1;
    const uint32_t *below_cell = lower.cell.data(), *above_cell = upper.cell.data();
    const uint32_t *below_place = lower.place.data(), *above_place = upper.place.data();
    const uint8_t *below_follows = lower.follows.data(), *above_follows = upper.follows.data();
    const auto link = [&](uint32_t i, uint32_t j) {
        const uint32_t from = below_place[i], to = above_place[j];
        out.up[from] = to;
        out.down[to] = from;
        out.links[from] |= uint8_t(1u << kUp);
        out.links[to] |= uint8_t(1u << kDown);
    };
    for (size_t x = 0; x < width;) {
        const uint32_t i = below_cell[x], i_end = below_cell[x + 1], j = above_cell[x], j_end = above_cell[x + 1];
        uint32_t count = 1;
        if ((i_end - i == 1) & (j_end - j == 1)) {
            // as long as both go on with one span a cell, in their runs
            while (below_follows[x + count] & above_follows[x + count])
                ++count;
            link_stretch(below, above, {i, below_place[i], j, above_place[j], count}, out);
        } else {
            link_cells(below, i, i_end, above, j, j_end, link);
        }
        x += count;
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
    out.floor.reserve(count);
    out.clearance.reserve(count);
    out.area.reserve(count);
    out.links.reserve(count);
    out.up.reserve(count);
    out.down.reserve(count);

    Row row, previous;
    std::vector<uint8_t> to_next;
    uint32_t placed = 0;
    for (int32_t z = 0; z < depth; ++z) {
        gather_row(field, z, row);
        link_to_the_right(row, params, to_next);
        make_room(row.size(), out);
        append_runs(row, placed, out);
        placed += row.size();
        if (z > 0) link_rows(previous, row, params, out);
        out.row_run[size_t(z) + 1] = uint32_t(out.runs.size());
        out.row_span[size_t(z) + 1] = placed;
        std::swap(row, previous);
    }
    return out;
}

void close_tile(CompactHeightfield& field, const TileCells& tile) {
    field.outside.assign(field.span_count(), 0);
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        const bool row_inside = z >= tile.z0 && z < tile.z0 + tile.size;
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            for (uint32_t k = 0; k < run.length; ++k) {
                const int32_t x = run.x0 + int32_t(k);
                if (row_inside && x >= tile.x0 && x < tile.x0 + tile.size) continue;
                std::swap(field.outside[run.first + k], field.area[run.first + k]);
            }
        }
    }
}

}  // namespace navspan
