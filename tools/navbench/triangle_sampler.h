#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "navspan/core/hash.h"
#include "navspan/core/vec.h"

namespace navspan::bench {

/// Picks random points on triangles, uniform by area seen from above.
class TriangleSampler {
public:
    explicit TriangleSampler(std::vector<std::array<DVec3, 3>> triangles);

    bool is_empty() const { return area_sums_.empty() || area_sums_.back() <= 0; }
    /// Returns the index of a random triangle. The sampler must not be empty.
    size_t triangle(RandomSequence& random) const;
    /// Returns a random point of a triangle.
    DVec3 point(size_t triangle, RandomSequence& random) const;

private:
    std::vector<std::array<DVec3, 3>> triangles_;
    std::vector<double> area_sums_;  // inclusive prefix sum of the doubled areas [wu^2]
};

}  // namespace navspan::bench
