#pragma once

#include <cstdint>

#include "core/simd.h"

namespace navspan {

/// Returns the first k < count for which values[k] differs from its expected value, or `count` if all values match.
/// @param expected  lane i contains the expected value of values[i]
/// @param step      difference between consecutive expected values
/// @param differs   differs(value, expected): nonzero if the numbers differ; for vectors, nonzero in each lane that differs
template <class T, class Differs>
uint32_t first_mismatch_by(const T* values, Simd128<T> expected, T step, uint32_t count, Differs differs) {
    constexpr uint32_t kBlock = 16 / sizeof(T);
    const auto block = [&](uint32_t k, uint32_t i) {
        return differs(load<Simd128<T>>(values + k + i * kBlock), expected + T(i * kBlock * step));
    };
    uint32_t k = 0;
    for (; k + 4 * kBlock <= count; k += 4 * kBlock, expected += T(4 * kBlock * step)) {
        if (any(block(k, 0) | block(k, 1) | block(k, 2) | block(k, 3))) break;
    }
    for (; k + kBlock <= count; k += kBlock, expected += T(kBlock * step)) {
        if (const auto here = block(k, 0); any(here)) return k + first_lane(here);
    }
    for (T next = expected[0]; k < count && !differs(values[k], next); ++k)
        next = T(next + step);
    return k;
}

/// Returns the first k < count with values[k] != value, or `count` if all values are equal to `value`.
template <class T>
uint32_t first_mismatch(const T* values, T value, uint32_t count) {
    return first_mismatch_by(values, splat<Simd128<T>>(value), T(0), count, [](auto v, auto expected) { return v ^ expected; });
}

/// Returns the first k < count with values[k] != first + k, or `count` if values[k] == first + k for all k.
inline uint32_t first_mismatch_of_sequence(const uint32_t* values, uint32_t first, uint32_t count) {
    return first_mismatch_by(values, kLaneIndex<U32x4> + first, 1u, count, [](auto v, auto expected) { return v ^ expected; });
}

/// Returns the first k < count with values[k] outside [first, first + length), or `count` if all values are inside.
inline uint32_t first_outside(const uint32_t* values, uint32_t first, uint32_t length, uint32_t count) {
    return first_mismatch_by(values, splat<U32x4>(first), 0u, count,
                             [length](auto v, auto expected) { return v - expected >= length; });
}

}  // namespace navspan
