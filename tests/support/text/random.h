#pragma once

#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define NAVSPAN_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NAVSPAN_SANITIZED 1
#endif
#endif

namespace navspan::support {

/// True if AddressSanitizer is on, which makes all code several times slower.
#ifdef NAVSPAN_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// Returns the number of rounds of a random test: all, or a tenth of them with AddressSanitizer.
constexpr uint64_t rounds(uint64_t all) {
    return kSanitized ? (all + 9) / 10 : all;
}

/// A small random number generator with the same numbers on every platform (SplitMix64: Steele, Lea, Flood, Fast splittable
/// pseudorandom number generators, 2014). Tests print its seed if they fail.
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
