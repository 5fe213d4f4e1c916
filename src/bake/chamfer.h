#pragma once

// The two passes of the chamfer distance transform (2 straight, 3 diagonal) on run-ordered rows, shared by erosion and the
// distance field.
//
// In: 0 for every span on a border, the largest value elsewhere. A border span is one without all four neighbours (inside its
// area), so the first and the last span of every run are 0. That is what makes the plain loops below right: where a stretch
// reads or writes one span past its end, that span is either the diagonal neighbour meant, or it lies beyond a span with
// value 0, whose straight neighbours get at most 2 from it; and a value of 3 or more then changes nothing. For the same reason
// distances may flow along a whole row without looking at its runs.
//
// Along a row every value is the least of the values before it plus 2 a step. Steps of 1, 2, 4 and, for bytes, 8 spans are
// taken for the whole row at once, each doubling how far values have come; what is left is a chain from one block of eight or
// sixteen spans to the next, which is block-wise, too. A row is worked on in buffers of its own and written back.
//
// Source: Gunilla Borgefors, Distance transformations in digital images (1986).

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "navspan/bake/compact_heightfield.h"
#include "stretches.h"

namespace navspan {

/// a + step, staying at the largest value
template <class T>
inline T chamfer_add(T a, T step) {
    return T(std::min<T>(a, T(std::numeric_limits<T>::max() - step)) + step);
}

template <class T>
class ChamferTransform {
public:
    /// Both passes, in place.
    /// @param d  one value per open span, one before the first and one after the last
    void run(const CompactHeightfield& field, const Stretches& up, const Stretches& down, T* d) {
        const size_t depth = field.row_span.size() - 1;
        for (size_t z = 0; z < depth; ++z)
            forward(field, down, z, d);
        for (size_t z = depth; z-- > 0;)
            backward(field, up, z, d);
    }

private:
    static constexpr size_t kBlock = 16 / sizeof(T);  // spans; also the padding before and after a row
    static constexpr T kMost = std::numeric_limits<T>::max();

    // fills a_ with the row's values; what is around them stays at most
    void load(const T* d, uint32_t begin, uint32_t count) {
        blocks_ = (size_t{count} + kBlock - 1) / kBlock;
        const size_t size = (blocks_ + 2) * kBlock;
        if (a_.size() < size) {
            a_.resize(size);
            b_.resize(size);
        }
        std::fill_n(a_.data(), kBlock, kMost);
        std::fill_n(b_.data(), kBlock, kMost);
        std::copy_n(d + begin, count, a_.data() + kBlock);
        std::fill(a_.data() + kBlock + count, a_.data() + size, kMost);
        std::fill_n(b_.data() + size - kBlock, kBlock, kMost);
    }

    // to[k] = the least of itself and other[k] + step
    static void lower(T* __restrict to, const T* __restrict other, uint32_t count, T step) {
        for (uint32_t k = 0; k < count; ++k)
            to[k] = std::min(to[k], chamfer_add<T>(other[k], step));
    }

    // one step of the given length for a whole row of blocks
    template <int kStep>
    void spread() {
        const size_t size = blocks_ * kBlock;
        const T* __restrict from = a_.data() + kBlock;
        T* __restrict to = b_.data() + kBlock;
        constexpr T kCost = T(2 * (kStep < 0 ? -kStep : kStep));
        const T* __restrict before = from - kStep;
        for (size_t k = 0; k < size; ++k)
            to[k] = std::min(from[k], chamfer_add<T>(before[k], kCost));
        std::swap(a_, b_);
    }

    void spread_block(size_t block, size_t from) {
        T* to = a_.data() + block * kBlock;
        const T* before = a_.data() + from * kBlock;
        for (size_t k = 0; k < kBlock; ++k)
            to[k] = std::min(to[k], chamfer_add<T>(before[k], T(2 * kBlock)));
    }

    void forward(const CompactHeightfield& field, const Stretches& down, size_t z, T* d) {
        const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
        if (count == 0) return;
        load(d, begin, count);
        for (uint32_t s = down.first[z]; s < down.first[z + 1]; ++s) {
            const auto [own, below, n] = down.list[s];
            T* to = a_.data() + kBlock + (own - begin);
            // straight down; down then right; left then down, seen from the span to the left
            lower(to, d + below, n, 2);
            lower(to, d + below + 1, n, 3);
            lower(to + 1, d + below, n, 3);
        }
        spread<1>();
        spread<2>();
        spread<4>();
        if constexpr (kBlock == 16) spread<8>();
        for (size_t block = 2; block <= blocks_; ++block)
            spread_block(block, block - 1);
        std::copy_n(a_.data() + kBlock, count, d + begin);
    }

    void backward(const CompactHeightfield& field, const Stretches& up, size_t z, T* d) {
        const uint32_t begin = field.row_span[z], count = field.row_span[z + 1] - begin;
        if (count == 0) return;
        load(d, begin, count);
        for (uint32_t s = up.first[z]; s < up.first[z + 1]; ++s) {
            const auto [own, above, n] = up.list[s];
            T* to = a_.data() + kBlock + (own - begin);
            // straight up; up then left; right then up, seen from the span to the right
            lower(to, d + above, n, 2);
            lower(to, d + above - 1, n, 3);
            lower(to - 1, d + above, n, 3);
        }
        // what the padding got from outside the row must not flow back into it
        a_[kBlock - 1] = kMost;
        spread<-1>();
        spread<-2>();
        spread<-4>();
        if constexpr (kBlock == 16) spread<-8>();
        for (size_t block = blocks_; block-- > 1;)
            spread_block(block, block + 1);
        std::copy_n(a_.data() + kBlock, count, d + begin);
    }

    std::vector<T> a_, b_;  // a row's values with one block of padding before and after
    size_t blocks_ = 0;     // of the row
};

}  // namespace navspan
