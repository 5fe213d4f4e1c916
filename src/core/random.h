#pragma once

#include <cstdint>

namespace navspan {

/// Sequence of pseudorandom numbers that is the same on every platform: SplitMix64 (Steele, Lea, Flood, Fast splittable
/// pseudorandom number generators, 2014). The seed is the initial state; the state may be copied, stored and set to any value.
struct RandomSequence {
    uint64_t state = 0;

    /// Returns the next number, uniformly distributed over all 64-bit numbers.
    uint64_t next() {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    /// Returns the next number, uniformly distributed in [0, 1). It is a multiple of 2^-53.
    double unit() { return double(next() >> 11) * 0x1p-53; }
};

}  // namespace navspan
