// Collects the gaps of one row: the free intervals above solid spans.
//
// In: the solid heightfield.
// Out: the gaps that are high enough for the agent, with their areas after the filters `low_hanging` and `low_height`.
// Idea: Eight columns are read at a time, from the bottom up. Each span ends one gap and starts the next gap. A gap that is too
// low is overwritten by the next gap.
// Source: Mononen, Recast (2009), for the filters.
// Weak cases: A block of eight columns takes as long as its column with the most spans.

#include "bake/field/compact_gaps.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "bake/field/span_lanes.h"
#include "core/memory.h"
#include "navspan/core/no_index.h"

namespace navspan {
namespace {

constexpr uint32_t kFewSpans = 12;

template <class Height>
struct ColumnBlock {
    const Span* spans = nullptr;      // spans of the field, or of a copy
    const uint32_t* first = nullptr;  // nine offsets: column `lane` has the spans first[lane] .. first[lane + 1] - 1
    size_t x = 0;                     // first column
    uint32_t most = 0;                // largest number of spans in a column
    size_t ranks = 0;                 // largest number of gaps in a column
    // Negated counts for each column. raised: spans that filter `low_hanging` makes walkable. low: walkable spans without
    // headroom.
    HeightLanes<Height> raised{}, low{};
};

// A copy of at most eight columns, with padding after the last span.
class PaddedColumns {
public:
    PaddedColumns(const Heightfield& field, const uint32_t* first, size_t count) {
        uint32_t most = 0;
        for (size_t lane = 0; lane <= kGapLanes; ++lane)
            first_[lane] = first[std::min(lane, count)] - first[0];
        for (size_t lane = 0; lane < kGapLanes; ++lane)
            most = std::max(most, first_[lane + 1] - first_[lane]);
        spans_.resize(first_[kGapLanes] + most + 1);
        std::copy_n(field.spans.begin() + ptrdiff_t(first[0]), first_[kGapLanes], spans_.begin());
    }
    const Span* spans() const { return spans_.data(); }
    const uint32_t* first() const { return first_.data(); }

private:
    std::array<uint32_t, kGapLanes + 1> first_;
    std::vector<Span> spans_;
};

template <class Height>
class RowGatherer {
public:
    RowGatherer(const Heightfield& field, int32_t z, const FilterParams& params, GapRow<Height>& row, FilterLog& log);
    void gather();

private:
    using Heights = HeightLanes<Height>;
    using Row = GapRow<Height>;

    size_t gather_columns(size_t x, size_t count);
    size_t gather_last_columns(size_t x, size_t count);
    static bool find_most(ColumnBlock<Height>& block);
    void gather_block(ColumnBlock<Height>& block, bool even);
    bool gather_even(ColumnBlock<Height>& block);
    void gather_uneven(ColumnBlock<Height>& block);
    void gather_singles(ColumnBlock<Height>& block);
    Heights raise(const SpanLanes<Height>& spans, Heights below_top, Heights below_area, ColumnBlock<Height>& block);
    void record_low_hanging(size_t x, Heights raised, Heights top);
    void record_low(size_t x, Heights low, Heights floor, Heights ceiling, Heights area);
    void clear_rank(size_t rank, ptrdiff_t x);
    void start_rank(size_t rank, size_t x);
    bool at_border(size_t x) const { return border_row_ || x == 0 || x + 1 == width_; }
    SpanFate fate_of_low(bool at_border) const;
    void count(ColumnBlock<Height>& block);

