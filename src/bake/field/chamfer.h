#pragma once

// The chamfer distance transform over rows of runs, for erosion and the distance field.
//
// In: 0 for each border span (a neighbour is missing or has another area), kUnreached for all other spans.
// Out: the chamfer distance of each span to the nearest border span [1/2 cell]. Distances above the given limit `far` may be
// inexact.
// Idea: A straight step costs 2, a diagonal step 3. One pass visits the rows in +z, a second pass in -z. In each row, distances
// spread from the previous row, then along the row.
// Source: Borgefors, Distance transformations in digital images (1986).
// Weak cases: none known.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "bake/field/neighbour_rows.h"
#include "core/parallel.h"
#include "core/simd.h"
#include "navspan/bake/compact_heightfield.h"

namespace navspan {

constexpr uint8_t kAllLinks = 15;

/// Initial value of spans that are not on a border. Unsigned sums saturate at this value; signed sums do not overflow.
template <class T>
constexpr T kUnreached = T(std::numeric_limits<T>::max() - (std::is_signed_v<T> ? 63 : 0));

/// Calls work(range) for ranges of rows that cover the field. If `workers` is null, one thread is used.
template <class Work>
void for_each_row_range(const CompactHeightfield& field, Workers* workers, Work work) {
    constexpr size_t kMinRows = 32;
    const size_t depth = field.row_span.size() - 1, parts = part_count(workers, depth, kMinRows);
    for_each_part(workers, parts, [&](size_t p, unsigned) { work(part_range(depth, parts, p)); });
}

/// Sets d of each open span in a range of rows: 0 on the border of its area, kUnreached<uint8_t> elsewhere.
/// @param area  the area of each span, in the layout of PaddedSpans
inline void mark_area_border(const CompactHeightfield& field, const uint8_t* area, const NeighbourRows& rows, ItemRange range,
                             uint8_t* d) {
    std::vector<uint8_t> row_up, row_down;
    for (size_t z = range.begin; z < range.end; ++z) {
        const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
        if (row_up.size() < count + kFetchPadding<uint8_t>) {
            row_up.resize(count + kFetchPadding<uint8_t>);
            row_down.resize(count + kFetchPadding<uint8_t>);
        }
        fetch_neighbours<uint8_t>(rows.up, z, begin, {{area, row_up.data()}});
        fetch_neighbours<uint8_t>(rows.down, z, begin, {{area, row_down.data()}});
        const uint8_t* __restrict a = area + begin;
        const uint8_t* __restrict left = a - 1;
        const uint8_t* __restrict right = a + 1;
        const uint8_t* __restrict above = row_up.data();
        const uint8_t* __restrict below = row_down.data();
        const uint8_t* __restrict links = field.links.data() + begin;
        uint8_t* __restrict to = d + begin;
        for (uint32_t k = 0; k < count; ++k) {
            const uint8_t differs =
                uint8_t((links[k] ^ kAllLinks) | (a[k] ^ left[k]) | (a[k] ^ right[k]) | (a[k] ^ above[k]) | (a[k] ^ below[k]));
            to[k] = differs == 0 ? kUnreached<uint8_t> : 0;
        }
    }
}

template <class T>
class ChamferTransform {
public:
    /// @param far  distances of at least this value need not be exact [1/2 cell]
    /// @param d    values in PaddedSpans, changed in place
    ChamferTransform(const CompactHeightfield& field, const NeighbourRows& rows, uint32_t far, T* d)
        : field_(field), rows_(rows), far_(far), d_(d) {}

    /// Passes over a range of rows, in +z if kSide is 1, in -z if kSide is -1. Ignores links to other ranges. Must be the first
    /// call on a new object.
    template <int kSide>
    void pass_alone(ItemRange range) {
        for (size_t k = 0; k < range.size(); ++k) {
            const size_t z = row_of<kSide>(range, k);
            std::copy_n(pass<kSide>(z, k > 0), row_size(z), d_ + field_.row_span[z]);
        }
    }
    /// Continues a pass from the previous range into a range that pass_alone has processed. Stops at the first row that does
    /// not change.
    template <int kSide>
    void pass_on(ItemRange range) {
        for (size_t k = 0; k < range.size(); ++k) {
            const size_t z = row_of<kSide>(range, k);
            T* const row = d_ + field_.row_span[z];
            const T* const after = pass<kSide>(z, true);
            if (std::equal(row, row + row_size(z), after)) return;
            std::copy_n(after, row_size(z), row);
        }
    }

private:
    static constexpr size_t kBlock = kFetchWidth<T>;  // spans
    static constexpr size_t kPadding = 3 * kBlock;    // values before and after each row, for loops over whole blocks
    static constexpr T kMost = kUnreached<T>;
    using Lanes = Simd128<T>;

    // Returns a + step, saturated for unsigned types.
    static T add(T a, T step) {
        if constexpr (std::is_signed_v<T>) return T(a + step);
        return T(std::min<T>(a, T(kMost - step)) + step);
    }

    void open(size_t count) {
        blocks_ = (count + kBlock - 1) / kBlock;
        const size_t size = (blocks_ + 1) * kBlock + 2 * kPadding;
        if (straight_.size() >= size) return;
        for (std::vector<T>* row : {&straight_, &diagonal_, &a_, &b_})
            row->assign(size, kMost);
    }

    // Sets the padding after a row to kMost.
    static void close(T* end) {
        for (size_t k = 0; k < kPadding + kBlock; ++k)
            end[k] = kMost;
    }

