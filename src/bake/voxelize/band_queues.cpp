// Sorts triangles by bands of rows.
//
// In: triangles in input order.
// Out: for each band of rows, the triangles that overlap it, in input order.
// Idea: The grid is processed in bands of a few rows, which fit into the cache. If a small triangle covers the same heights in
// all its cells, only these heights and cells are queued. For any other triangle, its index is queued in each band that it
// may overlap.
// Source: own method.
// Weak cases: The set-up of a large triangle is repeated for each band. A triangle that is far from the grid in one direction
// but not in the others is queued in all bands.

#include "bake/voxelize/band_queues.h"

#include <algorithm>
#include <bit>

#include "core/memory.h"

namespace navspan {
namespace {

constexpr int32_t kBandRows = 8;  // with more rows, fewer triangles overlap several bands, but the columns need more memory
constexpr int32_t kBandCells = 0x4000;  // maximum number of cells in a band that fits into the cache

int32_t band_row_bits(const Grid& grid) {
    return std::bit_width(uint32_t(std::clamp(kBandCells / grid.width, 1, kBandRows))) - 1;
}

}  // namespace

BandQueues::BandQueues(const Grid& grid)
    : row_bits_(band_row_bits(grid)), small_(grid, row_bits_), queues_(size_t((grid.depth - 1) >> row_bits_) + 1) {}

void BandQueues::add_block(Queue& queue) {
    if (used_blocks_ == slabs_.size() * kSlab) {
        slabs_.push_back(std::make_unique<QueueBlock[]>(kSlab));
        prepare_pages(slabs_.back().get(), kSlab * sizeof(QueueBlock));
    }
    QueueBlock* const block = &slabs_[used_blocks_ / kSlab][used_blocks_ % kSlab];
    ++used_blocks_;
    block->next = nullptr;
    (queue.first ? queue.last->next : queue.first) = block;
    queue.last = block;
    queue.last_size = 0;
}

inline void BandQueues::push(int32_t band, const QueuedTriangle& triangle) {
    Queue& queue = queues_[size_t(band)];
    if (queue.last_size == kBlock) add_block(queue);
    queue.last->triangles[queue.last_size++] = triangle;
}

// Queues a triangle in several bands. A uniform triangle has a row in each of two bands.
void BandQueues::add_to_bands(int32_t first, int32_t last, const QueuedTriangle& triangle) {
    if (triangle.kind() != QueuedTriangle::Kind::uniform) {
        for (int32_t band = first; band <= last; ++band)
            push(band, triangle);
        return;
    }
    const auto row_of = [&triangle](uint32_t touched, int32_t row) -> QueuedTriangle {
        const uint32_t tag = QueuedTriangle::tag_of(QueuedTriangle::Kind::uniform, touched, uint32_t(row));
        return {tag | uint32_t{triangle.area()} << 24, triangle.index, triangle.heights};
    };
    push(first, row_of(triangle.touched() & 3, rows_per_band() - 1));
    push(last, row_of(triangle.touched() >> 2, 0));
}

void BandQueues::add(const ChunkCorners& corners, std::span<const uint8_t> areas, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i += 4) {
        const size_t last = end - 1;
        const std::array<FloatTriangle, 4> triangles{corners.float_triangle(i), corners.float_triangle(std::min(i + 1, last)),
                                                     corners.float_triangle(std::min(i + 2, last)),
                                                     corners.float_triangle(std::min(i + 3, last))};
        const FourQueued four = small_.find(triangles, uint32_t(i));
        const size_t count = std::min<size_t>(end - i, 4);
        for (size_t k = 0; k < count; ++k) {
            const QueuedTriangle triangle(four.tag[k] | uint32_t{areas[i + k]} << 24, four.index[k], four.heights[k]);
            if (four.first_band[k] == four.last_band[k]) {
                push(four.first_band[k], triangle);
            } else {
                add_to_bands(four.first_band[k], four.last_band[k], triangle);
            }
        }
    }
}

void BandQueues::clear() {
    used_blocks_ = 0;
    std::fill(queues_.begin(), queues_.end(), Queue{});
}

}  // namespace navspan
