#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "navmesh/index/surface_tree.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/surface_tree.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::Random;
using support::rounds;

// Returns the distance of a point from a triangle, seen from above [lattice]; 0 if the point is inside.
double distance_xz(const SurfaceTriangle& t, double x, double z) {
    double least = std::numeric_limits<double>::infinity();
    bool inside = true;
    for (size_t i = 0; i < 3; ++i) {
        const DVec3 a = corner_of(t, i), b = corner_of(t, i == 2 ? 0 : i + 1);
        const double ex = b.x - a.x, ez = b.z - a.z, px = x - a.x, pz = z - a.z;
        inside = inside && ex * pz - ez * px <= 0;
        const double share = std::clamp((ex * px + ez * pz) / (ex * ex + ez * ez), 0.0, 1.0);
        least = std::min(least, std::hypot(px - share * ex, pz - share * ez));
    }
    return inside ? 0 : least;
}

TEST(SurfaceGrid, UnlistedTrianglesAreFartherThanTheRadius) {
    size_t listed = 0;
    for (uint64_t seed = 0; seed < rounds(60); ++seed) {
        Random random(seed);
        const int side = 1 + int(seed % 7);
        const NavMesh mesh = support::random_mesh(random, {.columns = side, .rows = side, .floors = 1 + int(seed % 3)});
        if (mesh.tiles.empty() || mesh.surfaces[0]->triangles.empty()) continue;
        const SurfaceTree& tree = *mesh.surfaces[0];
        for (int i = 0; i < 100; ++i) {
            const double x = random.real(-2, mesh.tiles[0]->width + 2), z = random.real(-2, mesh.tiles[0]->depth + 2);
            const NearTriangles near = near_triangles(tree.grid, x, z);
            if (near.radius < 0) continue;
            ASSERT_LE(near.triangles.size(), kMaxCellTriangles);
            listed += near.triangles.size();
            ASSERT_TRUE(std::is_sorted(near.triangles.begin(), near.triangles.end()));
            for (uint32_t t = 0; t < tree.triangles.size(); ++t) {
                if (std::binary_search(near.triangles.begin(), near.triangles.end(), t)) continue;
                ASSERT_GT(distance_xz(tree.triangles[t], x, z), near.radius * (1 - 1e-9))
                    << "seed " << seed << ", triangle " << t << ", from " << x << ", " << z;
            }
        }
    }
    EXPECT_GT(listed, 1000u);
}

// Builds `count` thin adjacent triangles. Each triangle extends over the whole range of x.
std::vector<SurfaceTriangle> thin_triangles(int count) {
    std::vector<SurfaceTriangle> triangles;
    for (int i = 0; i < count; ++i)
        triangles.push_back({.x = {0, 0, 1000000}, .z = {i, i + 1, i + 1}, .y = {}});
    return triangles;
}

TEST(SurfaceGrid, SizeIsBoundedByTheTriangleCount) {
    for (const int count : {1, 100, 10000}) {
        const SurfaceGrid grid = build_surface_grid(thin_triangles(count));
        EXPECT_LE(grid.triangles.size(), 12u * size_t(count));
        EXPECT_LE(grid.first.size(), 24u * size_t(count) + 24);
    }
}

TEST(SurfaceGrid, CellsWithTooManyTrianglesHaveNoList) {
    std::vector<SurfaceTriangle> stack(kMaxCellTriangles + 1, {.x = {0, 0, 256}, .z = {0, 256, 256}, .y = {}});
    EXPECT_LT(near_triangles(build_surface_grid(stack), 0.3, 0.5).radius, 0);
    stack.pop_back();
    EXPECT_EQ(near_triangles(build_surface_grid(stack), 0.3, 0.5).triangles.size(), kMaxCellTriangles);
}

TEST(SurfaceGrid, OutsideTheGridThereIsNoList) {
    const SurfaceGrid grid = build_surface_grid(thin_triangles(3));
    for (const double x : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_LT(near_triangles(grid, x, 0).radius, 0);
    EXPECT_LT(near_triangles({}, 0, 0).radius, 0);
}

}  // namespace
}  // namespace navspan
