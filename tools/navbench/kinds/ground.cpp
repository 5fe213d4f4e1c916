// Generates levels of natural ground.

#include <algorithm>
#include <vector>

#include "navbench/kinds/kinds.h"

namespace navspan::bench {
namespace {

// Returns the height of ground with three sizes of hills [wu].
double hills(double x, double z, double side, uint64_t seed) {
    return 0.10 * side * value_noise(x / side * 3, z / side * 3, seed) + 1.2 * value_noise(x / 5, z / 5, seed + 1) +
           0.15 * value_noise(x / 0.9, z / 0.9, seed + 2);
}

}  // namespace

void add_caves(LevelBuilder& b, const KindParams& params) {
    const double s = params.side;
    const uint64_t seed = b.random.next();
    const int n = int(s / 0.5);
    // Where the noise value is low, the ceiling is below the floor: solid rock instead of a cave.
    const auto open = [&](double x, double z) {
        return 2.2 + 3.5 * value_noise(x / 6, z / 6, seed) + value_noise(x, z, seed + 1) / 2;
    };
    const auto middle = [&](double x, double z) { return 1.5 * value_noise(x / 8, z / 8, seed + 2); };
    b.grid({.x1 = s, .z1 = s, .nx = n, .nz = n},
           [&](double x, double z) { return middle(x, z) - std::min(1.0, open(x, z)) / 2; });
    b.grid({.x1 = s, .z1 = s, .nx = n, .nz = n, .faces_down = true},
           [&](double x, double z) { return middle(x, z) + open(x, z); });
    for (int k = 0; k < int(s / 3); ++k) {  // stalagmites
        const double x = b.between(0, s), z = b.between(0, s);
        const double height = b.between(1, 3), radius = b.between(0.1, 0.5);
        b.column({x, middle(x, z) - 1, z}, radius, height);
    }
}

void add_terrain_grid(LevelBuilder& b, const KindParams& params) {
    const double s = 2 * params.side;
    const uint64_t seed = b.random.next();
    const int n = int(s / 0.6);
    b.grid({.x1 = s, .z1 = s, .nx = n, .nz = n}, [&](double x, double z) { return hills(x, z, s, seed); });
}

void add_irregular_terrain(LevelBuilder& b, const KindParams& params) {
    const double s = 2 * params.side;
    const uint64_t seed = b.random.next();
    // Starts with two triangles. Repeatedly splits every triangle at a random point of its longest edge, down to a length limit
    // of 0.5, 2 or 5 units. Noise selects the limit, so triangle sizes vary.
    struct GroundPoint {
        double x, z;
    };
    struct Part {
        GroundPoint a, b, c;
    };
    const auto point = [&](GroundPoint p) { return DVec3{p.x, hills(p.x, p.z, s, seed), p.z}; };
    const auto squared = [](GroundPoint p, GroundPoint q) { return (p.x - q.x) * (p.x - q.x) + (p.z - q.z) * (p.z - q.z); };
    std::vector<Part> parts{{{0, 0}, {0, s}, {s, s}}, {{0, 0}, {s, s}, {s, 0}}};
    while (!parts.empty()) {
        Part part = parts.back();
        parts.pop_back();
        // rotate the corners until a-b is the longest edge
        while (squared(part.a, part.b) < std::max(squared(part.b, part.c), squared(part.c, part.a)))
            part = {part.b, part.c, part.a};
        const double longest = squared(part.a, part.b), rough = value_noise(part.a.x / 9, part.a.z / 9, seed + 7);
        const double limit = rough > 0.2 ? 0.5 : rough > -0.3 ? 2 : 5;
        if (longest < limit * limit) {
            b.triangle(point(part.a), point(part.b), point(part.c));
            continue;
        }
        const double t = b.between(0.35, 0.65);
        const GroundPoint cut{part.a.x + t * (part.b.x - part.a.x), part.a.z + t * (part.b.z - part.a.z)};
        parts.push_back({part.a, cut, part.c});
        parts.push_back({cut, part.b, part.c});
    }
}

}  // namespace navspan::bench
