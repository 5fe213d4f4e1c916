// Merges the intervals of one row into the spans of its columns.
//
// In: intervals in the order of the triangles.
// Out: sorted, disjoint spans per column. Intervals that overlap or touch are merged; merge_interval decides their area.
// Idea: Intervals are queued per column. When a queue is full, eight columns are merged at a time without branches: the first
// queued interval of each column, then the second, and so on.
// Source: Mononen, Recast (2009), for the rule of areas.
// Weak cases: If a column has more than kRanks spans, the intervals of its group of eight columns are merged one by one.

#include "bake/voxelize/columns.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

constexpr int16_t kFree = 32767;  // bottom and top of a missing span; greatest int16_t, so it sorts last

Span span_of(int32_t bottom, int32_t top, uint8_t area) {
    const SpanFate fate = area == kNullArea ? SpanFate::steep : SpanFate::walkable;
    return {.bottom = uint16_t(bottom), .top = uint16_t(top), .area = area, .fate = fate};
}

}  // namespace

// Merges `add` with the spans that it touches, from the lowest span to the highest. The result has the largest area id. The
// area id of a span is ignored if its top is more than merge_height below the top merged so far.
void merge_interval(std::vector<Span>& spans, const Span& add, int32_t merge_height) {
    // spans [from, to) overlap or touch `add`
    size_t to = spans.size();
    while (to > 0 && spans[to - 1].bottom > add.top)
        --to;
    size_t from = to;
    while (from > 0 && spans[from - 1].top >= add.bottom)
        --from;

    Span merged = add;
    for (size_t k = from; k < to; ++k) {
        merged.bottom = std::min(merged.bottom, spans[k].bottom);
        merged.top = std::max(merged.top, spans[k].top);
        if (merged.top - spans[k].top <= merge_height) merged.area = std::max(merged.area, spans[k].area);
    }
    merged.fate = merged.area == kNullArea ? SpanFate::steep : SpanFate::walkable;

    // replace spans [from, to) by the merged span
    const auto position = spans.begin() + ptrdiff_t(from);
    if (from == to) {
        spans.insert(position, merged);
    } else {
        *position = merged;
        spans.erase(position + 1, spans.begin() + ptrdiff_t(to));
    }
}

RowColumns::RowColumns(int32_t width, int32_t area_merge_height)
    : width_(size_t(width)),
      // one extra block, because empty intervals may be queued past the end of the row
      stride_((size_t(width) + kLanes - 1) / kLanes * kLanes + kLanes),
      merge_height_(std::min(area_merge_height, kMaxHeight)),
      count_(stride_),
      queue_(std::make_unique_for_overwrite<QueuedInterval[]>((kQueue + 1) * stride_)),
      ranks_(std::make_unique_for_overwrite<Rank[]>(kRanks * (stride_ / kLanes - 1))),
      used_(stride_ / kLanes - 1),
      deep_of_(used_.size()),
      first_(used_.size() * kLanes) {
    std::fill_n(queue_.get(), stride_, kEmptyInterval);
}

void RowColumns::add_same(size_t begin, size_t end, QueuedInterval interval) {
    const U64x2 pair{interval, interval};
    size_t x = begin;
    for (; end - x >= kLanes; x += kLanes)
        add_eight(x, {pair, pair}, {pair, pair});
    for (; x < end; x += 4) {
        const I32x4 left = I32x4{} + int32_t(end - x);
        const auto where = [&pair](I32x4 there) { return ((pair ^ kEmptyInterval) & U64x2(there)) ^ kEmptyInterval; };
        add_four(x, {where(I32x4{0, 0, 1, 1} < left), where(I32x4{2, 2, 3, 3} < left)});
    }
}

// Merges the blocks of the columns in [x, x + 4) that have a full queue.
void RowColumns::merge_full(size_t x) {
    for (size_t k = x; k < x + 4; ++k) {
        if (count_[k] == kQueue) merge_block(k / kLanes);
    }
}

// Returns the k-th queued interval of each column in a block; {kFree, kFree, 0} if there is none.
inline RowColumns::Rank RowColumns::queued(size_t x, size_t k, I16x8 counts) const {
    const QueuedInterval* at = queue_.get() + (k + 1) * stride_ + x;
    const auto q01 = load<I16x8>(at), q23 = load<I16x8>(at + 2), q45 = load<I16x8>(at + 4), q67 = load<I16x8>(at + 6);
    const I16x8 q04 = zip(q01, q45), q15 = zip_upper(q01, q45), q26 = zip(q23, q67), q37 = zip_upper(q23, q67);
    const I16x8 even = zip(q04, q26), odd = zip(q15, q37);
    const I16x8 bottoms = ~zip(even, odd), tops = zip_upper(even, odd);
    const I16x8 areas = zip(zip_upper(q04, q26), zip_upper(q15, q37));
    const I16x8 there = counts > splat<I16x8>(int16_t(k));
    const I16x8 free = ~there & splat<I16x8>(kFree);
    return {(bottoms & there) | free, (tops & there) | free, areas & there};
}

