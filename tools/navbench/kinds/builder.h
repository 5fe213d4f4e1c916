#pragma once

#include <cstdint>

#include "navspan/bake/triangle_soup.h"
#include "navspan/core/hash.h"
#include "navspan/core/vec.h"

namespace navspan::bench {

/// A grid of nx by nz rectangles from (x0, z0) to (x1, z1).
struct GridShape {
    double x0 = 0, z0 = 0, x1 = 0, z1 = 0;  ///< [wu]
    int nx = 1, nz = 1;
    bool faces_down = false;  ///< true: the faces are seen from below; false: from above
};

/// Builds a level from simple solids with random choices. y is up. Equal seeds must give equal levels on every platform: use
/// only exact or correctly rounded functions, such as floor and sqrt, but not sin or cos.
struct LevelBuilder {
    explicit LevelBuilder(uint64_t seed) : random{seed} {}

    double between(double low, double high) { return low + (high - low) * random.unit(); }  ///< uniform in [low, high)
    int index(int count) { return int(random.next() % uint64_t(count)); }                   ///< uniform in [0, count)
    bool chance(double p) { return random.unit() < p; }

    uint32_t vertex(DVec3 p);
    /// Adds a face with counter-clockwise corners seen from the front.
    void triangle(DVec3 a, DVec3 b, DVec3 c);
    void quad(DVec3 a, DVec3 b, DVec3 c, DVec3 d);
    /// Adds a horizontal rectangle that faces up.
    void floor(double x0, double z0, double x1, double z1, double y);
    /// Adds a box without its bottom face.
    void box(DVec3 min, DVec3 max);
    /// Adds a box without its bottom face, rotated around its vertical axis by the angle with this cosine and sine.
    /// @param centre  centre of the bottom face
    /// @param half    x and z: half sides; y: whole height [wu]
    void rotated_box(DVec3 centre, DVec3 half, double cosine, double sine);
    /// Adds a vertical prism on a regular octagon.
    void column(DVec3 centre, double radius, double height);
    /// Adds a flight of stairs from `start` along x if along_x, otherwise along z. Each step is a box, `rise` higher than the
    /// previous step.
    void stairs(DVec3 start, int steps, double rise, double run, double width, bool along_x);
    /// Adds a grid of rectangles.
    /// @param height  height(x, z) returns the height of a vertex [wu]
    template <class Height>
    void grid(const GridShape& shape, Height height);

    TriangleSoup soup;
    RandomSequence random;
};

/// Returns smooth noise in [-1, 1]: interpolated random values on a unit grid.
double value_noise(double x, double z, uint64_t seed);

template <class Height>
void LevelBuilder::grid(const GridShape& shape, Height height) {
    const auto [x0, z0, x1, z1, nx, nz, faces_down] = shape;
    const auto first = uint32_t(soup.vertices.size());
    for (int i = 0; i <= nx; ++i) {
        for (int k = 0; k <= nz; ++k) {
            const double x = x0 + (x1 - x0) * i / nx, z = z0 + (z1 - z0) * k / nz;
            vertex({x, height(x, z), z});
        }
    }
    const auto at = [first, columns = shape.nz + 1](int i, int k) { return first + uint32_t(i * columns + k); };
    for (int i = 0; i < nx; ++i) {
        for (int k = 0; k < nz; ++k) {
            const uint32_t a = at(i, k), b = at(i, k + 1), c = at(i + 1, k + 1), d = at(i + 1, k);
            if (faces_down)
                soup.triangles.insert(soup.triangles.end(), {{a, c, b}, {a, d, c}});
            else
                soup.triangles.insert(soup.triangles.end(), {{a, b, c}, {a, c, d}});
        }
    }
}

}  // namespace navspan::bench
