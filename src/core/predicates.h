#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>

#include "navspan/core/vec.h"

namespace navspan {

/// A signed 128-bit integer of two 64-bit limbs. Results that do not fit wrap around. Replaces __int128 on 32-bit targets,
/// where compilers do not support __int128.
struct TwoLimbInt128 {
    int64_t high = 0;  // declared first, because operator<=> compares the members in declaration order
    uint64_t low = 0;

    constexpr TwoLimbInt128() = default;
    constexpr TwoLimbInt128(int64_t value) : high(value < 0 ? -1 : 0), low(uint64_t(value)) {}
    constexpr TwoLimbInt128(uint64_t upper, uint64_t lower) : high(int64_t(upper)), low(lower) {}

    explicit constexpr operator int64_t() const { return int64_t(low); }
    /// Converts to the nearest double. Ties round to even.
    explicit operator double() const {
        if (high == int64_t(low) >> 63) return double(int64_t(low));
        const TwoLimbInt128 size = high < 0 ? -*this : *this;  // read as unsigned, because it can be 2^127
        const int bits = 64 - std::countl_zero(uint64_t(size.high)), shift = bits + 2;
        // The upper 62 bits. If a discarded bit is 1, sets the lowest of the 62 bits (sticky bit), for correct rounding.
        const TwoLimbInt128 upper = size.shifted_right(shift);
        const bool inexact = upper.shifted_left(shift) != size;
        const double value = std::ldexp(double(int64_t(upper.low | uint64_t{inexact})), shift);
        return high < 0 ? -value : value;
    }

    constexpr TwoLimbInt128 operator-() const { return {~uint64_t(high) + (low == 0), ~low + 1}; }
    constexpr TwoLimbInt128& operator--() { return *this = *this - 1; }