namespace {

// Moves the spans of each column down to the lowest ranks, after several spans were merged into one. (Rank r holds the r-th
// lowest span of each column.)
template <size_t kCount, class Rank>
inline void close_gaps(Rank* ranks) {
    for (size_t last = kCount - 1; last > 0; --last) {
        for (size_t r = 0; r < last; ++r) {
            Rank &span = ranks[r], &above = ranks[r + 1];
            const I16x8 gap = span.bottom == splat<I16x8>(kFree);
            const auto move = [gap](I16x8& to, I16x8& from, I16x8 left_behind) {
                to = gap ? from : to;
                from = gap ? left_behind : from;
            };
            move(span.bottom, above.bottom, splat<I16x8>(kFree));
            move(span.top, above.top, splat<I16x8>(kFree));
            move(span.area, above.area, I16x8{});
        }
    }
}

// Merges one interval per column into the first kUsed ranks. A column can then have kUsed + 1 spans.
template <size_t kUsed, class Rank>
inline void merge_step(Rank* ranks, const Rank& add, U16x8 near) {
    const I16x8 reach = least(add.top, splat<I16x8>(kFree - 1));

    // Merge the interval and all spans that touch it into `merged`, from the lowest span to the highest. Free the ranks of
    // these spans.
    Rank merged = add;
    I16x8 apart_count{};
    for (size_t r = 0; r < kUsed; ++r) {
        Rank& span = ranks[r];
        const I16x8 apart = (span.top < add.bottom) | (span.bottom > reach);
        // 32767 in columns where span and interval touch, else -32768
        const auto limit = I16x8(U16x8(splat<I16x8>(kFree)) - U16x8(apart));
        merged.bottom = least(merged.bottom, greatest(span.bottom, ~limit));
        merged.top = greatest(merged.top, least(span.top, limit));
        const auto close = I16x8(U16x8(merged.top) - U16x8(span.top) <= near);
        merged.area = greatest(merged.area, span.area & ~apart & close);
        span.bottom = greatest(span.bottom, limit);
        span.top = greatest(span.top, limit);
        apart_count -= apart;
    }

    // Insert the merged span into the sorted column. Each rank keeps the lower of two spans and passes the higher one to the
    // next rank.
    for (size_t r = 0; r < kUsed; ++r) {
        Rank& span = ranks[r];
        const I16x8 swap = merged.bottom < span.bottom;
        const I16x8 areas = (merged.area ^ span.area) & swap;
        const Rank next{greatest(merged.bottom, span.bottom), greatest(merged.top, span.top), merged.area ^ areas};
        span = {least(merged.bottom, span.bottom), least(merged.top, span.top), span.area ^ areas};
        merged = next;
    }
    ranks[kUsed] = merged;
    if (kUsed > 1 && any(apart_count < splat<I16x8>(kUsed - 1))) close_gaps<kUsed + 1>(ranks);
}

}  // namespace

// Merges the queued intervals of a block (eight columns), from index k on. Stops if a column has no free rank. Returns the
// index of the first interval that is not merged.
template <size_t kUsed>
size_t RowColumns::merge_queued(size_t block, size_t k, size_t most, I16x8 counts) {
    if constexpr (kUsed < kRanks) {
        const U16x8 near = U16x8{} + uint16_t(merge_height_);
        Rank ranks[kUsed + 1];
        for (size_t r = 0; r < kUsed; ++r)
            ranks[r] = rank(block, r);
        bool is_full = false;
        while (k < most && !is_full) {
            merge_step<kUsed>(ranks, queued(block * kLanes, k++, counts), near);
            is_full = any(ranks[kUsed].bottom != splat<I16x8>(kFree));
        }
        for (size_t r = 0; r < kUsed + is_full; ++r)
            rank(block, r) = ranks[r];
        if (is_full) return merge_queued<kUsed + 1>(block, k, most, counts);
    }
    used_[block] = kUsed;
    return k;
}

