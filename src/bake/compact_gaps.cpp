// The gaps between the solid spans of a row, and which of their floors one can walk on.
//
// In: the solid field. Out: rows of gaps that an agent fits into, with the areas that the filters leave. Gaps lower than an
// agent can neither be stood in nor moved through, so no stage after this has to see them; few of the others are left.
//
// The ledge test of one gap looks at the lowest gap of each neighbour column into which an agent could move: the first one
// whose ceiling is high enough above the own floor, if its floor is low enough under the own ceiling. All gaps are as high as
// an agent, so nothing else has to be compared. Gaps of the same rank lie side by side, and eight columns are judged at a time
// without branches. The slope-aware test does the same to find the few gaps with a drop at their side, and looks at those one
// by one.
//
// Weak case: a block of columns costs the product of its ranks and those of its neighbours, so towers of many floors are slow.
// Source of the tests: filter_low_hanging.cpp, filter_ledges.cpp, filter_ledges_slope_aware.cpp, filter_low_height.cpp.

#include "compact_gaps.h"

#include <algorithm>
#include <bit>

#include "filter_ledges_slope_aware.h"
#include "lanes.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

typedef uint32_t Words __attribute__((vector_size(16)));

constexpr size_t kLanes = GapRow::kLanes;
constexpr uint32_t kMostSpans = 64;  // of a column; towers are better judged gap by gap

void clear(size_t width, size_t most, GapRow& row) {
    row.stride = (width + kLanes - 1) / kLanes * kLanes + 2 * kLanes;
    const size_t size = 3 * row.stride * std::max<size_t>(most, 1);
    if (row.gaps.size() < size) row.gaps.resize(size);
    for (size_t rank = 0; rank < most; ++rank) {
        std::fill_n(row.ceilings(rank) - kLanes, row.stride, GapRow::kNoGap);
        std::fill_n(row.areas(rank) - kLanes, row.stride, int16_t(kNullArea));
    }
    row.bottom.assign(row.stride, GapRow::kSky);
    row.ranks.assign(row.stride / kLanes, 0);
}

struct Gathered {
    uint32_t lifted = 0, low = 0;  // spans made walkable; walkable ones without room
};

// whether eight columns have `count` spans each
bool are_even(const uint32_t* first, uint32_t count) {
    const Words each = Words{} + count;
    return !any((load<Words>(first + 1) - load<Words>(first)) ^ each) &&
           !any((load<Words>(first + 5) - load<Words>(first + 4)) ^ each);
}

uint32_t count_lanes(Lanes mask) {
    if (!any(mask)) return 0;
    int16_t sum = 0;
    for (size_t lane = 0; lane < kLanes; ++lane)
        sum = int16_t(sum - mask[lane]);
    return uint32_t(sum);
}

// a block of eight columns from x on need not be one of the row's
void raise_ranks(GapRow& row, size_t x, uint16_t count) {
    for (uint16_t* ranks : {&row.ranks[x / kLanes + 1], &row.ranks[(x + kLanes - 1) / kLanes + 1]})
        *ranks = std::max(*ranks, count);
}

// Eight spans, number by number.
struct SpanLanes {
    Lanes bottom, top, area;
};

