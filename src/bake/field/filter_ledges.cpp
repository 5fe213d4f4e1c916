// Ledges, the plain way: a walkable span beside a drop, or in the middle of a steep rise, is not walkable.
//
// In and out: the solid field. For each of the four neighbour columns the gaps between its spans are looked at through which an
// agent standing on the span could move: those that share at least walkable_height of free height with the gap above the span.
// The lowest of them decides whether there is a drop deeper than a climb (outside the grid there always is, and so there is
// where the gap under a column's lowest span is open). Those within a climb give the range of reachable heights; when it is
// wider than a climb the span is on a slope too steep to tell from a wall. Only heights of neighbours are read and only the
// span's own area is written, so the order of visiting does not matter.
//
// Gaps lower than an agent can neither be stood in nor moved through, so they are left out first; few are left. The lowest gap
// of all columns of a row, the second lowest, and so on, lie in arrays of their own, and thirty-two columns are judged at a
// time in loops without branches. A column with many gaps, or heights that do not fit 16 bits, take the slow way.
//
// Weak case, and the reason for the slope-aware form: the range spans two cells, so ramps and stairs that are legal for the
// agent lose cells wherever max_climb is below the rise over two cells.
// Source: Mononen, Recast (2009).

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <vector>

#include "bake/field/filter_ledges_slope_aware.h"
#include "bake/field/filters.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

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

constexpr size_t kBlock = 32;        // columns judged at a time
constexpr size_t kRanks = 8;         // gaps of a column that are looked at; the lowest is the void under its lowest span
constexpr int16_t kHighest = 16000;  // [vx], for heights, agents and climbs, so that sums of two fit
constexpr int16_t kVoidFloor = -kHighest, kSkyCeiling = std::numeric_limits<int16_t>::max();
constexpr int16_t kNoGap = std::numeric_limits<int16_t>::min();  // ceiling where a column has no gap of this rank

// The gaps of a row's columns that an agent fits into, by rank. Arrays are padded by one block on both sides.
struct LedgeRow {
    size_t stride = 0;                    // values per rank
    std::vector<int16_t> floor, ceiling;  // per rank and column
    std::vector<int16_t> own;             // per rank and column: 1 where the gap's floor is walkable
    std::vector<uint8_t> count, deep;     // per column: gaps; 1 = too deep or too high for this
    bool any_deep = false;

    size_t at(size_t rank, size_t x) const { return rank * stride + kBlock + x; }
};

void gather(const Heightfield& field, int32_t z, int16_t height, LedgeRow& row) {
    const auto width = size_t(field.grid.width);
    const uint32_t* first = field.first.data() + size_t(z) * width;
    row.stride = (width + kBlock - 1) / kBlock * kBlock + 2 * kBlock;
    row.floor.resize(kRanks * row.stride);
    row.ceiling.resize(kRanks * row.stride);
    row.own.resize(kRanks * row.stride);
    uint32_t most = 0;
    for (size_t x = 0; x < width; ++x)
        most = std::max(most, first[x + 1] - first[x]);
    const size_t used = std::min<size_t>(most + 1, kRanks) * row.stride;
    std::fill_n(row.ceiling.begin(), used, kNoGap);
    std::fill_n(row.own.begin(), used, int16_t(0));
    row.count.assign(row.stride, 0);
    row.deep.resize(width);
    int16_t *floors = row.floor.data() + kBlock, *ceilings = row.ceiling.data() + kBlock, *owns = row.own.data() + kBlock;
    uint8_t *counts = row.count.data() + kBlock, *deep = row.deep.data();
    const size_t stride = row.stride;
    const Span* all = field.spans.data();
    row.any_deep = false;
    for (size_t x = 0; x < width; ++x) {
        const Span *begin = all + first[x], *end = all + first[x + 1];
        deep[x] = size_t(end - begin) >= kRanks || (begin != end && end[-1].top > kHighest);
        if (deep[x]) {
            row.any_deep = true;
            continue;
        }
        if (end - begin == 1) {
            // most columns of open ground: the void and the sky
            floors[x] = kVoidFloor;
            ceilings[x] = int16_t(begin->bottom);
            owns[x] = 0;
            floors[x + stride] = int16_t(begin->top);
            ceilings[x + stride] = kSkyCeiling;
            owns[x + stride] = begin->area != kNullArea;
            counts[x] = 2;
            continue;
        }

        // every gap is written, the next one overwrites it where it was too low
        size_t place = x;
        uint8_t count = 1;
        int16_t floor = kVoidFloor, own = 0;
        for (const Span* span = begin; span != end; ++span) {
            floors[place] = floor;
            ceilings[place] = int16_t(span->bottom);
            owns[place] = own;
            const bool fits = span->bottom - floor >= height;
            place += fits ? stride : 0;
            count = uint8_t(count + fits);
            floor = int16_t(span->top);
            own = span->area != kNullArea;
        }
        floors[place] = floor;
        ceilings[place] = kSkyCeiling;
        owns[place] = own;
        counts[x] = count;
    }
}

