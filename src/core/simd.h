#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace navspan {

// SIMD vectors. The compiler translates their operations to instructions of the target (SSE2, NEON) or to scalar code. The
// results are the same on all targets: integer operations are exact, and floating-point operations follow IEEE 754 in each
// lane.

template <class T, size_t kLanes>
struct SimdType {
    typedef T type __attribute__((vector_size(kLanes * sizeof(T))));
};
/// A vector of kLanes numbers. Do not pass vectors of 256 bits, such as Simd<float, 8>, to or from functions: the calling
/// convention for these vectors depends on the target.
template <class T, size_t kLanes>
using Simd = typename SimdType<T, kLanes>::type;

/// A 128-bit vector of T.
template <class T>
using Simd128 = Simd<T, 16 / sizeof(T)>;

using I16x8 = Simd<int16_t, 8>;
using U16x8 = Simd<uint16_t, 8>;
using I32x4 = Simd<int32_t, 4>;
using U32x4 = Simd<uint32_t, 4>;
using F32x4 = Simd<float, 4>;
using I64x2 = Simd<int64_t, 2>;
using U64x2 = Simd<uint64_t, 2>;
using F64x2 = Simd<double, 2>;
// 64-bit vectors
using U8x8 = Simd<uint8_t, 8>;
using I16x4 = Simd<int16_t, 4>;
using U16x4 = Simd<uint16_t, 4>;
using I32x2 = Simd<int32_t, 2>;

template <class Vector>
constexpr Vector kLaneIndex{0, 1, 2, 3};             ///< index of each lane, for vectors of four lanes
constexpr uint64_t kByteOnes = 0x0101010101010101u;  ///< 1 in each of eight bytes

/// Reads a vector or a number from an address of any alignment.
template <class T>
T load(const void* from) {
    T v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

/// Writes a vector or a number to an address of any alignment.
template <class T>
void store(void* to, T v) {
    std::memcpy(to, &v, sizeof v);
}

/// Returns a vector with `value` in every lane.
template <class Vector, class T>
Vector splat(T value) {
    using Lane = std::remove_cvref_t<decltype(Vector{}[0])>;
    return Vector{} + Lane(value);
}

/// True if any bit of a vector is set.
template <class Vector>
bool any(Vector v) {
    constexpr size_t kWords = sizeof(Vector) / sizeof(uint64_t);
    const auto words = Simd<uint64_t, kWords>(v);
    uint64_t bits = words[0];
    for (size_t k = 1; k < kWords; ++k)
        bits |= words[k];
    return bits != 0;
}

/// Returns the index of the first nonzero lane of a 128-bit vector. Precondition: a lane is nonzero.
template <class Vector>
uint32_t first_lane(Vector v) {
    static_assert(std::endian::native == std::endian::little);
    const auto halves = U64x2(v);
    const int bit = halves[0] != 0 ? std::countr_zero(halves[0]) : 64 + std::countr_zero(halves[1]);
    return uint32_t(bit) / uint32_t(8 * sizeof v[0]);
}

/// Returns a number whose bit k is the sign bit of lane k.
inline uint32_t sign_bits(I64x2 v) {
#if defined(__SSE2__)
    return uint32_t(_mm_movemask_pd(__m128d(v)));
#else
    return uint32_t(v[0] < 0) | uint32_t(v[1] < 0) << 1;
#endif
}

inline uint32_t sign_bits(I32x4 v) {
#if defined(__SSE2__)
    return uint32_t(_mm_movemask_ps(__m128(v)));
#else
    return uint32_t(v[0] < 0) | uint32_t(v[1] < 0) << 1 | uint32_t(v[2] < 0) << 2 | uint32_t(v[3] < 0) << 3;
#endif
}

/// Loads two doubles, each with its own instruction. If they were stored recently, a 16-byte load would stall, because the
/// processor cannot forward two 8-byte stores to it.
inline F64x2 load_each(const double& a, const double& b) {
#if defined(__SSE2__)
    return _mm_loadh_pd(_mm_load_sd(&a), &b);
#else
    return F64x2{a, b};
#endif
}
/// Returns the lower two lanes as doubles.
inline F64x2 lower_doubles(I32x4 v) {
#if defined(__SSE2__)
    return _mm_cvtepi32_pd(__m128i(v));  // g++ 12 compiles the generic conversion to scalar code
#else
    return F64x2{double(v[0]), double(v[1])};
#endif
}
inline F64x2 lower_doubles(F32x4 v) {
#if defined(__SSE2__)
    return _mm_cvtps_pd(v);
#else
    return F64x2{double(v[0]), double(v[1])};
#endif
}
/// Returns the upper two lanes as doubles.
inline F64x2 upper_doubles(I32x4 v) {
    return lower_doubles(I32x4(__builtin_shufflevector(v, v, 2, 3, 2, 3)));
}
inline F64x2 upper_doubles(F32x4 v) {
    return lower_doubles(F32x4(__builtin_shufflevector(v, v, 2, 3, 2, 3)));
}
/// Returns the absolute value of each lane.
inline F64x2 absolute(F64x2 v) {
    return F64x2(I64x2(v) & std::numeric_limits<int64_t>::max());
}

/// Rounds towards 0. Precondition: the results are in the range of int32_t.
inline I32x4 ints(F32x4 v) {
    return __builtin_convertvector(v, I32x4);
}
inline F32x4 floats(I32x4 v) {
    return __builtin_convertvector(v, F32x4);
}
/// Returns the lanes of `a` where `mask` is -1, and the lanes of `b` where it is 0.
inline I32x4 select(I32x4 mask, I32x4 a, I32x4 b) {
    return (a & mask) | (b & ~mask);
}
inline F32x4 select(I32x4 mask, F32x4 a, F32x4 b) {
    return F32x4(select(mask, I32x4(a), I32x4(b)));
}

// zip interleaves the lower halves of two vectors: {a0, b0, a1, b1, ...}. zip_upper interleaves the upper halves.
inline I16x8 zip(I16x8 a, I16x8 b) {
    return I16x8(__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
}
inline I16x8 zip_upper(I16x8 a, I16x8 b) {
    return I16x8(__builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
}
inline I32x4 zip(I32x4 a, I32x4 b) {
    return I32x4(__builtin_shufflevector(a, b, 0, 4, 1, 5));
}
inline I32x4 zip_upper(I32x4 a, I32x4 b) {
    return I32x4(__builtin_shufflevector(a, b, 2, 6, 3, 7));
}

// Convert the lower or the upper four lanes to 32-bit integers.
inline I32x4 lower_ints(I16x8 v) {
    return I32x4(zip(v, v)) >> 16;
}
inline I32x4 upper_ints(I16x8 v) {
    return I32x4(zip_upper(v, v)) >> 16;
}

// Minimum and maximum of numbers, or of vectors lane by lane. The compiled code has no branches.
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

}  // namespace navspan
