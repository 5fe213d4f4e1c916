#include <gtest/gtest.h>

#include <cmath>

#include "bake/detail/exact_ground.h"
#include "bake/detail/mesh.h"
#include "check/stages/checks.h"
#include "navspan/bake/detail_mesh.h"
#include "support/text/random.h"
#include "support/worlds/detail_world.h"
#include "support/worlds/lattices.h"

namespace navspan {
namespace {

using support::kUnitLattice;
using support::Random;

struct AllGround {
    TriangleSoup soup;
    Lattice lattice = kUnitLattice;
    std::vector<uint8_t> areas = std::vector<uint8_t>(soup.triangles.size(), kDefaultArea);
    GroundTriangles source{soup, areas, lattice};
};

// @param points  expected number of queries
TriangleHeights bin(const AllGround& ground, const Grid& grid, size_t points) {
    CompactHeightfield field;
    field.grid = grid;
    field.row_run.assign(size_t(grid.depth) + 1, 0);
    CellMarks marks = uniform_marks(grid, kAllMarks);
    marks.points = points;
    return compute_exact_ground(ground.source, field, marks, nullptr).near_points;
}

TriangleHeights bin(const AllGround& ground, const Grid& grid) {
    return bin(ground, grid, size_t(cell_count(grid)));
}

std::optional<double> height_at(const AllGround& ground, const Grid& grid, const HeightQuery& query) {
    return ground_height(bin(ground, grid), query);
}

// Builds a surface over a grid of squares with random heights at the corners.
// @param side  side of a square [cell]
TriangleSoup random_sheet(Random& random, int32_t squares, double side, double base) {
    TriangleSoup soup;
    for (int32_t z = 0; z <= squares; ++z)
        for (int32_t x = 0; x <= squares; ++x)
            soup.vertices.push_back({x * side, base + random.real(0, 5), z * side});
    for (uint32_t z = 0; z < uint32_t(squares); ++z) {
        for (uint32_t x = 0; x < uint32_t(squares); ++x) {
            const uint32_t n = uint32_t(squares) + 1, a = z * n + x, b = a + n, c = b + 1, d = a + 1;
            if (random.chance(0.5)) {
                soup.triangles.insert(soup.triangles.end(), {{a, b, c}, {a, c, d}});
            } else {
                soup.triangles.insert(soup.triangles.end(), {{b, c, d}, {b, d, a}});
            }
        }
    }
    return soup;
}

TEST(TriangleHeights, SharedEdgesAndCornersLeaveNoGap) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const int32_t squares = random.between(1, 9);
        const double side = random.chance(0.5) ? random.between(1, 7) : random.real(0.3, 7);
        const TriangleSoup soup = random_sheet(random, squares, side, 10);
        const int32_t extent = int32_t(std::ceil(squares * side));
        const AllGround ground{soup};
        const TriangleHeights heights = bin(ground, {0, 0, 0, extent, extent});
        for (int i = 0; i < 500; ++i) {
            const auto& t = soup.triangles[size_t(random.between(0, int32_t(soup.triangles.size()) - 1))];
            const DVec3 a = soup.vertices[t[0]], b = soup.vertices[t[1]], c = soup.vertices[t[2]];
            const double u = random.between(0, 8) / 8.0, v = random.chance(0.5) ? 0 : (1 - u) * random.between(0, 8) / 8.0;
            const DVec3 p = a + (b - a) * u + (c - a) * v;
            const auto y = ground_height(heights, {p.x, p.z, 0, 100});
            ASSERT_TRUE(y.has_value()) << "seed " << seed << " at " << p.x << ", " << p.z;
            ASSERT_NEAR(*y, p.y, 1e-4) << "seed " << seed;
        }
    }
}

