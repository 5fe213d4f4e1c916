// The gaps between the solid spans of a row that an agent fits into.
//
// In: the solid field. Out: a row of gaps with the areas that the low hanging and the low height filter leave. Gaps lower than
// an agent can neither be stood in nor moved through, so no stage after this has to see them; few of the others are left.
//
// Eight columns are read at a time: the lowest spans of all eight, then the second lowest ones, and so on. Each span ends the
// gap under it and begins the one above it; columns whose gap is too low stay at the rank they are at and write over it.
// Mostly all eight columns are at the same rank, else the ranks are written one by one.
//
// Weak case: a block of columns costs as much as eight times its fullest column, so lone towers of many floors are slow.
// Source of the tests: filter_low_hanging.cpp, filter_low_height.cpp.

#include "bake/field/compact_gaps.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>

#include "bake/voxelize/lanes.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

typedef uint64_t Halves __attribute__((vector_size(16)));

constexpr uint32_t kMostSpans = 64;  // of a column; towers are better judged gap by gap

void make_room(size_t ranks, GapRow& row) {
    if (row.capacity >= ranks) return;
    row.capacity = ranks;
    row.gaps.resize(5 * ranks * row.stride);
    row.linked.resize(ranks * row.stride);
    row.place.resize(ranks * row.stride);
}

void open_row(size_t width, GapRow& row) {
    row.stride = (width + kGapLanes - 1) / kGapLanes * kGapLanes + 2 * kGapLanes;
    row.bottom.resize(row.stride, GapRow::kSky);
    row.ranks.resize(row.stride / kGapLanes, 0);
    make_room(1, row);  // the rows beside this one point there
}

uint32_t count_lanes(Lanes mask) {
    int16_t sum = 0;
    for (size_t lane = 0; lane < kGapLanes; ++lane)
        sum = int16_t(sum - mask[lane]);
    return uint32_t(sum);
}

uint32_t take_lane(Lanes& counts, size_t lane) {
    const auto count = uint32_t(-counts[lane]);
    counts[lane] = 0;
    return count;
}

// Eight spans, number by number.
struct SpanLanes {
    Lanes bottom, top, area;
};

