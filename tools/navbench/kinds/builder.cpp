#include "navbench/kinds/builder.h"

#include <array>
#include <cmath>

namespace navspan::bench {

uint32_t LevelBuilder::vertex(DVec3 p) {
    soup.vertices.push_back(p);
    return uint32_t(soup.vertices.size() - 1);
}

void LevelBuilder::triangle(DVec3 a, DVec3 b, DVec3 c) {
    const uint32_t first = vertex(a);
    vertex(b);
    vertex(c);
    soup.triangles.push_back({first, first + 1, first + 2});
}

void LevelBuilder::quad(DVec3 a, DVec3 b, DVec3 c, DVec3 d) {
    const uint32_t first = vertex(a);
    vertex(b);
    vertex(c);
    vertex(d);
    soup.triangles.insert(soup.triangles.end(), {{first, first + 1, first + 2}, {first, first + 2, first + 3}});
}

void LevelBuilder::floor(double x0, double z0, double x1, double z1, double y) {
    quad({x0, y, z0}, {x0, y, z1}, {x1, y, z1}, {x1, y, z0});
}

void LevelBuilder::box(DVec3 min, DVec3 max) {
    const DVec3 half{(max.x - min.x) / 2, max.y - min.y, (max.z - min.z) / 2};
    rotated_box({min.x + half.x, min.y, min.z + half.z}, half, 1, 0);
}

void LevelBuilder::rotated_box(DVec3 centre, DVec3 half, double cosine, double sine) {
    std::array<DVec3, 4> base;
    constexpr std::array<std::array<int, 2>, 4> kCorners{{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}};
    for (size_t k = 0; k < 4; ++k) {
        const double x = kCorners[k][0] * half.x, z = kCorners[k][1] * half.z;
        base[k] = {centre.x + cosine * x - sine * z, centre.y, centre.z + sine * x + cosine * z};
    }
    const double top = centre.y + half.y;
    const auto above = [&](size_t k) { return DVec3{base[k].x, top, base[k].z}; };
    quad(above(0), above(1), above(2), above(3));
    for (size_t k = 0; k < 4; ++k) {
        const size_t next = (k + 1) % 4;
        quad(base[next], above(next), above(k), base[k]);
    }
}

void LevelBuilder::column(DVec3 centre, double radius, double height) {
    const double diagonal = radius * std::sqrt(0.5), top = centre.y + height;
    const std::array<std::array<double, 2>, 8> ring{{{radius, 0},
                                                     {diagonal, -diagonal},
                                                     {0, -radius},
                                                     {-diagonal, -diagonal},
                                                     {-radius, 0},
                                                     {-diagonal, diagonal},
                                                     {0, radius},
                                                     {diagonal, diagonal}}};
    for (size_t k = 0; k < 8; ++k) {
        const auto &a = ring[k], &b = ring[(k + 1) % 8];
        const DVec3 low_a{centre.x + a[0], centre.y, centre.z + a[1]}, low_b{centre.x + b[0], centre.y, centre.z + b[1]};
        const DVec3 high_a{low_a.x, top, low_a.z}, high_b{low_b.x, top, low_b.z};
        quad(low_b, high_b, high_a, low_a);
        triangle({centre.x, top, centre.z}, high_a, high_b);
    }
}

void LevelBuilder::stairs(DVec3 start, int steps, double rise, double run, double width, bool along_x) {
    for (int k = 0; k < steps; ++k) {
        const double from = k * run, to = from + run, top = start.y + (k + 1) * rise;
        if (along_x)
            box({start.x + from, start.y, start.z}, {start.x + to, top, start.z + width});
        else
            box({start.x, start.y, start.z + from}, {start.x + width, top, start.z + to});
    }
}

namespace {

double noise_at(int64_t x, int64_t z, uint64_t seed) {
    RandomSequence random{seed ^ uint64_t(x) * 0x9e3779b97f4a7c15u ^ uint64_t(z) * 0xc2b2ae3d27d4eb4fu};
    return 2 * random.unit() - 1;
}

double smooth(double t) {
    return t * t * (3 - 2 * t);
}

}  // namespace

double value_noise(double x, double z, uint64_t seed) {
    const double cell_x = std::floor(x), cell_z = std::floor(z);
    const auto ix = int64_t(cell_x), iz = int64_t(cell_z);
    const double tx = smooth(x - cell_x), tz = smooth(z - cell_z);
    const auto mix = [](double a, double b, double t) { return a + (b - a) * t; };
    return mix(mix(noise_at(ix, iz, seed), noise_at(ix + 1, iz, seed), tx),
               mix(noise_at(ix, iz + 1, seed), noise_at(ix + 1, iz + 1, seed), tx), tz);
}

}  // namespace navspan::bench
