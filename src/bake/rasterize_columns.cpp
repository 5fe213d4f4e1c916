// The intervals of one row become the spans of its columns.
//
// In: intervals in the order of the triangles. Out: per column sorted, disjoint spans. An interval swallows the spans it
// overlaps or touches one after the other from below; after each, when the old top is at most area_merge_height below the top
// reached so far, the higher area id wins, else the area of the interval stays. Source of the rule: Mononen, Recast (2009).
//
// What an interval finds in its column is hard to foretell, and a branch foretold wrongly costs more than the merge. So eight
// columns are merged at a time without branches: the first queued interval of each, then the second of each, and so on. Their
// lowest spans lie side by side in one vector, the second lowest in the next. A column that has fewer intervals queued than its
// neighbours takes part with a free one, which changes nothing.
//
// Weak case: a block in which a column has more spans than there are ranks merges interval by interval, and each insertion
// moves the spans above.

#include "rasterize_columns.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

typedef uint64_t Halves __attribute__((vector_size(16)));
typedef int32_t Words __attribute__((vector_size(16)));
typedef uint16_t Heights __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(8)));

constexpr int16_t kFree = 32767;                 // bottom and top in a lane without a span; no span's bottom is as high
constexpr uint64_t kOnes = 0x0101010101010101u;  // one in each of eight bytes

Lanes all_lanes(int16_t value) {
    return Lanes{} + value;
}
Lanes least(Lanes a, Lanes b) {
    return a < b ? a : b;
}
Lanes greatest(Lanes a, Lanes b) {
    return a > b ? a : b;
}
bool any(Lanes mask) {
    const auto halves = Halves(mask);
    return (halves[0] | halves[1]) != 0;
}

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

Span span_of(uint32_t interval, uint8_t area) {
    return {.bottom = uint16_t(interval),
            .top = uint16_t(interval >> 16),
            .area = area,
            .fate = area == kNullArea ? SpanFate::steep : SpanFate::walkable};
}

}  // namespace

void merge_interval(std::vector<Span>& spans, const Span& add, int32_t merge_height) {
    // spans [from, to) overlap or touch it
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

    // put it in their place
    const auto place = spans.begin() + ptrdiff_t(from);
    if (from == to) {
        spans.insert(place, merged);
    } else {
        *place = merged;
        spans.erase(place + 1, spans.begin() + ptrdiff_t(to));
    }
}

RowColumns::RowColumns(int32_t width, int32_t area_merge_height)
    : width_(size_t(width)),
      stride_((size_t(width) + kLanes - 1) / kLanes * kLanes),
      merge_height_(std::min(area_merge_height, kMaxHeight)),
      count_(stride_),
      queue_(std::make_unique_for_overwrite<uint32_t[]>(kQueue * stride_)),
      queue_area_(std::make_unique_for_overwrite<uint8_t[]>(kQueue * stride_)),
      ranks_(std::make_unique_for_overwrite<Rank[]>(kRanks * stride_ / kLanes)),
      used_(stride_ / kLanes),
      deep_of_(stride_ / kLanes),
      first_(stride_) {}

void RowColumns::add_eight(size_t x, Lanes bottoms, Lanes tops, uint8_t area) {
    const auto low = __builtin_shufflevector(bottoms, tops, 0, 8, 1, 9, 2, 10, 3, 11);
    const auto high = __builtin_shufflevector(bottoms, tops, 4, 12, 5, 13, 6, 14, 7, 15);
    const auto counts = load<uint64_t>(&count_[x]);
    if (counts == count_[x] * kOnes && count_[x] + 1u < kQueue) {
        // columns with equally many intervals so far get theirs together
        const size_t place = x + count_[x] * stride_;
        store(&queue_[place], low);
        store(&queue_[place + 4], high);
        store(&queue_area_[place], area * kOnes);
        store(&count_[x], counts + kOnes);
        return;
    }
    std::array<uint32_t, kLanes> intervals;
    store(&intervals[0], low);
    store(&intervals[4], high);
    for (size_t k = 0; k < kLanes; ++k)
        add(x + k, intervals[k] ^ kBias, area);
}