// from two vectors those in the lower halves, alternating
Lanes zip(Lanes a, Lanes b) {
    return Lanes(__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
}
Lanes upper(Lanes a) {
    return Lanes(__builtin_shufflevector(a, a, 4, 5, 6, 7, 4, 5, 6, 7));
}

// Eight spans that follow each other. Their 24 numbers are shuffled perfectly, half into half, three times: each time the
// distance between numbers of the same kind doubles, modulo 23, from 3 to 1.
SpanLanes read_eight(const Span* spans) {
    static_assert(sizeof(Span) == 6 && std::endian::native == std::endian::little);
    const char* from = reinterpret_cast<const char*>(spans);
    auto a = load<Lanes>(from), b = load<Lanes>(from + 16), c = load<Lanes>(from + 32);
    for (int step = 0; step < 3; ++step) {
        const Lanes next_a = zip(a, upper(b)), next_b = zip(upper(a), c), next_c = zip(b, upper(c));
        a = next_a;
        b = next_b;
        c = next_c;
    }
    return {a, b, c & all_lanes(0xff)};
}

// the gaps above eight spans, one a column
void gather_singles(const Span* spans, size_t x, GapRow& row) {
    const SpanLanes eight = read_eight(spans);
    int16_t* to = row.ceilings(0) + x;
    store(row.bottom.data() + kLanes + x, eight.bottom);
    store(to, all_lanes(GapRow::kSky));
    store(to + row.stride, eight.top);
    store(to + 2 * row.stride, eight.area);
    raise_ranks(row, x, 1);
}

// The gaps above the spans of eight columns that have equally many. Returns false, with nothing counted, where an agent fits
// into other gaps of one column than of another.
bool gather_even(const Span* spans, uint32_t count, size_t x, int32_t height, int32_t climb, GapRow& row, Gathered& gathered) {
    const auto lanes_at = [spans, count](uint32_t span, size_t value) {
        const char* from = reinterpret_cast<const char*>(spans + span) + 2 * value;
        Lanes v{};
        for (size_t lane = 0; lane < kLanes; ++lane)
            v[lane] = load<int16_t>(from + lane * count * sizeof(Span));
        return v;
    };
    int16_t* gap = row.ceilings(0) + x;
    Lanes below_top{}, below_own{}, below_area{};
    uint16_t ranks = 1;
    Gathered found;
    for (uint32_t i = 0; i < count; ++i) {
        const Lanes bottom = lanes_at(i, 0), top = lanes_at(i, 1), own = lanes_at(i, 2) & all_lanes(0xff);
        if (i == 0) {
            store(row.bottom.data() + kLanes + x, bottom);
        } else {
            const Lanes fits = bottom - below_top >= all_lanes(height);
            if (!any(~fits)) {
                store(gap, bottom);
                gap += 3 * row.stride;
                ++ranks;
            } else if (any(fits)) {
                return false;
            } else {
                found.low += count_lanes(below_area != Lanes{});
            }
        }
        const Lanes lift = (own == Lanes{}) & (below_own != Lanes{}) & (top - below_top <= all_lanes(climb));
        found.lifted += count_lanes(lift);
        below_top = top;
        below_area = own | (below_own & lift);
        below_own = own;
        store(gap + row.stride, top);
        store(gap + 2 * row.stride, below_area);
    }
    store(gap, all_lanes(GapRow::kSky));
    raise_ranks(row, x, ranks);
    gathered.lifted += found.lifted;
    gathered.low += found.low;
    return true;
}

// columns [begin, end) of a row whose first offset is `first`
Gathered gather_columns(const Heightfield& field, const uint32_t* first, size_t begin, size_t end, const FilterParams& filters,
                        GapRow& row) {
    const int32_t height = filters.ledges.walkable_height;
    const int32_t climb = filters.low_hanging ? filters.ledges.walkable_climb : -1;
    const Span* spans = field.spans.data();
    const size_t stride = row.stride;
    int16_t *gaps = row.ceilings(0), *bottoms = row.bottom.data() + kLanes;
    uint16_t* ranks = row.ranks.data() + 1;
    Gathered gathered;
    size_t uneven_end = begin;
    for (size_t x = begin; x < end; ++x) {
        if (x >= uneven_end && x + kLanes <= end) {
            const uint32_t each = first[x + 1] - first[x];
            if (first[x + kLanes] - first[x] == kLanes * each && (each == 0 || are_even(first + x, each))) {
                if (each == 1) gather_singles(spans + first[x], x, row);
                if (each <= 1 || gather_even(spans + first[x], each, x, height, climb, row, gathered)) {
                    x += kLanes - 1;
                    continue;
                }
                uneven_end = x + kLanes;
            }
        }
        const Span *span = spans + first[x], *stop = spans + first[x + 1];
        if (span == stop) continue;
        bottoms[x] = int16_t(span->bottom);

        // every gap is written, the next one overwrites it where it was too low
        int16_t* gap = gaps + x;
        uint16_t count = 1;
        int32_t below_top = 0;
        uint8_t below_area = kNullArea;
        for (;;) {
            const int32_t top = span->top;
            const uint8_t own = span->area;
            const bool lift = (own == kNullArea) & (below_area != kNullArea) & (top - below_top <= climb);
            const uint8_t area = lift ? below_area : own;
            gathered.lifted += lift;
            gap[stride] = int16_t(top);
            gap[2 * stride] = area;
            if (++span == stop) break;
            const bool fits = span->bottom - top >= height;
            gap[0] = int16_t(span->bottom);
            gathered.low += !fits & (area != kNullArea);
            gap += fits ? 3 * stride : 0;
            count = uint16_t(count + fits);
            below_top = top;
            below_area = own;
        }
        gap[0] = GapRow::kSky;
        ranks[x / kLanes] = std::max(ranks[x / kLanes], count);
    }
    return gathered;
}

// beside the outside there is always a drop
void remove_border_column(GapRow& row, size_t x, FilterCounts& changed) {
    for (size_t rank = 0; rank < row.ranks_of(x); ++rank) {
        int16_t& area = row.areas(rank)[x];
        changed.ledges += area != kNullArea;
        area = kNullArea;
    }
}

// What eight gaps of one rank see around them.
class Surroundings {
public:
    Surroundings(const GapRow& row, size_t rank, size_t x, int32_t height)
        : floor_(load<Lanes>(row.floors(rank) + x)),
          reach_(floor_ + int16_t(height)),
          highest_(load<Lanes>(row.ceilings(rank) + x) - int16_t(height)) {}

    void look(const GapRow& neighbours, size_t x, size_t ranks) {
        Lanes floor = floor_;
        const int16_t* ceilings = neighbours.ceilings(ranks) + x;
        for (; ranks > 0; --ranks) {
            ceilings -= 3 * neighbours.stride;
            const Lanes high_enough = load<Lanes>(ceilings) >= reach_;
            floor = high_enough ? load<Lanes>(ceilings + neighbours.stride) : floor;
        }
        const Lanes rise = (floor - floor_) & (floor <= highest_);
        lowest_ = least(lowest_, rise);
        steps_ = greatest(steps_, rise & (rise <= climb));
        open_ |= load<Lanes>(neighbours.bottom.data() + kLanes + x) >= reach_;
    }

    // a drop deeper than a climb is in the range of heights, too, so the range decides alone
    Lanes steep() const { return open_ | (steps_ - lowest_ > climb); }
    Lanes drops_deeper_than(int32_t step) const { return open_ | (lowest_ < all_lanes(-step)); }

    Lanes climb{};

private:
    Lanes floor_, reach_, highest_;
    Lanes lowest_{}, steps_{}, open_{};
};

}  // namespace