TEST(TriangleHeights, HeightRangeSelectsTheFloor) {
    Random random(5);
    TriangleSoup soup = random_sheet(random, 4, 5, 10);
    const TriangleSoup upper = random_sheet(random, 4, 5, 40);
    const uint32_t shift = uint32_t(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), upper.vertices.begin(), upper.vertices.end());
    for (auto t : upper.triangles)
        soup.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
    const AllGround ground{soup};
    const TriangleHeights heights = bin(ground, {0, 0, 0, 20, 20});
    for (int i = 0; i < 200; ++i) {
        const double x = random.real(0, 20), z = random.real(0, 20);
        const auto low = ground_height(heights, {x, z, 0, 30}), high = ground_height(heights, {x, z, 0, 100});
        ASSERT_TRUE(low && high);
        EXPECT_LE(*low, 15);
        EXPECT_GE(*high, 40);
        EXPECT_FALSE(ground_height(heights, {x, z, 20, 30}));
    }
}

TEST(TriangleHeights, UsesUnitsAndOriginOfTheGrid) {
    TriangleSoup soup;
    soup.vertices = {{100, 7, 200}, {100, 7, 206}, {106, 10, 206}, {106, 10, 200}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};
    const Lattice lattice{.origin = {40, 1, 20}, .cell_size = 0.5, .cell_height = 0.25};
    // The world point (103, 8.5, 201) is cell (6, 2) relative to the grid, at height (8.5 - 1) / 0.25 - 24 = 6 vx.
    const auto y = height_at({soup, lattice}, {120, 360, 24, 12, 12}, {6, 2, -100, 100});
    ASSERT_TRUE(y);
    EXPECT_NEAR(*y, 6, 1e-9);
}