void RowColumns::add_same(size_t begin, size_t end, uint32_t interval, uint8_t area) {
    const Lanes bottoms = all_lanes(int16_t(interval ^ kBias)), tops = all_lanes(int16_t((interval ^ kBias) >> 16));
    size_t x = begin;
    for (; end - x >= kLanes; x += kLanes)
        add_eight(x, bottoms, tops, area);
    for (; x < end; ++x)
        add(x, interval, area);
}

// the k-th queued intervals of a block; free in the lanes of columns with fewer
inline RowColumns::Rank RowColumns::queued(size_t x, size_t k, Lanes counts) const {
    const uint32_t* at = queue_.get() + k * stride_ + x;
    const auto low = load<Words>(at), high = load<Words>(at + 4);
    const auto bottoms = __builtin_shufflevector(Lanes(low), Lanes(high), 0, 2, 4, 6, 8, 10, 12, 14);
    const auto tops = __builtin_shufflevector(Lanes(low), Lanes(high), 1, 3, 5, 7, 9, 11, 13, 15);
    const auto areas = __builtin_convertvector(load<Bytes>(queue_area_.get() + k * stride_ + x), Lanes);
    const Lanes there = counts > all_lanes(int16_t(k));
    const Lanes free = ~there & all_lanes(kFree);
    return {(bottoms & there) | free, (tops & there) | free, areas & there};
}

namespace {

// Spans above a gap move down. There are few.
template <class Rank>
void close_gaps(Rank* ranks, size_t stride, size_t count) {
    for (size_t last = count - 1; last > 0; --last) {
        for (size_t r = 0; r < last; ++r) {
            Rank &span = ranks[r * stride], &above = ranks[(r + 1) * stride];
            const Lanes gap = span.bottom == all_lanes(kFree);
            const auto move = [gap](Lanes& to, Lanes& from, Lanes left_behind) {
                to = gap ? from : to;
                from = gap ? left_behind : from;
            };
            move(span.bottom, above.bottom, all_lanes(kFree));
            move(span.top, above.top, all_lanes(kFree));
            move(span.area, above.area, Lanes{});
        }
    }
}

// Merges one interval a column into the first kUsed ranks; the one after those takes what does not fit. What a step costs is
// what rasterisation costs, so the number of ranks is known when it is compiled.
template <size_t kUsed, class Rank>
inline void merge_step(Rank* ranks, size_t stride, const Rank& add, Heights near) {
    const Lanes reach = least(add.top, all_lanes(kFree - 1));

    // spans that it touches are merged with it, from below, and leave gaps
    Rank merged = add;
    Lanes apart_count{};
    for (size_t r = 0; r < kUsed; ++r) {
        Rank& span = ranks[r * stride];
        const Lanes apart = (span.top < add.bottom) | (span.bottom > reach);
        const Lanes limit = apart ^ all_lanes(kFree);  // the highest number where they touch, else the lowest
        merged.bottom = least(merged.bottom, greatest(span.bottom, ~limit));
        merged.top = greatest(merged.top, least(span.top, limit));
        const auto close = Lanes(Heights(merged.top) - Heights(span.top) <= near);
        merged.area = greatest(merged.area, span.area & ~apart & close);
        span.bottom = greatest(span.bottom, limit);
        span.top = greatest(span.top, limit);
        apart_count -= apart;
    }

    // it goes where it belongs; the spans above move up, into a gap if there is one
    for (size_t r = 0; r < kUsed; ++r) {
        Rank& span = ranks[r * stride];
        const Lanes swap = merged.bottom < span.bottom;
        const Lanes areas = (merged.area ^ span.area) & swap;
        const Rank next{greatest(merged.bottom, span.bottom), greatest(merged.top, span.top), merged.area ^ areas};
        span = {least(merged.bottom, span.bottom), least(merged.top, span.top), span.area ^ areas};
        merged = next;
    }
    ranks[kUsed * stride] = merged;
    if (kUsed > 1 && any(apart_count < all_lanes(kUsed - 1))) close_gaps(ranks, stride, kUsed + 1);
}

}  // namespace

