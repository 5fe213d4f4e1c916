// Ledges, the plain way: a walkable span beside a drop, or in the middle of a steep rise, is not walkable.
//
// In and out: the solid field. For each of the four neighbour columns the gaps between its spans are looked at through which an
// agent standing on the span could move: those that share at least walkable_height of free height with the gap above the span.
// The lowest of them decides whether there is a drop deeper than a climb (outside the grid there always is, and so there is
// where the gap under a column's lowest span is open). Those within a climb give the range of reachable heights; when it is
// wider than a climb the span is on a slope too steep to tell from a wall. Only heights of neighbours are read and only the
// span's own area is written, so the order of visiting does not matter.
//
// On terrain nearly every column has one span: where a column and its four neighbours do, a loop without branches over the
// whole row has the answer.
//
// Weak case, and the reason for the slope-aware form: the range spans two cells, so ramps and stairs that are legal for the
// agent lose cells wherever max_climb is below the rise over two cells.
// Source: Mononen, Recast (2009).

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <vector>

#include "navspan/bake/filters.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

constexpr int32_t kSky = std::numeric_limits<int32_t>::max() / 2;

// what the gaps of neighbour columns look like from a gap
struct Surroundings {
    int32_t deepest = 0;              // lowest reachable floor below the own one
    int32_t lowest = 0, highest = 0;  // range of reachable floors within a climb, above the own floor
};

// Looks from the gap [floor, ceiling) above a span into a neighbour column; gap k of it is under its span k. `gap` is the first
// one whose ceiling is high enough, which later spans of the same column go on from. It is the lowest reachable one, or none
// is; those above it are too high to step on, unless climbs are higher than agents.
void look(std::span<const Span> neighbour, size_t& gap, int32_t floor, int32_t ceiling, const LedgeParams& params,
          Surroundings& seen) {
    const size_t count = neighbour.size();
    while (gap < count && neighbour[gap].bottom - floor < params.walkable_height)
        ++gap;
    for (size_t k = gap; k <= count; ++k) {
        const int32_t gap_floor = k == 0 ? -kSky : int32_t{neighbour[k - 1].top};
        const int32_t gap_ceiling = k < count ? int32_t{neighbour[k].bottom} : kSky;
        if (std::min(ceiling, gap_ceiling) - std::max(floor, gap_floor) >= params.walkable_height) {
            const int32_t rise = gap_floor - floor;
            seen.deepest = std::min(seen.deepest, rise);
            if (rise >= -params.walkable_climb && rise <= params.walkable_climb) {
                seen.lowest = std::min(seen.lowest, rise);
                seen.highest = std::max(seen.highest, rise);
            }
        }
        if (params.walkable_climb < params.walkable_height || gap_floor - floor > params.walkable_climb) return;
    }
}

uint32_t make_ledge(Span& span) {
    span.area = kNullArea;
    span.fate = SpanFate::ledge;
    return 1;
}

uint32_t filter_column(Heightfield& field, size_t column, const LedgeParams& params) {
    const Heightfield& solid = field;
    const auto width = size_t(field.grid.width);
    const size_t neighbours[4] = {column - 1, column + width, column + 1, column - width};
    size_t gaps[4] = {0, 0, 0, 0};
    uint32_t changed = 0;
    const std::span<Span> spans = column_spans(field, column);
    for (size_t i = 0; i < spans.size(); ++i) {
        if (spans[i].area == kNullArea) continue;
        const int32_t floor = spans[i].top, ceiling = i + 1 < spans.size() ? int32_t{spans[i + 1].bottom} : kSky;
        if (ceiling - floor < params.walkable_height) continue;
        Surroundings seen;
        for (size_t d = 0; d < 4 && seen.deepest >= -params.walkable_climb; ++d) {
            look(column_spans(solid, neighbours[d]), gaps[d], floor, ceiling, params, seen);
        }
        if (seen.deepest >= -params.walkable_climb && seen.highest - seen.lowest <= params.walkable_climb) continue;
        changed += make_ledge(spans[i]);
    }
    return changed;
}

// beside the outside there is always a drop
uint32_t filter_border_column(Heightfield& field, size_t column) {
    uint32_t changed = 0;
    for (Span& span : column_spans(field, column)) {
        if (span.area != kNullArea) changed += make_ledge(span);
    }
    return changed;
}

// The columns of a row as if each had its lowest span only. 16 bits hold it; single is 0 where they do not, or where the
// number of spans is not one.
struct SingleSpans {
    static constexpr int32_t kHighest = std::numeric_limits<int16_t>::max() - 1;
    std::vector<int16_t> bottom, top;
    std::vector<uint8_t> single;
};

