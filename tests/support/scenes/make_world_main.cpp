// Writes a level of any size to standard output: hills with boxes and bridges.
// Usage: navspan_make_world SIDE QUAD > world.obj
// SIDE  side of the square world [wu]
// QUAD  side of a quad of the ground [wu]. The ground has 2 * (SIDE / QUAD)^2 triangles.
// Writes row by row, so that memory use does not grow with the level. The output is the same on every machine.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include "support/text/random.h"

namespace navspan::support {
namespace {

// Returns a pseudo-random value in [-1, 1] that depends only on the layer and the lattice point.
double lattice_value(uint64_t layer, int64_t x, int64_t z) {
    return Random(layer * 0x9e3779b97f4a7c15u + uint64_t(x) * 0xbf58476d1ce4e5b9u + uint64_t(z) * 0x94d049bb133111ebu)
        .real(-1, 1);
}

// Returns smooth noise in [-1, 1]: interpolates the values of the four lattice points around (x, z).
double noise(uint64_t layer, double x, double z) {
    const double i = std::floor(x), j = std::floor(z);
    const auto smooth = [](double t) { return t * t * (3 - 2 * t); };
    const double s = smooth(x - i), t = smooth(z - j);
    const auto value = [&](int a, int b) { return lattice_value(layer, int64_t(i) + a, int64_t(j) + b); };
    const double low = value(0, 0) * (1 - s) + value(1, 0) * s, high = value(0, 1) * (1 - s) + value(1, 1) * s;
    return low * (1 - t) + high * t;
}

double ground(double x, double z) {
    return 14 * noise(1, x / 97, z / 97) + 4 * noise(2, x / 23, z / 23) + 0.5 * noise(3, x / 6, z / 6);
}

// Writes a box. Its face indices are negative: -1 is the vertex written last.
void write_box(double x0, double y0, double z0, double x1, double y1, double z1) {
    for (const double y : {y0, y1})
        std::printf("v %.4f %.4f %.4f\nv %.4f %.4f %.4f\nv %.4f %.4f %.4f\nv %.4f %.4f %.4f\n", x0, y, z0, x0, y, z1, x1, y, z1,
                    x1, y, z0);
    std::puts("f -4 -3 -2 -1\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1");
}

// Writes one object on a square of 24 x 24 wu: a rock, a house, or a bridge high enough to walk under.
void write_object(double x, double z, Random& random) {
    const double px = x + random.real(4, 16), pz = z + random.real(4, 16), y = ground(px, pz);
    if (random.chance(0.5)) {
        write_box(px, y - 3, pz, px + random.real(1, 4), y + random.real(0.2, 4), pz + random.real(1, 4));
    } else if (random.chance(0.5)) {
        write_box(px, y - 3, pz, px + 6, y + 0.2, pz + 5);
        write_box(px, y + 3, pz, px + 6, y + 3.3, pz + 5);
        write_box(px, y, pz, px + 6, y + 3.2, pz + 0.3);
    } else {
        const double half = 7, a = ground(px, pz) + 0.1, b = ground(px + 2 * half, pz) + 0.1, top = std::max(a, b) + 3.5;
        for (const auto& [from, to, y0, y1] :
             {std::tuple(px, px + half, a, top), std::tuple(px + half, px + 2 * half, top, b)}) {
            std::printf("v %.4f %.4f %.4f\nv %.4f %.4f %.4f\nv %.4f %.4f %.4f\nv %.4f %.4f %.4f\nf -4 -3 -2 -1\n", from, y0, pz,
                        from, y0, pz + 2.5, to, y1, pz + 2.5, to, y1, pz);
        }
    }
}

void write_row(int64_t n, double quad, int64_t j) {
    for (int64_t i = 0; i <= n; ++i)
        std::printf("v %.4f %.4f %.4f\n", double(i) * quad, ground(double(i) * quad, double(j) * quad), double(j) * quad);
}

void write_world(double side, double quad) {
    const auto n = int64_t(std::ceil(side / quad));
    std::puts("# endless hills (made by navspan's make_world)\no ground");
    write_row(n, quad, 0);
    const int64_t row = n + 1;
    for (int64_t j = 0; j < n; ++j) {
        write_row(n, quad, j + 1);
        for (int64_t i = 0; i < n; ++i) {
            // Corners a and b of the quad are in the previous row of vertices. Corners c and d are in the row that was written
            // last.
            const int64_t a = -2 * row + i, b = a + 1, c = -row + i, d = c + 1;
            std::printf("f %lld %lld %lld\nf %lld %lld %lld\n", (long long)a, (long long)c, (long long)d, (long long)a,
                        (long long)d, (long long)b);
        }
    }
    std::puts("o things");
    Random random(7);
    for (double z = 0; z + 24 <= side; z += 24) {
        for (double x = 0; x + 24 <= side; x += 24)
            write_object(x, z, random);
    }
}

}  // namespace
}  // namespace navspan::support

int main(int argc, char** argv) {
    const double side = argc == 3 ? std::atof(argv[1]) : 0, quad = argc == 3 ? std::atof(argv[2]) : 0;
    if (!(side > 0 && quad > 0)) {
        std::fputs("usage: navspan_make_world SIDE QUAD > world.obj\n", stderr);
        return 2;
    }
    navspan::support::write_world(side, quad);
    return std::fflush(stdout) == 0 ? 0 : 1;
}