// Merges the queued intervals of a block from the k-th on, as long as there are free ranks. Returns where it stopped.
template <size_t kUsed>
size_t RowColumns::merge_queued(size_t block, size_t k, size_t most, Lanes counts) {
    if constexpr (kUsed < kRanks) {
        const Heights near = Heights{} + uint16_t(merge_height_);
        for (; k < most; ++k) {
            merge_step<kUsed>(&rank(block, 0), used_.size(), queued(block * kLanes, k, counts), near);
            if (any(rank(block, kUsed).bottom != all_lanes(kFree))) return merge_queued<kUsed + 1>(block, k + 1, most, counts);
        }
    }
    used_[block] = kUsed;
    return k;
}

void RowColumns::merge_block(size_t block) {
    const size_t x = block * kLanes;
    const auto counts = __builtin_convertvector(load<Bytes>(&count_[x]), Lanes);
    const size_t most = *std::max_element(&count_[x], &count_[x] + kLanes);
    size_t k = 0;
    switch (used_[block]) {
        case 0:
            rank(block, 0) = queued(x, 0, counts);
            [[fallthrough]];
        case 1:
            k = merge_queued<1>(block, used_[block] == 0 ? 1 : 0, most, counts);
            break;
        case 2:
            k = merge_queued<2>(block, 0, most, counts);
            break;
        case 3:
            k = merge_queued<3>(block, 0, most, counts);
            break;
        case 4:
            k = merge_queued<4>(block, 0, most, counts);
            break;
        case 5:
            k = merge_queued<5>(block, 0, most, counts);
            break;
        case 6:
            k = merge_queued<6>(block, 0, most, counts);
            break;
        case 7:
            k = merge_queued<7>(block, 0, most, counts);
            break;
        default:
            break;
    }
    if (k < most) merge_deep(block, k);
    store(&count_[x], uint64_t{0});
}

// The slow way: from a place in the queue on, one interval after the other.
void RowColumns::merge_deep(size_t block, size_t done) {
    const size_t x = block * kLanes;
    if (used_[block] != kDeep) {
        deep_of_[block] = uint32_t(deep_.size());
        deep_.emplace_back();
        for (size_t r = 0; r < used_[block]; ++r) {
            const Rank& spans = rank(block, r);
            for (size_t lane = 0; lane < kLanes; ++lane) {
                if (spans.bottom[lane] == kFree) continue;
                const uint32_t interval = uint16_t(spans.bottom[lane]) | uint32_t{uint16_t(spans.top[lane])} << 16;
                deep_.back()[lane].push_back(span_of(interval ^ kBias, uint8_t(spans.area[lane])));
            }
        }
        used_[block] = kDeep;
    }
    Deep& deep = deep_[deep_of_[block]];
    for (size_t lane = 0; lane < kLanes; ++lane) {
        for (size_t k = done; k < count_[x + lane]; ++k) {
            const size_t place = k * stride_ + x + lane;
            merge_interval(deep[lane], span_of(queue_[place] ^ kBias, queue_area_[place]), merge_height_);
        }
    }
}

