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

/// Lists the elements that occur in both `a` and `b`, in increasing order. Both lists must be strictly increasing and shorter
/// than 2^32 elements. The result is stored in `memory`, which grows if necessary.
///
/// Idea: Compares blocks of four elements without branches, to avoid branch mispredictions. Skips pairs of blocks without a
/// common element.
/// Source: Schlegel, Willhalm, Lehner, Fast sorted-set intersection using SIMD instructions (2011).
inline std::span<const CommonElement> list_common(std::span<const uint32_t> a, std::span<const uint32_t> b,
                                                  std::vector<CommonElement>& memory) {
    constexpr uint32_t kBlock = 4;
    const size_t most_blocks = (a.size() + b.size()) / kBlock + 1, needed = most_blocks + std::min(a.size(), b.size()) + 1;
    if (memory.size() < needed) memory.resize(needed);
    uint32_t i = 0, j = 0;
    CommonElement* block = memory.data();
    while (i + kBlock <= a.size() && j + kBlock <= b.size()) {
        const auto x = load<U32x4>(a.data() + i), y = load<U32x4>(b.data() + j);
        const auto equal = (x == y) | (x == __builtin_shufflevector(y, y, 1, 2, 3, 0)) |
                           (x == __builtin_shufflevector(y, y, 2, 3, 0, 1)) | (x == __builtin_shufflevector(y, y, 3, 0, 1, 2));
        *block = {i, j};
        block += any(equal);
        const uint32_t last = a[i + kBlock - 1], other = b[j + kBlock - 1];
        i += last <= other ? kBlock : 0;
        j += other <= last ? kBlock : 0;
    }
    CommonElement *const first = memory.data() + most_blocks, *next = first;
    for (const CommonElement* at = memory.data(); at != block; ++at) {
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