// Copies the spans that were passed to continue_from() into a block.
void RowColumns::load_earlier(size_t block) {
    const uint32_t* const first = earlier_first_ + block * kLanes;
    const size_t columns = block_end(block) - block * kLanes;
    size_t most = 0;
    for (size_t lane = 0; lane < columns; ++lane)
        most = greatest(most, size_t{first[lane + 1] - first[lane]});
    if (most > kRanks) {
        deep_of_[block] = uint32_t(deep_.size());
        OverflowColumns& deep = deep_.emplace_back();
        for (size_t lane = 0; lane < columns; ++lane)
            deep[lane].assign(earlier_spans_ + first[lane], earlier_spans_ + first[lane + 1]);
        used_[block] = kOverflow;
        return;
    }
    for (size_t r = 0; r < most; ++r) {
        Rank& spans = rank(block, r) = {splat<I16x8>(kFree), splat<I16x8>(kFree), I16x8{}};
        for (size_t lane = 0; lane < columns; ++lane) {
            if (r >= first[lane + 1] - first[lane]) continue;
            const Span& span = earlier_spans_[first[lane] + r];
            spans.bottom[lane] = int16_t(span.bottom - 32768);
            spans.top[lane] = int16_t(span.top - 32768);
            spans.area[lane] = span.area;
        }
    }
    used_[block] = uint8_t(most);
}

void RowColumns::merge_block(size_t block) {
    if (used_[block] == 0 && earlier_first_) load_earlier(block);
    const size_t x = block * kLanes;
    const auto counts = __builtin_convertvector(load<U8x8>(&count_[x]), I16x8);
    const I16x8 most_of_two = greatest(counts, I16x8(__builtin_shufflevector(counts, counts, 4, 5, 6, 7, 0, 1, 2, 3)));
    const I16x8 most_of_four =
        greatest(most_of_two, I16x8(__builtin_shufflevector(most_of_two, most_of_two, 2, 3, 0, 1, 6, 7, 4, 5)));
    const auto most = size_t(greatest(most_of_four[0], most_of_four[1]));
    size_t k = 0;
    if (used_[block] == 0) {
        rank(block, 0) = queued(x, k++, counts);
        used_[block] = 1;
    }
    using Merge = size_t (RowColumns::*)(size_t, size_t, size_t, I16x8);
    static constexpr std::array<Merge, kRanks> kMerge{
        nullptr,
        &RowColumns::merge_queued<1>,
        &RowColumns::merge_queued<2>,
        &RowColumns::merge_queued<3>,
        &RowColumns::merge_queued<4>,
        &RowColumns::merge_queued<5>,
        &RowColumns::merge_queued<6>,
        &RowColumns::merge_queued<7>,
    };
    if (used_[block] < kRanks) k = (this->*kMerge[used_[block]])(block, k, most, counts);
    if (k < most) merge_deep(block, k);
    store(&count_[x], uint64_t{0});
}

// Slow path for columns with many spans: merges the queued intervals from index `done` on.
void RowColumns::merge_deep(size_t block, size_t done) {
    const size_t x = block * kLanes;
    if (used_[block] != kOverflow) {
        deep_of_[block] = uint32_t(deep_.size());
        deep_.emplace_back();
        for (size_t r = 0; r < used_[block]; ++r) {
            const Rank& spans = rank(block, r);
            for (size_t lane = 0; lane < kLanes; ++lane) {
                if (spans.bottom[lane] == kFree) continue;
                deep_.back()[lane].push_back(
                    span_of(spans.bottom[lane] + 32768, spans.top[lane] + 32768, uint8_t(spans.area[lane])));
            }
        }
        used_[block] = kOverflow;
    }
    OverflowColumns& deep = deep_[deep_of_[block]];
    for (size_t lane = 0; lane < kLanes; ++lane) {
        for (size_t k = done; k < count_[x + lane]; ++k) {
            const QueuedInterval add = queue_[(k + 1) * stride_ + x + lane];
            const int32_t bottom = 32767 - int16_t(add), top = int16_t(add >> 16) + 32768;
            merge_interval(deep[lane], span_of(bottom, top, uint8_t(add >> 32)), merge_height_);
        }
    }
}

// Returns the spans of one rank in the memory layout of Span, in the lower 48 bits of each number.
inline std::array<uint64_t, RowColumns::kLanes> RowColumns::stored(const Rank& rank) {
    const I16x8 bias = splat<I16x8>(-32768);
    const I16x8 bottom = rank.bottom ^ bias, top = rank.top ^ bias;
    const I16x8 area = rank.area | (I16x8(rank.area == I16x8{}) & splat<I16x8>(int16_t(SpanFate::steep) << 8));
    const auto low = I32x4(zip(bottom, top)), high = I32x4(zip_upper(bottom, top));
    const auto area_low = I32x4(zip(area, I16x8{})), area_high = I32x4(zip_upper(area, I16x8{}));
    std::array<uint64_t, kLanes> result;
    store(&result[0], zip(low, area_low));
    store(&result[2], zip_upper(low, area_low));
    store(&result[4], zip(high, area_high));
    store(&result[6], zip_upper(high, area_high));
    return result;
}

