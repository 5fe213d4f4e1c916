#pragma once

// Grid of square buckets for finding the vertices and edges close to an edge.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/group_by_count.h"
#include "navspan/core/vec.h"
#include "polygon/box_tree.h"

namespace navspan::contour {

constexpr int32_t kBucketSize = 16;  ///< side of a bucket [cell]

// A list of entry indices for each bucket.
class Buckets {
public:
    Buckets(int32_t width, int32_t depth) : columns_(width / kBucketSize + 1), rows_(depth / kBucketSize + 1) {}

    // Fills the lists with entries 0 .. count - 1. cover(i, visit) must call visit(bucket) for each bucket that entry i
    // touches.
    template <class Cover>
    void fill(size_t count, Cover cover) {
        const auto for_each_entry = [&](auto visit) {
            for (size_t i = 0; i < count; ++i)
                cover(i, [&](size_t bucket) { visit(bucket, uint32_t(i)); });
        };
        group_by_count(size_t(columns_) * size_t(rows_), for_each_entry, first_, entries_);
    }

    template <class Visit>
    void for_each_of_box(const LatticeBox& box, Visit visit) const {
        for (int32_t row = box.low.z / kBucketSize; row <= box.high.z / kBucketSize; ++row) {
            for (int32_t column = box.low.x / kBucketSize; column <= box.high.x / kBucketSize; ++column)
                visit(index(column, row));
        }
    }

    // Visits all buckets through which the segment passes, and possibly a few adjacent ones.
    template <class Visit>
    void for_each_of_segment(LatticePoint a, LatticePoint b, Visit visit) const {
        const LatticeBox box = box_around(a, b);
        const int32_t first_row = box.low.z / kBucketSize, last_row = box.high.z / kBucketSize;
        if (first_row == last_row || box.low.x / kBucketSize == box.high.x / kBucketSize) return for_each_of_box(box, visit);
        if (a.z > b.z) std::swap(a, b);
        for (int32_t row = first_row; row <= last_row; ++row) {
            const int64_t z0 = std::max(row * kBucketSize, a.z), z1 = std::min((row + 1) * kBucketSize, b.z);
            const int64_t dx = int64_t{b.x} - a.x, dz = int64_t{b.z} - a.z;
            const int64_t xa = a.x + dx * (z0 - a.z) / dz, xb = a.x + dx * (z1 - a.z) / dz;
            const int32_t x0 = std::max(box.low.x, int32_t(std::min(xa, xb)) - 1);
            const int32_t x1 = std::min(box.high.x, int32_t(std::max(xa, xb)) + 1);
            for (int32_t column = x0 / kBucketSize; column <= x1 / kBucketSize; ++column)
                visit(index(column, row));
        }
    }

    size_t size() const { return first_.empty() ? 0 : first_.size() - 1; }
    const uint32_t* begin(size_t bucket) const { return entries_.data() + first_[bucket]; }
    const uint32_t* end(size_t bucket) const { return entries_.data() + first_[bucket + 1]; }

private:
    size_t index(int32_t column, int32_t row) const { return size_t(row) * size_t(columns_) + size_t(column); }

    int32_t columns_, rows_;
    std::vector<uint32_t> first_, entries_;
};

}  // namespace navspan::contour
