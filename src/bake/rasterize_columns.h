#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lanes.h"
#include "navspan/bake/heightfield.h"

namespace navspan {

/// An interval with its area as queues hold it, as 16-bit numbers from the lowest: 32767 - bottom, top - 32768, area, 0. One
/// lies within another, and its area does not count beside the other's, when none of its four numbers is greater.
typedef uint64_t QueuedInterval;

inline QueuedInterval queued_interval(int32_t bottom, int32_t top, uint8_t area) {
    return uint64_t(uint16_t(32767 - bottom)) | uint64_t(uint16_t(top - 32768)) << 16 | uint64_t{area} << 32;
}

/// The columns of one row while intervals are merged into them.
class RowColumns {
public:
    RowColumns(int32_t width, int32_t area_merge_height);

    /// Queues an interval of column x, not empty.
    void add(size_t x, QueuedInterval interval) {
        if (put(&count_[x], &queue_[x], stride_, interval)) merge_block(x / kLanes);
    }

    /// Queues an interval each of columns [x, x + count), at most eight.
    void add_some(size_t x, size_t count, const QueuedInterval (&intervals)[8]) {
        if (count == kLanes && add_eight(x, intervals)) return;
        uint8_t* const counts = &count_[x];
        QueuedInterval* const queue = &queue_[x];
        const size_t stride = stride_;
        for (size_t k = 0; k < count; ++k) {
            if (put(counts + k, queue + k, stride, intervals[k])) merge_block((x + k) / kLanes);
        }
    }

    /// Queues the same interval for columns [begin, end).
    void add_same(size_t begin, size_t end, QueuedInterval interval);

    /// Merges what is queued, appends the row's spans and offsets to the field, and empties the columns.
    void take(Heightfield& field);

    static constexpr size_t kLanes = 8;  // columns of a block

private:
    static constexpr size_t kQueue = 10;  // intervals of a column that wait to be merged together
    static constexpr size_t kRanks = 8;   // spans of a column that vectors hold
    static constexpr uint8_t kDeep = 255;

    // spans of one rank of a block's columns; free where bottom is kFree, and so is everything above it. Heights are kept in
    // lanes less 32768, so that they compare as signed numbers.
    struct Rank {
        Lanes bottom, top, area;
    };
    // per column of a block that has more spans than there are ranks
    using Deep = std::array<std::vector<Span>, kLanes>;

    // Puts an interval into the queue of a column. Returns whether that is full now.
    static bool put(uint8_t* count, QueuedInterval* queue, size_t stride, QueuedInterval interval) {
        typedef int16_t Numbers __attribute__((vector_size(8)));
        QueuedInterval* const last = queue + *count * stride;
        // one that lies within the one queued last would change nothing; neighbours of one surface often do
        const auto greater = Numbers(interval) > Numbers(*last);
        last[stride] = interval;
        *count = uint8_t(*count + (uint64_t(greater) != 0));
        return *count == kQueue;
    }
    bool add_eight(size_t x, const QueuedInterval (&intervals)[8]);
    Rank& rank(size_t block, size_t r) { return ranks_[r * used_.size() + block]; }
    void merge_block(size_t block);
    template <size_t kUsed>
    size_t merge_queued(size_t block, size_t k, size_t most, Lanes counts);
    void merge_deep(size_t block, size_t done);
    Rank queued(size_t x, size_t k, Lanes counts) const;
    static std::array<uint64_t, kLanes> stored(const Rank& rank);
    template <size_t kKnownUsed>
    char* take_ranks(size_t block, char* out, uint32_t before);
    char* take_block(size_t block, char* out, uint32_t before);
    char* take_deep(size_t block, char* out, uint32_t before);

    size_t width_, stride_;
    int32_t merge_height_;
    std::vector<uint8_t> count_;               // per column: queued intervals
    std::unique_ptr<QueuedInterval[]> queue_;  // per place in the queue and column; before the first one that contains nothing
    std::unique_ptr<Rank[]> ranks_;            // per rank and block
    std::vector<uint8_t> used_;                // per block: ranks that hold a span of any column, or kDeep
    std::vector<uint32_t> deep_of_;            // per block that is deep: its place in deep_
    std::vector<Deep> deep_;
    std::vector<uint32_t> first_;  // of the row, as in Heightfield
};

/// Merges one interval into the sorted, disjoint spans of a column, as all are.
void merge_interval(std::vector<Span>& spans, const Span& add, int32_t merge_height);

}  // namespace navspan