// Appends the spans of a block to `out`. A span has 6 bytes, but each store writes 8; the next store overwrites the surplus.
// kKnownUsed is the number of used ranks, or 0 if this number is large. If the number is known, the compiler can unroll the
// loops.
template <size_t kKnownUsed>
char* RowColumns::write_ranks(size_t block, char* out, uint32_t before) {
    uint32_t* first = &first_[block * kLanes];
    const size_t used = kKnownUsed > 0 ? kKnownUsed : used_[block];
    std::array<std::array<uint64_t, kLanes>, kKnownUsed + (kKnownUsed == 0) * kRanks> spans;
    for (size_t r = 0; r < used; ++r)
        spans[r] = stored(rank(block, r));
    if (!any(rank(block, used - 1).bottom == splat<I16x8>(kFree))) {
        // all columns have the same number of spans
        for (size_t lane = 0; lane < kLanes; ++lane) {
            first[lane] = before + uint32_t(lane * used);
            for (size_t r = 0; r < used; ++r)
                store(out + (lane * used + r) * sizeof(Span), spans[r][lane]);
        }
        return out + kLanes * used * sizeof(Span);
    }
    std::array<std::array<uint16_t, kLanes>, spans.size()> there;
    I16x8 counts{};
    for (size_t r = 0; r < used; ++r) {
        const I16x8 is_there = rank(block, r).bottom != splat<I16x8>(kFree);
        counts -= is_there;
        store(&there[r], is_there & splat<I16x8>(int16_t(sizeof(Span))));
    }
    for (size_t lane = 0; lane < kLanes; ++lane) {
        first[lane] = before;
        before += uint32_t(counts[lane]);
        for (size_t r = 0; r < used; ++r) {
            store(out, spans[r][lane]);
            out += there[r][lane];
        }
    }
    return out;
}

char* RowColumns::write_block_of_ranks(size_t block, char* out, uint32_t before) {
    switch (used_[block]) {
        case 0:
            std::fill_n(&first_[block * kLanes], kLanes, before);
            return out;
        case 1:
            return write_ranks<1>(block, out, before);
        case 2:
            return write_ranks<2>(block, out, before);
        case 3:
            return write_ranks<3>(block, out, before);
        case 4:
            return write_ranks<4>(block, out, before);
        default:
            return write_ranks<0>(block, out, before);
    }
}

char* RowColumns::write_deep(size_t block, char* out, uint32_t before) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
        const std::vector<Span>& spans = deep_[deep_of_[block]][lane];
        first_[block * kLanes + lane] = before;
        before += uint32_t(spans.size());
        if (!spans.empty()) std::memcpy(out, spans.data(), spans.size() * sizeof(Span));
        out += spans.size() * sizeof(Span);
    }
    return out;
}

// Copies the earlier spans of a block without new intervals (see continue_from).
char* RowColumns::write_earlier(size_t block, char* out, uint32_t before) {
    const size_t x = block * kLanes, end = block_end(block);
    const uint32_t start = earlier_first_[x];
    for (size_t column = x; column < end; ++column)
        first_[column] = before + (earlier_first_[column] - start);
    const size_t bytes = (earlier_first_[end] - start) * sizeof(Span);
    if (bytes > 0) std::memcpy(out, earlier_spans_ + start, bytes);
    return out + bytes;
}

void RowColumns::take(Heightfield& field, PagePreparer* pages) {
    static_assert(sizeof(Span) == 6 && std::endian::native == std::endian::little);
    size_t most = 2;
    for (size_t block = 0; block < used_.size(); ++block) {
        if (load<uint64_t>(&count_[block * kLanes]) != 0) merge_block(block);
        most += used_[block] == kOverflow ? 0 : kLanes * used_[block];
    }
    for (const OverflowColumns& deep : deep_) {
        for (const std::vector<Span>& spans : deep)
            most += spans.size();
    }
    if (earlier_first_) most += earlier_first_[width_] - earlier_first_[0];

    const size_t before = field.spans.size();
    if (before + most > field.spans.capacity()) field.spans.reserve(std::max(before + most, 2 * field.spans.capacity()));
    if (pages) pages->prepare_up_to(field.spans, before + most);
    field.spans.resize(before + most);
    char* const begin = reinterpret_cast<char*>(field.spans.data() + before);
    char* out = begin;
    for (size_t block = 0; block < used_.size(); ++block) {
        const auto at = uint32_t(before + size_t(out - begin) / sizeof(Span));
        if (used_[block] == kOverflow) {
            out = write_deep(block, out, at);
        } else if (used_[block] == 0 && earlier_first_) {
            out = write_earlier(block, out, at);
        } else {
            out = write_block_of_ranks(block, out, at);
        }
    }
    std::fill(used_.begin(), used_.end(), uint8_t(0));
    deep_.clear();
    earlier_first_ = nullptr;
    field.spans.resize(before + size_t(out - begin) / sizeof(Span));
    field.first.insert(field.first.end(), first_.data(), first_.data() + width_);
}

}  // namespace navspan