bool gather_gaps(const Heightfield& field, int32_t z, const FilterParams& filters, GapRow& row, FilterCounts& changed) {
    const auto width = size_t(field.grid.width);
    const uint32_t* first = field.first.data() + size_t(z) * width;
    uint32_t most = 0;
    for (size_t x = 0; x < width; ++x)
        most = std::max(most, first[x + 1] - first[x]);
    if (most > kMostSpans) return false;
    clear(width, most, row);
    const auto gather = [&](size_t begin, size_t end, uint32_t& low) {
        const Gathered gathered = gather_columns(field, first, begin, end, filters, row);
        changed.low_hanging += gathered.lifted;
        low += gathered.low;
    };

    // at the border the plain test comes before the one for headroom
    const bool border_row = z == 0 || z == field.grid.depth - 1;
    uint32_t& low_at_border = filters.slope_aware ? changed.low_height : changed.ledges;
    const size_t inner_end = std::max<size_t>(width, 2) - 1;
    gather(0, 1, low_at_border);
    gather(1, inner_end, border_row ? low_at_border : changed.low_height);
    gather(inner_end, width, low_at_border);
    remove_border_column(row, 0, changed);
    remove_border_column(row, width - 1, changed);
    return true;
}

void remove_border_row(GapRow& row, FilterCounts& changed) {
    for (size_t x = 0; x < row.stride - 2 * kLanes; ++x)
        remove_border_column(row, x, changed);
}

namespace {

// of gaps with a drop at their side, those that are ledges
Lanes slope_aware_ledges(const Heightfield& field, const SlopeAwareLimits& limits, const GapRow& row, size_t rank, size_t x,
                         int32_t z, Lanes drops) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
        if (drops[lane] == 0) continue;
        const int16_t floor = row.floors(rank)[x + lane], ceiling = row.ceilings(rank)[x + lane];
        const int32_t top = ceiling == GapRow::kSky ? 2 * kMaxHeight : ceiling;
        drops[lane] = is_slope_aware_ledge(field, limits, int32_t(x + lane), z, floor, top) ? -1 : 0;
    }
    return drops;
}

}  // namespace

void remove_ledges(const Heightfield& field, int32_t z, const GapRow& down, GapRow& row, const GapRow& up,
                   const FilterParams& filters, FilterCounts& changed) {
    const SlopeAwareLimits limits = slope_aware_limits(filters.ledges);
    const int32_t height = filters.ledges.walkable_height;
    const Lanes climb = all_lanes(filters.ledges.walkable_climb);
    const size_t width = row.stride - 2 * kLanes;
    for (size_t x = 0; x < width; x += kLanes) {
        const size_t left = std::max(row.ranks_of(x - kLanes), row.ranks_of(x));
        const size_t right = std::max(row.ranks_of(x), row.ranks_of(x + kLanes));
        for (size_t rank = 0; rank < row.ranks_of(x); ++rank) {
            const auto areas = load<Lanes>(row.areas(rank) + x);
            if (!any(areas)) continue;
            Surroundings seen(row, rank, x, height);
            seen.climb = climb;
            seen.look(row, x - 1, left);
            seen.look(up, x, up.ranks_of(x));
            seen.look(row, x + 1, right);
            seen.look(down, x, down.ranks_of(x));
            Lanes ledges = areas != Lanes{};
            if (filters.slope_aware) {
                ledges &= seen.drops_deeper_than(std::min(limits.step, kHighestGap));
                if (any(ledges)) ledges = slope_aware_ledges(field, limits, row, rank, x, z, ledges);
            } else {
                ledges &= seen.steep();
            }
            if (!any(ledges)) continue;
            store(row.areas(rank) + x, areas & ~ledges);
            for (size_t lane = 0; lane < kLanes; ++lane)
                changed.ledges += ledges[lane] != 0;
        }
    }
}

}  // namespace navspan