    const Heightfield& field_;
    const size_t width_, column_;  // width of the row [cell]; index of its first column in the field
    const uint32_t* first_;        // start offsets of the row's columns
    const int32_t height_, climb_;
    const bool border_row_, plain_;  // border_row_: first or last row; plain_: ledge_test is LedgeTest::plain
    const bool keeps_low_;           // true if the filter `low_height` is off
    const bool records_low_;         // true if spans without headroom must be recorded one by one
    GapRow<Height>& row_;
    FilterLog& log_;
};

template <class Height>
RowGatherer<Height>::RowGatherer(const Heightfield& field, int32_t z, const FilterParams& params, GapRow<Height>& row,
                                 FilterLog& log)
    : field_(field),
      width_(size_t(field.grid.width)),
      column_(size_t(z) * width_),
      first_(field.first.data() + column_),
      height_(std::min(params.agent.walkable_height, kMaxHeightOf<Height>)),
      climb_(params.low_hanging ? std::min(params.agent.walkable_climb, kMaxHeightOf<Height>) : -1),
      border_row_(is_border_row(field.grid, z)),
      plain_(params.ledge_test == LedgeTest::plain),
      keeps_low_(!params.low_height),
      records_low_(keeps_low_ || log.fates),
      row_(row),
      log_(log) {}

// Sets a rank to "no gap" (kSky) and "no links" in a block of columns or in the padding of a row.
template <class Height>
void RowGatherer<Height>::clear_rank(size_t rank, ptrdiff_t x) {
    store(row_.ceilings(rank) + x, splat_height<Height>(GapRow<Height>::kSky));
    store(row_.floors(rank) + x, splat_height<Height>(GapRow<Height>::kSky));
    store(row_.links(rank) + x, uint64_t{0});
}

// Clears the links and span indices of one rank in a block of columns.
template <class Height>
void RowGatherer<Height>::start_rank(size_t rank, size_t x) {
    store(row_.links(rank) + x, uint64_t{0});
    store(row_.span_indices(rank) + x, U32x4{} + kNoIndex);
    store(row_.span_indices(rank) + x + 4, U32x4{} + kNoIndex);
}

// Returns the fate of a walkable span without headroom. LedgeTest::plain counts such a span at the border of the field as a
// ledge.
template <class Height>
SpanFate RowGatherer<Height>::fate_of_low(bool at_border) const {
    if (plain_ && at_border) return SpanFate::ledge;
    return keeps_low_ ? SpanFate::walkable : SpanFate::low_height;
}

template <class Height>
void RowGatherer<Height>::record_low(size_t x, Heights low, Heights floor, Heights ceiling, Heights area) {
    for (size_t lane = 0; lane < kGapLanes; ++lane) {
        if (low[lane] == 0) continue;
        const SpanFate fate = fate_of_low(at_border(x + lane));
        if (log_.fates) log_.set_fate(field_, column_ + x + lane, floor[lane], fate);
        if (fate == SpanFate::walkable)
            row_.low.push_back({x + lane, uint16_t(floor[lane]), uint16_t(ceiling[lane]), uint8_t(area[lane])});
    }
}

// Filter `low_hanging`: a low obstacle on walkable ground becomes walkable. An unwalkable span gets the area of the next lower
// span of its column if two conditions hold: this area was walkable before the filter, and the tops of the two spans differ by
// at most the climb.
template <class Height>
inline HeightLanes<Height> RowGatherer<Height>::raise(const SpanLanes<Height>& spans, Heights below_top, Heights below_area,
                                                      ColumnBlock<Height>& block) {
    const Heights raised =
        (spans.area == Heights{}) & (below_area != Heights{}) & (spans.top - below_top <= splat_height<Height>(climb_));
    block.raised += raised;
    if (log_.fates) record_low_hanging(block.x, raised, spans.top);
    return spans.area | (below_area & raised);
}

template <class Height>
void RowGatherer<Height>::record_low_hanging(size_t x, Heights raised, Heights top) {
    for (size_t lane = 0; lane < kGapLanes; ++lane)
        if (raised[lane] != 0) log_.set_fate(field_, column_ + x + lane, top[lane], SpanFate::walkable);
}

// Collects the gaps of eight columns with equal numbers of spans. If only some of eight gaps with equal index are high enough
// for an agent, returns false and leaves `block` unchanged.
template <class Height>
bool RowGatherer<Height>::gather_even(ColumnBlock<Height>& block) {
    std::array<uint32_t, kGapLanes> next;
    std::copy_n(block.first, kGapLanes, next.begin());
    ColumnBlock<Height> found = block;
    Heights below_top{}, below_own{}, area{};
    row_.make_room(block.most);
    Height* gap = row_.ceilings(0) + block.x;
    size_t ranks = 1;
    for (uint32_t i = 0; i < block.most; ++i) {
        const auto spans = read_eight_at<Height>(block.spans, next);
        for (uint32_t& n : next)
            ++n;
        if (i == 0) {
            store(row_.bottom.data() + kGapLanes + block.x, spans.bottom);
            area = spans.area;
        } else {
            const Heights fits = spans.bottom - below_top >= splat_height<Height>(height_);
            if (!any(~fits)) {
                store(gap, spans.bottom);
                gap += Row::kArrays * row_.stride;
                ++ranks;
            } else if (any(fits)) {
                return false;
            } else {
                found.low += area != Heights{};
                if (records_low_) record_low(block.x, area != Heights{}, below_top, spans.bottom, area);
            }
            area = raise(spans, below_top, below_own, found);
        }
        store(gap + Row::kFloors * row_.stride, spans.top);
        store(gap + Row::kAreas * row_.stride, area);
        below_top = spans.top;
        below_own = spans.area;
    }
    store(gap, splat_height<Height>(GapRow<Height>::kSky));
    for (size_t rank = 0; rank < ranks; ++rank)
        start_rank(rank, block.x);
    block = found;
    block.ranks = ranks;
    return true;
}

template <class Height>
void RowGatherer<Height>::gather_uneven(ColumnBlock<Height>& block) {
    const size_t x = block.x;
    std::array<uint32_t, kGapLanes> next;
    std::copy_n(block.first, kGapLanes, next.begin());
    const auto counts = __builtin_convertvector(count_spans(block.first), Heights);
    store(row_.bottom.data() + kGapLanes + x, splat_height<Height>(GapRow<Height>::kSky));

    Heights rank{}, below_top{}, below_own{}, below_area{};
    for (uint32_t i = 0; i < block.most; ++i) {
        const auto all = read_eight_at<Height>(block.spans, next);
        for (uint32_t& n : next)
            ++n;
        // Ignore spans read beyond the end of a column.
        const Heights here = counts > splat_height<Height>(int32_t(i));
        SpanLanes<Height> spans = all;
        spans.area &= here;
        Heights fits{}, area = spans.area;
        if (i == 0) {
            store(row_.bottom.data() + kGapLanes + x, here ? spans.bottom : splat_height<Height>(GapRow<Height>::kSky));
        } else {
            fits = here & (spans.bottom - below_top >= splat_height<Height>(height_));
            const Heights low = here & ~fits & (below_area != Heights{});
            block.low += low;
            if (records_low_ && any(low)) record_low(x, low, below_top, spans.bottom, below_area);
            area = raise(spans, below_top, below_own & here, block);
        }
        const Heights after = rank - fits;
        for (size_t r = i > kFewSpans ? lowest_rank<Height>(rank, here) : 0, end = block.ranks; r <= end; ++r) {
            const Heights ends = fits & (rank == splat_height<Height>(int32_t(r)));
            const Heights begins = here & (after == splat_height<Height>(int32_t(r)));
            if (!any(ends | begins)) continue;
            if (r == block.ranks) {
                row_.make_room(++block.ranks);
                clear_rank(r, ptrdiff_t(x));
                start_rank(r, x);
                store(row_.areas(r) + x, Heights{});
            }
            Height* const gap = row_.ceilings(r) + x;
            store(gap, ends ? spans.bottom : load<Heights>(gap));
            store(gap + Row::kFloors * row_.stride, begins ? spans.top : load<Heights>(gap + Row::kFloors * row_.stride));
            store(gap + Row::kAreas * row_.stride, begins ? area : load<Heights>(gap + Row::kAreas * row_.stride));
        }
        rank = after;
        below_top = spans.top;
        below_own = spans.area;
        below_area = area;
    }
}

// Collects the gaps of eight columns with one span each.
template <class Height>
void RowGatherer<Height>::gather_singles(ColumnBlock<Height>& block) {
    const auto spans = read_eight<Height>(block.spans + block.first[0]);
    row_.make_room(1);
    Height* const gap = row_.ceilings(0) + block.x;
    store(row_.bottom.data() + kGapLanes + block.x, spans.bottom);
    store(gap, splat_height<Height>(GapRow<Height>::kSky));
    store(gap + Row::kFloors * row_.stride, spans.top);
    store(gap + Row::kAreas * row_.stride, spans.area);
    start_rank(0, block.x);
    block.ranks = 1;
}

template <class Height>
[[gnu::always_inline]] inline void RowGatherer<Height>::gather_block(ColumnBlock<Height>& block, bool even) {
    if (even && block.most == 1) {
        gather_singles(block);
    } else if (!even || keeps_low_ || !gather_even(block)) {
        gather_uneven(block);
    }
    if (any(block.raised | block.low)) count(block);
}

template <class Height>
void RowGatherer<Height>::count(ColumnBlock<Height>& block) {
    const auto add_low = [this](bool at_border, uint32_t spans) {
        const SpanFate fate = fate_of_low(at_border);
        if (fate == SpanFate::ledge) log_.changed.ledges += spans;
        if (fate == SpanFate::low_height) log_.changed.low_height += spans;
    };
    if (block.x == 0) add_low(true, extract_lane<Height>(block.low, 0));
    if (block.x + kGapLanes >= width_) add_low(true, extract_lane<Height>(block.low, width_ - 1 - block.x));
    add_low(border_row_, count_lanes<Height>(block.low));
    log_.changed.low_hanging += count_lanes<Height>(block.raised);
}

// Returns the largest number of gaps in a column.
template <class Height>
size_t RowGatherer<Height>::gather_columns(size_t x, size_t count) {
    const uint32_t* const first = first_ + x;
    if (first[count] == first[0]) {
        store(row_.bottom.data() + kGapLanes + x, splat_height<Height>(GapRow<Height>::kSky));
        return 0;
    }
    if (count < kGapLanes) return gather_last_columns(x, count);
    ColumnBlock<Height> block{.spans = field_.spans.data(), .first = first, .x = x};
    const bool even = find_most(block);
    // block.most spans are read from each column. If this reads beyond the end of the array, use a padded copy.
    if (first[count] + block.most >= field_.spans.size()) return gather_last_columns(x, count);
    gather_block(block, even);
    return block.ranks;
}

template <class Height>
[[gnu::noinline]] size_t RowGatherer<Height>::gather_last_columns(size_t x, size_t count) {
    const PaddedColumns rest(field_, first_ + x, count);
    ColumnBlock<Height> block{.spans = rest.spans(), .first = rest.first(), .x = x};
    const bool even = find_most(block);
    gather_block(block, even);
    return block.ranks;
}

// Sets block.most. Returns true if all columns have the same number of spans.
template <class Height>
bool RowGatherer<Height>::find_most(ColumnBlock<Height>& block) {
    block.most = block.first[1] - block.first[0];
    if (!any(count_spans(block.first) ^ int32_t(block.most))) return true;
    for (size_t lane = 1; lane < kGapLanes; ++lane)
        block.most = std::max(block.most, block.first[lane + 1] - block.first[lane]);
    return false;
}

template <class Height>
void RowGatherer<Height>::gather() {
    row_.low.clear();
    size_t before = 0;  // ranks of the previous block
    for (size_t x = 0; x < width_; x += kGapLanes) {
        const size_t ranks = gather_columns(x, std::min(kGapLanes, width_ - x));
        row_.ranks[x / kGapLanes + 1] = uint16_t(ranks);
        for (size_t rank = ranks; rank < before; ++rank)
            clear_rank(rank, ptrdiff_t(x));
        for (size_t rank = before; rank < ranks; ++rank)
            clear_rank(rank, ptrdiff_t(x) - ptrdiff_t(kGapLanes));
        before = ranks;
    }
    for (size_t rank = 0; rank < before; ++rank)
        clear_rank(rank, ptrdiff_t(row_.stride - 2 * kGapLanes));
}

}  // namespace

void FilterLog::set_fate(const Heightfield& field, size_t column, int32_t top, SpanFate fate) const {
    const auto begin = field.spans.begin() + ptrdiff_t(field.first[column]);
    const auto end = field.spans.begin() + ptrdiff_t(field.first[column + 1]);
    const auto span = std::partition_point(begin, end, [top](const Span& s) { return s.top < top; });
    if (span != end && span->top == top) (*fates)[size_t(span - field.spans.begin())] = fate;
}

template <class Height>
void GapRow<Height>::make_room(size_t max_ranks) {
    if (capacity >= max_ranks) return;
    gaps.resize(size_to_allocate(uint64_t{kArrays} * max_ranks * stride));
    linked.resize(max_ranks * stride);
    span_index.resize(max_ranks * stride);
    capacity = max_ranks;
}

template <class Height>
void GapRow<Height>::open(size_t width) {
    stride = (width + kGapLanes - 1) / kGapLanes * kGapLanes + 2 * kGapLanes;
    bottom.assign(stride, kSky);
    ranks.assign(stride / kGapLanes, 0);
    make_room(1);  // neighbouring rows always read rank 0, even if it has no gaps
}

template <class Height>
void gather_gaps(const Heightfield& field, int32_t z, const FilterParams& params, GapRow<Height>& row, FilterLog& log) {
    RowGatherer<Height>(field, z, params, row, log).gather();
}

template struct GapRow<int16_t>;
template struct GapRow<int32_t>;
template void gather_gaps(const Heightfield&, int32_t, const FilterParams&, GapRow<int16_t>&, FilterLog&);
template void gather_gaps(const Heightfield&, int32_t, const FilterParams&, GapRow<int32_t>&, FilterLog&);

}  // namespace navspan