// from two vectors those in the lower halves, alternating, and those in the upper ones
Lanes zip(Lanes a, Lanes b) {
    return Lanes(__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
}
Lanes zip_upper(Lanes a, Lanes b) {
    return Lanes(__builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
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

// Spans first[0], first[1], ... first[7]. Each is read with two bytes of the next; three times halves are shuffled into each
// other, which brings numbers of the same kind together.
SpanLanes read_eight_at(const Span* spans, const std::array<uint32_t, kGapLanes>& first) {
    const auto read = [spans, &first](size_t lane) { return load<uint64_t>(spans + first[lane]); };
    const auto pair = [&read](size_t lane) { return Lanes(Halves{read(lane), read(lane + 4)}); };
    const Lanes a = pair(0), b = pair(1), c = pair(2), d = pair(3);
    const Lanes even = zip(a, c), odd = zip(b, d), even_high = zip_upper(a, c), odd_high = zip_upper(b, d);
    const Lanes low = zip(even, odd), low_area = zip_upper(even, odd);
    const Lanes high = zip(even_high, odd_high), high_area = zip_upper(even_high, odd_high);
    const auto join = [](Lanes x, Lanes y) { return Lanes(__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11)); };
    const auto join_upper = [](Lanes x, Lanes y) { return Lanes(__builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15)); };
    return {join(low, high), join_upper(low, high), join(low_area, high_area) & all_lanes(0xff)};
}

// Eight columns of a row, and what is found in them.
struct ColumnBlock {
    const Span* spans = nullptr;      // of the field, or as if it were
    const uint32_t* first = nullptr;  // nine: the columns' spans are first[lane] .. first[lane + 1]
    uint32_t most = 0;                // spans of the fullest column
    size_t ranks = 0;                 // gaps of the fullest column
    Lanes lifted{}, low{};            // spans made walkable; walkable ones without room: counted below 0
};

// A block without gaps of a rank, as those beside it want to see it. The padding has blocks, too, the first at -kGapLanes.
void clear_rank(size_t rank, ptrdiff_t x, GapRow& row) {
    store(row.ceilings(rank) + x, all_lanes(GapRow::kSky));
    store(row.floors(rank) + x, all_lanes(GapRow::kSky));
    store(row.links(rank) + x, uint64_t{0});
}

// nothing of these gaps is linked or placed yet
void start_rank(size_t rank, size_t x, GapRow& row) {
    store(row.links(rank) + x, uint64_t{0});
    store(row.places(rank) + x, FourWords{} + kNoSpan);
    store(row.places(rank) + x + 4, FourWords{} + kNoSpan);
}

// the area of spans after the low hanging filter
Lanes lift(const SpanLanes& spans, Lanes below_top, Lanes below_area, int32_t climb, Lanes& lifted) {
    const Lanes lifts = (spans.area == Lanes{}) & (below_area != Lanes{}) & (spans.top - below_top <= all_lanes(climb));
    lifted += lifts;
    return spans.area | (below_area & lifts);
}

// The gaps above the spans of eight columns that have equally many. Returns false, with nothing counted, where an agent fits
// into other gaps of one column than of another.
bool gather_even(ColumnBlock& block, size_t x, int32_t height, int32_t climb, GapRow& row) {
    std::array<uint32_t, kGapLanes> next;
    std::copy_n(block.first, kGapLanes, next.begin());
    Lanes below_top{}, below_own{}, area{}, lifted{}, low{};
    int16_t* gap = row.ceilings(0) + x;
    size_t ranks = 1;
    for (uint32_t i = 0; i < block.most; ++i) {
        const SpanLanes spans = read_eight_at(block.spans, next);
        for (uint32_t& n : next)
            ++n;
        if (i == 0) {
            store(row.bottom.data() + kGapLanes + x, spans.bottom);
            area = spans.area;
        } else {
            const Lanes fits = spans.bottom - below_top >= all_lanes(height);
            if (!any(~fits)) {
                store(gap, spans.bottom);
                gap += 5 * row.stride;
                ++ranks;
            } else if (any(fits)) {
                return false;
            } else {
                low += area != Lanes{};
            }
            area = lift(spans, below_top, below_own, climb, lifted);
        }
        store(gap + row.stride, spans.top);
        store(gap + 2 * row.stride, area);
        below_top = spans.top;
        below_own = spans.area;
    }
    store(gap, all_lanes(GapRow::kSky));
    for (size_t rank = 0; rank < ranks; ++rank)
        start_rank(rank, x, row);
    block.ranks = ranks;
    block.lifted = lifted;
    block.low = low;
    return true;
}

// The same for any eight columns.
void gather_uneven(ColumnBlock& block, size_t x, int32_t height, int32_t climb, GapRow& row) {
    std::array<uint32_t, kGapLanes> next;
    Lanes counts{};
    for (size_t lane = 0; lane < kGapLanes; ++lane) {
        next[lane] = block.first[lane];
        counts[lane] = int16_t(block.first[lane + 1] - block.first[lane]);
    }
    for (size_t rank = 0; rank < block.most; ++rank) {
        clear_rank(rank, ptrdiff_t(x), row);
        start_rank(rank, x, row);
        store(row.areas(rank) + x, Lanes{});
    }
    store(row.bottom.data() + kGapLanes + x, all_lanes(GapRow::kSky));

    Lanes rank{}, below_top{}, below_own{}, below_area{};
    for (uint32_t i = 0; i < block.most; ++i) {
        const SpanLanes all = read_eight_at(block.spans, next);
        for (uint32_t& n : next)
            ++n;
        // what was read beyond the end of a column is nothing
        const Lanes here = counts > all_lanes(int32_t(i));
        const SpanLanes spans{all.bottom, all.top, all.area & here};
        Lanes fits{}, area = spans.area;
        if (i == 0) {
            store(row.bottom.data() + kGapLanes + x, here ? spans.bottom : all_lanes(GapRow::kSky));
        } else {
            fits = here & (spans.bottom - below_top >= all_lanes(height));
            block.low += here & ~fits & (below_area != Lanes{});
            area = lift(spans, below_top, below_own & here, climb, block.lifted);
        }
        const Lanes after = rank - fits;
        for (uint32_t r = 0; r <= i; ++r) {
            int16_t* const gap = row.ceilings(r) + x;
            const Lanes ends = fits & (rank == all_lanes(int32_t(r))), begins = here & (after == all_lanes(int32_t(r)));
            if (!any(ends | begins)) continue;
            block.ranks = std::max<size_t>(block.ranks, r + 1);
            store(gap, ends ? spans.bottom : load<Lanes>(gap));
            store(gap + row.stride, begins ? spans.top : load<Lanes>(gap + row.stride));
            store(gap + 2 * row.stride, begins ? area : load<Lanes>(gap + 2 * row.stride));
        }
        rank = after;
        below_top = spans.top;
        below_own = spans.area;
        below_area = area;
    }
}

// whether eight columns have `count` spans each
bool are_even(const uint32_t* first, uint32_t count) {
    const FourWords each = FourWords{} + count;
    const auto differs = [=](size_t lane) {
        return (load<FourWords>(first + lane + 1) - load<FourWords>(first + lane)) ^ each;
    };
    return !any(differs(0) | differs(4));
}

// the gaps above eight spans, one a column
void gather_singles(ColumnBlock& block, size_t x, GapRow& row) {
    const SpanLanes spans = read_eight(block.spans + block.first[0]);
    int16_t* const gap = row.ceilings(0) + x;
    store(row.bottom.data() + kGapLanes + x, spans.bottom);
    store(gap, all_lanes(GapRow::kSky));
    store(gap + row.stride, spans.top);
    store(gap + 2 * row.stride, spans.area);
    start_rank(0, x, row);
    block.ranks = 1;
}

bool gather_block(ColumnBlock& block, size_t x, const FilterParams& filters, GapRow& row) {
    block.most = block.first[1] - block.first[0];
    const bool even = are_even(block.first, block.most);
    for (size_t lane = 1; !even && lane < kGapLanes; ++lane)
        block.most = std::max(block.most, block.first[lane + 1] - block.first[lane]);
    if (block.most > kMostSpans) return false;
    make_room(block.most, row);
    if (even && block.most == 1) {
        gather_singles(block, x, row);
        return true;
    }
    const int32_t height = filters.ledges.walkable_height;
    const int32_t climb = filters.low_hanging ? std::min(filters.ledges.walkable_climb, kHighestGap) : -1;
    if (!even || !gather_even(block, x, height, climb, row)) gather_uneven(block, x, height, climb, row);
    return true;
}

// beside the outside there is always a drop
void remove_border_column(GapRow& row, size_t x, FilterCounts& changed) {
    for (size_t rank = 0; rank < row.ranks_of(x); ++rank) {
        int16_t& area = row.areas(rank)[x];
        changed.ledges += area != kNullArea;
        area = kNullArea;
    }
}

// Columns from x on, eight of them or fewer: the rest of a row, or of the field, after which nothing may be read.
class Rest {
public:
    Rest(const Heightfield& field, const uint32_t* first, size_t count) {
        for (size_t lane = 0; lane <= kGapLanes; ++lane)
            first_[lane] = first[std::min(lane, count)] - first[0];
        spans_.resize(first_[kGapLanes] + kMostSpans + 1);
        std::copy_n(field.spans.begin() + ptrdiff_t(first[0]), first_[kGapLanes], spans_.begin());
    }
    ColumnBlock block() const { return {.spans = spans_.data(), .first = first_.data()}; }

private:
    std::array<uint32_t, kGapLanes + 1> first_;
    std::vector<Span> spans_;
};

}  // namespace

