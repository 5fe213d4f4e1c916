#include "navbench/triangle_sampler.h"

#include <cmath>
#include <utility>

#include "core/statistics.h"

namespace navspan::bench {

TriangleSampler::TriangleSampler(std::vector<std::array<DVec3, 3>> triangles) : triangles_(std::move(triangles)) {
    double sum = 0;
    for (const auto& [a, b, c] : triangles_)
        area_sums_.push_back(sum += std::fabs((b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x)));
}

size_t TriangleSampler::triangle(RandomSequence& random) const {
    return draw_weighted(area_sums_, random);
}

DVec3 TriangleSampler::point(size_t triangle, RandomSequence& random) const {
    const auto& [a, b, c] = triangles_[triangle];
    const auto [u, v] = draw_in_triangle(random);
    return a + (b - a) * u + (c - a) * v;
}

}  // namespace navspan::bench
