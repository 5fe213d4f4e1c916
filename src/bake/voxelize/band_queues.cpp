// Sorts triangles by bands of rows.
//
// In: triangles in input order.
// Out: for each band of rows, the triangles that overlap it, in input order.
// Idea: The grid is processed in bands of a few rows, which fit into the cache. If a small triangle covers the same heights in
// all its cells, only these heights and cells are queued. For any other triangle, its index is queued in each band that the
// triangle overlaps.
// Source: own method.
// Weak cases: The set-up of a large triangle is repeated for each band that it overlaps.

#include "bake/voxelize/band_queues.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace navspan {
namespace {

// The maximum number of rows in a band grows with the number of rows in the grid, from kMinBandRows to kMaxBandRows. Small
// bands save memory. If bands are large, few triangles overlap several bands.
constexpr int32_t kMaxBandRows = 16;
constexpr int32_t kMinBandRows = 8;
constexpr int32_t kBandCells = 0x4000;  // maximum number of cells in a band that fits into the cache

int32_t band_row_bits(const Grid& grid) {
    const int32_t rows =
        std::clamp(kBandCells / grid.width, 1, std::clamp(grid.depth / kMaxBandRows, kMinBandRows, kMaxBandRows));
    return std::bit_width(uint32_t(rows)) - 1;
}

// Area of a triangle, seen from above.
double covered_area(const CornerPointers& corners) {
    const auto& [a, b, c] = corners;
    return std::abs((b->at[0] - a->at[0]) * (c->z - a->z) - (b->z - a->z) * (c->at[0] - a->at[0])) / 2;
}

}  // namespace

BandQueues::BandQueues(const Grid& grid, size_t triangles)
    : bounds_(grid), row_bits_(band_row_bits(grid)), queues_(size_t((grid.depth - 1) >> row_bits_) + 1) {
    blocks_.reserve(queues_.size() + (triangles + triangles / 2) / kBlock);
}

inline void BandQueues::push(int32_t band, const QueuedTriangle& triangle) {
    Queue& queue = queues_[size_t(band)];
    const uint32_t slot = queue.size++ % kBlock;
    if (slot == 0) {
        const auto block = uint32_t(blocks_.size());
        blocks_.emplace_back();
        if (queue.size == 1) {
            queue.first = block;
        } else {
            blocks_[queue.last].next = block;
        }
        queue.last = block;
    }
    blocks_[queue.last].triangles[slot] = triangle;
}

// Queues a small triangle that covers the same heights in each touched cell. If its two rows lie in different bands, each band
// gets one row. Precondition: the triangle is within GridBounds::kTwoCells.
inline void BandQueues::add_uniform(const TriangleBox& box, uint32_t touched, uint8_t area) {
    const I32x2 at = __builtin_convertvector(box.base - bounds_.low, I32x2);
    const int32_t z = int32_t(box.base_z - bounds_.low_z), mask = rows_per_band() - 1;
    const auto heights = uint32_t(queued_interval(at[1], at[1] + steps_within(box.size()[1]), 0));
    constexpr auto kUniform = QueuedTriangle::Kind::uniform;
    const bool is_split = touched >= 4 && (z & mask) == mask;
    push(z >> row_bits_,
         {kUniform, uint8_t(is_split ? touched & 3 : touched), uint8_t(z & mask), area, uint32_t(at[0]), heights});
    if (is_split) push((z >> row_bits_) + 1, {kUniform, uint8_t(touched >> 2), 0, area, uint32_t(at[0]), heights});
}

void BandQueues::add(const ChunkCorners& chunk, std::span<const uint8_t> areas, size_t begin, size_t end) {
    double covered_cells = 0;
    std::array<TriangleCorner, 3> scratch;
    for (size_t i = begin; i < end; ++i) {
        const CornerPointers corners = chunk.of(i, scratch);
        const TriangleBox box = box_of(corners);
        auto cut = QueuedTriangle::Kind::general;
        if (bounds_.has_small(box, GridBounds::kTwoCells)) {
            const bool wide = box.size()[0] > 1, deep = box.depth() > 1;
            const bool is_uniform = box.size()[1] <= 1 || !(wide || deep);
            covered_cells += wide && deep ? 2 : 1;
            if (const uint32_t touched = is_uniform ? touched_cells(box, corners) : 0) {
                add_uniform(box, touched, areas[i]);
                continue;
            }
            cut = wide != deep ? QueuedTriangle::Kind::in_two : QueuedTriangle::Kind::small;
        } else {
            covered_cells += covered_area(corners);
            if (bounds_.has_small(box, GridBounds::kThreeCells)) cut = QueuedTriangle::Kind::small;
        }
        const RowRange rows = bounds_.rows_of(box);
        if (rows.first >= rows.end) continue;
        const QueuedTriangle triangle{
            .kind = cut, .touched = 0, .row = 0, .area = areas[i], .index = uint32_t(i), .heights = 0};
        for (int32_t band = rows.first >> row_bits_; band <= (rows.end - 1) >> row_bits_; ++band)
            push(band, triangle);
    }
    covered_cells_ += covered_cells;
}

void BandQueues::clear() {
    blocks_.clear();
    covered_cells_ = 0;
    std::fill(queues_.begin(), queues_.end(), Queue{});
}

}  // namespace navspan
