#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/simd.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// An interval with its area as queues hold it, as 16-bit numbers from the lowest: 32767 - bottom, top - 32768, area, 0. One
/// lies within another, and its area does not count beside the other's, when none of its four numbers is greater.
using QueuedInterval = uint64_t;

inline QueuedInterval queued_interval(int32_t bottom, int32_t top, uint8_t area) {
    return uint64_t(uint16_t(32767 - bottom)) | uint64_t(uint16_t(top - 32768)) << 16 | uint64_t{area} << 32;
}

/// One that contains nothing: it lies within every other.
constexpr QueuedInterval kEmptyInterval = 0x80008000u;

/// Those of four columns.
struct FourIntervals {
    U64x2 first, second;
};

/// The columns of one row while intervals are merged into them.
class RowColumns {
public:
    RowColumns(int32_t width, int32_t area_merge_height);

    /// Queues an interval of column x, not empty.
    void add(size_t x, QueuedInterval interval) {
        if (put(&count_[x], &queue_[x], stride_, interval)) merge_block(x / kLanes);
    }

    /// Queues an interval each of columns [x, x + 4). Columns of empty ones may lie beyond the last.
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
        // as in put: a column has one more where a number is greater
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

    /// Queues an interval each of columns [x, x + 8).
    void add_eight(size_t x, const FourIntervals& lower, const FourIntervals& upper) {
        if (add_equal(x, lower, upper)) return;
        add_four(x, lower);
        add_four(x + 4, upper);
    }

    /// Queues the same interval for columns [begin, end).
    void add_same(size_t begin, size_t end, QueuedInterval interval);

    /// Merges what is queued, appends the row's spans and offsets to the field, and empties the columns.
    void take(Heightfield& field);

    static constexpr size_t kLanes = 8;  // columns of a block

private:
    static constexpr size_t kQueue = 10;  // intervals of a column that wait to be merged together
    static constexpr size_t kRanks = 8;   // spans of a column that vectors hold
    static constexpr uint8_t kOverflow = 255;

    // spans of one rank of a block's columns; free where bottom is kFree, and so is everything above it. Heights are kept in
    // lanes less 32768, so that they compare as signed numbers.
    struct Rank {
        I16x8 bottom, top, area;
    };
    // per column of a block that has more spans than there are ranks
    using OverflowColumns = std::array<std::vector<Span>, kLanes>;

    // Puts an interval into the queue of a column. Returns whether that is full now.
    static bool put(uint8_t* count, QueuedInterval* queue, size_t stride, QueuedInterval interval) {
        QueuedInterval* const last = queue + *count * stride;
        // one that lies within the one queued last would change nothing; neighbours of one surface often do
        const auto greater = I16x4(interval) > I16x4(*last);
        last[stride] = interval;
        *count = uint8_t(*count + (uint64_t(greater) != 0));
        return *count == kQueue;
    }

    // Columns with equally many intervals so far get theirs together. Returns false, with nothing done, where they have not.
    bool add_equal(size_t x, const FourIntervals& lower, const FourIntervals& upper) {
        const auto counts = load<uint64_t>(&count_[x]);
        const size_t count = count_[x] + size_t{1};
        if (counts + kByteOnes != count * kByteOnes || count >= kQueue) return false;
        QueuedInterval* const place = &queue_[count * stride_ + x];
        store(place, lower);
        store(place + 4, upper);
        store(&count_[x], counts + kByteOnes);
        return true;
    }
    void merge_full(size_t x);
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
    std::vector<uint8_t> count_;               // per column: queued intervals
    std::unique_ptr<QueuedInterval[]> queue_;  // per place in the queue and column; before the first one that contains nothing
    std::unique_ptr<Rank[]> ranks_;            // per rank and block
    std::vector<uint8_t> used_;                // per block: ranks that hold a span of any column, or kOverflow
    std::vector<uint32_t> deep_of_;            // per block that is deep: its place in deep_
    std::vector<OverflowColumns> deep_;
    std::vector<uint32_t> first_;  // of the row, as in Heightfield
};

/// Merges one interval into the sorted, disjoint spans of a column, as all are.
void merge_interval(std::vector<Span>& spans, const Span& add, int32_t merge_height);

}  // namespace navspan
