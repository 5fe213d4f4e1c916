#include "navbench/triangle_sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace navspan::bench {

TriangleSampler::TriangleSampler(std::vector<std::array<DVec3, 3>> triangles) : triangles_(std::move(triangles)) {
    double sum = 0;
    for (const auto& [a, b, c] : triangles_)
        area_sums_.push_back(sum += std::fabs((b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x)));
}

size_t TriangleSampler::triangle(RandomSequence& random) const {
    const double wanted = random.unit() * area_sums_.back();
    return size_t(std::upper_bound(area_sums_.begin(), area_sums_.end() - 1, wanted) - area_sums_.begin());
}

DVec3 TriangleSampler::point(size_t triangle, RandomSequence& random) const {
    const auto& [a, b, c] = triangles_[triangle];
    double u = random.unit(), v = random.unit();
    if (u + v > 1) u = 1 - u, v = 1 - v;
    return a + (b - a) * u + (c - a) * v;
}

}  // namespace navspan::bench
