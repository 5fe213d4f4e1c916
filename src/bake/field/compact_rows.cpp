// Rows of open spans become a compact heightfield.
//
// Every row is handled twice. First each of its open spans is linked to the right; the chains of right links are the runs, and
// writing the spans run after run gives them their final places. Then the row is linked to the one before it. Two cells are
// linked by one sweep over both columns from the bottom up: a pair that fits is linked, of a pair that does not the one with
// the lower ceiling is left behind, since everything above it in the other column is higher still. That sweep is symmetric by
// construction and gives each span its lowest possible neighbour. Two floors of one cell that both fit a span are more than
// walkable_height apart, so as long as walkable_climb <= walkable_height there is never a choice. When an agent climbs higher
// than it is tall there may be: then the lower floors are paired first and the upper ones get what is left, where Recast links
// both to the lower one, and that one to only one of them.
//
// Most ground is open: one span a cell, linked to the next. Long stretches of it are copied and linked as a whole.
//
// Source: Mikko Mononen, Recast (2009), compact heightfield. The runs are our own.

#include "bake/field/compact_rows.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <numeric>

#include "bake/voxelize/lanes.h"

namespace navspan {
namespace {

static_assert(std::endian::native == std::endian::little);

// Eight open spans at a time, vectors of the compiler's.
constexpr uint32_t kSpanLanes = 8;
constexpr uint32_t kLong = 16;  // spans that are worth handling as a whole

// What linking two cells reads of a row.
struct LinkedColumns {
    const uint16_t* floor;
    const uint16_t* ceiling;
    int32_t height, climb;

    LinkedColumns(const OpenRow& row, const CompactParams& params)
        : floor(row.floor.data()), ceiling(row.ceiling.data()), height(params.walkable_height), climb(params.walkable_climb) {}

    bool linked(uint32_t i, const LinkedColumns& other, uint32_t j) const {
        const int32_t step = int32_t{floor[i]} - int32_t{other.floor[j]};
        const int32_t bottom = std::max(floor[i], other.floor[j]), top = std::min(ceiling[i], other.ceiling[j]);
        return (top - bottom >= height) & (std::abs(step) <= climb);
    }

