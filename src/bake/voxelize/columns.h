#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/memory.h"
#include "core/simd.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {

/// A height interval with its area id, as four 16-bit numbers (lanes). From the lowest bits: 32767 - bottom, top - 32768, area,
/// 0. If no lane of A is greater than the same lane of B, interval A lies within interval B, and the area id of A is at most
/// that of B.
using QueuedInterval = uint64_t;

inline QueuedInterval queued_interval(int32_t bottom, int32_t top, uint8_t area) {
    return uint64_t(uint16_t(32767 - bottom)) | uint64_t(uint16_t(top - 32768)) << 16 | uint64_t{area} << 32;
}

/// Returns the lower halves of four QueuedIntervals.
inline U32x4 queued_heights(I32x4 bottom, I32x4 top) {
    return (U32x4(32767 - bottom) & 0xffffu) | U32x4(top - 32768) << 16;
}

/// An empty interval, which lies within every other interval.
constexpr QueuedInterval kEmptyInterval = 0x80008000u;

/// True if the spans of a column are ordered and do not touch, and each span has an area id of at most kMaxArea and a fate that
/// matches it.
inline bool is_column(std::span<const Span> spans) {
    for (size_t i = 0; i < spans.size(); ++i) {
        const Span& span = spans[i];
        const bool above = i == 0 || spans[i - 1].top < span.bottom;
        if (!above || span.bottom >= span.top || span.area > kMaxArea ||
            (span.area != 0) != (span.fate == SpanFate::walkable)) {
            return false;
        }
    }
    return true;
}

/// The intervals of four columns.
struct FourIntervals {
    U64x2 first, second;
};

/// The columns of one row. Intervals are queued and then merged into spans.
class RowColumns {
public:
    RowColumns(int32_t width, int32_t area_merge_height);

    /// Starts with the spans from earlier calls of take() instead of empty columns. Must be called before the first interval is
    /// queued.
    /// @param first  start offset of each column in `spans`, and the end; both arrays must exist until `take`
    void continue_from(const uint32_t* first, const Span* spans) {
        earlier_first_ = first;
        earlier_spans_ = spans;
    }

    /// Queues a non-empty interval for column x.
    void add(size_t x, QueuedInterval interval) { writer().add(x, interval); }

    /// The addresses of the queues. Compilers keep a Writer in registers, but load the members of RowColumns again after each
    /// interval.
    struct Writer {
        RowColumns* row;
        uint8_t* counts;
        QueuedInterval* queue;
        size_t stride;
        /// Queues an interval. An empty interval changes nothing; it may be in one of the eight columns after the last one.
        void add(size_t x, QueuedInterval interval) const {
            if (put(&counts[x], &queue[x], stride, interval)) row->merge_block(x / kLanes);
        }
    };
    Writer writer() { return {this, count_.data(), queue_.get(), stride_}; }

    /// Queues one interval for each of the columns [x, x + 4). Columns past the end of the row must get empty intervals.
    void add_four(size_t x, const FourIntervals& intervals) {
        uint8_t* const counts = &count_[x];
        QueuedInterval* const queue = &queue_[x];
        const size_t stride = stride_;
        QueuedInterval *const last0 = queue + counts[0] * stride, *const last1 = queue + counts[1] * stride + 1,
                              *const last2 = queue + counts[2] * stride + 2, *const last3 = queue + counts[3] * stride + 3;
        const U64x2 last01{*last0, *last1}, last23{*last2, *last3};
        last0[stride] = intervals.first[0];
        last1[stride] = intervals.first[1];
        last2[stride] = intervals.second[0];
        last3[stride] = intervals.second[1];
        // As in put(), a queue grows only if at least one 16-bit element of its new interval is greater than the same element
        // of its last interval.
        const auto greater01 = U32x4(I16x8(intervals.first) > I16x8(last01)),
                   greater23 = U32x4(I16x8(intervals.second) > I16x8(last23));
        const U32x4 greater = __builtin_shufflevector(greater01, greater23, 0, 2, 4, 6) |
                              __builtin_shufflevector(greater01, greater23, 1, 3, 5, 7);
        const auto one_more = U64x2(U32x4(greater != U32x4{}) & U32x4{1, 1u << 8, 1u << 16, 1u << 24});
        const uint64_t ones = one_more[0] | one_more[1];
        const uint32_t now = load<uint32_t>(counts) + uint32_t(ones | ones >> 32);
        store(counts, now);
        if (((now + (0x80 - kQueue) * 0x01010101u) & 0x80808080u) != 0) merge_full(x);
    }

