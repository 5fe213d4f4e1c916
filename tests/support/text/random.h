#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define NAVSPAN_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NAVSPAN_SANITIZED 1
#endif
#endif

namespace navspan::support {

/// True if the program is compiled with AddressSanitizer, which makes it several times slower.
#ifdef NAVSPAN_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// Returns the number of rounds that a random test should run: `all`, or a tenth of `all` with AddressSanitizer.
constexpr uint64_t rounds(uint64_t all) {
    return kSanitized ? (all + 9) / 10 : all;
}

/// Returns the scenes that a slow test should use: all, or only the first one with AddressSanitizer.
inline std::vector<std::string> test_scenes(std::vector<std::string> all) {
    if (kSanitized) all.resize(1);
    return all;
}

/// A small random number generator that gives the same numbers on every platform. Tests print its seed if they fail. Fuzz
/// targets choose the numbers with the bytes of their input.
/// Source: SplitMix64 in Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}
    /// Takes the numbers from bytes: two bytes choose one number, so that a change of one byte changes only one number. After
    /// the last byte, continues with the numbers of seed 0. The bytes must outlive this object.
    explicit Random(std::span<const std::byte> choices) : choices_(choices) {}

    uint64_t next();
    int32_t between(int32_t low, int32_t high);  ///< uniform in [low, high]
    double real(double low, double high);        ///< uniform in [low, high)
    bool chance(double p) { return real(0, 1) < p; }
    bool has_choices() const { return choices_.size() >= 2; }  ///< true if bytes choose the next number

private:
    uint64_t state_ = 0;
    std::span<const std::byte> choices_;
};

}  // namespace navspan::support
