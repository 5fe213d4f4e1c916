#pragma once

#include <cstdint>
#include <cstring>

namespace navspan {

// Vectors of 16 bytes, which both compilers turn into whatever the processor has: SSE2, NEON or plain numbers. Results do not
// depend on which: whole numbers are exact, and floating ones see the same operations in the same order.

/// Eight numbers of 16 bits.
typedef int16_t Lanes __attribute__((vector_size(16)));
/// The same without a sign, as heights are kept.
typedef uint16_t HeightLanes __attribute__((vector_size(16)));
/// Eight bytes.
typedef uint8_t ByteLanes __attribute__((vector_size(8)));
constexpr uint64_t kOnes = 0x0101010101010101u;  ///< one in each of eight bytes

typedef float FourFloats __attribute__((vector_size(16)));
typedef int32_t FourInts __attribute__((vector_size(16)));
typedef uint32_t FourWords __attribute__((vector_size(16)));

/// Reads a vector or a number from any address.
template <class T>
T load(const void* from) {
    T v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

/// Writes a vector or a number to any address.
template <class T>
void store(void* to, T v) {
    std::memcpy(to, &v, sizeof v);
}

/// Whether any bit of a vector of 16 bytes is set.
template <class Vector>
bool any(Vector v) {
    typedef uint64_t Halves __attribute__((vector_size(16)));
    const auto halves = Halves(v);
    return (halves[0] | halves[1]) != 0;
}

// of vectors lane by lane, or of numbers; written so that they become instructions, not branches
template <class T>
T least(T a, T b) {
    return a < b ? a : b;
}
template <class T>
T greatest(T a, T b) {
    return a > b ? a : b;
}
template <class T>
T least(T a, T b, T c) {
    return least(least(a, b), c);
}
template <class T>
T greatest(T a, T b, T c) {
    return greatest(greatest(a, b), c);
}

inline Lanes all_lanes(int32_t value) {
    return Lanes{} + int16_t(value);
}

}  // namespace navspan
