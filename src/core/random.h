#pragma once

#include <cstdint>

namespace navspan {

/// Mixes a 64-bit number: every bit of the result depends on every bit of n. This bijection is the last step of SplitMix64.
inline uint64_t mix64(uint64_t n) {
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9u;
    n = (n ^ n >> 27) * 0x94d049bb133111ebu;
    return n ^ n >> 31;
}

/// Sequence of pseudorandom numbers that is the same on every platform: SplitMix64 (Steele, Lea, Flood, Fast splittable
/// pseudorandom number generators, 2014). The seed is the initial state; the state may be copied, stored and set to any value.
struct RandomSequence {
    uint64_t state = 0;

    /// Returns the next number, uniformly distributed over all 64-bit numbers.
    uint64_t next() { return mix64(state += 0x9e3779b97f4a7c15u); }
    /// Returns the next number, uniformly distributed in [0, 1). It is a multiple of 2^-53.
    double unit() { return double(next() >> 11) * 0x1p-53; }
};

}  // namespace navspan