void gather(const Heightfield& field, int32_t z, SingleSpans& row) {
    const auto width = size_t(field.grid.width);
    const uint32_t* first = field.first.data() + size_t(z) * width;
    row.bottom.resize(width);
    row.top.resize(width);
    row.single.resize(width);
    for (size_t x = 0; x < width; ++x) {
        const bool single = first[x + 1] - first[x] == 1;
        const Span span = single ? field.spans[first[x]] : Span{};
        row.bottom[x] = int16_t(span.bottom);
        row.top[x] = int16_t(span.top);
        row.single[x] = single && span.top <= SingleSpans::kHighest;
    }
}

// Per column of the middle row, as if every column had one span under an open sky: is it a ledge? Columns without a neighbour
// on both sides are left out.
void judge_single_spans(const SingleSpans& down, const SingleSpans& row, const SingleSpans& up, const LedgeParams& params,
                        std::vector<int16_t>& ledge) {
    const size_t width = row.top.size();
    ledge.resize(width);
    const int16_t *tops = row.top.data(), *tops_up = up.top.data(), *tops_down = down.top.data();
    const int16_t *bottoms = row.bottom.data(), *bottoms_up = up.bottom.data(), *bottoms_down = down.bottom.data();
    const auto height = int16_t(std::min(params.walkable_height, SingleSpans::kHighest));
    const auto climb = int16_t(std::min(params.walkable_climb, SingleSpans::kHighest));
    int16_t* out = ledge.data();
    for (size_t x = 1; x + 1 < width; ++x) {
        const int16_t top = tops[x];
        // all four tops are reachable under the sky; the void under a span is, where that hangs high enough
        const int16_t rise[4] = {int16_t(tops[x - 1] - top), int16_t(tops_up[x] - top), int16_t(tops[x + 1] - top),
                                 int16_t(tops_down[x] - top)};
        int16_t deepest = 0, lowest = 0, highest = 0;
        for (const int16_t r : rise) {
            const int16_t step = r >= -climb && r <= climb ? r : int16_t(0);
            deepest = std::min(deepest, r);
            lowest = std::min(lowest, step);
            highest = std::max(highest, step);
        }
        const int16_t bottom = std::max(std::max(bottoms[x - 1], bottoms[x + 1]), std::max(bottoms_up[x], bottoms_down[x]));
        out[x] = int16_t(deepest < -climb) | int16_t(highest - lowest > climb) | int16_t(bottom - top >= height);
    }
}

uint32_t filter_row(Heightfield& field, int32_t z, const SingleSpans& down, const SingleSpans& row, const SingleSpans& up,
                    const LedgeParams& params, std::vector<int16_t>& ledge) {
    const auto width = size_t(field.grid.width);
    const size_t begin = size_t(z) * width;
    uint32_t changed = filter_border_column(field, begin);
    judge_single_spans(down, row, up, params, ledge);
    for (size_t x = 1; x + 1 < width; ++x) {
        if (!(row.single[x - 1] & row.single[x] & row.single[x + 1] & up.single[x] & down.single[x])) {
            changed += filter_column(field, begin + x, params);
        } else if (ledge[x]) {
            Span& span = field.spans[field.first[begin + x]];
            if (span.area != kNullArea) changed += make_ledge(span);
        }
    }
    if (width > 1) changed += filter_border_column(field, begin + width - 1);
    return changed;
}

uint32_t filter_border_row(Heightfield& field, int32_t z) {
    const auto width = size_t(field.grid.width);
    uint32_t changed = 0;
    for (size_t x = 0; x < width; ++x)
        changed += filter_border_column(field, size_t(z) * width + x);
    return changed;
}

}  // namespace

uint32_t filter_ledges(Heightfield& field, const LedgeParams& params) {
    if (cell_count(field.grid) == 0) return 0;
    const int32_t last = field.grid.depth - 1;
    std::array<SingleSpans, 3> rows;
    std::vector<int16_t> ledge;
    gather(field, 0, rows[0]);
    uint32_t changed = filter_border_row(field, 0);
    if (last > 0) gather(field, 1, rows[1]);
    for (int32_t z = 1; z < last; ++z) {
        gather(field, z + 1, rows[size_t((z + 1) % 3)]);
        changed +=
            filter_row(field, z, rows[size_t((z + 2) % 3)], rows[size_t(z % 3)], rows[size_t((z + 1) % 3)], params, ledge);
    }
    if (last > 0) changed += filter_border_row(field, last);
    return changed;
}

}  // namespace navspan
