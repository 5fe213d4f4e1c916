#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/simd.h"

namespace navspan {

/// An element that two lists have in common: its index in each list.
struct CommonElement {
    uint32_t first = 0, second = 0;
};

/// Lanes of `x` that equal a lane of `y`.
inline auto equal_lanes(U32x4 x, U32x4 y) {
    return (x == y) | (x == __builtin_shufflevector(y, y, 1, 2, 3, 0)) | (x == __builtin_shufflevector(y, y, 2, 3, 0, 1)) |
           (x == __builtin_shufflevector(y, y, 3, 0, 1, 2));
}

/// Lists the elements that occur in both `a` and `b`, in increasing order. Both lists must be strictly increasing and shorter
/// than 2^32 elements. The result is stored in `memory`, which grows if necessary.
///
/// Idea: Compares blocks of eight, then of four elements, without branches, to avoid branch mispredictions. Skips pairs of
/// blocks without a common element.
/// Source: Schlegel, Willhalm, Lehner, Fast sorted-set intersection using SIMD instructions (2011).
inline std::span<const CommonElement> list_common(std::span<const uint32_t> a, std::span<const uint32_t> b,
                                                  std::vector<CommonElement>& memory) {
    constexpr uint32_t kBlock = 4, kPair = 2 * kBlock;
    // The memory holds the compared pairs of eight elements, then those of four elements, then the common elements.
    const size_t most_blocks = (a.size() + b.size()) / kBlock + 1, needed = 2 * most_blocks + std::min(a.size(), b.size()) + 1;
    if (memory.size() < needed) memory.resize(needed);
    CommonElement *pair = memory.data(), *const first_block = pair + most_blocks,
                  *block = first_block, *const first = first_block + most_blocks, *next = first;
    uint32_t i = 0, j = 0;
    const auto compare = [&](uint32_t of_a, uint32_t of_b) {
        *block = {of_a, of_b};
        block += any(equal_lanes(load<U32x4>(a.data() + of_a), load<U32x4>(b.data() + of_b)));
    };
    // Moves on by `size` in each list whose last compared element is not the greater one. The sign bits of differences replace
    // comparisons, for which compilers generate branches.
    const auto move_on = [&](uint32_t size) {
        const int64_t last = a[i + size - 1], other = b[j + size - 1];
        i += uint32_t(uint64_t(last - other - 1) >> 63) * size;
        j += uint32_t(uint64_t(other - last - 1) >> 63) * size;
    };
    // Compares pairs of blocks first, because each step waits for the loads of the previous step.
    for (; i + kPair <= a.size() && j + kPair <= b.size(); move_on(kPair)) {
        const auto x = load<U32x4>(a.data() + i), x2 = load<U32x4>(a.data() + i + kBlock);
        const auto y = load<U32x4>(b.data() + j), y2 = load<U32x4>(b.data() + j + kBlock);
        *pair = {i, j};
        pair += any(equal_lanes(x, y) | equal_lanes(x, y2) | equal_lanes(x2, y) | equal_lanes(x2, y2));
    }
    for (const CommonElement* at = memory.data(); at != pair; ++at) {
        compare(at->first, at->second);
        compare(at->first, at->second + kBlock);
        compare(at->first + kBlock, at->second);
        compare(at->first + kBlock, at->second + kBlock);
    }
    for (; i + kBlock <= a.size() && j + kBlock <= b.size(); move_on(kBlock))
        compare(i, j);
    for (const CommonElement* at = first_block; at != block; ++at) {
        const auto y = load<U32x4>(b.data() + at->second);
        for (uint32_t k = 0; k < kBlock; ++k) {
            // At most one lane is equal. `found` is its number plus 1, or 0.
            const auto lanes = U32x4(y == splat<U32x4>(a[at->first + k])) & (kLaneIndex<U32x4> + 1);
            const uint32_t found = lanes[0] | lanes[1] | lanes[2] | lanes[3];
            *next = {at->first + k, at->second + found - 1};
            next += found != 0;
        }
    }
    while (i < a.size() && j < b.size()) {
        const uint32_t x = a[i], y = b[j];
        *next = {i, j};
        next += x == y;
        i += x <= y;
        j += y <= x;
    }
    return {first, next};
}

}  // namespace navspan
