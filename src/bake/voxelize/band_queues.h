#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bake/voxelize/small_triangle.h"
#include "bake/voxelize/triangle.h"
#include "navspan/core/lattice.h"

namespace navspan {

/// The triangles of each band of rows, in input order.
class BandQueues {
public:
    explicit BandQueues(const Grid& grid);

    int32_t band_count() const { return int32_t(queues_.size()); }
    int32_t rows_per_band() const { return 1 << row_bits_; }
    /// Upper bound on the number of queued triangles: each storage block counts as full.
    size_t size() const { return used_blocks_ * kBlock; }

    /// Queues the triangles [begin, end). @param areas  area ids of all triangles
    void add(const ChunkCorners& corners, std::span<const uint8_t> areas, size_t begin, size_t end);
    bool is_empty(int32_t band) const { return !queues_[size_t(band)].first; }
    /// Calls visit(triangles) for each block of triangles of a band.
    template <class Visit>
    void for_each_block(int32_t band, Visit visit) const {
        const Queue& queue = queues_[size_t(band)];
        for (const QueueBlock* block = queue.first; block; block = block->next)
            visit(std::span(block->triangles, block->next ? kBlock : queue.last_size));
    }
    /// Removes all triangles.
    void clear();

    static constexpr uint32_t kBlock = 32;  ///< number of triangles in a block

private:
    struct QueueBlock {
        QueueBlock() {}  // does not initialize the members
        QueuedTriangle triangles[kBlock];
        QueueBlock* next;  // next block of the same band
    };
    struct Queue {
        QueueBlock *first = nullptr, *last = nullptr;
        uint32_t last_size = kBlock;  // number of triangles in the last block
    };
    static constexpr size_t kSlab = 32;  // number of blocks that are allocated together

    void push(int32_t band, const QueuedTriangle& triangle);
    void add_block(Queue& queue);
    void add_to_bands(int32_t first, int32_t last, const QueuedTriangle& triangle);

    int32_t row_bits_;  // log2 of the number of rows per band
    SmallTriangleFinder small_;
    std::vector<Queue> queues_;
    std::vector<std::unique_ptr<QueueBlock[]>> slabs_;  // arrays of kSlab blocks
    size_t used_blocks_ = 0;                            // number of used blocks in slabs_
};

}  // namespace navspan