TEST(TriangleHeights, LargeTrianglesThatOverlapAreListedInFewBins) {
    Random random(3);
    TriangleSoup soup;
    constexpr uint32_t kTriangles = 40000;
    constexpr int32_t kSide = 64;
    for (uint32_t i = 0; i < kTriangles; ++i) {
        for (uint32_t k = 0; k < 3; ++k)
            soup.vertices.push_back({random.real(0, kSide), random.real(0, 50), random.real(0, kSide)});
        soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    const AllGround ground{soup};
    const TriangleHeights heights = bin(ground, {0, 0, 0, kSide, kSide});
    EXPECT_LE(heights.items.size(), 4 * kTriangles + 2 * heights.bin_first.size());
    for (int i = 0; i < 30; ++i) {
        const HeightQuery query{random.real(1, kSide - 1), random.real(1, kSide - 1), 0, random.real(1, 50)};
        std::optional<double> highest;
        for (uint32_t t = 0; t < kTriangles; ++t) {
            HeightTriangle triangle;
            if (!prepare_height_triangle(height_corners(ground.source, heights.grid, t), triangle)) continue;
            if (!is_on_triangle(triangle, query.x, query.z)) continue;
            const double y = plane_height(triangle, query.x, query.z);
            if (y >= query.lowest && y <= query.highest) highest = std::max(highest.value_or(y), y);
        }
        ASSERT_EQ(ground_height(heights, query), highest);
    }
}

TEST(TriangleHeights, DoNotDependOnTheExpectedQueries) {
    Random random(5);
    TriangleSoup soup = random_sheet(random, 40, 0.9, 5);
    for (uint32_t i = 0; i < 10; ++i) {
        for (uint32_t k = 0; k < 3; ++k)
            soup.vertices.push_back({random.real(-5, 40), random.real(0, 30), random.real(-5, 40)});
        const uint32_t first = uint32_t(soup.vertices.size()) - 3;
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    const AllGround ground{soup};
    const Grid grid{0, 0, 0, 36, 36};
    const TriangleHeights few = bin(ground, grid, 0), many = bin(ground, grid, 100000);
    EXPECT_TRUE(few.prepared.empty());
    EXPECT_FALSE(many.prepared.empty());
    for (int i = 0; i < 2000; ++i) {
        const HeightQuery query{random.real(0, 36), random.real(0, 36), random.real(-5, 15), random.real(5, 35)};
        ASSERT_EQ(ground_height(few, query), ground_height(many, query));
    }
}

TEST(TriangleHeights, TallBuildingsAreSearchedByHeight) {
    constexpr int32_t kSide = 16;
    for (const int32_t storeys : {150, 3000}) {  // the triangles of 150 storeys are precomputed, those of 3000 are not
        Random random{uint64_t(storeys)};
        TriangleSoup soup;
        for (int32_t i = 0; i < 2 * storeys; ++i) {
            for (uint32_t k = 0; k < 3; ++k)
                soup.vertices.push_back(
                    {random.real(-9, 25), random.real(0, 4) + 10 * random.between(0, storeys), random.real(-9, 25)});
            const uint32_t first = uint32_t(soup.vertices.size()) - 3;
            soup.triangles.push_back({first, first + 1, first + 2});
        }
        const AllGround ground{soup};
        const Grid grid{0, 0, 0, kSide, kSide};
        const TriangleHeights few = bin(ground, grid, 0), many = bin(ground, grid, 100000);
        EXPECT_TRUE(few.highest.empty());
        EXPECT_FALSE(many.highest.empty());
        EXPECT_EQ(many.prepared.empty(), storeys == 3000);
        size_t found = 0;
        for (int i = 0; i < 3000; ++i) {
            const double lowest = random.real(-20, 10 * storeys + 20);
            const HeightQuery query{random.real(0, kSide), random.real(0, kSide), lowest, lowest + random.real(-1, 40)};
            const std::optional<double> height = ground_height(many, query);
            ASSERT_EQ(height, ground_height(few, query));
            found += height.has_value();
        }
        EXPECT_GT(found, 500u);
    }
}

TEST(TriangleHeights, EmptyInEmptyOut) {
    EXPECT_FALSE(height_at({}, {}, {0, 0, -1, 1}));
    EXPECT_FALSE(height_at({}, {0, 0, 0, 5, 5}, {0, 0, -1, 1}));
}

TEST(ExactGround, TrianglesOfAnySizeGiveTheirHeights) {
    CompactHeightfield field;
    field.grid = {0, 0, 0, 4, 1};
    field.walkable_climb = 3;
    field.runs = {{0, 4, 0}};
    field.row_run = {0, 1};
    field.floor = {9, 9, 10, 10};
    for (const double side : {10.0, 1e6, 1e10}) {
        // y = 8 + x / 2
        TriangleSoup soup;
        soup.vertices = {{-side, 8 - side / 2, -side}, {-side, 8 - side / 2, 2 * side}, {2 * side, 8 + side, -side}};
        soup.triangles = {{0, 1, 2}};
        const AllGround ground{soup};
        const ExactGround exact = compute_exact_ground(ground.source, field, uniform_marks(field.grid, kAllMarks), nullptr);
        for (size_t x = 0; x < 4; ++x)
            EXPECT_NEAR(exact.of_span[x], 8 + (double(x) + 0.5) / 2, 1.0 / 64) << side;
    }
}

TEST(ExactGround, AFloorNeverTakesTheHeightOfTheFloorBelow) {
    // The cell has floors at 4 and 13 vx. Only the ground of the lower floor covers the centre of the cell. The upper floor
    // must not take the height of this ground, although the climb of 20 vx would allow that.
    CompactHeightfield field;
    field.grid = {0, 0, 0, 1, 1};
    field.walkable_height = 5;
    field.walkable_climb = 20;
    field.runs = {{0, 1, 0}, {0, 1, 1}};
    field.row_run = {0, 2};
    field.floor = {4, 13};
    field.clearance = {6, 100};
    TriangleSoup soup;
    soup.vertices = {{0, 3.5, 0}, {0, 3.5, 3}, {3, 4, 0}};
    soup.triangles = {{0, 1, 2}};
    for (const double slope : {0.0, 0.5}) {
        soup.vertices[2].y = 3.5 + slope;
        const AllGround ground{soup};
        const ExactGround exact = compute_exact_ground(ground.source, field, uniform_marks(field.grid, kAllMarks), nullptr);
        EXPECT_NEAR(exact.of_span[0], 3.5 + slope / 6, 1.0 / 64);
        EXPECT_TRUE(std::isnan(exact.of_span[1]));
        const HeightRange range = ground_range(field, exact.ceilings, 1);
        EXPECT_FALSE(ground_height(exact.near_points, {0.5, 0.5, range.lowest, range.highest}));
    }
}

// Returns the floor that voxelization would give cell (x, z): the highest of nine sample points, rounded up.
int32_t floor_over(const std::function<double(double, double)>& ground, int32_t x, int32_t z) {
    double top = -1e9;
    for (const double dx : {0.0, 0.5, 1.0})
        for (const double dz : {0.0, 0.5, 1.0})
            top = std::max(top, ground(x + dx, z + dz));
    return int32_t(std::ceil(top));
}

TriangleSoup sheet_of(const std::function<double(double, double)>& ground, int32_t squares, double side) {
    TriangleSoup soup;
    const uint32_t n = uint32_t(squares) + 1;
    for (uint32_t z = 0; z < n; ++z)
        for (uint32_t x = 0; x < n; ++x)
            soup.vertices.push_back({x * side, ground(x * side, z * side), z * side});
    for (uint32_t z = 0; z + 1 < n; ++z) {
        for (uint32_t x = 0; x + 1 < n; ++x) {
            const uint32_t a = z * n + x;
            soup.triangles.insert(soup.triangles.end(), {{a, a + n, a + n + 1}, {a, a + n + 1, a + 1}});
        }
    }
    return soup;
}

TEST(DetailMeshFromTriangles, AnInclinedPlaneIsExactAndNeedsNoSamples) {
    const auto ground = [](double x, double z) { return 100.3 + 0.7 * x - 0.4 * z; };
    const TriangleSoup soup = sheet_of(ground, 8, 5);
    const AllGround all{soup};
    Random random(1);
    const auto world =
        support::random_world(random, 40, 40, 4, 10, [&](int32_t x, int32_t z) { return floor_over(ground, x, z); });
    const DetailMesh detail = build_detail_mesh(world.mesh, world.field, world.regions, &all.source, {});
    CheckReport report;
    check_detail_mesh(detail, {world.mesh, world.field, world.regions, &all.source}, {}, report);
    EXPECT_TRUE(report.ok()) << report.failures[0];
    EXPECT_TRUE(detail.vertices.empty());
    EXPECT_EQ(detail.unsampled, 0u);
    EXPECT_LT(detail.max_error, 0.01);
    for (size_t v = 0; v < detail.vertex_y.size(); ++v) {
        EXPECT_NEAR(detail.vertex_y[v], ground(world.mesh.vertices[v].x, world.mesh.vertices[v].z), 0.003);
    }
}

TEST(DetailMeshFromTriangles, RollingGroundIsFollowedWithoutBias) {
    const auto ground = [](double x, double z) {
        const double u = (x - 30) / 10, v = (z - 24) / 9;
        return 100 + 12 / (1 + u * u + v * v) - 8 / (1 + (u + 2) * (u + 2) + (v - 1) * (v - 1));
    };
    const TriangleSoup soup = sheet_of(ground, 60, 1);
    const AllGround all{soup};
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const auto world =
            support::random_world(random, 60, 60, 6, 12, [&](int32_t x, int32_t z) { return floor_over(ground, x, z); });
        const DetailParams params{6, random.real(0.1, 1)};
        const DetailMesh detail = build_detail_mesh(world.mesh, world.field, world.regions, &all.source, params);
        CheckReport report;
        check_detail_mesh(detail, {world.mesh, world.field, world.regions, &all.source}, params, report);
        ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << report.failures[0];
        double sum = 0;
        for (size_t v = 0; v < detail.vertex_y.size(); ++v) {
            sum += detail.vertex_y[v] - ground(world.mesh.vertices[v].x, world.mesh.vertices[v].z);
        }
        EXPECT_LT(std::fabs(sum / double(detail.vertex_y.size())), 0.05);
    }
}

}  // namespace
}  // namespace navspan
