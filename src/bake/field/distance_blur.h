#pragma once

// Blurs the distance field: each distance above 2 becomes the mean of the 3 x 3 spans around it.
//
// In: the distance of each open span to the border of its area [1/2 cell], and the neighbour rows (neighbour_rows.h).
// Out: the blurred distances. A mean is (sum of the nine distances + 5) / 9, rounded down.
// Idea: The values of the +z and -z neighbours of a row are copied to buffers. One loop then adds the nine distances of each
// span.
// Source: Mononen, Recast (2009).
// Weak cases: none known.

#include <array>
#include <cstdint>
#include <vector>

#include "bake/field/neighbour_rows.h"
#include "core/parallel.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan {

/// @tparam T    type of distances
/// @tparam Sum  type that can represent the sum of nine distances and 5
template <class T, class Sum>
class DistanceBlur {
public:
    /// @param range  the rows to blur
    /// @param d      values in PaddedSpans
    void run(const CompactHeightfield& field, const NeighbourRows& rows, ItemRange range, const T* d, uint16_t* out) {
        for (size_t z = range.begin; z < range.end; ++z) {
            const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
            const size_t size = count + kBefore + kFetchPadding<T>;
            if (rows_[0].size() < size) {
                for (std::vector<T>& row : rows_)
                    row.resize(size);
            }
            fetch_neighbours<T>(rows.up, z, begin, {{d, row(0)}, {d + 1, row(1)}});
            fetch_neighbours<T>(rows.down, z, begin, {{d, row(2)}, {d - 1, row(3)}});
            average(d + begin, out + begin, count);
        }
    }

private:
    static constexpr size_t kBefore = kFetchWidth<T>;  // padding before a row
    static constexpr Sum kBlurFrom = 3;                // smaller distances are not blurred [1/2 cell]

    // Returns v / 9, rounded down. The 16-bit version multiplies, which can be vectorized.
    static uint16_t divide_by_9(uint16_t v) { return uint16_t(uint16_t(uint32_t{v} * 58255u >> 16) >> 3); }
    static uint16_t divide_by_9(uint32_t v) { return uint16_t(v / 9); }

    T* row(size_t i) { return rows_[i].data() + kBefore; }

    // Spans with distances above 2 have all eight neighbours.
    void average(const T* __restrict d, uint16_t* __restrict out, uint32_t count) {
        const T* __restrict above = row(0);
        const T* __restrict above_right = row(1);
        const T* __restrict below = row(2);
        const T* __restrict below_left = row(3);
        const T* __restrict left = d - 1;
        const T* __restrict right = d + 1;
        const T* __restrict above_left = above - 1;
        const T* __restrict below_right = below + 1;
        for (uint32_t k = 0; k < count; ++k) {
            const Sum up = Sum(Sum(Sum(above_left[k]) + Sum(above[k])) + Sum(above_right[k]));
            const Sum down = Sum(Sum(Sum(below_left[k]) + Sum(below[k])) + Sum(below_right[k]));
            const Sum middle = Sum(Sum(Sum(left[k]) + Sum(d[k])) + Sum(right[k]));
            const uint16_t mean = divide_by_9(Sum(Sum(Sum(up + down) + middle) + 5));
            out[k] = Sum(d[k]) < kBlurFrom ? uint16_t(d[k]) : mean;
        }
    }

    // For each span of a row: values at the offsets (x, z) = (0, 1), (1, 1), (0, -1), (-1, -1).
    std::array<std::vector<T>, 4> rows_;
};

}  // namespace navspan
