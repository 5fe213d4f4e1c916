#pragma once

#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace navspan {

/// 64-bit FNV-1a hash for fingerprints and checksums. Not secure against deliberate collisions. To hash several buffers as one
/// sequence, pass the result for the previous buffer as \p hash. Source: Fowler, Noll, Vo, FNV hash.
uint64_t hash_bytes(std::span<const std::byte> bytes, uint64_t hash = 0xcbf29ce484222325u);

/// SHA-256 hash of \p bytes as 64 lower-case hex digits. Source: FIPS 180-4, Secure Hash Standard (2015).
std::string sha256_hex(std::span<const std::byte> bytes);

/// Computes the SHA-256 hash of a byte sequence that is added in parts.
class Sha256 {
public:
    /// Appends \p bytes to the sequence.
    void add(std::span<const std::byte> bytes);
    /// Hash of all bytes added so far, as 64 lower-case hex digits.
    std::string hex() const;

private:
    std::array<uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<uint8_t, 64> rest_{};  // bytes of the last, incomplete block
    uint64_t size_ = 0;               // number of bytes added
};

/// A 128-bit hash. Accidental collisions are negligible.
struct Hash128 {
    uint64_t high = 0,  ///< upper 64 bits
        low = 0;        ///< lower 64 bits
    /// Memberwise comparison.
    friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

/// The hash as 32 lower-case hex digits.
std::string to_hex(Hash128 hash);

/// Fast 128-bit hash of a sequence of numbers and byte strings. Not secure against deliberate collisions. The result is the
/// same on every machine. The result depends on the values and their order, but not on the types of integers: int8_t{5} and
/// int64_t{5} have the same hash.
/// Sources: Collet, xxHash (2012), for four accumulators (lanes); Steele, Lea, Flood, Fast splittable pseudorandom number
/// generators (2014), for the final mixing.
class Hasher128 {
public:
    /// Adds an integer.
    void add(std::integral auto number) { add_word(uint64_t(number)); }
    /// Adds the bit pattern of a floating-point number.
    void add(double number) { add_word(std::bit_cast<uint64_t>(number)); }
    /// Adds both halves of a hash.
    void add(Hash128 hash) { add_word(hash.high), add_word(hash.low); }
    /// Adds the number of bytes, then the bytes. Hence ("ab", "c") and ("a", "bc") have different hashes.
    void add(std::span<const std::byte> bytes);
    /// Hash of all values added so far.
    Hash128 finish() const;

private:
    void add_word(uint64_t word) {
        uint64_t& lane = lanes_[count_++ & 3];
        lane = std::rotl(lane + word * 0xc2b2ae3d27d4eb4fu, 31) * 0x9e3779b185ebca87u;
    }
    std::array<uint64_t, 4> lanes_{0x243f6a8885a308d3u, 0x13198a2e03707344u, 0xa4093822299f31d0u, 0x082efa98ec4e6c89u};
    uint64_t count_ = 0;  // number of words added
};

/// Mixes a 64-bit number: every bit of the result depends on every bit of n. This bijection is the last step of SplitMix64.
inline uint64_t mix64(uint64_t n) {
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9u;
    n = (n ^ n >> 27) * 0x94d049bb133111ebu;
    return n ^ n >> 31;
}

/// Sequence of pseudorandom numbers that is the same on every platform: SplitMix64 (Steele, Lea, Flood, Fast splittable
/// pseudorandom number generators, 2014). The state may be copied, stored and set to any value.
struct RandomSequence {
    uint64_t state = 0;  ///< the seed, or the state after the numbers drawn so far

    /// Returns the next number, uniformly distributed over all 64-bit numbers.
    uint64_t next() { return mix64(state += 0x9e3779b97f4a7c15u); }
    /// Returns the next number, uniformly distributed in [0, 1). The number is a multiple of 2^-53.
    double unit() { return double(next() >> 11) * 0x1p-53; }
};

}  // namespace navspan
