#pragma once

// The blur of the distance field: every distance above 2 becomes the mean of the 3 x 3 spans around it.
//
// Such a span has all eight neighbours: the straight ones have a distance above 0, so none of them lacks a neighbour. The sums
// need no case distinction therefore: they are made for all spans and not used near borders.
//
// The eight are those that four turns to the same side lead to: left and left's up, up and up's right, right and right's down,
// down and down's left. With the values of the rows above and below laid beside a row (fetch_neighbours), left's up is the one
// before, right's down the one after; up's right and down's left are laid out, too.
//
// Source: Mikko Mononen, Recast (2009).

#include <array>
#include <cstdint>
#include <vector>

#include "bake/field/neighbour_rows.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan {

/// @tparam T    of distances
/// @tparam Sum  holds nine of them and 5
template <class T, class Sum>
class DistanceBlur {
public:
    /// @param d  PaddedSpans
    void run(const CompactHeightfield& field, const NeighbourRows& rows, const T* d, uint16_t* out) {
        for (size_t z = 0; z + 1 < field.row_span.size(); ++z) {
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
    static constexpr Sum kBlurFrom = 3;             // smaller distances keep their value

    // a ninth, rounded down; as a product, which compilers turn into vector code for 16 bits
    static uint16_t divide_by_9(uint16_t v) { return uint16_t(uint16_t(uint32_t{v} * 58255u >> 16) >> 3); }
    static uint16_t divide_by_9(uint32_t v) { return uint16_t(v / 9); }

    T* row(size_t i) { return rows_[i].data() + kBefore; }

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
            const Sum beside = Sum(Sum(Sum(left[k]) + Sum(d[k])) + Sum(right[k]));
            const uint16_t mean = divide_by_9(Sum(Sum(Sum(up + down) + beside) + 5));
            out[k] = Sum(d[k]) < kBlurFrom ? uint16_t(d[k]) : mean;
        }
    }

    // values of the neighbours of a row: above, above and right, below, below and left
    std::array<std::vector<T>, 4> rows_;
};

}  // namespace navspan
