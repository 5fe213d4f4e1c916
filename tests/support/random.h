#pragma once

#include <cstdint>

namespace navspan::support {

/// A small generator with the same numbers on every platform (SplitMix64: Steele, Lea, Flood, Fast splittable pseudorandom
/// number generators, 2014). Tests print its seed when they fail.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next();
    int32_t between(int32_t low, int32_t high);  ///< uniform in [low, high]
    double real(double low, double high);        ///< uniform in [low, high)
    bool chance(double p) { return real(0, 1) < p; }

private:
    uint64_t state_;
};

}  // namespace navspan::support
