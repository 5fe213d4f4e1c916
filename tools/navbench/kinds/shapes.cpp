// Generates levels with triangles of different sizes and shapes.

#include <algorithm>
#include <array>
#include <cmath>

#include "navbench/kinds/kinds.h"

namespace navspan::bench {
namespace {

// Returns cosine and sine of a random angle.
std::array<double, 2> random_direction(LevelBuilder& b) {
    while (true) {
        const double x = b.between(-1, 1), z = b.between(-1, 1), length = std::sqrt(x * x + z * z);
        if (length > 0.1 && length <= 1) return {x / length, z / length};
    }
}

// Adds a box without its bottom face. The other faces are grids of rectangles with sides of at most `side`.
void add_fine_box(LevelBuilder& b, DVec3 min, DVec3 max, double side) {
    const auto parts = [&](double length) { return std::max(1, int(std::ceil(length / side))); };
    const int nx = parts(max.x - min.x), ny = parts(max.y - min.y), nz = parts(max.z - min.z);
    b.grid({.x0 = min.x, .z0 = min.z, .x1 = max.x, .z1 = max.z, .nx = nx, .nz = nz}, [&](double, double) { return max.y; });
    for (int j = 0; j < ny; ++j) {
        const double y0 = min.y + (max.y - min.y) * j / ny, y1 = min.y + (max.y - min.y) * (j + 1) / ny;
        for (int i = 0; i < nx; ++i) {
            const double x0 = min.x + (max.x - min.x) * i / nx, x1 = min.x + (max.x - min.x) * (i + 1) / nx;
            b.quad({x0, y0, min.z}, {x0, y1, min.z}, {x1, y1, min.z}, {x1, y0, min.z});
            b.quad({x1, y0, max.z}, {x1, y1, max.z}, {x0, y1, max.z}, {x0, y0, max.z});
        }
        for (int i = 0; i < nz; ++i) {
            const double z0 = min.z + (max.z - min.z) * i / nz, z1 = min.z + (max.z - min.z) * (i + 1) / nz;
            b.quad({min.x, y0, z1}, {min.x, y1, z1}, {min.x, y1, z0}, {min.x, y0, z0});
            b.quad({max.x, y0, z0}, {max.x, y1, z0}, {max.x, y1, z1}, {max.x, y0, z1});
        }
    }
}

}  // namespace

void add_large_triangles(LevelBuilder& b, const KindParams& params) {
    const double s = params.side;
    b.floor(0, 0, s, s, 0);
    const int blocks = 3 + b.index(4) + int(s / 12);
    for (int k = 0; k < blocks; ++k) {
        const auto [cosine, sine] = random_direction(b);
        const DVec3 half{b.between(1, s / 8), b.between(0.3, 4), b.between(1, s / 8)};
        b.rotated_box({b.between(0, s), 0, b.between(0, s)}, half, cosine, sine);
    }
    for (int k = 0; k < 3; ++k) {  // ramps
        const double x = b.between(0, s * 0.7), z = b.between(0, s * 0.7), length = b.between(4, 0.3 * s);
        const double width = b.between(2, 5), rise = length * b.between(0.1, 0.8);
        b.quad({x, 0, z}, {x, 0, z + width}, {x + length, rise, z + width}, {x + length, rise, z});
    }
}

void add_small_triangles(LevelBuilder& b, const KindParams& params) {
    const double s = params.side / 2, step = params.cell * 0.45;
    const uint64_t seed = b.random.next();
    const int n = int(s / step);
    b.grid({.x1 = s, .z1 = s, .nx = n, .nz = n}, [&](double x, double z) { return 0.25 * value_noise(x / 3, z / 3, seed); });
    const int blocks = 3 + int(s / 4);
    for (int k = 0; k < blocks; ++k) {
        const DVec3 min{b.between(0, s - 2), -0.3, b.between(0, s - 2)};
        add_fine_box(b, min, {min.x + b.between(0.5, 2), b.between(0.5, 2.5), min.z + b.between(0.5, 2)}, step);
    }
}

void add_slivers(LevelBuilder& b, const KindParams& params) {
    const double s = params.side;
    // One half of the ground is a fan of thin triangles around a distant vertex. The other half consists of parallel strips,
    // narrower than a cell and slightly tilted.
    const int fan = int(s * 6);
    for (int k = 0; k < fan; ++k)
        b.triangle({s / 2, 0, -0.5 * s}, {s * k / fan, 0, s / 2}, {s * (k + 1) / fan, 0, s / 2});
    const double width = params.cell * 0.2, tilt = b.between(-0.1, 0.1);
    for (double x = 0; x < s; x += width)
        b.quad({x, 0, s / 2}, {x + tilt * s / 2, 0, s}, {x + width + tilt * s / 2, 0, s}, {x + width, 0, s / 2});
    const int columns = 4 + int(s / 4);
    for (int k = 0; k < columns; ++k) {
        const double height = b.between(1, 5), radius = b.between(0.05, 0.4);
        b.column({b.between(0, s), 0, b.between(0, s)}, radius, height);
    }
}

void add_coplanar_layers(LevelBuilder& b, const KindParams& params) {
    const double s = params.side;
    b.floor(0, 0, s, s, 0);
    const int layers = int(s * 8);
    for (int k = 0; k < layers; ++k) {
        const double x = b.between(0, s), z = b.between(0, s);
        const double y = b.chance(0.5) ? 0 : b.between(0, 0.05);
        const double depth = b.between(1, s / 4), width = b.between(1, s / 4);
        b.floor(x, z, std::min(s, x + width), std::min(s, z + depth), y);
    }
    for (int k = 0; k < int(s / 4); ++k) {
        const double x = b.between(0, s), z = b.between(0, s);
        b.box({x, 0, z}, {x + b.between(0.5, 2), b.between(1, 3), z + b.between(0.5, 2)});
    }
}

void add_props(LevelBuilder& b, const KindParams& params) {
    const double s = params.side;
    b.floor(0, 0, s, s, 0);
    const int props = int(s * s / 8);
    for (int k = 0; k < props; ++k) {
        const auto [cosine, sine] = random_direction(b);
        const DVec3 at{b.between(0, s), 0, b.between(0, s)};
        if (b.chance(0.4)) {
            const double height = b.between(0.3, 1.5), radius = b.between(0.1, 0.5);
            b.column(at, radius, height);
        } else if (b.chance(0.5)) {
            b.rotated_box(at, {b.between(0.1, 0.8), b.between(0.2, 1.5), b.between(0.1, 0.8)}, cosine, sine);
        } else {  // a table with four legs
            const double half = b.between(0.3, 0.9), height = b.between(0.6, 1.1);
            b.rotated_box({at.x, height, at.z}, {half, 0.06, half}, cosine, sine);
            for (const auto& [dx, dz] : {std::array{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}) {
                const double x = dx * half * 0.9, z = dz * half * 0.9;
                b.rotated_box({at.x + cosine * x - sine * z, 0, at.z + sine * x + cosine * z}, {0.04, height, 0.04}, cosine,
                              sine);
            }
        }
    }
}

}  // namespace navspan::bench
