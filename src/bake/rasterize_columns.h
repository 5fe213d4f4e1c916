#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "navspan/bake/heightfield.h"

namespace navspan {

/// Eight 16-bit values, a vector of the compiler's: SSE2, NEON or whatever the processor has. Only whole numbers are computed
/// in it, so results do not depend on which.
typedef int16_t Lanes __attribute__((vector_size(16)));

/// The columns of one row while intervals are merged into them.
class RowColumns {
public:
    RowColumns(int32_t width, int32_t area_merge_height);

    /// Queues an interval of column x, bottom | top << 16, not empty.
    void add(size_t x, uint32_t interval, uint8_t area) {
        const size_t count = count_[x];
        count_[x] = uint8_t(count + 1);
        const size_t place = count * stride_ + x;
        queue_[place] = interval ^ kBias;
        queue_area_[place] = area;
        if (count + 1 == kQueue) merge_block(x / kLanes);
    }

    /// Queues an interval each of columns [x, x + 8), heights less 32768.
    void add_eight(size_t x, Lanes bottoms, Lanes tops, uint8_t area);

    /// Queues the same interval for columns [begin, end).
    void add_same(size_t begin, size_t end, uint32_t interval, uint8_t area);

    /// Merges what is queued, appends the row's spans and offsets to the field, and empties the columns.
    void take(Heightfield& field);

    static constexpr size_t kLanes = 8;  // columns of a block

private:
    // heights are kept in lanes less 32768, so that they compare as signed numbers
    static constexpr uint32_t kBias = 0x80008000u;
    static constexpr size_t kQueue = 12;  // intervals of a column that wait to be merged together
    static constexpr size_t kRanks = 8;   // spans of a column that vectors hold
    static constexpr uint8_t kDeep = 255;

    // spans of one rank of a block's columns; free where bottom is kFree, and so is everything above it
    struct Rank {
        Lanes bottom, top, area;
    };
    // per column of a block that has more spans than there are ranks
    using Deep = std::array<std::vector<Span>, kLanes>;

    Rank& rank(size_t block, size_t r) { return ranks_[r * used_.size() + block]; }
    void merge_block(size_t block);
    template <size_t kUsed>
    size_t merge_queued(size_t block, size_t k, size_t most, Lanes counts);
    void merge_deep(size_t block, size_t done);
    Rank queued(size_t x, size_t k, Lanes counts) const;
    static std::array<uint64_t, kLanes> stored(const Rank& rank);
    char* take_block(size_t block, char* out, uint32_t before);
    char* take_deep(size_t block, char* out, uint32_t before);

    size_t width_, stride_;
    int32_t merge_height_;
    std::vector<uint8_t> count_;             // per column: queued intervals
    std::unique_ptr<uint32_t[]> queue_;      // per place in the queue and column: interval
    std::unique_ptr<uint8_t[]> queue_area_;  // per place in the queue and column
    std::unique_ptr<Rank[]> ranks_;          // per rank and block
    std::vector<uint8_t> used_;              // per block: ranks that hold a span of any column, or kDeep
    std::vector<uint32_t> deep_of_;          // per block that is deep: its place in deep_
    std::vector<Deep> deep_;
    std::vector<Span> spans_;      // of the row
    std::vector<uint32_t> first_;  // of the row, as in Heightfield
};

/// Merges one interval into the sorted, disjoint spans of a column, as all are.
void merge_interval(std::vector<Span>& spans, const Span& add, int32_t merge_height);

}  // namespace navspan
