#include "bake/detail/triangulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/predicates.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

// True if d is strictly inside the circumcircle of the counter-clockwise triangle abc.
bool inside_circumcircle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    const int64_t ax = int64_t{a.x} - d.x, az = int64_t{a.z} - d.z;
    const int64_t bx = int64_t{b.x} - d.x, bz = int64_t{b.z} - d.z;
    const int64_t cx = int64_t{c.x} - d.x, cz = int64_t{c.z} - d.z;
    const Int128 det = Int128{ax * ax + az * az} * (bz * cx - bx * cz) + Int128{bx * bx + bz * bz} * (cz * ax - cx * az) +
                       Int128{cx * cx + cz * cz} * (az * bx - ax * bz);
    return det > 0;
}

// Expects that each triangle is counter-clockwise, and that no circumcircle contains the opposite corner of a neighbour.
void expect_delaunay(const DetailTriangulation& t) {
    for (const DetailTriangulation::Triangle& triangle : t.triangles) {
        const auto corner = [&](size_t k) { return t.points[triangle.corner[k]]; };
        ASSERT_GT(orient2d(corner(0), corner(1), corner(2)), 0);
        for (const uint32_t n : triangle.neighbour) {
            if (n == kNoIndex) continue;
            for (const uint32_t far : t.triangles[n].corner)
                ASSERT_FALSE(inside_circumcircle(corner(0), corner(1), corner(2), t.points[far]));
        }
    }
}

TEST(DetailTriangulation, IsDelaunayAfterEachInsertion) {
    for (uint64_t seed = 1; seed <= support::rounds(400); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        // On small lattices, many points are on one circle. 2^30 is the largest extent for which the tests are exact.
        const int32_t side = seed % 4 == 0 ? 1 << 30 : seed % 4 == 1 ? 5000 : random.between(3, 12);
        DetailTriangulation t;
        t.points = {{0, 0}, {0, side}, {side, side}, {side, 0}};
        triangulate_ring(t);
        expect_delaunay(t);
        for (int i = 0; i < 40; ++i) {
            const LatticePoint p{random.between(1, side - 1), random.between(1, side - 1)};
            if (std::find(t.points.begin(), t.points.end(), p) != t.points.end()) continue;
            insert_point(t, p, 0);
            expect_delaunay(t);
            if (HasFailure()) return;
        }
    }
}

}  // namespace
}  // namespace navspan
