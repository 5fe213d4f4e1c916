#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "navspan/core/hash.h"

namespace navspan {

/// Returns the `share`-quantile of the values, or 0 if `values` is empty. Reorders the values.
/// @param share  in [0, 1]; 0.5: median
inline double quantile(std::vector<double>& values, double share) {
    if (values.empty()) return 0;
    const auto at = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// Draws an index with a probability proportional to its weight.
/// @param sums  inclusive prefix sum of the weights; not empty
inline size_t draw_weighted(std::span<const double> sums, RandomSequence& random) {
    const double at = random.unit() * sums.back();
    return size_t(std::upper_bound(sums.begin(), sums.end() - 1, at) - sums.begin());
}

/// Draws weights {u, v} for a random point in a triangle: corner + u * e + v * f, where e and f are the edge vectors that start
/// at the corner. The point is uniformly distributed in the triangle.
inline std::array<double, 2> draw_in_triangle(RandomSequence& random) {
    const double u = random.unit(), v = random.unit();
    return u + v > 1 ? std::array{1 - u, 1 - v} : std::array{u, v};
}

}  // namespace navspan