size_t most_gaps(const LedgeRow& row, size_t x) {
    const uint8_t* count = row.count.data() + kBlock + x;
    uint8_t most = 0;
    for (size_t k = 0; k < kBlock; ++k)
        most = std::max(most, count[k]);
    return most;
}

bool any_of_block(const int16_t* values) {
    int16_t any = 0;
    for (size_t k = 0; k < kBlock; ++k)
        any |= values[k];
    return any != 0;
}

// The gaps of one rank in a block, and what is seen around them.
class GapBlock {
public:
    GapBlock(const LedgeRow& row, size_t place, int16_t height, int16_t climb) : height_(height), climb_(climb) {
        std::copy_n(row.floor.data() + place, kBlock, floor_);
        std::copy_n(row.ceiling.data() + place, kBlock, ceiling_);
        std::copy_n(row.own.data() + place, kBlock, own_);
    }
    bool any_walkable() const { return any_of_block(own_); }

    // the lowest of the neighbours' gaps that an agent could move into
    void look(const LedgeRow& neighbours, size_t x, size_t ranks) {
        const int16_t height = height_, climb = climb_;
        int16_t floor[kBlock] = {}, ceiling[kBlock];
        std::fill_n(ceiling, kBlock, kNoGap);
        for (size_t rank = ranks; rank-- > 0;) {
            const int16_t* floors = neighbours.floor.data() + neighbours.at(rank, x);
            const int16_t* ceilings = neighbours.ceiling.data() + neighbours.at(rank, x);
            for (size_t k = 0; k < kBlock; ++k) {
                const int16_t f = floors[k], c = ceilings[k];
                const bool high_enough = c >= int16_t(floor_[k] + height);
                floor[k] = high_enough ? f : floor[k];
                ceiling[k] = high_enough ? c : ceiling[k];
            }
        }
        for (size_t k = 0; k < kBlock; ++k) {
            const int16_t bottom = std::max(floor_[k], floor[k]), top = std::min(ceiling_[k], ceiling[k]);
            const int16_t rise = top >= int16_t(bottom + height) ? int16_t(floor[k] - floor_[k]) : int16_t(0);
            const int16_t step = rise <= climb ? rise : int16_t(0);
            deepest_[k] = std::min(deepest_[k], rise);
            lowest_[k] = std::min(lowest_[k], step);
            highest_[k] = std::max(highest_[k], step);
        }
    }

    // a drop deeper than a climb is in the range of heights, too, so the range decides alone
    void judge(int16_t* ledge) const {
        for (size_t k = 0; k < kBlock; ++k)
            ledge[k] = int16_t(int16_t(deepest_[k] < int16_t(-climb_)) | int16_t(int16_t(highest_[k] - lowest_[k]) > climb_)) &
                       own_[k];
    }

private:
    int16_t height_, climb_;
    int16_t floor_[kBlock], ceiling_[kBlock], own_[kBlock];
    int16_t deepest_[kBlock] = {}, lowest_[kBlock] = {}, highest_[kBlock] = {};
};

