// Ledges, the plain way: a walkable span beside a drop, or in the middle of a steep rise, is not walkable.
//
// In and out: the solid field. For each of the four neighbour columns the gaps between its spans are looked at through which an
// agent standing on the span could move: those that share at least walkable_height of free height with the gap above the span.
// The lowest of them decides whether there is a drop deeper than a climb (outside the grid there always is, and so there is
// where the gap under a column's lowest span is open). Those within a climb give the range of reachable heights; when it is
// wider than a climb the span is on a slope too steep to tell from a wall. Only heights of neighbours are read and only the
// span's own area is written, so the order of visiting does not matter.
//
// Weak case, and the reason for the slope-aware form: the range spans two cells, so ramps and stairs that are legal for the
// agent lose cells wherever max_climb is below the rise over two cells.
// Source: Mononen, Recast (2009).

#include <algorithm>
#include <limits>
#include <utility>

#include "navspan/bake/filters.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

constexpr int32_t kSky = std::numeric_limits<int32_t>::max() / 2;

// what the gaps of a neighbour column look like from a span
struct Surroundings {
    int32_t deepest = kSky;           // height of the lowest reachable gap above the span's top, negative below
    int32_t lowest = 0, highest = 0;  // range of reachable gaps within a climb, relative to the span's top
};

// Looks from the gap [floor, ceiling) above a span into a neighbour column. Gaps rise, so the search starts at `gap`, the first
// one whose ceiling is high enough, which later spans of the same column go on from. Gap k is under span k of the column.
void look(std::span<const Span> neighbour, size_t& gap, int32_t floor, int32_t ceiling, const LedgeParams& params,
          Surroundings& seen) {
    const size_t count = neighbour.size();
    while (gap < count && neighbour[gap].bottom - floor < params.walkable_height)
        ++gap;
    for (size_t k = gap; k <= count; ++k) {
        const int32_t gap_floor = k == 0 ? -params.walkable_climb : int32_t{neighbour[k - 1].top};
        if (gap_floor - floor > params.walkable_climb) return;
        if (ceiling - gap_floor < params.walkable_height) return;
        const int32_t gap_ceiling = k < count ? int32_t{neighbour[k].bottom} : kSky;
        if (std::min(ceiling, gap_ceiling) - std::max(floor, gap_floor) < params.walkable_height) continue;
        const int32_t rise = gap_floor - floor;
        seen.deepest = std::min(seen.deepest, rise);
        if (k == 0 || rise < -params.walkable_climb) continue;
        seen.lowest = std::min(seen.lowest, rise);
        seen.highest = std::max(seen.highest, rise);
    }
}

}  // namespace

uint32_t filter_ledges(Heightfield& field, const LedgeParams& params) {
    uint32_t changed = 0;
    const Grid& grid = field.grid;
    const int64_t steps[4] = {-1, grid.width, 1, -int64_t{grid.width}};
    for (int32_t z = 0; z < grid.depth; ++z) {
        for (int32_t x = 0; x < grid.width; ++x) {
            const size_t column = size_t(z) * size_t(grid.width) + size_t(x);
            const std::span<Span> spans = column_spans(field, column);
            const bool at_border = x == 0 || z == 0 || x == grid.width - 1 || z == grid.depth - 1;
            size_t gaps[4] = {0, 0, 0, 0};
            for (size_t i = 0; i < spans.size(); ++i) {
                if (spans[i].area == kNullArea) continue;
                const int32_t floor = spans[i].top, ceiling = i + 1 < spans.size() ? int32_t{spans[i + 1].bottom} : kSky;
                Surroundings seen;
                if (at_border) seen.deepest = -params.walkable_climb - 1;
                for (int d = 0; d < 4 && seen.deepest >= -params.walkable_climb; ++d) {
                    look(column_spans(std::as_const(field), size_t(int64_t(column) + steps[d])), gaps[d], floor, ceiling,
                         params, seen);
                }
                if (seen.deepest >= -params.walkable_climb && seen.highest - seen.lowest <= params.walkable_climb) continue;
                spans[i].area = kNullArea;
                spans[i].fate = SpanFate::ledge;
                ++changed;
            }
        }
    }
    return changed;
}

}  // namespace navspan