    // to[k] = minimum of d[k], straight[k] + 2, diagonal[k] + 3 and straight[k + side] + 3.
    // straight[k] is the value of the straight neighbour in the previous row. diagonal[k] and straight[k + side] are the values
    // of the diagonal neighbours.
    // If a neighbour is missing, its value is arbitrary but has no effect, because d[k] is then 0.
    static void step_over(const T* __restrict d, const T* __restrict straight, const T* __restrict diagonal, int side,
                          size_t size, T* __restrict to) {
        const T* __restrict other_diagonal = straight + side;
        for (size_t k = 0; k < size; ++k) {
            const T over = std::min(add(straight[k], 2), add(std::min(diagonal[k], other_diagonal[k]), 3));
            to[k] = std::min(d[k], over);
        }
    }

    // to[k] = minimum of from[k - n * kStep] + 2 * n * |kStep| over n = 0 .. kTerms - 1.
    template <int kStep, int kTerms>
    static void spread(const T* __restrict from, size_t size, T* __restrict to) {
        constexpr T kCost = T(2 * (kStep < 0 ? -kStep : kStep));
        for (size_t k = 0; k < size; ++k) {
            const T* const v = from + k;
            T least = std::min(v[0], add(v[-kStep], kCost));
            if constexpr (kTerms == 4) {
                least = std::min(least, std::min(add(v[-2 * kStep], 2 * kCost), add(v[-3 * kStep], 3 * kCost)));
            }
            to[k] = least;
        }
    }

    // Propagates the values in `a` along the row, in +x (kSide 1) or -x (kSide -1). Value k becomes the minimum of a[j] + 2 *
    // |k - j| over all j up to k. Round 1 covers the nearest 3 spans, round 2 the nearest kBlock spans, round 3 all spans.
    // Skips rounds that only change distances of at least far_. Returns the array (a or b) with the result.
    template <int kSide>
    const T* spread_row(T* a, T* b, size_t count) {
        const size_t size = blocks_ * kBlock;
        close(a + count);
        if (far_ <= 4) {
            spread<kSide, 2>(a, size, b);
            return b;
        }
        spread<kSide, 4>(a, size, b);
        if (far_ <= 8) return b;
        close(b + size);
        spread<4 * kSide, kBlock / 4>(b, size, a);
        if (far_ <= 2 * kBlock) return a;
        Lanes carried = Lanes{} + kMost;
        for (size_t n = 0; n < blocks_; ++n) {
            T* const at = a + kBlock * (kSide > 0 ? n : blocks_ - 1 - n);
            carried = least(least(carried, Lanes{} + T(kMost - 2 * kBlock)) + T(2 * kBlock), load<Lanes>(at));
            store(at, carried);
        }
        return a;
    }

    template <int kSide>
    static size_t row_of(ItemRange range, size_t k) {
        return kSide > 0 ? range.begin + k : range.end - 1 - k;
    }
    uint32_t row_size(size_t z) const { return field_.row_span[z + 1] - field_.row_span[z]; }

    // Returns the new values of one row. In the first pass (kSide 1), values come from -z and -x; in the second pass (kSide
    // -1), from +z and +x. If `linked` is false, the previous row is ignored. `linked` may be false only in the first call,
    // while straight_ and diagonal_ contain kMost.
    template <int kSide>
    const T* pass(size_t z, bool linked) {
        const uint32_t begin = field_.row_span[z], count = row_size(z);
        if (count == 0) return nullptr;
        open(count);
        T *const straight = straight_.data() + kPadding, *const diagonal = diagonal_.data() + kPadding;
        T *const a = a_.data() + kPadding, *const b = b_.data() + kPadding;
        if (linked) {
            const LinkedIntervals& intervals = kSide > 0 ? rows_.down : rows_.up;
            fetch_neighbours<T>(intervals, z, begin, {{d_, straight}, {d_ + kSide, diagonal}});
        }
        step_over(d_ + begin, straight, diagonal, -kSide, blocks_ * kBlock, a);
        return spread_row<kSide>(a, b, count);
    }

    const CompactHeightfield& field_;
    const NeighbourRows& rows_;
    const uint32_t far_;
    T* const d_;
    std::vector<T> straight_, diagonal_;  // for each span of a row: values of neighbours in the previous row
    std::vector<T> a_, b_;                // values of a row
    size_t blocks_ = 0;                   // blocks of the row
};

/// Runs one pass over all rows; parameters as for ChamferTransform. Threads process separate ranges of rows. One thread then
/// continues the pass across the ends of the ranges.
template <int kSide, class T>
void chamfer_pass(const CompactHeightfield& field, const NeighbourRows& rows, uint32_t far, T* d, Workers* workers) {
    constexpr size_t kMinRows = 32;
    const size_t depth = field.row_span.size() - 1, parts = part_count(workers, depth, kMinRows);
    for_each_part_apart(workers, parts, [&](size_t p, unsigned) {
        ChamferTransform<T>(field, rows, far, d).template pass_alone<kSide>(part_range(depth, parts, p));
    });
    ChamferTransform<T> transform(field, rows, far, d);
    for (size_t k = 1; k < parts; ++k)
        transform.template pass_on<kSide>(part_range(depth, parts, kSide > 0 ? k : parts - 1 - k));
}

/// Runs both passes.
template <class T>
void chamfer_transform(const CompactHeightfield& field, const NeighbourRows& rows, uint32_t far, T* d, Workers* workers) {
    chamfer_pass<1>(field, rows, far, d, workers);
    chamfer_pass<-1>(field, rows, far, d, workers);
}

}  // namespace navspan