bool gather_gaps(const Heightfield& field, int32_t z, const FilterParams& filters, GapRow& row, FilterCounts& changed) {
    const auto width = size_t(field.grid.width);
    const uint32_t* first = field.first.data() + size_t(z) * width;
    open_row(width, row);
    // at the border the plain test comes before the one for headroom
    const bool border_row = z == 0 || z == field.grid.depth - 1;
    uint32_t& low_at_border = filters.slope_aware ? changed.low_height : changed.ledges;
    uint32_t& low_inside = border_row ? low_at_border : changed.low_height;
    size_t before = 0;  // ranks of the block before
    for (size_t x = 0; x < width; x += kGapLanes) {
        const size_t count = std::min(kGapLanes, width - x);
        size_t ranks = 0;
        if (first[x + count] == first[x]) {
            store(row.bottom.data() + kGapLanes + x, all_lanes(GapRow::kSky));
        } else {
            // a column is read as far as the fullest one beside it
            std::optional<Rest> rest;
            if (count < kGapLanes || first[x + count] + kMostSpans >= field.spans.size()) rest.emplace(field, first + x, count);
            ColumnBlock block = rest ? rest->block() : ColumnBlock{.spans = field.spans.data(), .first = first + x};
            if (!gather_block(block, x, filters, row)) return false;
            ranks = block.ranks;
            if (any(block.lifted | block.low)) {
                if (x == 0) low_at_border += take_lane(block.low, 0);
                if (x + kGapLanes >= width) low_at_border += take_lane(block.low, width - 1 - x);
                changed.low_hanging += count_lanes(block.lifted);
                low_inside += count_lanes(block.low);
            }
        }
        row.ranks[x / kGapLanes + 1] = uint16_t(ranks);
        for (size_t rank = ranks; rank < before; ++rank)
            clear_rank(rank, ptrdiff_t(x), row);
        for (size_t rank = before; rank < ranks; ++rank)
            clear_rank(rank, ptrdiff_t(x) - ptrdiff_t(kGapLanes), row);
        before = ranks;
    }
    for (size_t rank = 0; rank < before; ++rank)
        clear_rank(rank, ptrdiff_t(row.stride - 2 * kGapLanes), row);
    remove_border_column(row, 0, changed);
    remove_border_column(row, width - 1, changed);
    return true;
}

void remove_border_row(GapRow& row, FilterCounts& changed) {
    for (size_t x = 0; x < row.stride - 2 * kGapLanes; ++x)
        remove_border_column(row, x, changed);
}

}  // namespace navspan