// Per rank and column of a row: 1 where the gap's floor is a walkable ledge. Returns whether there is any.
bool judge_block(const LedgeRow& down, const LedgeRow& row, const LedgeRow& up, size_t x, const LedgeParams& params,
                 int16_t (&ledges)[kRanks][kBlock]) {
    const size_t own = most_gaps(row, x);
    const size_t below = most_gaps(down, x), above = most_gaps(up, x);
    const size_t left = most_gaps(row, x - 1), right = most_gaps(row, x + 1);
    bool any = false;
    for (size_t rank = 0; rank < kRanks; ++rank) {
        std::fill_n(ledges[rank], kBlock, int16_t(0));
        if (rank >= own) continue;
        GapBlock block(row, row.at(rank, x), int16_t(params.walkable_height), int16_t(params.walkable_climb));
        if (!block.any_walkable()) continue;
        block.look(row, x - 1, left);
        block.look(up, x, above);
        block.look(row, x + 1, right);
        block.look(down, x, below);
        block.judge(ledges[rank]);
        any |= any_of_block(ledges[rank]);
    }
    return any;
}

// takes over what was judged, rank by rank
uint32_t mark_column(Heightfield& field, size_t column, const int16_t (&ledges)[kRanks][kBlock], size_t k, int32_t height) {
    const std::span<Span> spans = column_spans(field, column);
    uint32_t changed = 0;
    size_t rank = spans.empty() || spans[0].bottom - kVoidFloor < height ? 0 : 1;
    for (size_t i = 0; i < spans.size(); ++i) {
        if (i + 1 < spans.size() && spans[i + 1].bottom - spans[i].top < height) continue;
        if (ledges[rank++][k]) changed += make_ledge(spans[i]);
    }
    return changed;
}

uint32_t filter_row(Heightfield& field, int32_t z, const LedgeRow& down, const LedgeRow& row, const LedgeRow& up,
                    const LedgeParams& params) {
    const auto width = size_t(field.grid.width);
    const size_t begin = size_t(z) * width;
    uint32_t changed = filter_border_column(field, begin);
    int16_t ledges[kRanks][kBlock];
    const bool any_deep = down.any_deep || row.any_deep || up.any_deep;
    for (size_t x = 1; x + 1 < width; x += kBlock) {
        const size_t count = std::min(kBlock, width - 1 - x);
        const bool any = judge_block(down, row, up, x, params, ledges);
        if (!any && !any_deep) continue;
        for (size_t k = 0; k < count; ++k) {
            const uint8_t* deep = row.deep.data() + x + k;
            if (deep[-1] | deep[0] | deep[1] | down.deep[x + k] | up.deep[x + k]) {
                changed += filter_column(field, begin + x + k, params);
            } else if (any) {
                int16_t ledge = 0;
                for (const auto& rank : ledges)
                    ledge |= rank[k];
                if (ledge) changed += mark_column(field, begin + x + k, ledges, k, params.walkable_height);
            }
        }
    }
    if (width > 1) changed += filter_border_column(field, begin + width - 1);
    return changed;
}

// the slow way for a whole field: agents that climb higher than they are tall, and heights that do not fit
uint32_t filter_row_by_columns(Heightfield& field, int32_t z, const LedgeParams& params) {
    const auto width = size_t(field.grid.width);
    const size_t begin = size_t(z) * width;
    uint32_t changed = filter_border_column(field, begin);
    for (size_t x = 1; x + 1 < width; ++x)
        changed += filter_column(field, begin + x, params);
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
    uint32_t changed = filter_border_row(field, 0);
    if (params.walkable_climb >= params.walkable_height || params.walkable_height > kHighest) {
        for (int32_t z = 1; z < last; ++z)
            changed += filter_row_by_columns(field, z, params);
    } else {
        // areas are written, heights are not, so a row's gaps can be gathered at any time before it is filtered
        const auto height = int16_t(params.walkable_height);
        std::array<LedgeRow, 3> rows;
        for (int32_t z = 0; z <= std::min(last, 1); ++z)
            gather(field, z, height, rows[size_t(z)]);
        for (int32_t z = 1; z < last; ++z) {
            gather(field, z + 1, height, rows[size_t((z + 1) % 3)]);
            changed += filter_row(field, z, rows[size_t((z + 2) % 3)], rows[size_t(z % 3)], rows[size_t((z + 1) % 3)], params);
        }
    }
    if (last > 0) changed += filter_border_row(field, last);
    return changed;
}

}  // namespace navspan
