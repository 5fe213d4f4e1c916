#pragma once

#include <concepts>

namespace navspan {

/// Returns a / b, rounded down. @param b  not 0
template <std::signed_integral T>
constexpr T floor_div(T a, T b) {
    const T quotient = a / b;
    return quotient - T(quotient * b != a && (a < 0) != (b < 0));
}

}  // namespace navspan