    /// Queues one interval for each of the columns [x, x + 8).
    void add_eight(size_t x, const FourIntervals& lower, const FourIntervals& upper) {
        if (add_equal(x, lower, upper)) return;
        add_four(x, lower);
        add_four(x + 4, upper);
    }

    /// Queues the same interval for each of the columns [begin, end).
    void add_same(size_t begin, size_t end, QueuedInterval interval);

    /// Merges the queued intervals, appends the spans and offsets of the row to the field, and clears the columns.
    /// @param pages  prepares the pages of field.spans; may be null
    void take(Heightfield& field, PagePreparer* pages = nullptr);

    static constexpr size_t kLanes = 8;  // columns per block

private:
    static constexpr size_t kQueue = 10;  // queue capacity per column
    static constexpr size_t kRanks = 8;   // maximum number of Ranks per block; see OverflowColumns for columns with more spans
    static constexpr uint8_t kOverflow = 255;

    // The spans of one rank in a block of columns. Rank 0 contains the lowest span of each column, rank 1 the next span, and so
    // on. A missing span has the bottom kFree (columns.cpp). Heights are stored minus 32768, because the vector comparison is
    // signed.
    struct Rank {
        I16x8 bottom, top, area;
    };
    // The spans of a block in which a column has more than kRanks spans.
    using OverflowColumns = std::array<std::vector<Span>, kLanes>;

    // Appends an interval to the queue of a column. Returns true if the queue is now full.
    static bool put(uint8_t* count, QueuedInterval* queue, size_t stride, QueuedInterval interval) {
        QueuedInterval* const last = queue + *count * stride;
        // Skip an interval within the last queued interval. Adjacent triangles often produce such intervals.
        const auto greater = I16x4(interval) > I16x4(*last);
        last[stride] = interval;
        *count = uint8_t(*count + (uint64_t(greater) != 0));
        return *count == kQueue;
    }

    // Queues all eight intervals at once if the queues have equal length and do not become full. Otherwise returns false and
    // changes nothing.
    bool add_equal(size_t x, const FourIntervals& lower, const FourIntervals& upper) {
        const auto counts = load<uint64_t>(&count_[x]);
        const size_t count = count_[x] + size_t{1};
        if (counts + kByteOnes != count * kByteOnes || count >= kQueue) return false;
        QueuedInterval* const entry = &queue_[count * stride_ + x];
        store(entry, lower);
        store(entry + 4, upper);
        store(&count_[x], counts + kByteOnes);
        return true;
    }
    void merge_full(size_t x);
    void load_earlier(size_t block);
    char* write_earlier(size_t block, char* out, uint32_t before);
    size_t block_end(size_t block) const { return least((block + 1) * kLanes, width_); }
    Rank& rank(size_t block, size_t r) { return ranks_[r * used_.size() + block]; }
    void merge_block(size_t block);
    template <size_t kUsed>
    size_t merge_queued(size_t block, size_t k, size_t most, I16x8 counts);
    void merge_deep(size_t block, size_t done);
    Rank queued(size_t x, size_t k, I16x8 counts) const;
    static std::array<uint64_t, kLanes> stored(const Rank& rank);
    template <size_t kKnownUsed>
    char* write_ranks(size_t block, char* out, uint32_t before);
    char* write_block_of_ranks(size_t block, char* out, uint32_t before);
    char* write_deep(size_t block, char* out, uint32_t before);

    size_t width_, stride_;
    int32_t merge_height_;
    std::vector<uint8_t> count_;               // number of queued intervals of each column
    std::unique_ptr<QueuedInterval[]> queue_;  // [queue slot][column]; slot 0 contains an empty interval as a sentinel
    std::unique_ptr<Rank[]> ranks_;            // [rank][block]
    std::vector<uint8_t> used_;                // for each block: number of ranks with a span in some column, or kOverflow
    std::vector<uint32_t> deep_of_;            // for each block with too many spans for vectors: index in deep_
    std::vector<OverflowColumns> deep_;
    const uint32_t* earlier_first_ = nullptr;  // start offsets that were passed to continue_from, or null
    const Span* earlier_spans_ = nullptr;
    std::vector<uint32_t> first_;  // start offsets of the columns, as in Heightfield
};

/// Merges an interval into the sorted, disjoint spans of a column, which stay sorted and disjoint.
/// @param merge_height  if the tops of two merged spans differ by at most this, the higher area id is used [vx]
void merge_interval(std::vector<Span>& spans, const Span& add, int32_t merge_height);

}  // namespace navspan
