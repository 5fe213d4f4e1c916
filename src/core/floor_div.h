#pragma once

#include <concepts>

namespace navspan {

/// Returns a / b, rounded down. @param b  not 0
template <std::signed_integral T>
constexpr T floor_div(T a, T b) {
    const T quotient = a / b;
    return quotient - T(quotient * b != a && (a < 0) != (b < 0));
}

/// Returns v, rounded down. v must be in the range of T. Faster than std::floor, which is a function call on x86-64 without
/// SSE4.1.
template <std::signed_integral T>
constexpr T floor_to(double v) {
    const T down = T(v);
    return down - T(double(down) > v);
}

}  // namespace navspan