    friend constexpr TwoLimbInt128 operator+(TwoLimbInt128 a, TwoLimbInt128 b) {
        const uint64_t sum = a.low + b.low;
        return {uint64_t(a.high) + uint64_t(b.high) + (sum < a.low), sum};
    }
    friend constexpr TwoLimbInt128 operator-(TwoLimbInt128 a, TwoLimbInt128 b) {
        return {uint64_t(a.high) - uint64_t(b.high) - (a.low < b.low), a.low - b.low};
    }
    friend constexpr TwoLimbInt128 operator*(TwoLimbInt128 a, TwoLimbInt128 b) {
        const uint64_t a0 = uint32_t(a.low), a1 = a.low >> 32, b0 = uint32_t(b.low), b1 = b.low >> 32;
        const uint64_t lowest = a0 * b0, middle = a1 * b0 + (lowest >> 32);  // neither product overflows
        const uint64_t upper_middle = a0 * b1 + uint32_t(middle);
        const uint64_t carried = a1 * b1 + (middle >> 32) + (upper_middle >> 32);
        return {carried + uint64_t(a.high) * b.low + a.low * uint64_t(b.high), upper_middle << 32 | uint32_t(lowest)};
    }
    /// Rounds towards zero. Precondition: b is not 0.
    friend constexpr TwoLimbInt128 operator/(TwoLimbInt128 a, TwoLimbInt128 b) {
        const bool negative = (a.high < 0) != (b.high < 0);
        TwoLimbInt128 rest, quotient = a.high < 0 ? -a : a;
        const TwoLimbInt128 divisor = b.high < 0 ? -b : b;
        // Long division. Each step shifts a bit of the dividend out of `quotient` at the top, and a bit of the result in at the
        // bottom.
        for (int bit = 0; bit < 128; ++bit) {
            rest = rest.shifted_left(1);
            rest.low |= uint64_t(quotient.high) >> 63;
            quotient = quotient.shifted_left(1);
            if (!rest.is_less_unsigned(divisor)) {
                rest = rest - divisor;
                quotient.low |= 1;
            }
        }
        return negative ? -quotient : quotient;
    }
    friend constexpr auto operator<=>(const TwoLimbInt128&, const TwoLimbInt128&) = default;

private:
    constexpr bool is_less_unsigned(TwoLimbInt128 other) const {
        return high != other.high ? uint64_t(high) < uint64_t(other.high) : low < other.low;
    }
    // Shift by 1 to 127 bits and fill with zeros.
    constexpr TwoLimbInt128 shifted_left(int by) const {
        return by < 64 ? TwoLimbInt128{uint64_t(high) << by | low >> (64 - by), low << by} : TwoLimbInt128{low << (by - 64), 0};
    }
    constexpr TwoLimbInt128 shifted_right(int by) const {
        return by < 64 ? TwoLimbInt128{uint64_t(high) >> by, low >> by | uint64_t(high) << (64 - by)}
                       : TwoLimbInt128{0, uint64_t(high) >> (by - 64)};
    }
};

// Integer type for exact products of two 64-bit numbers.
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 Int128;
#else
typedef TwoLimbInt128 Int128;
#endif

// Exact predicates on lattice points, seen from above. x points to the right of the page, z to its bottom, and y towards the
// reader. Coordinates must be in [-2^30, 2^30]. Differences then fit into 33 bits, and the doubled area of any triangle fits
// into 64 bits.

/// Twice the signed area of the triangle a, b, c: positive if it is counter-clockwise seen from above. The sign is opposite
/// to the usual 2D formula, because z points to the bottom of the page.
inline int64_t orient2d(LatticePoint a, LatticePoint b, LatticePoint c) {
    const int64_t abx = int64_t{b.x} - a.x, abz = int64_t{b.z} - a.z;
    const int64_t acx = int64_t{c.x} - a.x, acz = int64_t{c.z} - a.z;
    return abz * acx - abx * acz;
}

/// Dot product of the vectors from `at` to `a` and from `at` to `b`. Positive if the angle between the vectors is less than a
/// quarter turn. Precondition: coordinates are in [-2^29, 2^29] (kMaxLattice), so that the result cannot overflow.
inline int64_t dot2d(LatticePoint at, LatticePoint a, LatticePoint b) {
    return (int64_t{a.x} - at.x) * (int64_t{b.x} - at.x) + (int64_t{a.z} - at.z) * (int64_t{b.z} - at.z);
}

inline int sign_of(int64_t v) {
    return (v > 0) - (v < 0);
}

/// True if c lies strictly to the left of the directed line a -> b, seen from above.
inline bool is_left(LatticePoint a, LatticePoint b, LatticePoint c) {
    return orient2d(a, b, c) > 0;
}
/// True if c lies to the left of the directed line a -> b or on the line, seen from above.
inline bool is_left_or_on(LatticePoint a, LatticePoint b, LatticePoint c) {
    return orient2d(a, b, c) >= 0;
}
inline bool is_collinear(LatticePoint a, LatticePoint b, LatticePoint c) {
    return orient2d(a, b, c) == 0;
}

/// True if p comes before q in the order of a sweep line: by x, then by z.
inline bool is_before(LatticePoint p, LatticePoint q) {
    return p.x != q.x ? p.x < q.x : p.z < q.z;
}

/// True if p lies on the closed segment from a to b.
inline bool is_on_segment(LatticePoint a, LatticePoint b, LatticePoint p) {
    return is_collinear(a, b, p) && p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.z >= std::min(a.z, b.z) &&
           p.z <= std::max(a.z, b.z);
}

/// Squared distance [lattice units squared]. Precondition: coordinates are in [-2^29, 2^29] (kMaxLattice), so that the result
/// cannot overflow.
inline int64_t distance_squared(LatticePoint a, LatticePoint b) {
    const int64_t dx = int64_t{b.x} - a.x, dz = int64_t{b.z} - a.z;
    return dx * dx + dz * dz;
}

}  // namespace navspan