    // the same for eight pairs, (i, j), (i + 1, j + 1) and so on: all bits set where linked
    HeightLanes linked_eight(uint32_t i, const LinkedColumns& other, uint32_t j) const {
        const auto a = load<HeightLanes>(floor + i), b = load<HeightLanes>(other.floor + j);
        const auto a_top = load<HeightLanes>(ceiling + i), b_top = load<HeightLanes>(other.ceiling + j);
        const HeightLanes bottom = a > b ? a : b, step = bottom - (a < b ? a : b), top = a_top < b_top ? a_top : b_top;
        const HeightLanes room = top > bottom ? top - bottom : HeightLanes{};
        // an agent taller than all heights fits nowhere
        const auto possible = uint16_t(height > kMaxHeight ? 0 : 0xffff);
        const HeightLanes fits = HeightLanes(room >= HeightLanes{} + uint16_t(height)) & (HeightLanes{} + possible);
        return fits & HeightLanes(step <= HeightLanes{} + uint16_t(std::min(climb, kMaxHeight)));
    }
};

// Calls link(i, j) for every pair of open spans of two neighbour cells that an agent can step between.
template <class Link>
void link_cells(const LinkedColumns& a, uint32_t a_begin, uint32_t a_end, const LinkedColumns& b, uint32_t b_begin,
                uint32_t b_end, Link link) {
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

// How many bytes are 1, from the first on; one of them is not.
size_t count_ones(const uint8_t* bytes) {
    for (size_t n = 0;; n += kSpanLanes) {
        if (const uint64_t others = load<uint64_t>(bytes + n) ^ kOnes; others != 0)
            return n + size_t(std::countr_zero(others)) / 8;
    }
}
size_t count_ones_in_both(const uint8_t* a, const uint8_t* b) {
    for (size_t n = 0;; n += kSpanLanes) {
        if (const uint64_t others = (load<uint64_t>(a + n) & load<uint64_t>(b + n)) ^ kOnes; others != 0)
            return n + size_t(std::countr_zero(others)) / 8;
    }
}

// Per span: 1 = it could be linked to the next of the row, if that is in the next cell.
void link_to_next(const LinkedColumns& columns, uint32_t count, std::vector<uint8_t>& linked) {
    linked.resize(count + kSpanLanes);
    uint32_t i = 0;
    for (; i + kSpanLanes < count; i += kSpanLanes)
        store(&linked[i], __builtin_convertvector(columns.linked_eight(i, columns, i + 1) & uint16_t{1}, ByteLanes));
    for (; i + 1 < count; ++i)
        linked[i] = columns.linked(i, columns, i + 1);
}

// Per cell: 1 = it has one span; eight more that have none.
void list_singles(const uint32_t* cell, size_t width, std::vector<uint8_t>& single) {
    single.resize(width + kSpanLanes);
    size_t x = 0;
    for (; x + kSpanLanes <= width; x += kSpanLanes) {
        const FourWords low = load<FourWords>(cell + x + 1) - load<FourWords>(cell + x);
        const FourWords high = load<FourWords>(cell + x + 5) - load<FourWords>(cell + x + 4);
        const auto is_one = [](FourWords counts) {
            return HeightLanes(FourWords(counts == FourWords{} + 1u) & (FourWords{} + 1u));
        };
        const HeightLanes both = __builtin_shufflevector(is_one(low), is_one(high), 0, 2, 4, 6, 8, 10, 12, 14);
        store(&single[x], __builtin_convertvector(both, ByteLanes));
    }
    for (; x < width; ++x)
        single[x] = cell[x + 1] - cell[x] == 1;
    std::fill_n(single.begin() + ptrdiff_t(width), kSpanLanes, uint8_t(0));
}

// Links the only spans of neighbour cells [x, x + count), the first of which is span `begin`. Returns where to go on in the
// list of cells that runs start in.
uint32_t* link_singles(const uint8_t* next, uint32_t begin, size_t x, size_t count, uint8_t* follows, uint32_t* start) {
    std::copy_n(next + begin, count - 1, follows + x + 1);
    for (size_t k = 0; k + 1 < count; k += kSpanLanes) {
        uint64_t apart = load<uint64_t>(next + begin + k) ^ kOnes;
        if (count - 1 - k < kSpanLanes) apart &= (uint64_t{1} << 8 * (count - 1 - k)) - 1;
        for (; apart != 0; apart &= apart - 1)
            *start++ = uint32_t(x + k + 1 + size_t(std::countr_zero(apart)) / 8);
    }
    return start;
}

void link_to_the_right(OpenRow& row, const CompactParams& params, std::vector<uint8_t>& to_next, std::vector<uint8_t>& single) {
    const size_t width = row.cell.size() - 1;
    row.right.assign(row.size(), kNoSpan);
    row.has_left.assign(row.size(), 0);
    row.follows.assign(width + 1 + kSpanLanes, 0);
    row.starts.resize(width);
    const LinkedColumns columns(row, params);
    link_to_next(columns, row.size(), to_next);
    const uint32_t* cell = row.cell.data();
    uint32_t *right = row.right.data(), *start = row.starts.data();
    uint8_t *has_left = row.has_left.data(), *follows = row.follows.data();
    list_singles(cell, width, single);

    const auto link = [=](uint32_t i, uint32_t j) {
        right[i] = j;
        has_left[j] = 1;
    };
    for (size_t x = 0; x < width;) {
        const uint32_t begin = cell[x];
        if (cell[x + 1] == begin) {
            x += x + kSpanLanes <= width && cell[x + kSpanLanes] == begin ? kSpanLanes : 1;
            continue;
        }
        *start++ = uint32_t(x);
        if (single[x]) {
            // cells with one span each are linked as a whole
            const size_t count = count_ones(&single[x]);
            start = link_singles(to_next.data(), begin, x, count, follows, start);
            x += count;
        } else {
            ++x;
        }
        if (x < width) link_cells(columns, cell[x - 1], cell[x], columns, cell[x], cell[x + 1], link);
    }
    row.starts.resize(size_t(start - row.starts.data()));
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
    for (; k + kSpanLanes <= count; k += kSpanLanes) {
        const auto floors = load<HeightLanes>(floor + k);
        store(out_floor + k, floors);
        store(out_clearance + k, load<HeightLanes>(ceiling + k) - floors);
    }
    for (; k < count; ++k) {
        out_floor[k] = floor[k];
        out_clearance[k] = uint16_t(ceiling[k] - floor[k]);
    }
}

// Follows the right links from every span without a left one and writes the spans in that order, a stretch that is in order
// already at a time.
void append_runs(OpenRow& row, uint32_t place, CompactHeightfield& out) {
    row.place.resize(row.size());
    const uint32_t *right = row.right.data(), *cell = row.cell.data();
    const uint16_t *floor = row.floor.data(), *ceiling = row.ceiling.data();
    const uint8_t *area = row.area.data(), *has_left = row.has_left.data(), *follows = row.follows.data();
    uint32_t* places = row.place.data();
    uint16_t *out_floor = out.floor.data(), *out_clearance = out.clearance.data();
    uint8_t *out_area = out.area.data(), *out_links = out.links.data();
    constexpr uint8_t kBoth = 1u << kLeft | 1u << kRight;
    for (const uint32_t x : row.starts) {
        for (uint32_t start = cell[x], end = cell[x + 1]; start < end; ++start) {
            if (has_left[start]) continue;
            const uint32_t first = place;
            size_t next_x = x;
            for (uint32_t i = start; i != kNoSpan;) {
                if (!follows[next_x + 1]) {
                    // floors over floors go cell by cell
                    places[i] = place;
                    out_floor[place] = floor[i];
                    out_clearance[place] = uint16_t(ceiling[i] - floor[i]);
                    out_area[place] = area[i];
                    out_links[place] = kBoth;
                    ++place;
                    ++next_x;
                    i = right[i];
                    continue;
                }
                const auto count = uint32_t(count_ones(follows + next_x + 1)) + 1;
                if (count < kLong) {
                    for (uint32_t k = 0; k < count; ++k) {
                        places[i + k] = place + k;
                        out_floor[place + k] = floor[i + k];
                        out_clearance[place + k] = uint16_t(ceiling[i + k] - floor[i + k]);
                        out_area[place + k] = area[i + k];
                        out_links[place + k] = kBoth;
                    }
                } else {
                    copy_stretch(floor + i, ceiling + i, count, out_floor + place, out_clearance + place);
                    std::copy_n(area + i, count, out_area + place);
                    std::iota(places + i, places + i + count, place);
                    std::fill_n(out_links + place, count, kBoth);
                }
                place += count;
                next_x += count;
                i = right[i + count - 1];
            }
            out_links[first] = uint8_t(out_links[first] & ~(1u << kLeft));
            out_links[place - 1] = uint8_t(out_links[place - 1] & ~(1u << kRight));
            out.runs.push_back({.x0 = int32_t(x), .length = place - first, .first = first});
        }
    }
}

// Spans i, i + 1, ... of the lower row with their places in the field, and j, j + 1, ... of the upper one.
struct LinkedStretch {
    uint32_t i = 0, from = 0;
    uint32_t j = 0, to = 0;
    uint32_t count = 0;
};

void link_stretch(const LinkedColumns& below, const LinkedColumns& above, const LinkedStretch& s, CompactHeightfield& out) {
    uint32_t *up = &out.up[s.from], *down = &out.down[s.to];
    uint8_t *links_up = &out.links[s.from], *links_down = &out.links[s.to];
    uint32_t k = 0;
    for (; k + kSpanLanes <= s.count; k += kSpanLanes) {
        const HeightLanes linked = below.linked_eight(s.i + k, above, s.j + k);
        const auto low = FourWords(__builtin_shufflevector(linked, linked, 0, 0, 1, 1, 2, 2, 3, 3));
        const auto high = FourWords(__builtin_shufflevector(linked, linked, 4, 4, 5, 5, 6, 6, 7, 7));
        const FourWords lanes{k, k + 1, k + 2, k + 3};
        // where they are not linked all bits are set: kNoSpan
        store(up + k, (lanes + s.to) | ~low);
        store(up + k + 4, (lanes + 4 + s.to) | ~high);
        store(down + k, (lanes + s.from) | ~low);
        store(down + k + 4, (lanes + 4 + s.from) | ~high);
        const ByteLanes bytes = __builtin_convertvector(linked, ByteLanes);
        store(links_up + k, load<ByteLanes>(links_up + k) | (bytes & uint8_t(1u << kUp)));
        store(links_down + k, load<ByteLanes>(links_down + k) | (bytes & uint8_t(1u << kDown)));
    }
    for (; k < s.count; ++k) {
        if (!below.linked(s.i + k, above, s.j + k)) continue;
        up[k] = s.to + k;
        down[k] = s.from + k;
        links_up[k] |= uint8_t(1u << kUp);
        links_down[k] |= uint8_t(1u << kDown);
    }
}

void link_rows(const OpenRow& lower, const OpenRow& upper, const CompactParams& params, CompactHeightfield& out) {
    const LinkedColumns below(lower, params), above(upper, params);
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
        size_t count = 1;
        if ((i_end == i) | (j_end == j)) {
            if (x + kSpanLanes <= width && (below_cell[x + kSpanLanes] == i || above_cell[x + kSpanLanes] == j))
                count = kSpanLanes;
        } else if ((i_end - i == 1) & (j_end - j == 1)) {
            // as long as both go on with one span a cell, in their runs
            count += count_ones_in_both(below_follows + x + 1, above_follows + x + 1);
            link_stretch(below, above, {i, below_place[i], j, above_place[j], uint32_t(count)}, out);
        } else {
            link_cells(below, i, i_end, above, j, j_end, link);
        }
        x += count;
    }
}

}  // namespace

CompactHeightfield empty_compact_heightfield(const Grid& grid, const CompactParams& params, size_t most_spans) {
    assert(params.walkable_height >= 1 && params.walkable_climb >= 0);
    CompactHeightfield out;
    out.grid = grid;
    out.walkable_height = params.walkable_height;
    out.walkable_climb = params.walkable_climb;
    out.row_run.assign(size_t(grid.depth) + 1, 0);
    out.row_span.assign(size_t(grid.depth) + 1, 0);
    out.floor.reserve(most_spans);
    out.clearance.reserve(most_spans);
    out.area.reserve(most_spans);
    out.links.reserve(most_spans);
    out.up.reserve(most_spans);
    out.down.reserve(most_spans);
    return out;
}

CompactBuilder::CompactBuilder(const Grid& grid, const CompactParams& params, size_t most_spans)
    : params_(params), out_(empty_compact_heightfield(grid, params, most_spans)) {}

void CompactBuilder::add_row() {
    link_to_the_right(row_, params_, to_next_, single_);
    make_room(row_.size(), out_);
    append_runs(row_, placed_, out_);
    placed_ += row_.size();
    if (z_ > 0) link_rows(previous_, row_, params_, out_);
    ++z_;
    out_.row_run[size_t(z_)] = uint32_t(out_.runs.size());
    out_.row_span[size_t(z_)] = placed_;
    std::swap(row_, previous_);
}

}  // namespace navspan
