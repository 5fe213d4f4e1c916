#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "navspan/core/hash.h"

namespace navspan {

/// Returns the `share`-quantile of the values, or 0 if there are none. Reorders the values.
/// @param share  0..1
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

/// Draws weights for the two edge vectors at a corner of a triangle. The corner plus the weighted sum of the edge vectors is
/// uniformly distributed in the triangle.
inline std::array<double, 2> draw_in_triangle(RandomSequence& random) {
    const double u = random.unit(), v = random.unit();
    return u + v > 1 ? std::array{1 - u, 1 - v} : std::array{u, v};
}

}  // namespace navspan
