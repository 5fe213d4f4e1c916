#pragma once

#include <cstdint>

#include "core/simd.h"

namespace navspan {

/// Returns the first k < count at which an array differs from what is expected, or count. Tests 64 bytes, then 16 bytes, then
/// single values at a time.
/// @param differs  differs.block(k): a vector of 128 bits, not 0 in the lanes of the values k, k + 1, ... that differ;
///                 differs.one(k): true if value k differs
template <class T, class Differs>
uint32_t first_mismatch_by(uint32_t count, const Differs& differs) {
    constexpr uint32_t kBlock = 16 / sizeof(T);
    uint32_t k = 0;
    for (; k + 4 * kBlock <= count; k += 4 * kBlock) {
        if (any(differs.block(k) | differs.block(k + kBlock) | differs.block(k + 2 * kBlock) | differs.block(k + 3 * kBlock)))
            break;
    }
    for (; k + kBlock <= count; k += kBlock) {
        if (const auto block = differs.block(k); any(block)) return k + first_lane(block);
    }
    while (k < count && !differs.one(k))
        ++k;
    return k;
}

/// Returns the first k < count with values[k] != value, or count.
template <class T>
uint32_t first_mismatch(const T* values, T value, uint32_t count) {
    struct Differs {
        const T* values;
        T value;
        Simd128<T> block(uint32_t k) const { return load<Simd128<T>>(values + k) ^ value; }
        bool one(uint32_t k) const { return values[k] != value; }
    };
    return first_mismatch_by<T>(count, Differs{values, value});
}

/// Returns the first k < count with values[k] != first + k, or count.
inline uint32_t first_mismatch_of_sequence(const uint32_t* values, uint32_t first, uint32_t count) {
    struct Differs {
        const uint32_t* values;
        uint32_t first;
        U32x4 block(uint32_t k) const { return load<U32x4>(values + k) ^ (kLaneIndex + (first + k)); }
        bool one(uint32_t k) const { return values[k] != first + k; }
    };
    return first_mismatch_by<uint32_t>(count, Differs{values, first});
}

/// Returns the first k < count with values[k] outside first .. first + length - 1, or count.
inline uint32_t first_outside(const uint32_t* values, uint32_t first, uint32_t length, uint32_t count) {
    struct Differs {
        const uint32_t* values;
        uint32_t first, length;
        U32x4 block(uint32_t k) const { return U32x4(load<U32x4>(values + k) - first >= length); }
        bool one(uint32_t k) const { return values[k] - first >= length; }
    };
    return first_mismatch_by<uint32_t>(count, Differs{values, first, length});
}

}  // namespace navspan