// Spans as they are stored, in the lower 48 bits, of the columns of a block.
inline std::array<uint64_t, RowColumns::kLanes> RowColumns::stored(const Rank& rank) {
    const Lanes bias = all_lanes(-32768);
    const Lanes bottom = rank.bottom ^ bias, top = rank.top ^ bias;
    const Lanes area = rank.area | (Lanes(rank.area == Lanes{}) & all_lanes(int16_t(SpanFate::steep) << 8));
    const auto low = Words(__builtin_shufflevector(bottom, top, 0, 8, 1, 9, 2, 10, 3, 11));
    const auto high = Words(__builtin_shufflevector(bottom, top, 4, 12, 5, 13, 6, 14, 7, 15));
    const auto area_low = Words(__builtin_shufflevector(area, Lanes{}, 0, 8, 1, 9, 2, 10, 3, 11));
    const auto area_high = Words(__builtin_shufflevector(area, Lanes{}, 4, 12, 5, 13, 6, 14, 7, 15));
    std::array<uint64_t, kLanes> result;
    store(&result[0], __builtin_shufflevector(low, area_low, 0, 4, 1, 5));
    store(&result[2], __builtin_shufflevector(low, area_low, 2, 6, 3, 7));
    store(&result[4], __builtin_shufflevector(high, area_high, 0, 4, 1, 5));
    store(&result[6], __builtin_shufflevector(high, area_high, 2, 6, 3, 7));
    return result;
}

// Every span is written with two bytes too many, which the next one overwrites; a free one is overwritten altogether.
inline char* RowColumns::take_block(size_t block, char* out, uint32_t before) {
    uint32_t* first = &first_[block * kLanes];
    const size_t used = used_[block];
    used_[block] = 0;
    if (used == 0) {
        std::fill_n(first, kLanes, before);
        return out;
    }
    if (used == 1 && !any(rank(block, 0).bottom == all_lanes(kFree))) {
        const std::array<uint64_t, kLanes> spans = stored(rank(block, 0));
        for (size_t lane = 0; lane < kLanes; ++lane) {
            first[lane] = before + uint32_t(lane);
            store(out + lane * sizeof(Span), spans[lane]);
        }
        return out + kLanes * sizeof(Span);
    }
    std::array<std::array<uint64_t, kLanes>, kRanks> spans;
    std::array<std::array<uint16_t, kLanes>, kRanks> there;
    Lanes counts{};
    for (size_t r = 0; r < used; ++r) {
        spans[r] = stored(rank(block, r));
        const Lanes is_there = rank(block, r).bottom != all_lanes(kFree);
        counts -= is_there;
        store(&there[r], is_there & all_lanes(int16_t(sizeof(Span))));
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

char* RowColumns::take_deep(size_t block, char* out, uint32_t before) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
        const std::vector<Span>& spans = deep_[deep_of_[block]][lane];
        first_[block * kLanes + lane] = before;
        before += uint32_t(spans.size());
        if (!spans.empty()) std::memcpy(out, spans.data(), spans.size() * sizeof(Span));
        out += spans.size() * sizeof(Span);
    }
    used_[block] = 0;
    return out;
}

void RowColumns::take(Heightfield& field) {
    static_assert(sizeof(Span) == 6 && std::endian::native == std::endian::little);
    size_t most = 2;
    for (size_t block = 0; block < used_.size(); ++block) {
        if (load<uint64_t>(&count_[block * kLanes]) != 0) merge_block(block);
        most += used_[block] == kDeep ? 0 : kLanes * used_[block];
    }
    for (const Deep& deep : deep_) {
        for (const std::vector<Span>& spans : deep)
            most += spans.size();
    }
    if (spans_.size() < most) spans_.resize(most);

    const auto before = uint32_t(field.spans.size());
    char* const begin = reinterpret_cast<char*>(spans_.data());
    char* out = begin;
    for (size_t block = 0; block < used_.size(); ++block) {
        const uint32_t at = before + uint32_t(size_t(out - begin) / sizeof(Span));
        out = used_[block] == kDeep ? take_deep(block, out, at) : take_block(block, out, at);
    }
    deep_.clear();
    field.spans.insert(field.spans.end(), spans_.data(), spans_.data() + size_t(out - begin) / sizeof(Span));
    field.first.insert(field.first.end(), first_.data(), first_.data() + width_);
}

}  // namespace navspan
